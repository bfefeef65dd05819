"""What is said of clicks that can do nothing in the castle."""

from __future__ import annotations

import pytest
from games.appenzell.hand import castle

from matou.core.pointing import explain
from matou.core.state import State


def scene() -> State:
    """Seat 0: mice in a1, on b4 and d6, one outside; seat 1: on b5, in g7, one fallen."""
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
def test_a_click_is_told_the_rule_that_stops_it(
    picked: list[str], on: str, rule: str, says: str
) -> None:
    why = explain(scene().observe(0), [on], picked)
    assert why is not None
    assert (why.rule, says in why.says.say()) == (rule, True), why


def test_a_roof_that_can_be_lifted_takes_the_place_of_the_mouse_that_was_picked() -> None:
    view = scene().observe(0)
    assert explain(view, ["roof-K"], [MIDDLE]) is None
    assert explain(view, [NORTH], [MIDDLE]) is None


def test_with_a_mouse_picked_another_is_not_moved_by_mistake() -> None:
    """c6 is beside the mouse on d6; the one on b4 cannot go there, and that is said."""
    state = scene()
    view = state.observe(0)
    assert state.parse("d6-c6") in view.sheet().highlights["square-c6"].actions
    assert explain(view, ["square-c6"], [MIDDLE]) is not None
    assert explain(view, ["tower-g1"], [MIDDLE]) is None, "b4 and g1 are not in line"


def test_when_pushed_slots_and_spare_say_so() -> None:
    state = scene()
    state.s.pushed = 1
    state.refresh()
    for id in ("slot-3", "spare"):
        why = explain(state.observe(0), [id], [])
        assert why is not None
        assert why.says.say() == "You have already pushed this turn."
