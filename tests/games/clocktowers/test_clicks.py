"""Explanations of clicks in Clocktowers that do nothing."""

from __future__ import annotations

import pytest
from games.clocktowers.hand import KIND, build, give, started
from games.support import explained

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
        ([ROOF], "tower-0-2", "CT7", "Tower 3 is finished"),
        ([ROOF], "tower-0-1", "CT8", "exactly 2 storeys; tower 2 has 3"),
        ([ROOF], "plot", "CT7", "A roof cannot start a tower"),
        ([CLOCK], "tower-0-1", "CT6", "Tower 2 already has a clock."),
        ([CLOCK], "plot", "CT6", "A clock cannot start a tower"),
        ([FLOOR], "tower-0-1", "CT5", "Tower 2 has its clock: it takes no more floors."),
        ([FLOOR], "pile-R", "CT4", "First play or discard a card, then draw."),
        ([], "pile-K", "CT4", "First play or discard a card, then draw."),
        ([], "tower-0-2", "CT7", "Tower 3 is finished"),
        ([], "tower-1-0", "CT5", "belongs to seat 1: build on your own towers"),
        ([FLOOR], "tower-1-0", "CT5", "belongs to seat 1"),
        ([], "back-1-0", "CT4", "Seat 1 holds these cards"),
        ([], "ladder-0", "CT8", "how high"),
        ([], "plate-0", "CT4", "Play a card from your hand, or discard one."),
    ],
)
def test_a_click_on_the_castle_is_explained_by_its_rule(
    picked: list[str], on: str, rule: str, says: str
) -> None:
    why = explained(street().observe(0), on, picked)
    assert (why[0], says in why[1]) == (rule, True), why


def test_several_reasons_are_given_each_with_its_rule() -> None:
    _, says = explained(street().observe(0), "tower-0-1")
    for part in ("no more floors (CT5).", "already has a clock (CT6).", "tower 2 has 3 (CT8)."):
        assert part in says


def test_picking_another_card_needs_no_explanation() -> None:
    view = street().observe(0)
    assert explain(view, [ROOF], [CLOCK]) is None
    assert explain(view, ["plot"], ["tower-0-0"]) is None


def test_clicks_on_parts_of_a_tower_are_explained_as_clicks_on_the_tower() -> None:
    view = street().observe(0)
    assert explain(view, ["part-0-0-1", "tower-0-0"], [ROOF]) == explain(
        view, ["tower-0-0"], [ROOF]
    )
