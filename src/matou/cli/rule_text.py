"""A rule of the book, as a terminal shows it."""

from __future__ import annotations

from matou.cli.terminal.screen import Screen
from matou.core.book import Rule
from matou.core.game import Game
from matou.core.words import Why, Words

RULING = Words("Our ruling. ", "Notre décision. ")


def rule_of(game: Game, why: Why | None) -> Rule | None:
    """The rule that a reason names, where the game has a book."""
    return game.book.rule(why.rule) if why is not None and game.book is not None else None


def shown(rule: Rule, screen: Screen, *, numbered: bool = True) -> None:
    screen.line(rule.title.say(screen.lang), "bold", " " * 8)
    screen.item(rule.rule if numbered else "", rule.text.say(screen.lang), 4)
    rulings(rule.rulings, " " * 8, screen)


def rulings(found: tuple[Words, ...], indent: str, screen: Screen) -> None:
    """What is our own decision, said openly."""
    for words in found:
        screen.line(screen.tell(RULING) + words.say(screen.lang), "italic dim", indent)
