"""Shows a rule of the book in a terminal."""

from __future__ import annotations

from matou.cli.terminal.screen import Screen
from matou.core.book import Rule
from matou.core.game import Game
from matou.core.messages import Why, say


def rule_of(game: Game, why: Why | None, lang: str) -> Rule | None:
    """Returns the rule that a reason names, if the game has a book."""
    book = game.book(lang)
    return book.rule(why.rule) if why is not None and book is not None else None


def shown(rule: Rule, screen: Screen, *, numbered: bool = True) -> None:
    screen.line(rule.title, "bold", " " * 8)
    screen.item(rule.rule if numbered else "", rule.text, 4)
    rulings(rule.rulings, " " * 8, screen)


def rulings(found: tuple[str, ...], indent: str, screen: Screen) -> None:
    for said in found:
        screen.line(screen.text(say("Our ruling. ")) + said, "italic dim", indent)
