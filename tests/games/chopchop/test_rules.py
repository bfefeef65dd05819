"""Every numbered rule of Chop! Chop!, on positions set up by hand."""

from __future__ import annotations

import pytest
from games.chopchop.position import CAT, MICE, ends, kitchen, names, play, rolls_next

import matou
from matou.games.chopchop.components import (
    CAT_DIE,
    CAT_WORLD,
    COUNTS,
    MOUSE_DIE,
    NAMES,
    SET,
    TILES,
)


def where(state: matou.State, mouse: int) -> str | None:
    """The square of mouse 1 to 4, None once caught."""
    place = state.s.mouse[mouse - 1]
    return None if place < 0 else NAMES[place]


def lies(state: matou.State, field: str) -> set[str]:
    """The squares of a set of the record, by name."""
    cells = getattr(state.s, field)
    return {name for name, one in zip(NAMES, SET, strict=True) if one & cells and name[0] != "T"}


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
    passed.s.cat = NAMES.index("d1")  # the cat before the hole: no mouse can move
    passed.play("1")
    assert rolls_next(passed) == CAT
    play(passed, "1 d1-e1 1")
    assert passed.actor == 2
    missed = kitchen("a1", ("e1", "e7", "a7", "f7"), CAT, seats=3, bare=("e1", "d1", "f1"))
    play(missed, "1 a1-a2 =knife")
    play(missed, "1 e1-f1 1")
    assert missed.actor == 1  # both rolls of the double turn are one player's
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


def test_cc3_a_roll_nobody_can_use_passes_without_an_action() -> None:
    state = play(kitchen("a4", ("W", None, None, None)), "2")
    assert rolls_next(state) == CAT
    assert [e.name for e in state.history] == ["2"]
    assert state.s.quiet == 1  # CC19: a passed turn counts


def test_cc3_walks_that_need_more_squares_than_there_are() -> None:
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


def test_cc5_nobody_walks_through_another_and_mice_end_on_nobody() -> None:
    state = play(kitchen("a3", ("a1", "b1", "a2", None)), "1")
    assert ends(state, "a1") == set()
    assert ends(state, "a2") == {"b2"}  # the cat is on a3
    cat = play(kitchen("a1", ("a2", "b1", None, None), CAT), "2")
    assert rolls_next(cat) == MICE  # both ways are through a mouse


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
    assert ends(through, "a1") == {"c1", "b2"}  # b2 by b1; never a3 by a2


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
    assert "c4" in lies(tile, "down")  # the tile under the table is not turned
    assert rolls_next(tile) == MICE
    arrow = kitchen("a1", ("c4", "d4", "E", None), CAT, bare=())
    play(arrow, "1 a1-a2 =arrow")
    assert {"Tc4", "Td4"} <= ends(arrow, "a2")


def test_cc8_a_plate_turns_when_its_mouse_first_leaves_and_for_good() -> None:
    """CC8: back on the hole or not, it stays turned; CC1's other plates wait."""
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


def test_cc9_the_star_is_part_of_the_name() -> None:
    state = play(kitchen("a3", ("a4", "b7", "N", "S"), CAT), "1")
    for wrong, rule in (("a3-a4", "CC9"), ("a3-a2*", "CC9")):
        with pytest.raises(matou.IllegalAction) as refused:
            state.play(wrong)
        assert refused.value.rule == rule


def test_cc10_the_cat_leaves_the_last_mouses_hole_free() -> None:
    state = play(kitchen("a2", ("W", None, None, None), CAT), "2")
    assert "a4" not in ends(state, "a2")
    through = play(kitchen("a3", ("W", None, None, None), CAT), "2")
    assert "a5" in ends(through, "a3")  # walking over it is no end
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


def test_cc10_a_cat_with_no_other_move_passes_and_by_an_extra_move_it_stays() -> None:
    state = kitchen("a3", ("W", None, None, None), CAT, cheese=("a2", "b3"))
    state.play("1")
    assert rolls_next(state) == MICE
    assert NAMES[state.s.cat] == "a3"
    extra = kitchen("b4", ("W", None, None, None), CAT, bare=("b4",), cheese=("a2", "b3"))
    extra.s.cheese |= SET[NAMES.index("a5")]
    extra.s.cat = NAMES.index("a4")  # having caught the third mouse there
    play(extra, "1 a4-a3 =+1")
    assert NAMES[extra.s.cat] == "a3"
    assert rolls_next(extra) == MICE


# --- tiles


def test_tiles_are_turned_by_what_is_left_unseen_even_the_last() -> None:
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",))
    play(state, "1 a1-a2")
    assert state.actor == matou.CHANCE
    assert names(state) == [f"={tile}" for tile in TILES]
    assert state.weights() == list(COUNTS)
    last = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), unseen={"knife": 1})
    play(last, "1 a1-a2")
    assert (names(last), last.weights()) == (["=knife"], [1])


def test_cc11_broken_dishes_do_nothing_and_leave() -> None:
    """CC11: the tile is seen and gone, no more."""
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",))
    play(state, "1 a1-a2 =dishes")
    assert rolls_next(state) == CAT
    assert "a2" not in lies(state, "down")
    assert state.s.unseen[TILES.index("dishes")] == 11
    assert state.s.won == 0


def test_cc12_a_mouse_wins_a_cheese_it_turns_or_ends_on() -> None:
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), cheese=("b1",))
    play(state, "1 a1-a2 =cheese")
    assert state.s.won == 1
    assert lies(state, "cheese") == {"b1"}
    play(state, "1 Tc4-Tc3 2 a2-b1")
    assert state.s.won == 2
    assert lies(state, "cheese") == set()
    assert rolls_next(state) == CAT


def test_cc12_the_cat_leaves_a_cheese_under_itself_barred_to_it_afterwards() -> None:
    state = kitchen("a1", ("a3", "E", "N", "S"), CAT, bare=("a1", "a3", "b2", "a4", "b1"))
    play(state, "1 a1-a2 =cheese")
    assert lies(state, "cheese") == {"a2"}
    state.play("1")
    assert "a2" not in ends(state, "a3")  # the cat is on it
    play(state, "a3-a4 1 a2-b2 1 a4-a3 1")
    assert "a2" not in ends(state, "b2")
    play(state, "b2-b1 1")
    assert "a2" in ends(state, "a3")
    state.play("a3-a2")
    assert state.s.won == 1
    assert lies(state, "cheese") == set()


def test_cc13_extra_moves_start_anew_from_the_tile_and_chain() -> None:
    state = kitchen("Tc4", ("a1", "f1", "N", "S"), bare=("a1",))
    play(state, "2 a1-a3 =+2")
    assert state.actor == 1
    assert {n.split("-")[0] for n in names(state)} == {"a3"}  # the same piece
    assert "a1" in ends(state, "a3")  # where it was before the die
    play(state, "a3-b4 =+1")
    assert "c4" in ends(state, "b4")
    play(state, "b4-c4 =dishes")
    assert rolls_next(state) == CAT


def test_cc13_who_cannot_move_on_stays() -> None:
    boxed = kitchen("a2", ("b1", "b2", "c1", None), bare=("b1", "b2", "c1"))
    play(boxed, "1 b1-a1 =+2")
    assert where(boxed, 1) == "a1"
    assert rolls_next(boxed) == CAT


def test_cc13_the_cat_catches_by_an_extra_move() -> None:
    state = kitchen("a1", ("a3", "E", "N", "S"), CAT, bare=("a3",))
    play(state, "1 a1-a2 =+1 a2-a3*")
    assert where(state, 1) is None
    assert rolls_next(state) == MICE


def test_cc14_an_arrow_sends_a_mouse_anywhere_but_cheese_and_holes() -> None:
    state = kitchen("f6", ("a1", "E", "d4", "S"), bare=("a1", "d4"), cheese=("b5", "f6"))
    play(state, "1 a1-a2 =arrow")
    floor = {f"{c}{r}" for c in "abcdef" for r in range(1, 8)} - {"c3", "d3", "c5", "d5"}
    assert ends(state, "a2") == floor - {"a2", "b5", "f6", "d4"}  # c4, under the table, too
    state.play("a2-c4")
    assert state.actor == matou.CHANCE  # the tile it lands on takes effect
    state.play("=cheese")
    assert state.s.won == 1


def test_cc13_one_step_more_is_walked_where_two_would_be_too_many() -> None:
    state = kitchen("b2", ("b1", "a3", "a2", None), bare=())
    play(state, "1 a2-a1 =+1")
    assert ends(state, "a1") == {"a2"}


def test_cc14_an_arrow_lifts_a_mouse_out_of_a_corner_that_it_could_not_walk_out_of() -> None:
    state = kitchen("a2", ("b1", "f1", None, None), bare=())
    play(state, "1 f1-f2 =arrow f2-a1 =arrow")
    assert state.actor == 1
    assert "f7" in ends(state, "a1")


def test_cc14_an_arrow_sends_the_cat_anywhere_but_onto_mice_cheese_and_holes() -> None:
    state = kitchen("a1", ("f7", "E", "d4", None), CAT, bare=("a1", "f7", "d4"), cheese=("b5",))
    play(state, "1 a1-a2 =arrow")
    floor = {f"{c}{r}" for c in "abcdef" for r in range(1, 8)} - {"c3", "d3", "c5", "d5"}
    tops = {f"T{c}{r}" for c in "cd" for r in (3, 4, 5)}
    assert ends(state, "a2") == (floor - {"c4", "d4", "a2", "f7", "b5"}) | tops
    assert not any("*" in n for n in names(state))


def test_cc14_with_nowhere_to_go_it_stays() -> None:
    state = kitchen("a1", ("f7", "E", "N", None), CAT, bare=("a1",))
    play(state, "1 a1-a2")
    # No game has this many cheeses; the rule does not ask.
    state.s.cheese = CAT_WORLD & ~SET[NAMES.index("a2")]
    state.play("=arrow")
    assert NAMES[state.s.cat] == "a2"
    assert rolls_next(state) == MICE


def test_cc15_a_fork_takes_one_visible_cheese_not_under_the_cat() -> None:
    state = kitchen("b5", ("a1", "E", "N", "S"), bare=("a1",), cheese=("b5", "f6", "c1"))
    play(state, "1 a1-a2 =fork")
    assert state.actor == 1
    assert names(state) == ["^c1", "^f6"]
    state.play("^f6")
    assert state.s.won == 1
    assert lies(state, "cheese") == {"b5", "c1"}
    assert rolls_next(state) == CAT


def test_cc15_a_single_cheese_is_still_a_decision_and_none_is_nothing() -> None:
    one = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), cheese=("f6",))
    assert names(play(one, "1 a1-a2 =fork")) == ["^f6"]
    none = kitchen("b5", ("a1", "E", "N", "S"), bare=("a1",), cheese=("b5",))
    assert rolls_next(play(none, "1 a1-a2 =fork")) == CAT
    cat = kitchen("a1", ("f1", "E", "N", "S"), CAT, bare=("a1",), cheese=("f6",))
    assert rolls_next(play(cat, "1 a1-a2 =fork")) == MICE
    assert cat.s.won == 0


def test_cc16_a_knife_gives_the_other_side_two_rolls_and_no_more() -> None:
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",))
    play(state, "1 a1-a2 =knife")
    for _ in range(2):
        assert rolls_next(state) == CAT
        state.play("1")
        assert state.actor == 0
        state.play(names(state)[0])
        while state.actor == matou.CHANCE and rolls_next(state) is None:
            state.play("=dishes")
    assert rolls_next(state) == MICE
    play(state, "1 a2-a3 =dishes")
    assert rolls_next(state) == CAT


def test_cc16_in_a_double_turn_the_same_mouse_moves_twice() -> None:
    state = kitchen("a1", ("f1", "E", "N", "S"), CAT, bare=("a1", "f1", "f2"))
    play(state, "1 a1-a2 =knife 1")
    assert len({n.split("-")[0] for n in names(state)}) == 4
    play(state, "f1-f2 2")
    assert {n.split("-")[0] for n in names(state)} == {"f2"}
    with pytest.raises(matou.IllegalAction) as refused:
        state.play("E-f3")
    assert refused.value.rule == "CC16"


def test_cc16_if_that_mouse_cannot_move_the_roll_passes() -> None:
    state = kitchen("e1", ("d1", "a5", "c1", "d2"), MICE, rolls=2)
    play(state, "1 d1-S 2")  # in S with d1 the only way: no walk of 2 ends anywhere
    assert rolls_next(state) == CAT
    assert where(state, 2) == "a5"


def test_cc16_if_no_mouse_moved_on_the_first_roll_any_may_on_the_second() -> None:
    """Set up by hand between the rolls: where nobody moves, nothing changes by itself."""
    state = kitchen("a4", ("W", None, None, None), rolls=2)
    assert rolls_next(play(state, "3")) == MICE
    state.s.cat = NAMES.index("f7")
    state.s.mouse[1] = NAMES.index("f1")
    state.s.mice |= SET[NAMES.index("f1")]
    state.play("1")
    assert {n.split("-")[0] for n in names(state)} == {"W", "f1"}


def test_cc16_a_knife_in_a_double_turn_ends_it_and_doubles_the_other_sides() -> None:
    state = kitchen("a1", ("f1", "E", "N", "S"), CAT, bare=("a1", "f1"))
    play(state, "1 a1-a2 =knife")  # the mice roll twice
    play(state, "1 f1-f2 =knife")  # on the first roll: the second is lost
    assert rolls_next(state) == CAT
    play(state, "1 a2-a3 =dishes")
    assert rolls_next(state) == CAT  # the cat's second roll
    play(state, "1 a3-b3 =dishes")
    assert rolls_next(state) == MICE
    play(state, "1 E-f4 =dishes")
    assert rolls_next(state) == CAT  # and everything is as before


def test_cc16_a_knife_on_the_second_roll_of_a_double_turn() -> None:
    state = kitchen("a1", ("f1", "E", "N", "S"), MICE, bare=("a1", "f1"), rolls=2)
    play(state, "1 f1-f2 =dishes 1 f2-f3 =knife")
    assert rolls_next(state) == CAT
    play(state, "1 a1-a2 =dishes")
    assert rolls_next(state) == CAT


# --- the end


def test_cc17_the_cat_wins_at_once_with_the_fourth_mouse() -> None:
    state = kitchen("a1", ("a2", None, None, None), CAT, won=9)
    play(state, "1 a1-a2*")
    assert state.over
    assert (state.ended_by, state.winners) == ("CC17", [0])
    on_a_tile = kitchen("a1", ("a2", None, None, None), CAT, bare=())
    assert play(on_a_tile, "1 a1-a2*").over  # nothing else is turned


@pytest.mark.parametrize(
    ("won", "plates", "over"), [(10, "", True), (9, "", False), (10, "E", False)]
)
def test_cc18_the_mice_win_in_a_hole_with_all_cheeses_and_all_plates_turned(
    won: int, plates: str, over: bool
) -> None:
    state = kitchen("Tc4", ("a4", "E", "N", None), plates=plates, won=won)
    play(state, "1 a4-W")
    assert state.over == over
    if over:
        assert (state.ended_by, state.winners) == ("CC18", [1])


def test_cc18_a_home_plate_never_left_holds_the_mice_up() -> None:
    state = kitchen("Tc4", ("a4", None, None, "S"), plates=("S",), won=10)
    play(state, "1 a4-W 1 Tc4-Tc3")
    assert not state.over
    play(state, "1 S-d1 1 Tc3-Tc4")
    assert not state.over  # the plate is turned now, but no move has ended in a hole since
    play(state, "1 d1-S")
    assert state.ended_by == "CC18"


def test_cc18_an_extra_move_into_a_hole_wins_too() -> None:
    state = kitchen("Tc4", ("a2", "E", "N", "S"), bare=("a2",), won=10)
    play(state, "1 a2-a3 =+2 a3-W")
    assert state.ended_by == "CC18"


def test_cc18_the_tenth_cheese_by_fork_while_a_mouse_sits_in_a_hole_is_not_yet_a_win() -> None:
    state = kitchen("Tc4", ("W", "a1", "N", "S"), bare=("a1",), cheese=("f6",), won=9)
    play(state, "1 a1-a2 =fork ^f6")
    assert state.s.won == 10
    assert not state.over
    play(state, "1 Tc4-Tc3 1 W-a4 =dishes 1 Tc3-Tc4 1 a4-W")
    assert state.ended_by == "CC18"


def test_plus_two_chains_into_an_arrow_into_a_fork() -> None:
    """CC13, CC14 and CC15 in one roll."""
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), cheese=("f6",))
    play(state, "1 a1-a2 =+2 a2-b3 =arrow b3-f1 =fork ^f6")
    assert where(state, 1) == "f1"
    assert state.s.won == 1
    assert rolls_next(state) == CAT


def test_cc19_two_hundred_quiet_turns_are_a_draw() -> None:
    state = kitchen("Tc4", ("a1", "E", "N", "S"), quiet=198, seats=3)
    play(state, "1 a1-a2")
    assert not state.over
    play(state, "1 Tc4-Tc3")
    assert state.over
    assert state.ended_by == "CC19"
    assert (state.winners, state.scores, state.returns) == ([], [0, 0, 0], [0.5, 0.5, 0.5])


def test_cc19_a_pass_counts_as_a_turn() -> None:
    state = kitchen("a4", ("W", None, None, None), quiet=199)
    assert play(state, "1").ended_by == "CC19"


def test_cc19_tiles_cheeses_and_catches_set_the_count_to_nothing() -> None:
    tile = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), quiet=199)
    assert play(tile, "1 a1-a2 =dishes").s.quiet == 0
    cheese = kitchen("Tc4", ("a1", "E", "N", "S"), cheese=("a2",), quiet=199)
    assert play(cheese, "1 a1-a2").s.quiet == 0
    caught = kitchen("a1", ("a2", "E", "N", "S"), CAT, quiet=199)
    assert play(caught, "1 a1-a2*").s.quiet == 0


def test_cc19_a_double_turn_counts_once_and_is_judged_whole() -> None:
    quiet = kitchen("Tc4", ("a1", "E", "N", "S"), CAT, rolls=2, quiet=198)
    play(quiet, "1 Tc4-Tc3")
    assert quiet.s.quiet == 198
    assert play(quiet, "1 Tc3-Tc4").s.quiet == 199
    event = kitchen("a1", ("a2", "E", "N", "S"), CAT, rolls=2, quiet=199)
    play(event, "1 a1-a2*")
    assert play(event, "1 a2-a3").s.quiet == 0


def test_cc19_a_win_on_the_two_hundredth_turn_is_a_win() -> None:
    state = kitchen("Tc4", ("a4", "E", "N", "S"), quiet=199, won=10)
    assert play(state, "1 a4-W").ended_by == "CC18"
