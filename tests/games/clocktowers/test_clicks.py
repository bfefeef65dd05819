"""What is said of clicks that can do nothing in Clocktowers."""

from __future__ import annotations

import pytest
from games.clocktowers.hand import KIND, build, give, started

from matou.core.pointing import explain
from matou.core.state import State


def street() -> State:
    """Seat 0 holds a floor, a clock and a roof; its towers: bare, with a clock, complete."""
    state = started()
    give(state, 0, "F1", "K", "R1")
    build(state, 0, "F1", "F1")
    build(state, 0, "F2", "F1", "K")
    build(state, 0, "F1", "K", "R1")
    build(state, 1, "F1")
    return state


ROOF, CLOCK, FLOOR = (f"hand-0-{KIND[code]}-0" for code in ("R1", "K", "F1"))


@pytest.mark.parametrize(
    ("picked", "on", "rule", "says"),
    [
        ([ROOF], "tower-0-0", "CT7", "Tower 1 needs a clock before its roof."),
        ([ROOF], "tower-0-2", "CT7", "Tower 3 is complete"),
        ([ROOF], "tower-0-1", "CT8", "exactly 2 storeys; tower 2 has 3"),
        ([ROOF], "plot", "CT7", "A roof needs a tower"),
        ([CLOCK], "tower-0-1", "CT6", "Tower 2 has a clock already."),
        ([CLOCK], "plot", "CT6", "A clock needs a tower"),
        ([FLOOR], "tower-0-1", "CT5", "Tower 2 has its clock: no more floors."),
        ([FLOOR], "pile-R", "CT4", "First play or discard a card, then draw."),
        ([], "pile-K", "CT4", "First play or discard a card, then draw."),
        ([], "tower-0-2", "CT7", "Tower 3 is complete"),
        ([], "tower-1-0", "CT5", "seat 1’s: you build towers of your own"),
        ([FLOOR], "tower-1-0", "CT5", "seat 1’s"),
        ([], "back-1-0", "CT4", "the cards of seat 1"),
        ([], "ladder-0", "CT8", "how high"),
        ([], "plate-0", "CT4", "Play a card from your hand, or discard one."),
    ],
)
def test_a_click_is_told_the_rule_that_stops_it(
    picked: list[str], on: str, rule: str, says: str
) -> None:
    why = explain(street().observe(0), [on], picked)
    assert why is not None
    assert why.rule == rule
    assert says in why.says.say()


def test_several_reasons_are_told_each_with_its_rule() -> None:
    why = explain(street().observe(0), ["tower-0-1"], [])
    assert why is not None
    for part in ("no more floors (CT5).", "a clock already (CT6).", "tower 2 has 3 (CT8)."):
        assert part in why.says.en


def test_another_card_takes_the_place_of_the_one_picked() -> None:
    view = street().observe(0)
    assert explain(view, [ROOF], [CLOCK]) is None
    assert explain(view, ["plot"], ["tower-0-0"]) is None


def test_what_lies_over_a_tower_leaves_the_word_to_the_tower() -> None:
    view = street().observe(0)
    assert explain(view, ["part-0-0-1", "tower-0-0"], [ROOF]) == explain(
        view, ["tower-0-0"], [ROOF]
    )
