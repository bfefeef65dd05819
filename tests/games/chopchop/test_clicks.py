"""Explanations of clicks in the kitchen that do nothing."""

from __future__ import annotations

import pytest
from games.chopchop.position import CAT, kitchen
from games.support import explained, play

from matou.core.pointing import explain
from matou.core.state import State


def mice_move() -> State:
    """Two steps for the mice; mouse 4 is out, the cat on b4 is in front of the western hole."""
    return play(kitchen("b4", ("W", "f5", "c6", None), plates="W"), "2")


@pytest.mark.parametrize(
    ("picked", "on", "rule", "says"),
    [
        (["mouse-2"], "square-f6", "CC4", "Mouse 2 cannot get to f6 in exactly 2 squares."),
        (["mouse-2"], "square-Td5", "CC7", "Mice never climb onto the table."),
        (["mouse-2"], "square-b4", "CC5", "The cat is on b4!"),
        (["mouse-2"], "cat", "CC5", "The cat is on b4!"),
        ([], "cat", "CC2", "the cat has to wait"),
        ([], "square-c6", "CC5", "Mouse 3 is already on c6."),
        ([], "square-Tc4", "CC7", "Mice never climb onto the table."),
        ([], "square-d1", "CC4", "No mouse can get to d1 in exactly 2 squares."),
        ([], "mouse-4", "CC9", "Mouse 4 has been caught"),
        ([], "die-mice", "CC3", "roll by themselves"),
        ([], "cheeses", "CC3", "Move a mouse exactly 2 squares."),
    ],
)
def test_a_click_on_the_mices_turn_is_explained_by_its_rule(
    picked: list[str], on: str, rule: str, says: str
) -> None:
    why = explained(mice_move().observe(1), on, picked)
    assert (why[0], says in why[1]) == (rule, True), why


def test_picking_another_mouse_needs_no_explanation() -> None:
    assert explain(mice_move().observe(1), ["mouse-3"], ["mouse-2"]) is None


def test_a_click_on_a_mouse_that_cannot_move_is_explained() -> None:
    state = play(kitchen("a4", ("W", "f5", None, None)), "1")
    rule, says = explained(state.observe(1), "mouse-1")
    assert rule == "CC5"
    assert "Mouse 1 cannot move exactly 1 square: other pieces" in says


@pytest.mark.parametrize(
    ("on", "rule", "says"),
    [
        ("mouse-1", "CC6", "The cat cannot go into a hole"),
        ("mouse-2", "CC4", "The cat cannot get to f5 in exactly 2 squares."),
        ("square-d4", "CC6", "The cat never goes under the table."),
        ("square-b5", "CC6", "visible cheese on b5"),
        ("square-E", "CC6", "The cat cannot go into a hole"),
    ],
)
def test_a_click_on_the_cats_turn_is_explained_by_its_rule(on: str, rule: str, says: str) -> None:
    state = play(kitchen("b4", ("W", "f5", None, None), CAT, cheese=["b5"]), "2")
    for picked in ([], ["cat"]):
        why = explained(state.observe(0), on, picked)
        assert (why[0], says in why[1]) == (rule, True), why
