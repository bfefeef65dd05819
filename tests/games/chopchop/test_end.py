"""The end of Chop! Chop! (CC17 to CC19), in positions set up by hand."""

from __future__ import annotations

import pytest
from games.chopchop.position import CAT, kitchen, rolls_next, where
from games.support import play


def test_cc17_the_cat_wins_at_once_with_the_fourth_mouse() -> None:
    state = kitchen("a1", ("a2", None, None, None), CAT, won=9)
    play(state, "1 a1-a2*")
    assert state.over
    assert (state.ended_by, state.winners) == ("CC17", [0])
    on_a_tile = kitchen("a1", ("a2", None, None, None), CAT, bare=())
    assert play(on_a_tile, "1 a1-a2*").over  # nothing else is revealed


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


def test_cc18_the_mice_cannot_win_before_every_home_plate_is_turned() -> None:
    state = kitchen("Tc4", ("a4", None, None, "S"), plates=("S",), won=10)
    play(state, "1 a4-W 1 Tc4-Tc3")
    assert not state.over
    play(state, "1 S-d1 1 Tc3-Tc4")
    assert not state.over  # the plate is turned, but no move has ended in a hole since
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


def test_an_extra_move_an_arrow_and_a_fork_chain_in_one_roll() -> None:
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


def test_cc19_tiles_cheeses_and_catches_reset_the_count() -> None:
    tile = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), quiet=199)
    assert play(tile, "1 a1-a2 =dishes").s.quiet == 0
    cheese = kitchen("Tc4", ("a1", "E", "N", "S"), cheese=("a2",), quiet=199)
    assert play(cheese, "1 a1-a2").s.quiet == 0
    caught = kitchen("a1", ("a2", "E", "N", "S"), CAT, quiet=199)
    assert play(caught, "1 a1-a2*").s.quiet == 0


def test_cc19_a_double_turn_counts_once_and_as_a_whole() -> None:
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
