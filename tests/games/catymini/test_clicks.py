"""Explanations of clicks in the nursery that do nothing."""

from __future__ import annotations

import pytest
from games.catymini.support import NUMBER, TWO, changed, ready
from games.support import explained

import matou
from matou.games.catymini.position import would_cost


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
def test_before_a_tile_is_played_a_click_is_explained_by_its_rule(
    on: str, rule: str, says: str
) -> None:
    why = explained(ready().observe(0), on)
    assert (why[0], says in why[1]) == (rule, True), why


def test_while_cats_run_clicks_on_other_furniture_or_a_cat_are_explained() -> None:
    state = ready()
    state.play("!table")
    view = state.observe(0)
    assert explained(view, "piece-bed") == ("CM7", "This round, all cats run to the table.")
    assert explained(view, "cat-0")[0] == "CM8"
    assert explained(view, "tile-sofa")[0] == "CM7"


def test_a_click_on_a_notch_out_of_reach_states_its_cost() -> None:
    state = ready()
    state.play("!table")
    left, right = (would_cost(state.s, 0, 2 * NUMBER["table"] + side) for side in range(2))
    state.s.thread[0] = min(left, right)
    rule, says = explained(changed(state).observe(0), "piece-table")
    assert rule == "CM8"
    assert says.startswith(
        f"That costs {max(left, right):,} units of thread, and you have {min(left, right):,}"
    )
    assert explained(state.observe(0), f"entrance-{'LR'[left < right]}") == (rule, says)


def test_while_extra_tiles_are_taken_a_click_on_a_barred_pile_is_explained() -> None:
    state = matou.game("catymini").start(2)
    for tile in ("chair", *TWO[0][:4], *TWO[1][:4]):
        state.play(f"={tile}")
    state.play("~turquoise")
    state.play("=wardrobe")
    taken = "You have already taken an extra tile from the turquoise pile."
    assert explained(state.observe(0), "pile-turquoise") == ("CM2", taken)
    assert explained(state.observe(0), "tile-bed")[0] == "CM2"
