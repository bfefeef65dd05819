"""Tiles of Chop! Chop! (CC11 to CC16), in positions set up by hand."""

from __future__ import annotations

import pytest
from games.chopchop.position import CAT, MICE, ends, kitchen, lies, rolls_next, where
from games.support import names, play

import matou
from matou.games.chopchop.components import (
    CAT_WORLD,
    COUNTS,
    NAMES,
    SET,
    TILES,
)


def test_tiles_are_revealed_by_the_counts_of_unseen_ones() -> None:
    state = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",))
    play(state, "1 a1-a2")
    assert state.actor == matou.CHANCE
    assert names(state) == [f"={tile}" for tile in TILES]
    assert state.weights() == list(COUNTS)
    last = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), unseen={"knife": 1})
    play(last, "1 a1-a2")
    assert (names(last), last.weights()) == (["=knife"], [1])


def test_cc11_broken_dishes_are_removed_without_effect() -> None:
    """CC11: the tile is revealed and removed, no more."""
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


def test_cc13_extra_moves_start_from_the_tile_and_can_chain() -> None:
    state = kitchen("Tc4", ("a1", "f1", "N", "S"), bare=("a1",))
    play(state, "2 a1-a3 =+2")
    assert state.actor == 1
    assert {n.split("-")[0] for n in names(state)} == {"a3"}  # the same piece
    assert "a1" in ends(state, "a3")  # its square before the roll
    play(state, "a3-b4 =+1")
    assert "c4" in ends(state, "b4")
    play(state, "b4-c4 =dishes")
    assert rolls_next(state) == CAT


def test_cc13_a_piece_that_cannot_move_on_stays() -> None:
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


def test_cc13_one_step_may_be_possible_where_two_are_not() -> None:
    state = kitchen("b2", ("b1", "a3", "a2", None), bare=())
    play(state, "1 a2-a1 =+1")
    assert ends(state, "a1") == {"a2"}


def test_cc14_an_arrow_moves_a_mouse_out_of_a_corner_without_exits() -> None:
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


def test_cc14_a_piece_with_no_square_to_go_to_stays() -> None:
    state = kitchen("a1", ("f7", "E", "N", None), CAT, bare=("a1",))
    play(state, "1 a1-a2")
    # No game has this many cheeses, but the rule applies.
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


def test_cc15_one_cheese_is_still_a_decision_and_none_has_no_effect() -> None:
    one = kitchen("Tc4", ("a1", "E", "N", "S"), bare=("a1",), cheese=("f6",))
    assert names(play(one, "1 a1-a2 =fork")) == ["^f6"]
    none = kitchen("b5", ("a1", "E", "N", "S"), bare=("a1",), cheese=("b5",))
    assert rolls_next(play(none, "1 a1-a2 =fork")) == CAT
    cat = kitchen("a1", ("f1", "E", "N", "S"), CAT, bare=("a1",), cheese=("f6",))
    assert rolls_next(play(cat, "1 a1-a2 =fork")) == MICE
    assert cat.s.won == 0


def test_cc16_a_knife_gives_the_other_side_two_rolls_once() -> None:
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
    """Set up between the rolls. When no mouse moves, nothing else changes."""
    state = kitchen("a4", ("W", None, None, None), rolls=2)
    assert rolls_next(play(state, "3")) == MICE
    state.s.cat = NAMES.index("f7")
    state.s.mouse[1] = NAMES.index("f1")
    state.s.mice |= SET[NAMES.index("f1")]
    state.play("1")
    assert {n.split("-")[0] for n in names(state)} == {"W", "f1"}


def test_cc16_a_knife_in_a_double_turn_ends_it_and_doubles_the_next() -> None:
    state = kitchen("a1", ("f1", "E", "N", "S"), CAT, bare=("a1", "f1"))
    play(state, "1 a1-a2 =knife")  # the mice roll twice
    play(state, "1 f1-f2 =knife")  # found on the first roll: the second is lost
    assert rolls_next(state) == CAT
    play(state, "1 a2-a3 =dishes")
    assert rolls_next(state) == CAT  # the cat's second roll
    play(state, "1 a3-b3 =dishes")
    assert rolls_next(state) == MICE
    play(state, "1 E-f4 =dishes")
    assert rolls_next(state) == CAT  # and turns alternate as before


def test_cc16_a_knife_on_the_second_roll_of_a_double_turn() -> None:
    state = kitchen("a1", ("f1", "E", "N", "S"), MICE, bare=("a1", "f1"), rolls=2)
    play(state, "1 f1-f2 =dishes 1 f2-f3 =knife")
    assert rolls_next(state) == CAT
    play(state, "1 a1-a2 =dishes")
    assert rolls_next(state) == CAT
