"""Explanations of clicks in the castle that do nothing."""

from __future__ import annotations

import pytest
from games.appenzell.hand import castle
from games.support import explained

from matou.core.pointing import explain
from matou.core.state import State


def scene() -> State:
    """Seat 0 has mice in a1, on b4 and d6, one outside; seat 1 on b5, in g7, one fallen."""
    return castle(
        mice={0: "a1 b4 d6", 1: "b5 g7"}, lifted="IEH", tiles={"c4": "trap"}, fallen={1: 1}
    )


TOWER, MIDDLE, NORTH, OUT = (f"mouse-0-{i}" for i in range(4))


@pytest.mark.parametrize(
    ("picked", "on", "rule", "says"),
    [
        ([MIDDLE], "square-c4", "AP6", "There is a trap on c4"),
        ([MIDDLE], "square-c6", "AP6", "c6 is not in line with b4"),
        ([MIDDLE], "square-d4", "AP7", "c4 is empty"),
        ([MIDDLE], "mouse-1-0", "AP6", "there is already one on b5"),
        ([MIDDLE], "roof-Q", "AP6", "Mice do not walk on roofs"),
        ([TOWER], "tower-g1", "AP7", "b1 is empty"),
        ([OUT], "square-a4", "AP5", "through a tower"),
        ([OUT], "tower-g7", "AP5", "There is already a mouse in tower g7."),
        ([], "tower-a1", "AP5", "There is already a mouse in tower a1."),
        ([], "square-c4", "AP6", "There is a trap on c4"),
        ([], "square-b4", "AP6", "Your own mouse is on b4"),
        ([], "square-e5", "AP6", "none of yours is in line with e5"),
        ([], "mouse-1-0", "AP6", "This mouse belongs to seat 1."),
        ([], "mouse-1-2", "AP9", "fallen into the cellar"),
        ([], TOWER, "AP6", "In its way: roofs."),
        ([], "roof-Q", "AP4", "None of your mice touches room Q"),
        ([], "walls-E", "AP4", "The roof of room E is already off."),
        ([], "end-turn", "AP3", "at least one action"),
        ([], "token-0-1", "AP11", "brie"),
        ([], "shelf-0", "AP3", "You have 4 actions"),
    ],
)
def test_a_click_on_the_castle_is_explained_by_its_rule(
    picked: list[str], on: str, rule: str, says: str
) -> None:
    why = explained(scene().observe(0), on, picked)
    assert (why[0], says in why[1]) == (rule, True), why


def test_picking_a_liftable_roof_or_another_mouse_needs_no_explanation() -> None:
    view = scene().observe(0)
    assert explain(view, ["roof-K"], [MIDDLE]) is None
    assert explain(view, [NORTH], [MIDDLE]) is None


def test_with_a_mouse_picked_clicks_do_not_move_another_mouse() -> None:
    """c6 is next to the mouse on d6, but not in reach of the picked one on b4."""
    state = scene()
    view = state.observe(0)
    assert state.parse("d6-c6") in view.sheet().highlights["square-c6"].actions
    assert explain(view, ["square-c6"], [MIDDLE]) is not None
    assert explain(view, ["tower-g1"], [MIDDLE]) is None, "b4 and g1 are not in line"


def test_after_a_push_clicks_on_slots_and_spare_are_explained() -> None:
    state = scene()
    state.s.pushed = 1
    state.refresh()
    for id in ("slot-3", "spare"):
        assert explained(state.observe(0), id)[1] == "You have already pushed this turn."
