"""``matou rules``: shows the rule book of a game, or one rule."""

import argparse
import re

from matou.cli.declaring import OK, Arg, Command, CommandError
from matou.cli.lookup import all_games, find_game
from matou.cli.parsing import prog
from matou.cli.terminal.narration import rulings, shown
from matou.cli.terminal.screen import Screen
from matou.core.book import Book, Rule
from matou.core.game import Game
from matou.core.messages import say


def run(args: argparse.Namespace, screen: Screen) -> int:
    games = all_games().games
    if args.game is None:
        names = [game.name for game in games] or ["GAME"]
        which = say("Which game’s rules? Choose from: {all}. For example: {prog} rules {game}")
        raise CommandError(which, all=", ".join(names), prog=prog(), game=names[0])
    number = args.game.upper()
    for game in games if args.rule is None else ():  # a rule's number alone, as refusals name it
        book = game.book(screen.lang)
        if book and (book.rule(number) or re.fullmatch(prefix_of(book) + r"\d+", number)):
            one(game, book, numbered(game, book, args.game), screen)
            return OK
    game = find_game(args.game)
    book = game.book(screen.lang)
    if book is None:
        raise CommandError("{title} has no rule book.", title=game.words.TITLE)
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
    rule = book.rule(prefix_of(book) + text if text.isdecimal() else text.upper())
    if rule is None:
        raise CommandError(
            "{title} has no rule “{rule}”. Its rules are {first} to {last}.",
            title=game.words.TITLE,
            rule=text,
            first=book.rules[0].rule,
            last=book.rules[-1].rule,
        )
    return rule


def whole(game: Game, book: Book, screen: Screen) -> None:
    screen.say(game.words.TITLE, "bold")
    screen.say(book.credits.says, "dim")
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
    screen.say(
        say(
            "Where the sources are silent or must be wrong, we made a decision, marked “Our "
            "ruling”."
        ),
        "dim",
    )
    how = say("To read a single rule with its examples: {prog} rules {rule}", prog=prog())
    screen.say(how, "dim", rule=book.rules[0].rule)


def one(game: Game, book: Book, rule: Rule, screen: Screen) -> None:
    """Shows a rule, and its example positions in words."""
    section = next(s for s in book.sections if rule in s.rules)
    screen.line(f"{game.words.TITLE.say(screen.lang)} · {section.title}", "bold")
    shown(rule, screen)
    for picture in rule.pictures:
        screen.line()
        screen.line(screen.text(say("Example: ")) + picture.caption, "italic")
        names = [
            screen.text(say("You") if seat == picture.seat else say("Player {n}", n=seat + 1))
            for seat in range(picture.seats)
        ]
        board = picture.state(game).observe(picture.seat).text(screen.lang, names)
        for row in board.split("\n"):
            screen.line(row, "dim", "  ", hang=2)


COMMAND = Command(
    "rules",
    say("read the rules of a game"),
    say(
        "Shows the rule book of a game: its goal, its components, every rule by number, and our "
        "own rulings. With a number, shows that rule alone, with example positions. If a move is "
        "refused, the message names its rule."
    ),
    (
        Arg(
            "game GAME",
            say("the game (see: matou games), or just the number of a rule"),
            optional=True,
        ),
        Arg("rule RULE", say("the number of one rule"), optional=True),
    ),
    {"rules {game}": say("the whole rule book"), "rules {game} 3": say("its third rule")},
    run,
)
