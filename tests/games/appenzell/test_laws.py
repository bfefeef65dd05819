"""Laws of every position: tiles are conserved, and seen tiles stay known."""

from __future__ import annotations

import random

from hypothesis import given, settings, strategies as st
from steady import steady

import matou
from matou.games.appenzell.castle import ADJACENT, LINE, PLACE_SQUARE, ROOM_OF, ROOM_SET
from matou.games.appenzell.components import COUNTS, KINDS, SPARE, TOWERS, TRAP, UNKNOWN
from matou.games.appenzell.state import END, PUSH, REVEAL


def random_state(seed: int, seats: int, actions: int) -> tuple[matou.State, random.Random]:
    rng = random.Random(seed)
    state = matou.game("appenzell", castle=rng.choice(["front", "back"]), goal=6).start(seats)
    while len(state.history) < actions and not state.over:
        state.play(state.sample(rng))
    return state, rng


@settings(steady, max_examples=40)
@given(st.integers(0, 10**6), st.integers(2, 4), st.integers(0, 400))
def test_the_34_tiles_are_conserved_and_their_sets_agree(
    seed: int, seats: int, actions: int
) -> None:
    """AP1, AP10: seen and unseen tiles add up, and open squares are known when a seat acts."""
    s = random_state(seed, seats, actions)[0].s
    tiles = [s.tile[at] for at in PLACE_SQUARE]
    assert len(tiles) == 34
    assert [tiles.count(k) + s.unseen[k] for k in range(KINDS)] == list(COUNTS)
    assert tiles.count(UNKNOWN) == sum(s.unseen[k] for k in range(KINDS))
    assert s.unknown == sum(1 << at for at in PLACE_SQUARE[:-1] if s.tile[at] == UNKNOWN)
    assert s.traps == sum(1 << at for at in PLACE_SQUARE[:-1] if s.tile[at] == TRAP)
    rooms = [room for room in range(18) if s.open_rooms >> room & 1]
    assert s.open_squares == sum(ROOM_SET[s.castle * 18 + room] for room in rooms)
    if s.reveal < 0:
        assert s.unknown & s.open_squares == 0
    for seat in range(seats):  # mice are in open rooms, on different squares, four to a seat
        assert s.mice[seat].bit_count() + s.outside[seat] + s.fallen[seat] == 4
        for at in range(49):
            if s.mice[seat] >> at & 1 and at not in TOWERS:
                assert s.open_rooms >> ROOM_OF[s.castle * 49 + at] & 1
        for other in range(seat):
            assert s.mice[seat] & s.mice[other] == 0


@settings(steady, max_examples=25)
@given(st.integers(0, 10**6), st.integers(2, 4))
def test_seen_tiles_stay_known_when_pushed(seed: int, seats: int) -> None:
    """AP10: each tile is followed and keeps its kind from its first sight on."""
    state, rng = random_state(seed, seats, 0)
    tile_at = {at: number for number, at in enumerate(PLACE_SQUARE)}
    seen: dict[int, int] = {}
    while not state.over and len(state.history) < 500:
        a = state.sample(rng)
        state.play(a)
        if PUSH <= a < END:
            line = [LINE[(a - PUSH) * 7 + i] for i in range(7)]
            numbers = [tile_at[SPARE], *(tile_at[at] for at in line)]
            tile_at.update(zip([*line, SPARE], numbers, strict=True))
        elif a >= REVEAL:
            place, kind = divmod(a - REVEAL, KINDS)
            number = tile_at[PLACE_SQUARE[place]]
            assert number not in seen, "a tile was revealed twice"
            seen[number] = kind
        for at, number in tile_at.items():
            assert state.s.tile[at] == seen.get(number, UNKNOWN)


def test_only_lifting_roofs_and_pushing_lines_reveal() -> None:
    state = matou.game("appenzell").start(2)
    for a in range(REVEAL):
        name = state.game.notation.name(state.s, a)
        assert state.game.rules.reveals(state.s, a) == (name[0] in "^<>+-"), name


def test_neighbours_of_a_square_are_one_step_along_its_row_or_column() -> None:
    for a in range(49):
        beside = {b for b in range(49) if abs(a % 7 - b % 7) + abs(a // 7 - b // 7) == 1}
        assert {b for b in range(64) if ADJACENT[a] >> b & 1} == beside
