"""Positions set by hand: a castle with mice, tiles and roofs as a test needs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import matou
from matou.core.state import State
from matou.games.appenzell.castle import NO_ROOM, ROOM_OF, ROOM_SET, SLIDING_SET
from matou.games.appenzell.components import (
    BARE,
    COUNTS,
    KIND_NAMES,
    KINDS,
    MICE,
    ROOM_LETTERS,
    ROOMS,
    SPARE,
    SQUARES,
    TRAP,
    UNKNOWN,
    square_name,
)


def square(name: str) -> int:
    """Returns the number of a square, or of the spare's place."""
    return [square_name(number) for number in range(SPARE + 1)].index(name)


def castle(
    seats: int = 2,
    *,
    mice: Mapping[int, str] | None = None,
    tiles: Mapping[str, str] | None = None,
    lifted: str = "",
    spare: str = "bare",
    cheeses: Mapping[int, Sequence[str]] | None = None,
    fallen: Mapping[int, int] | None = None,
    seat: int = 0,
    left: int = 4,
    turn: int = 0,
    **options: Any,
) -> State:
    """Returns a consistent position in the middle of a game.

    Rooms with mice are open, and those of ``lifted``. Open squares without a tile of their own get
    bare tiles while there are any, then any cheese that is left.
    """
    state = matou.game("appenzell", **options).start(seats)
    s = state.s
    s.placing, s.left, s.seat, s.turn, s.reveal = 0, left, seat, turn, -1
    s.closed = -1
    kinds = {square(name): KIND_NAMES.index(kind) for name, kind in (tiles or {}).items()}
    kinds[SPARE] = KIND_NAMES.index(spare)
    rooms = sum(1 << ROOM_LETTERS.index(letter) for letter in lifted)
    for who in range(seats):
        for name in (mice or {}).get(who, "").split():
            s.mice[who] |= 1 << square(name)
            room = ROOM_OF[s.castle * SQUARES + square(name)]
            rooms |= 1 << room if room != NO_ROOM else 0
        s.fallen[who] = (fallen or {}).get(who, 0)
        s.outside[who] = MICE - s.fallen[who] - s.mice[who].bit_count()
        assert s.outside[who] >= 0
        for cheese in (cheeses or {}).get(who, ()):
            s.cheeses[who] |= 1 << KIND_NAMES.index(cheese)
    s.open_rooms = rooms
    for room in range(ROOMS):
        if rooms >> room & 1:
            s.open_squares |= ROOM_SET[s.castle * ROOMS + room]
    for at, kind in kinds.items():
        put(s, at, kind)
    for at in range(SQUARES):
        if (s.open_squares & s.unknown) >> at & 1:
            put(s, at, next(k for k in (BARE, *range(KINDS)) if s.unseen[k] > 0 and k != TRAP))
    return state


def put(s: Any, at: int, kind: int) -> None:
    """Puts a tile whose kind is known."""
    assert at == SPARE or SLIDING_SET >> at & 1, "a fixed square has no tile"
    assert s.tile[at] == UNKNOWN
    s.tile[at] = kind
    s.unseen[kind] -= 1
    assert s.unseen[kind] >= 0, f"there are only {COUNTS[kind]} of {KIND_NAMES[kind]}"
    if at != SPARE:
        s.unknown ^= 1 << at
        if kind == TRAP:
            s.traps |= 1 << at


def lies(state: State, name: str) -> str:
    """Returns what lies on a square, or the spare."""
    kind = state.s.tile[square(name)]
    return KIND_NAMES[kind] if kind < KINDS else {UNKNOWN: "unknown"}.get(kind, "nothing")


def stands(state: State, seat: int) -> set[str]:
    """Returns where a seat's mice are."""
    return {square_name(at) for at in range(SQUARES) if state.s.mice[seat] >> at & 1}


def roofs_off(state: State) -> str:
    return "".join(ROOM_LETTERS[room] for room in range(ROOMS) if state.s.open_rooms >> room & 1)


def won(state: State, seat: int) -> set[str]:
    """Returns the cheeses that a seat has taken."""
    return {KIND_NAMES[kind] for kind in range(7) if state.s.cheeses[seat] >> kind & 1}
