"""The castle's plan, computed from the components: neighbours, rooms, lines, moves.

A set of squares is a number with bit s for square s; a set of rooms likewise. Tables that
depend on the castle hold the front first, then the back.
"""

from __future__ import annotations

from matou.core.components import must
from matou.games.appenzell.components import (
    CASTLES,
    ROOM_LETTERS,
    ROOMS,
    SIDE,
    SLOTS,
    SPARE,
    SQUARES,
    TILES,
    TOWERS,
    room_letter,
)


def _squares(test: object) -> int:
    """Returns the set of squares that pass a test on column and row."""
    assert callable(test)
    return sum(1 << s for s in range(SQUARES) if test(s % SIDE, s // SIDE))


TOWER_SET = sum(1 << s for s in TOWERS)
SLIDING_SET = _squares(lambda column, row: column % 2 == 1 or row % 2 == 1)

# --- neighbours: south, west, east, north, so that the squares beyond ascend

_STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))
NOWHERE = SQUARES  # beyond the walls: a bit that no set of squares has


def _shifted(square: int, across: int, up: int) -> int:
    column, row = square % SIDE + across, square // SIDE + up
    inside = 0 <= column < SIDE and 0 <= row < SIDE
    return row * SIDE + column if inside else NOWHERE


NEXT = tuple(_shifted(s, *step) for s in range(SQUARES) for step in _STEPS)  # [square * 4 + way]
ADJACENT = tuple(
    sum(1 << to for to in NEXT[s * 4 : s * 4 + 4] if to != NOWHERE) for s in range(SQUARES)
)

# --- rooms

NO_ROOM = ROOMS  # a tower is in none
ROOM_OF = tuple(
    ROOM_LETTERS.find(room_letter(castle, s)) if s not in TOWERS else NO_ROOM
    for castle in range(len(CASTLES))
    for s in range(SQUARES)
)  # [castle * SQUARES + square]
ROOM_SET = tuple(
    sum(1 << s for s in range(SQUARES) if ROOM_OF[castle * SQUARES + s] == room)
    for castle in range(len(CASTLES))
    for room in range(ROOMS)
)  # [castle * ROOMS + room]


def _around(castle: int, square: int) -> int:
    rooms = 0
    for across in (-1, 0, 1):
        for up in (-1, 0, 1):
            near = _shifted(square, across, up)
            if near != NOWHERE and near not in TOWERS:
                rooms |= 1 << ROOM_OF[castle * SQUARES + near]
    return rooms


# AP4: the rooms that touch a square, by side or corner; its own among them.
TOUCHED = tuple(_around(castle, s) for castle in range(len(CASTLES)) for s in range(SQUARES))

# --- tiles: 33 places and the spare's

PLACES = SLIDING_SET.bit_count() + 1
must(
    TILES == PLACES,
    f"COUNTS add up to {TILES} tiles, for {PLACES - 1} squares that slide and the spare",
)
PLACE_SQUARE = (*(s for s in range(SQUARES) if SLIDING_SET >> s & 1), SPARE)
SQUARE_PLACE = tuple(PLACE_SQUARE.index(s) if s in PLACE_SQUARE else -1 for s in range(SQUARES + 1))

# --- lines: seven squares each, from the slot where the spare goes in


def _line(slot: int) -> tuple[int, ...]:
    lane = slot // 2 % 3 * 2 + 1  # 1, 3, 5: row 2, 4, 6 or column b, d, f
    line = range(lane * SIDE, lane * SIDE + SIDE) if slot < 6 else range(lane, SQUARES, SIDE)
    return tuple(line) if slot % 2 == 0 else tuple(reversed(line))


LINE = tuple(s for slot in range(SLOTS) for s in _line(slot))  # [slot * SIDE + step]
LINE_SET = tuple(sum(1 << s for s in _line(slot)) for slot in range(SLOTS))
LINE_STRIDE = tuple(1 if slot < 6 else SIDE for slot in range(SLOTS))

# --- moves: from any square to any other of its row or column, in ascending order

_MOVES = tuple(
    (a, b)
    for a in range(SQUARES)
    for b in range(SQUARES)
    if a != b and (a % SIDE == b % SIDE or a // SIDE == b // SIDE)
)
MOVES = len(_MOVES)
MOVE_FROM = tuple(a for a, _ in _MOVES)
MOVE_TO = tuple(b for _, b in _MOVES)
_NUMBER = {move: i for i, move in enumerate(_MOVES)}
MOVE_BETWEEN = tuple(
    _NUMBER.get((a, b), -1) for a in range(SQUARES) for b in range(NOWHERE + 1)
)  # [from * (NOWHERE + 1) + to]; -1 where there is no such move
