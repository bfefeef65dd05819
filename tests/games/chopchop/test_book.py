"""The book of Chop! Chop! says what the box holds, and its pictures show what they claim."""

from __future__ import annotations

import re

from conformance.support import book_of

import matou
from matou.core.book import Rule
from matou.core.state import State
from matou.games.chopchop.components import CAT_DIE, COUNTS, HOLES, LEGS, MOUSE_DIE, QUIET_TURNS

GAME = matou.game("chopchop")
BOOK = book_of("chopchop")
WORDS = {2: "Two", 3: "Three", 4: "Four", 10: "Ten", 12: "Twelve"}


def rule(number: str) -> Rule:
    found = BOOK.rule(number)
    assert found is not None
    return found


def shown(number: str) -> State:
    return rule(number).pictures[0].state(GAME)


def test_the_glossary_has_the_counts_the_dice_and_the_places_of_the_box() -> None:
    cat, mice, _, table, holes, *tiles = BOOK.pieces
    assert ", ".join(map(str, CAT_DIE)) in cat.text
    assert ", ".join(map(str, MOUSE_DIE)) in mice.text
    assert all(leg in table.text for leg in LEGS)
    assert all(access in holes.text for access in HOLES.values())
    assert [tile.text.split(".")[0] for tile in tiles] == [WORDS[n] for n in COUNTS]


def test_CC19_counts_as_the_rules_do() -> None:
    assert str(QUIET_TURNS) in rule("CC19").text


def test_the_picture_of_CC4_lets_a_mouse_choose_among_many_squares() -> None:
    state = shown("CC4")
    assert state.actor == 1
    assert len(state.legal()) > 10
    assert "b4-b4" not in [state.name(a) for a in state.legal()]


def test_the_picture_of_CC7_has_a_mouse_beneath_the_cat() -> None:
    result = shown("CC7").observe(1).text()
    assert "Cat: on the table (c4)" in result
    assert re.search(r"Mouse 1: under the table.*c4", result)


def test_the_pictures_of_CC9_and_CC12_show_a_catch_and_a_visible_cheese() -> None:
    assert "Mouse 2: caught" in shown("CC9").observe(1).text()
    assert "visible: f6" in shown("CC12").observe(1).text()


def test_the_picture_of_CC15_asks_for_the_cheese() -> None:
    state = shown("CC15")
    assert [state.name(a) for a in state.legal()] == ["^f6"]


def test_the_lesson_meets_every_tile_that_asks_something() -> None:
    names = [move.name for step in BOOK.lesson.steps for move in step.moves]
    for tile in ("=cheese", "=dishes", "=+1", "=arrow", "=fork", "=knife"):
        assert tile in names
    assert "^f6" in names
    assert any(name.endswith("*") for name in names), "the cat catches once"
    assert "c4-W" in names, "a mouse hides in a hole"
