"""The book of Chop! Chop! agrees with the rules, and its pictures with their captions."""

from __future__ import annotations

import re

from conformance.support import book_of
from games.support import rule, shown

import matou
from matou.games.chopchop.components import CAT_DIE, COUNTS, HOLES, LEGS, MOUSE_DIE, QUIET_TURNS

GAME = matou.game("chopchop")
BOOK = book_of("chopchop")
WORDS = {2: "Two", 3: "Three", 4: "Four", 10: "Ten", 12: "Twelve"}


def test_the_glossary_gives_the_counts_dice_and_places_of_the_components() -> None:
    cat, mice, _, table, holes, *tiles = BOOK.pieces
    assert ", ".join(map(str, CAT_DIE)) in cat.text
    assert ", ".join(map(str, MOUSE_DIE)) in mice.text
    assert all(leg in table.text for leg in LEGS)
    assert all(access in holes.text for access in HOLES.values())
    assert [tile.text.split(".")[0] for tile in tiles] == [WORDS[n] for n in COUNTS]


def test_CC19_gives_the_number_of_quiet_turns_of_the_rules() -> None:
    assert str(QUIET_TURNS) in rule("chopchop", "CC19").text


def test_the_picture_of_CC4_lets_a_mouse_choose_among_many_squares() -> None:
    state = shown("chopchop", "CC4")
    assert state.actor == 1
    assert len(state.legal()) > 10
    assert "b4-b4" not in [state.name(a) for a in state.legal()]


def test_the_picture_of_CC7_has_a_mouse_beneath_the_cat() -> None:
    text = shown("chopchop", "CC7").observe(1).text()
    assert "Cat: on the table (c4)" in text
    assert re.search(r"Mouse 1: under the table.*c4", text)


def test_the_pictures_of_CC9_and_CC12_show_a_catch_and_a_visible_cheese() -> None:
    assert "Mouse 2: caught" in shown("chopchop", "CC9").observe(1).text()
    assert "visible: f6" in shown("chopchop", "CC12").observe(1).text()


def test_the_picture_of_CC15_asks_for_the_cheese() -> None:
    state = shown("chopchop", "CC15")
    assert [state.name(a) for a in state.legal()] == ["^f6"]


def test_the_lesson_shows_every_tile_with_an_effect() -> None:
    names = [move.name for step in BOOK.lesson.steps for move in step.moves]
    for tile in ("=cheese", "=dishes", "=+1", "=arrow", "=fork", "=knife"):
        assert tile in names
    assert "^f6" in names
    assert any(name.endswith("*") for name in names), "the cat catches once"
    assert "c4-W" in names, "a mouse hides in a hole"
