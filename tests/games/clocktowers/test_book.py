"""The book of Clocktowers agrees with the rules, and its pictures with their captions."""

from __future__ import annotations

import re

from conformance.support import book_of
from games.support import shown

import matou
from matou.games.clocktowers.components import CODES, COUNTS, POINTS, TURNS

GAME = matou.game("clocktowers")
BOOK = book_of("clocktowers")


def numbers(rule: str) -> set[int]:
    found = BOOK.rule(rule)
    assert found is not None
    return {int(n) for n in re.findall(r"\d+", found.text)}


def test_the_glossary_gives_the_counts_of_the_components() -> None:
    count = dict(zip(CODES, COUNTS, strict=True))
    one, two, clock, roof = BOOK.pieces
    assert count["F1"] + count["F1c"] + count["F1m"] == 14
    assert f"14: {count['F1']} plain, {count['F1c']} with a cat, {count['F1m']}" in one.text
    assert f"14: {count['F2']} plain, {count['F2c']} with a cat, {count['F2m']}" in two.text
    assert f"There are {count['K'] + count['Km']}" in clock.text
    assert f"in {count['Km']} of them" in clock.text
    assert "Each colour has four roofs." in roof.text
    assert {count[f"R{i}"] for i in range(1, 6)} == {4}


def test_CT2_gives_the_size_of_every_pile() -> None:
    sizes = {17} | {18 - n for n in (2, 3, 4)} | {23 - 2 * n for n in (2, 3, 4)}
    assert numbers("CT2") == sizes


def test_CT4_and_CT11_give_the_turns_and_points_of_the_rules() -> None:
    assert numbers("CT4") == {TURNS}
    assert numbers("CT11") == set(POINTS)


def test_the_picture_of_CT8_shows_a_ladder_at_three() -> None:
    state = shown("clocktowers", "CT8")
    assert "  red, scales: 3 storeys" in state.observe(0).text()
    assert state.scores == [4, 3]


def test_the_picture_of_CT11_has_a_tower_of_each_value() -> None:
    state = shown("clocktowers", "CT11")
    assert state.scores[0] == sum(POINTS)
    text = state.observe(0).text()
    assert all(f"finished, {points} points" in text for points in POINTS)


def test_the_lesson_shows_every_kind_of_action() -> None:
    asked = " ".join(step.asks for step in BOOK.lesson.steps)
    for kind in (r"F\w+\+", r"K>\d", r"R\d>\d", r"xF", "<K", "<R", "<F"):
        assert re.search(kind, asked), kind
