"""``matou rules``: the rule book of a game, all of it or one rule."""

from __future__ import annotations

import argparse
import re

from matou.cli.catalogue import called, catalogue
from matou.cli.complaint import FINE, Complaint
from matou.cli.declaring import GAME, Arg, Command
from matou.cli.parsing import prog
from matou.cli.rule_text import rulings, shown
from matou.cli.terminal.screen import Screen
from matou.core.book import Book, Rule
from matou.core.game import Game
from matou.core.words import Words
from matou.play.text import DEFAULT_NAME, PLAYER

WHICH = Words(
    "Whose rules? There are: {all}. For example: {prog} rules {game}",
    "Les règles de quel jeu ? Il y a : {all}. Par exemple : {prog} rules {game}",
)
NO_BOOK = Words("{title} has no rule book here.", "{title} n’a pas de livret de règles ici.")
NO_RULE = Words(
    "{title} has no rule “{rule}”: its rules are {first} to {last}.",
    "{title} n’a pas de règle « {rule} » : ses règles vont de {first} à {last}.",
)
PIECES = Words("The pieces", "Le matériel")
TIPS = Words("Good to know", "Bon à savoir")
ABOUT = Words(
    "Where the sources are silent or cannot be right, we decided; each such place says “Our "
    "ruling”.",
    "Là où les sources se taisent ou ne peuvent avoir raison, nous avons tranché ; chaque fois, le "
    "texte le dit : « Notre décision ».",
)
ONE = Words(
    "One rule alone, with its examples: {prog} rules {rule}",
    "Une règle seule, avec ses exemples : {prog} rules {rule}",
)
PICTURE = Words("Example: ", "Exemple : ")


def run(args: argparse.Namespace, screen: Screen) -> int:
    games = catalogue().games
    if args.game is None:
        names = [game.name for game in games]
        example = (names or ["GAME"])[0]
        raise Complaint(WHICH.filled(all=", ".join(names), prog=prog(), game=example))
    if args.rule is None:
        for game in games:  # a number alone, as refusals name it, says which game it is of
            rule = game.book and game.book.rule(args.game.upper())
            if rule:
                one(game, game.book, rule, screen)
                return FINE
        for game in games:  # CT99: how far the rules go that are called so
            if game.book and re.fullmatch(prefix_of(game.book) + r"\d+", args.game.upper()):
                numbered(game, game.book, args.game)  # which there is not
    game = called(args.game)
    book = game.book
    if book is None:
        raise Complaint(NO_BOOK.filled(title=game.words.TITLE))
    if args.rule is None:
        whole(game, book, screen)
    else:
        one(game, book, numbered(game, book, args.rule), screen)
    return FINE


def prefix_of(book: Book) -> str:
    """What a game's rules are called by: 'CT'."""
    return re.sub(r"\d", "", book.rules[0].rule)


def numbered(game: Game, book: Book, text: str) -> Rule:
    """A rule as one types it: 'CT8', 'ct8' or '8'."""
    first, last = book.rules[0].rule, book.rules[-1].rule
    number = prefix_of(book) + text if text.isdecimal() else text.upper()
    rule = book.rule(number)
    if rule is None:
        raise Complaint(NO_RULE.filled(title=game.words.TITLE, rule=text, first=first, last=last))
    return rule


def whole(game: Game, book: Book, screen: Screen) -> None:
    """The book from its first page to its last."""

    def say(words: Words) -> str:
        return words.say(screen.lang)

    screen.line(say(game.words.TITLE), "bold")
    screen.line(say(book.credits.says), "dim")
    screen.line(say(book.overview))
    screen.heading(screen.tell(PIECES))
    for piece in book.pieces:
        screen.line(say(piece.name), "bold cyan")
        screen.line(say(piece.text), indent="  ")
        rulings(piece.rulings, "  ", screen)
    for section in book.sections:
        screen.heading(say(section.title))
        for words in section.says:
            screen.line(say(words))
        for rule in section.rules:
            shown(rule, screen)
    screen.heading(screen.tell(TIPS))
    for tip in book.tips:
        screen.item("·", say(tip), 1)
    screen.line()
    screen.say(ABOUT, "dim")
    screen.say(ONE, "dim", prog=prog(), rule=book.rules[0].rule)


def one(game: Game, book: Book | None, rule: Rule, screen: Screen) -> None:
    """One rule, with the positions that show it in words."""
    assert book is not None
    section = next(s for s in book.sections if rule in s.rules)
    title = f"{game.words.TITLE.say(screen.lang)} · {section.title.say(screen.lang)}"
    screen.line(title, "bold")
    shown(rule, screen)
    for picture in rule.pictures:
        screen.line()
        caption = picture.caption.say(screen.lang)
        screen.line(screen.tell(PICTURE) + caption, "italic")
        names = [
            screen.tell(DEFAULT_NAME) if seat == picture.seat else screen.tell(PLAYER, n=seat + 1)
            for seat in range(picture.seats)
        ]
        board = picture.state(game).observe(picture.seat).text(screen.lang, names)
        for row in board.split("\n"):
            screen.line(row, "dim", "  ", hang=2)


COMMAND = Command(
    "rules",
    Words("read the rules of a game", "lire les règles d’un jeu"),
    Words(
        "The rule book of a game: what it is about, its pieces, every rule by its number, and "
        "what is our own ruling. With a number, that rule alone and positions that show it; "
        "refused moves name theirs.",
        "Le livret de règles d’un jeu : de quoi il s’agit, le matériel, chaque règle avec son "
        "numéro, et ce qui est notre propre décision. Avec un numéro, cette règle seule et des "
        "positions qui la montrent ; un coup refusé nomme la sienne.",
    ),
    (
        Arg(
            "game",
            "which game (see: matou games), or a rule’s number alone",
            "quel jeu (voir : matou games), ou le numéro d’une règle seul",
            GAME,
            optional=True,
        ),
        Arg(
            "rule",
            "one rule, by its number",
            "une règle, par son numéro",
            Words("RULE", "RÈGLE"),
            optional=True,
        ),
    ),
    (
        ("rules {game}", Words("the whole book", "tout le livret")),
        ("rules {game} 3", Words("its third rule", "sa troisième règle")),
    ),
    run,
)
