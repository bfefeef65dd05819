"""Setup, turns and moves of Chop! Chop! (CC1 to CC10), in positions set up by hand."""

from __future__ import annotations

import pytest
from games.chopchop.position import CAT, MICE, ends, kitchen, lies, rolls_next, where
from games.support import names, play

import matou
from matou.games.chopchop.components import (
    CAT_DIE,
    COUNTS,
    MOUSE_DIE,
    NAMES,
    SET,
)

# --- setup and turns


def test_cc1_four_mice_on_their_plates_and_the_cat_put_on_the_table() -> None:
    state = matou.game("chopchop").start(4)
    assert [where(state, i) for i in (1, 2, 3, 4)] == ["W", "E", "N", "S"]
    assert lies(state, "plates") == {"W", "E", "N", "S"}
    assert len(lies(state, "down")) == 38 == sum(COUNTS)
    assert state.actor == 0
    assert sorted(names(state)) == ["@Tc3", "@Tc4", "@Tc5", "@Td3", "@Td4", "@Td5"]
    state.play("@Td3")
    assert NAMES[state.s.cat] == "Td3"
    assert rolls_next(state) == MICE  # CC2: the mice first


def test_cc2_sides_alternate_and_mouse_players_rotate() -> None:
    state = kitchen("Tc4", ("a1", "f1", "a7", "f7"), seats=4)
    for seat, there, back in (
        (1, "a1-a2", "Tc4-Td4"),
        (2, "a2-a1", "Td4-Tc4"),
        (3, "a1-a2", "Tc4-Td4"),
    ):
        assert rolls_next(state) == MICE
        state.play("1")
        assert state.actor == seat
        state.play(there)
        assert rolls_next(state) == CAT
        play(state, f"1 {back}")
    state.play("1")
    assert state.actor == 1


def test_cc2_a_passed_turn_rotates_and_a_missed_one_does_not() -> None:
    passed = kitchen("a1", ("S", None, None, None), seats=3)
    passed.s.cat = NAMES.index("d1")  # the cat blocks the hole: no mouse can move
    passed.play("1")
    assert rolls_next(passed) == CAT
    play(passed, "1 d1-e1 1")
    assert passed.actor == 2
    missed = kitchen("a1", ("e1", "e7", "a7", "f7"), CAT, seats=3, bare=("e1", "d1", "f1"))
    play(missed, "1 a1-a2 =knife")
    play(missed, "1 e1-f1 1")
    assert missed.actor == 1  # one player has both rolls of the double turn
    play(missed, "f1-e1 1 a2-a1 =dishes 1")
    assert missed.actor == 2


def test_cc2_mouse_players_win_and_lose_together() -> None:
    won = kitchen("Tc4", ("a4", "E", "N", "S"), seats=5, won=10)
    play(won, "1 a4-W")
    assert (won.winners, won.scores, won.returns) == (
        [1, 2, 3, 4],
        [0, 1, 1, 1, 1],
        [0, 1, 1, 1, 1],
    )
    lost = kitchen("a3", ("a4", None, None, None), CAT, seats=5)
    play(lost, "1 a3-a4*")
    assert (lost.winners, lost.scores, lost.returns) == ([0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0])


def test_cc3_dice_are_weighted_by_their_faces() -> None:
    mice, cat = kitchen(), kitchen(side=CAT)
    assert dict(zip(names(mice), mice.weights(), strict=True)) == {"1": 2, "2": 2, "3": 1, "4": 1}
    assert dict(zip(names(cat), cat.weights(), strict=True)) == {"1": 2, "2": 3, "3": 1}
    assert len(MOUSE_DIE) == len(CAT_DIE) == 6


def test_cc3_any_mouse_may_move_and_a_single_move_is_still_played() -> None:
    state = play(kitchen("Tc4", ("a1", "f1", "W", None)), "1")
    assert {n.split("-")[0] for n in names(state)} == {"a1", "f1", "W"}
    single = play(kitchen("Tc4", ("W", None, None, None)), "1")
    assert names(single) == ["W-a4"]
    assert single.actor == 1


def test_cc3_a_roll_that_no_piece_can_use_passes_without_an_action() -> None:
    state = play(kitchen("a4", ("W", None, None, None)), "2")
    assert rolls_next(state) == CAT
    assert [e.name for e in state.history] == ["2"]
    assert state.s.quiet == 1  # CC19: a passed turn counts


def test_cc3_a_roll_passes_if_no_walk_of_its_length_exists() -> None:
    boxed = ("S", "c1", "e1", "d2")  # from S only d1 is open
    assert ends(play(kitchen("Tc4", boxed), "1"), "S") == {"d1"}
    for die in "234":
        assert ends(play(kitchen("Tc4", boxed), die), "S") == set()


# --- moving


def test_cc4_a_walk_never_touches_its_start_but_may_cross_other_squares_again() -> None:
    state = play(kitchen("Tc4", ("a1", "f7", "f6", "f5")), "2")
    assert ends(state, "a1") == {"a3", "b2", "c1"}
    three = play(kitchen("Tc4", ("a1", "a3", "b2", None)), "3")
    assert ends(three, "a1") == {"b1", "d1", "c2"}  # b1-c1-b1 crosses b1 twice; a2 is a dead end


def test_cc4_a_hole_is_a_square_like_any_other_in_a_mouses_walk() -> None:
    state = play(kitchen("Tc4", ("a5", "f7", "f6", "f1")), "3")
    assert {"a4"} <= ends(state, "a5")  # a4-W-a4
    assert "W" in ends(play(kitchen("Tc4", ("a5", "f7", "f6", "f1")), "2"), "a5")
    blocked = play(kitchen("Tc4", ("a4", "W", None, None)), "2")
    assert "W" not in ends(blocked, "a4")


def test_cc5_pieces_do_not_pass_each_other_and_mice_do_not_share_a_square() -> None:
    state = play(kitchen("a3", ("a1", "b1", "a2", None)), "1")
    assert ends(state, "a1") == set()
    assert ends(state, "a2") == {"b2"}  # the cat is on a3
    cat = play(kitchen("a1", ("a2", "b1", None, None), CAT), "2")
    assert rolls_next(cat) == MICE  # both ways lead through a mouse


def test_cc6_the_cat_walks_over_the_table_top_and_never_under_it() -> None:
    state = play(kitchen("b4", ("W", "E", "N", "S"), CAT), "1")
    assert ends(state, "b4") == {"a4", "b3", "b5", "Tc4"}
    assert ends(play(kitchen("Tc3", side=CAT), "1"), "Tc3") == {"b3", "c2", "Tc4", "Td3"}


def test_cc6_no_hole_no_plate_and_no_visible_cheese_for_the_cat() -> None:
    state = play(kitchen("a4", ("W", "E", None, None), CAT, cheese=("a5",)), "1")
    assert ends(state, "a4") == {"a3", "b4"}
    empty_hole = play(kitchen("a4", ("b7", "E", None, None), CAT, cheese=("a5",)), "1")
    assert ends(empty_hole, "a4") == {"a3", "b4"}
    through = play(kitchen("a1", ("f7", "E", None, None), CAT, cheese=("a2",)), "2")
    assert ends(through, "a1") == {"c1", "b2"}  # to b2 by b1; never to a3 by a2


def test_cc7_mice_walk_under_the_table_over_cheese_and_one_to_a_hole() -> None:
    state = play(kitchen("Tc4", ("b4", "W", "E", "S"), cheese=("a4",)), "1")
    assert ends(state, "b4") == {"a4", "b3", "b5", "c4"}
    tunnel = play(kitchen("Tc4", ("b4", "W", "E", "S")), "3")
    assert "e4" in ends(tunnel, "b4")  # beneath the cat
    assert not any(e[0] == "T" or e in ("c3", "d3", "c5", "d5") for e in ends(tunnel, "b4"))
    over = play(kitchen("Tc4", ("a2", "a1", "E", "N"), cheese=("a3",)), "3")
    assert "a5" in ends(over, "a2")
    assert "W" not in ends(play(kitchen("f1", ("a3", "W", None, None)), "2"), "a3")


def test_cc7_table_top_and_tunnel_do_not_touch() -> None:
    state = play(kitchen("Tc5", ("c4", "d4", None, None), CAT), "1")
    assert "Tc4" in ends(state, "Tc5")
    state.play("Tc5-Tc4")
    assert where(state, 1) == "c4"  # not caught
    tile = kitchen("Tc5", ("W", "E", "N", "S"), CAT, bare=())
    play(tile, "1 Tc5-Tc4")
    assert "c4" in lies(tile, "down")  # the tile under the table is not revealed
    assert rolls_next(tile) == MICE
    arrow = kitchen("a1", ("c4", "d4", "E", None), CAT, bare=())
    play(arrow, "1 a1-a2 =arrow")
    assert {"Tc4", "Td4"} <= ends(arrow, "a2")


def test_cc8_a_plate_turns_for_good_when_its_mouse_first_leaves() -> None:
    """CC8: it stays turned even if the mouse returns; other plates are not turned."""
    state = kitchen("Tc4", plates=("W", "E", "N", "S"))
    play(state, "1 W-a4 1 Tc4-Tc3")
    assert lies(state, "plates") == {"E", "N", "S"}
    play(state, "1 a4-W 1 Tc3-Tc4")
    assert lies(state, "plates") == {"E", "N", "S"}
    play(state, "2 W-a3 1 Tc4-Tc3 1 N-c7")
    assert lies(state, "plates") == {"E", "S"}


def test_cc9_the_cat_catches_where_it_ends() -> None:
    state = play(kitchen("a3", ("a4", "b3", "N", "S"), CAT), "1")
    assert ends(state, "a3") == {"a2", "a4*", "b3*"}
    state.play("a3-a4*")
    assert where(state, 1) is None
    assert where(state, 2) == "b3"
    assert NAMES[state.s.cat] == "a4"
    assert rolls_next(state) == MICE


def test_cc9_the_star_is_part_of_the_notation() -> None:
    state = play(kitchen("a3", ("a4", "b7", "N", "S"), CAT), "1")
    for wrong, rule in (("a3-a4", "CC9"), ("a3-a2*", "CC9")):
        with pytest.raises(matou.IllegalAction) as refused:
            state.play(wrong)
        assert refused.value.rule == rule


def test_cc10_the_cat_leaves_the_last_mouses_hole_free() -> None:
    state = play(kitchen("a2", ("W", None, None, None), CAT), "2")
    assert "a4" not in ends(state, "a2")
    through = play(kitchen("a3", ("W", None, None, None), CAT), "2")
    assert "a5" in ends(through, "a3")  # walking over it is allowed
    home = play(kitchen("a2", ("W", None, None, None), CAT, plates=("W",)), "2")
    assert "a4" not in ends(home, "a2")
    two = play(kitchen("a2", ("W", "E", None, None), CAT), "2")
    assert "a4" in ends(two, "a2")
    outside = play(kitchen("a2", ("b7", None, None, None), CAT), "2")
    assert "a4" in ends(outside, "a2")


@pytest.mark.parametrize(
    ("hole", "access", "beside"),
    [("W", "a4", "a3"), ("E", "f4", "f3"), ("N", "c7", "b7"), ("S", "d1", "c1")],
)
def test_cc10_holds_for_each_hole_and_for_extra_moves_and_arrows(
    hole: str, access: str, beside: str
) -> None:
    die = play(kitchen(beside, (None, hole, None, None), CAT), "1")
    assert access not in ends(die, beside)
    start = {"a3": "a2", "f3": "f2", "b7": "a7", "c1": "b1"}[beside]
    for tile in ("=+1", "=arrow"):
        more = kitchen(start, (None, hole, None, None), CAT, bare=())
        play(more, f"1 {start}-{beside} {tile}")
        assert ends(more, beside)
        assert access not in ends(more, beside)


def test_cc10_is_judged_before_the_move() -> None:
    state = play(kitchen("a2", ("W", "a4", None, None), CAT), "2")
    assert "a4*" in ends(state, "a2")
    state.play("a2-a4*")
    assert not state.over


def test_cc10_a_cat_with_no_other_move_passes_or_stays_after_an_extra_move() -> None:
    state = kitchen("a3", ("W", None, None, None), CAT, cheese=("a2", "b3"))
    state.play("1")
    assert rolls_next(state) == MICE
    assert NAMES[state.s.cat] == "a3"
    extra = kitchen("b4", ("W", None, None, None), CAT, bare=("b4",), cheese=("a2", "b3"))
    extra.s.cheese |= SET[NAMES.index("a5")]
    extra.s.cat = NAMES.index("a4")  # after catching the third mouse there
    play(extra, "1 a4-a3 =+1")
    assert NAMES[extra.s.cat] == "a3"
    assert rolls_next(extra) == MICE
