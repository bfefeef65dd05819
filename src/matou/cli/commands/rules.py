"""``matou rules``: shows the rule book of a game, or one rule."""

import argparse
import re

from matou.cli.declaring import GAME, OK, Arg, Command, CommandError
from matou.cli.lookup import all_games, find_game
from matou.cli.parsing import prog
from matou.cli.terminal.naming import rulings, shown
from matou.cli.terminal.screen import Screen
from matou.core.book import Book, Rule
from matou.core.game import Game
from matou.core.messages import say

WHICH = say("Which game’s rules? Choose from: {all}. For example: {prog} rules {game}")
NO_RULE = say("{title} has no rule “{rule}”. Its rules are {first} to {last}.")
ABOUT = say(
    "Where the sources are silent or must be wrong, we made a decision, marked “Our ruling”."
)
ONE = say("To read a single rule with its examples: {prog} rules {rule}")


def run(args: argparse.Namespace, screen: Screen) -> int:
    games = all_games().games
    if args.game is None:
        names = [game.name for game in games]
        example = (names or ["GAME"])[0]
        raise CommandError(WHICH, all=", ".join(names), prog=prog(), game=example)
    if args.rule is None:
        for game in games:  # a rule's number alone, as refusals name it
            book = game.book(screen.lang)
            rule = book and book.rule(args.game.upper())
            if book and rule:
                one(game, book, rule, screen)
                return OK
        for game in games:  # CT99: say which numbers there are
            book = game.book(screen.lang)
            if book and re.fullmatch(prefix_of(book) + r"\d+", args.game.upper()):
                numbered(game, book, args.game)  # raises
    game = find_game(args.game)
    book = game.book(screen.lang)
    if book is None:
        raise CommandError(say("{title} has no rule book.", title=game.words.TITLE))
    if args.rule is None:
        whole(game, book, screen)
    else:
        one(game, book, numbered(game, book, args.rule), screen)
    return OK


def prefix_of(book: Book) -> str:
    """Returns the letters that a game's rule numbers begin with: 'CT'."""
    return re.sub(r"\d", "", book.rules[0].rule)


def numbered(game: Game, book: Book, text: str) -> Rule:
    """Finds a rule by 'CT8', 'ct8' or '8'."""
    first, last = book.rules[0].rule, book.rules[-1].rule
    number = prefix_of(book) + text if text.isdecimal() else text.upper()
    rule = book.rule(number)
    if rule is None:
        raise CommandError(NO_RULE, title=game.words.TITLE, rule=text, first=first, last=last)
    return rule


def whole(game: Game, book: Book, screen: Screen) -> None:
    screen.line(game.words.TITLE.say(screen.lang), "bold")
    screen.line(book.credits.says.say(screen.lang), "dim")
    screen.line(book.overview)
    screen.heading(book.pieces_title)
    for piece in book.pieces:
        screen.line(piece.name, "bold cyan")
        screen.line(piece.text, indent="  ")
        rulings(piece.rulings, "  ", screen)
    for section in book.sections:
        screen.heading(section.title)
        for text in section.paragraphs:
            screen.line(text)
        for rule in section.rules:
            shown(rule, screen)
    screen.heading(book.tips_title)
    for tip in book.tips:
        screen.item("·", tip, 1)
    screen.line()
    screen.say(ABOUT, "dim")
    screen.say(ONE, "dim", prog=prog(), rule=book.rules[0].rule)


def one(game: Game, book: Book, rule: Rule, screen: Screen) -> None:
    """Shows a rule, and its example positions in words."""
    section = next(s for s in book.sections if rule in s.rules)
    screen.line(f"{game.words.TITLE.say(screen.lang)} · {section.title}", "bold")
    shown(rule, screen)
    for picture in rule.pictures:
        screen.line()
        screen.line(screen.text(say("Example: ")) + picture.caption, "italic")
        names = [
            screen.text(say("You"))
            if seat == picture.seat
            else screen.text(say("Player {n}"), n=seat + 1)
            for seat in range(picture.seats)
        ]
        board = picture.state(game).observe(picture.seat).text(screen.lang, names)
        for row in board.split("\n"):
            screen.line(row, "dim", "  ", hang=2)


COMMAND = Command(
    "rules",
    say("read the rules of a game"),
    say(
        "Shows the rule book of a game: its goal, its components, every rule by "
        "number, and our own rulings. With a number, shows that rule alone, with "
        "example positions. If a move is refused, the message names its rule."
    ),
    (
        Arg(
            "game",
            say("the game (see: matou games), or just the number of a rule"),
            GAME,
            optional=True,
        ),
        Arg("rule", say("the number of one rule"), say("RULE"), optional=True),
    ),
    (("rules {game}", say("the whole rule book")), ("rules {game} 3", say("its third rule"))),
    run,
)
