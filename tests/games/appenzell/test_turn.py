"""Setup and the actions of a turn: AP1 to AP8."""

from __future__ import annotations

import pytest
from games.appenzell.hand import castle, lies, roofs_off, stands
from games.support import names, play, refused

import matou
from matou.games.appenzell.castle import (
    LINE,
    PLACE_SQUARE,
    ROOM_SET,
    SLIDING_SET,
    TOWER_SET,
)
from matou.games.appenzell.components import (
    CASTLES,
    COUNTS,
    KIND_NAMES,
    ROOM_LETTERS,
    ROOMS,
    SLOT_NAMES,
    TILES,
)
from matou.games.appenzell.say.names import material


@pytest.mark.parametrize("which", [0, 1])
def test_ap1_the_box_is_complete(which: int) -> None:
    assert sum(COUNTS) == TILES == 34
    assert SLIDING_SET.bit_count() == 33 == len(PLACE_SQUARE) - 1
    assert 49 - SLIDING_SET.bit_count() - TOWER_SET.bit_count() == 12
    sets = [ROOM_SET[which * ROOMS + room] for room in range(ROOMS)]
    assert sum(sets) == (1 << 49) - 1 - TOWER_SET
    made = [material(which, room) for room in range(ROOMS)]
    assert [made.count(m) for m in range(3)] == [11, 5, 2]  # tiled, thatched, copper
    assert {c for row in CASTLES[which] for c in row} == {*ROOM_LETTERS, "#"}


def test_ap1_the_spare_is_revealed_first_and_everything_else_is_covered() -> None:
    state = matou.game("appenzell").start(2)
    assert state.actor == matou.CHANCE
    assert [state.name(a) for a in state.legal()] == [f"spare={kind}" for kind in KIND_NAMES]
    assert state.weights() == [3, 3, 3, 3, 3, 3, 3, 10, 3]
    assert refused(state, "@a1") == "AP1"
    assert refused(state, "b1=gouda") == "AP1"
    state.play("spare=trap")
    assert lies(state, "spare") == "trap"
    assert roofs_off(state) == ""
    assert all(lies(state, name) == "unknown" for name in ("b1", "d4", "g6"))
    assert lies(state, "c3") == "nothing"


def test_ap2_mice_enter_in_seat_order_and_the_last_free_tower_is_still_chosen() -> None:
    state = play(matou.game("appenzell").start(4), "spare=bare")
    assert state.actor == 0
    assert set(names(state)) == {"@a1", "@g1", "@a7", "@g7"}
    assert refused(state, "^K") == "AP2"
    assert refused(state, ".") == "AP2"
    play(state, "@g7 @a1 @g1")
    assert state.actor == 3
    assert set(names(state)) == {"@a7"}
    assert refused(state, "@g1") == "AP2"
    play(state, "@a7")
    assert state.actor == 0
    assert state.s.left == 4
    assert state.s.turn == 0
    assert [state.s.outside[seat] for seat in range(4)] == [3, 3, 3, 3]
    assert set(names(state)) >= {"^C", "^G", "^F"}


def test_ap3_a_turn_has_one_to_four_actions() -> None:
    state = castle(mice={0: "a1", 1: "g7"})
    assert refused(state, ".") == "AP3"
    play(state, "@g1")
    assert "." in names(state)
    play(state, "@a7 >2")
    while state.actor == matou.CHANCE:
        state.play(state.legal()[0])
    assert (state.actor, state.s.left) == (0, 1)
    play(state, "^O")
    assert state.s.turn == 0  # the turn ends once everything is revealed and settled
    while state.actor == matou.CHANCE:
        state.play(state.legal()[0])
    assert (state.actor, state.s.left, state.s.turn) == (1, 4, 1)


def test_ap3_the_player_may_stop_earlier_and_play_goes_clockwise() -> None:
    state = castle(3, mice={0: "a1", 1: "g1", 2: "a7"}, lifted="")
    for seat in (0, 1, 2, 0):
        assert state.actor == seat
        play(state, "@g7" if seat == 0 and state.s.turn == 0 else "-b spare=bare")
        play(state, ".")
    assert state.s.turn == 4


def test_ap4_roofs_touched_by_side_or_corner_may_be_lifted() -> None:
    state = castle(mice={0: "a5", 1: "g1"})
    # a5 is in D; E touches by side, I by side and corner, no other room does
    assert {n for n in names(state) if n[0] == "^"} == {"^E", "^I"}
    assert refused(state, "^D") == "AP4"
    assert refused(state, "^K") == "AP4"


def test_ap4_lifting_by_a_corner_alone() -> None:
    state = castle(mice={0: "a1", 1: "g7"})
    # b2, of room O, touches the tower by its corner; K and O by their sides
    assert {n for n in names(state) if n[0] == "^"} == {"^K", "^O"}
    back = castle(mice={0: "e1", 1: "g7"}, castle="back")
    assert "^Q" in names(back)
    corner = castle(mice={0: "d3", 1: "g7"})  # H; b2 and f2 are too far, c2 touches by a corner
    assert {n for n in names(corner) if n[0] == "^"} == {"^I", "^J", "^L", "^M", "^P"}
    only = castle(mice={0: "g1", 1: "a7"}, lifted="NQ")
    assert not {n for n in names(only) if n[0] == "^"}
    lone = castle(mice={0: "c7", 1: "g1"}, lifted="A")  # d6, of B, touches c7 by its corner too
    assert {n for n in names(lone) if n[0] == "^"} == {"^B", "^E"}


def test_ap4_a_corner_is_enough() -> None:
    """Room P (c2 d2 e2) touches b3 at a corner only: c2 against b3."""
    state = castle(mice={0: "b3", 1: "g7"})
    assert "^P" in names(state)
    assert refused(state, "^R") == "AP4"


def test_ap5_a_mouse_enters_a_free_tower_for_one_action() -> None:
    state = castle(mice={0: "a1 b1", 1: "g1"})
    assert {n for n in names(state) if n[0] == "@"} == {"@a7", "@g7"}
    assert refused(state, "@g1") == "AP5"
    play(state, "@g7")
    assert state.s.left == 3
    assert state.s.outside[0] == 1
    full = castle(mice={0: "a1 b1 b2 a7", 1: "g1"})
    assert refused(full, "@g7") == "AP5"


def test_ap6_a_step_goes_beside_and_not_onto_roofs_traps_towers_or_mice() -> None:
    state = castle(
        mice={0: "b2 c1", 1: "b1"}, tiles={"b2": "bare", "b1": "bare", "c2": "trap"}, lifted="OP"
    )
    moves = {n for n in names(state) if "-" in n[1:]}
    assert moves == {"c1-d1"}
    assert refused(state, "b2-b3") == "AP6"  # a roof
    assert refused(state, "b2-c2") == "AP6"  # a trap
    assert refused(state, "b2-b1") == "AP6"  # occupied
    assert refused(state, "c1-a1") == "AP6"  # a tower
    assert refused(state, "b1-b2") == "AP6"  # another player's mouse
    assert refused(state, "d4-d5") == "AP6"  # no mouse
    assert state.game.notation.read(state.s, "b2-c3") == -1  # not in line
    play(state, "c1-d1")
    assert stands(state, 0) == {"b2", "d1"}
    assert state.s.left == 3


def test_ap6_no_mouse_returns_to_a_tower() -> None:
    state = castle(mice={0: "b1", 1: "g7"})
    assert refused(state, "b1-a1") == "AP6"


def test_ap7_a_jump_costs_each_mouse_passed_and_the_landing() -> None:
    state = castle(mice={0: "b1", 1: "c1 d1"}, lifted="ORQ", left=4)
    assert "b1-e1" in names(state)
    play(state, "b1-e1")
    assert stands(state, 0) == {"e1"}
    assert state.s.left == 1


def test_ap7_a_jump_over_three_mice_from_a_tower() -> None:
    state = castle(3, mice={0: "a1 c1", 1: "b1", 2: "d1"})
    assert "a1-e1" in names(state)
    play(state, "a1-e1")
    assert stands(state, 0) == {"c1", "e1"}
    assert state.actor == 1  # all four actions went into it


def test_ap7_a_jump_that_costs_too_many_actions_is_refused() -> None:
    state = castle(3, mice={0: "a1 c1", 1: "b1", 2: "d1"}, left=3)
    assert "a1-e1" not in names(state)
    assert refused(state, "a1-e1") == "AP7"


def test_ap7_a_jump_passes_mice_only_and_lands_as_a_step_does() -> None:
    state = castle(mice={0: "b1 b3", 1: "b2"}, tiles={"b4": "trap"}, lifted="ILRP")
    assert refused(state, "b1-d1") == "AP7"  # c1 is empty
    assert refused(state, "b1-b4") == "AP6"  # a trap
    assert refused(state, "b1-b3") == "AP6"  # occupied
    covered = castle(mice={0: "b1", 1: "b2"})
    assert refused(covered, "b1-b3") == "AP6"  # a roof
    row = castle(2, mice={0: "b1 c1 d1 e1", 1: "f1"}, lifted="Q")
    assert refused(row, "b1-g1") == "AP6"  # a tower, beyond all of them


@pytest.mark.parametrize("slot", SLOT_NAMES)
def test_ap8_the_spare_goes_in_and_the_last_tile_drops_out(slot: str) -> None:
    line = [LINE[SLOT_NAMES.index(slot) * 7 + i] for i in range(7)]
    across = {">": "abcdefg", "<": "gfedcba"}
    up = {"+": "1234567", "-": "7654321"}
    if slot[0] in across:
        squares = [f"{column}{slot[1]}" for column in across[slot[0]]]
    else:
        squares = [f"{slot[1]}{row}" for row in up[slot[0]]]
    assert line == [(int(n[1]) - 1) * 7 + "abcdefg".index(n[0]) for n in squares]
    kinds = ["brie", "gouda", "edam", "bare", "cheddar", "trap", "emmental"]
    state = castle(
        mice={0: "a1", 1: "g7"}, tiles=dict(zip(squares, kinds, strict=True)), spare="gruyere"
    )
    play(state, slot)
    assert [lies(state, name) for name in squares] == ["gruyere", *kinds[:-1]]
    assert lies(state, "spare") == "emmental"
    assert state.s.traps == 1 << line[6]
    assert state.s.left == 3


def test_ap8_only_one_push_a_turn_and_mice_do_not_move_with_tiles() -> None:
    state = castle(mice={0: "b2", 1: "d2"}, tiles={f"{c}2": "bare" for c in "abcdefg"})
    play(state, ">2")
    assert (stands(state, 0), stands(state, 1)) == ({"b2"}, {"d2"})
    assert not set(names(state)) & set(SLOT_NAMES)
    assert refused(state, "<4") == "AP8"
    play(state, ". >2")  # the next player may push


def test_ap8_pushing_back_is_an_option() -> None:
    tiles = {f"{c}2": "bare" for c in "abcdefg"}
    allowed = play(castle(mice={0: "a1", 1: "g7"}, tiles=tiles), ">2 . <2")
    assert lies(allowed, "spare") == "bare"
    state = castle(mice={0: "a1", 1: "g7"}, tiles=tiles, push_back=False)
    assert set(SLOT_NAMES) <= set(names(state))  # before the first push every line is open
    play(state, ">2 .")
    assert set(SLOT_NAMES) - set(names(state)) == {"<2"}
    assert refused(state, "<2") == "AP8"
    play(state, "^C")
    while state.actor == matou.CHANCE:
        state.play(state.legal()[0])
    play(state, ".")
    assert set(SLOT_NAMES) - set(names(state)) == {"<2"}  # the last push made by anyone
    play(state, ">2 .")
    assert set(SLOT_NAMES) - set(names(state)) == {"<2"}
