"""What is said of clicks that can do nothing in the nursery."""

from __future__ import annotations

import pytest
from games.catymini.support import NUMBER, TWO, changed, ready

import matou
from matou.core.pointing import explain
from matou.core.state import State
from matou.games.catymini.position import would_cost


def said(state: State, on: str) -> tuple[str, str]:
    why = explain(state.observe(0), [on], [])
    assert why is not None
    return why.rule, why.says.say()


@pytest.mark.parametrize(
    ("on", "rule", "says"),
    [
        ("tile-bed", "CM6", "The last tile was turquoise too"),
        ("piece-lamp", "CM6", "This tile is not in your hand: the lamp."),
        ("pile-red", "CM2", "The tiles have already been dealt."),
        ("middle", "CM6", "the chair"),
        ("hand-1", "CM6", "These tiles belong to seat 1."),
        ("nursery-1", "CM7", "This nursery belongs to seat 1."),
        ("cat-1", "CM7", "This nursery belongs to seat 1."),
        ("tokens-kite", "CM9", "kite"),
        ("marker", "CM10", "the marker moves on"),
        ("plate-0", "CM6", "Play a furniture tile from your hand."),
    ],
)
def test_before_a_tile_is_played_a_click_is_told_what_stops_it(
    on: str, rule: str, says: str
) -> None:
    found = said(ready(), on)
    assert (found[0], says in found[1]) == (rule, True), found


def test_while_cats_run_other_furniture_and_a_cat_that_is_awake_say_why() -> None:
    state = ready()
    state.play("!table")
    assert said(state, "piece-bed") == ("CM7", "This round, all cats run to the table.")
    assert said(state, "cat-0")[0] == "CM8"
    assert said(state, "tile-sofa")[0] == "CM7"


def test_a_notch_that_the_thread_does_not_reach_says_what_it_takes() -> None:
    state = ready()
    state.play("!table")
    left, right = (would_cost(state.s, 0, 2 * NUMBER["table"] + side) for side in range(2))
    state.s.thread[0] = min(left, right)
    rule, says = said(changed(state), "piece-table")
    assert rule == "CM8"
    assert says.startswith(
        f"That costs {max(left, right):,} units of thread, and you have {min(left, right):,}"
    )
    assert said(state, f"entrance-{'LR'[left < right]}") == (rule, says)


def test_while_extra_tiles_are_taken_a_pile_says_why_it_cannot_be() -> None:
    state = matou.game("catymini").start(2)
    for tile in ("chair", *TWO[0][:4], *TWO[1][:4]):
        state.play(f"={tile}")
    state.play("~turquoise")
    state.play("=wardrobe")
    taken = "You have already taken an extra tile from the turquoise pile."
    assert said(state, "pile-turquoise") == ("CM2", taken)
    assert said(state, "tile-bed")[0] == "CM2"
