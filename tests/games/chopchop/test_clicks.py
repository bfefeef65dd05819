"""What is said of clicks that can do nothing in the kitchen."""

from __future__ import annotations

import pytest
from games.chopchop.position import CAT, kitchen, play

from matou.core.pointing import explain
from matou.core.state import State


def mice_move() -> State:
    """Two steps for the mice; mouse 4 is out, the cat on b4 stands before the western hole."""
    return play(kitchen("b4", ("W", "f5", "c6", None), plates="W"), "2")


@pytest.mark.parametrize(
    ("picked", "on", "rule", "says"),
    [
        (["mouse-2"], "square-f6", "CC4", "No walk of exactly 2 steps takes mouse 2 (f5) to f6."),
        (["mouse-2"], "square-Td5", "CC7", "Mice never climb onto the table."),
        (["mouse-2"], "square-b4", "CC5", "The cat is on b4!"),
        (["mouse-2"], "cat", "CC5", "The cat is on b4!"),
        ([], "cat", "CC2", "the cat waits for its own"),
        ([], "square-c6", "CC5", "Mouse 3 stands on c6."),
        ([], "square-Tc4", "CC7", "Mice never climb onto the table."),
        ([], "square-d1", "CC4", "No walk of exactly 2 steps takes any mouse to d1."),
        ([], "mouse-4", "CC9", "Mouse 4 has been caught"),
        ([], "die-mice", "CC3", "thrown by themselves"),
        ([], "cheeses", "CC3", "Move a mouse exactly 2 steps."),
    ],
)
def test_a_click_on_the_mices_turn_is_told_the_rule_that_stops_it(
    picked: list[str], on: str, rule: str, says: str
) -> None:
    why = explain(mice_move().observe(1), [on], picked)
    assert why is not None
    assert (why.rule, says in why.says.en) == (rule, True), why


def test_another_mouse_takes_the_place_of_the_one_picked() -> None:
    assert explain(mice_move().observe(1), ["mouse-3"], ["mouse-2"]) is None


def test_a_mouse_that_can_go_nowhere_says_so() -> None:
    state = play(kitchen("a4", ("W", "f5", None, None)), "1")
    why = explain(state.observe(1), ["mouse-1"], [])
    assert why is not None
    assert why.rule == "CC5"
    assert "Mouse 1 (in the west hole) has no free walk of exactly 1 step: others" in why.says.en


@pytest.mark.parametrize(
    ("on", "rule", "says"),
    [
        ("mouse-1", "CC6", "The cat fits into no hole"),
        ("mouse-2", "CC4", "No walk of exactly 2 steps takes the cat to f5."),
        ("square-d4", "CC6", "The cat never goes under the table."),
        ("square-b5", "CC6", "visible cheese, as b5 has"),
        ("square-E", "CC6", "The cat fits into no hole"),
    ],
)
def test_a_click_on_the_cats_turn_is_told_the_rule_that_stops_it(
    on: str, rule: str, says: str
) -> None:
    state = play(kitchen("b4", ("W", "f5", None, None), CAT, cheese=["b5"]), "2")
    for picked in ([], ["cat"]):
        why = explain(state.observe(0), [on], picked)
        assert why is not None
        assert (why.rule, says in why.says.en) == (rule, True), why
