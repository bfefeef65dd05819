"""The castle's plan, computed from the components: neighbours, rooms, lines, moves.

A set of squares is a number with bit s for square s; a set of rooms likewise. Tables that
depend on the castle hold the front first, then the back.
"""

from matou.core.components import must
from matou.games.appenzell import components as box

TOWER_SET = sum(1 << s for s in box.TOWERS)
# The squares of every second row and of every second column.
SLIDING_SET = sum(1 << s for s in range(box.SQUARES) if s % box.SIDE % 2 or s // box.SIDE % 2)

# --- neighbours: south, west, east, north, so that the squares beyond ascend

_STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))
NOWHERE = box.SQUARES  # beyond the walls: a bit that no set of squares has


def _shifted(square: int, across: int, up: int) -> int:
    column, row = square % box.SIDE + across, square // box.SIDE + up
    inside = 0 <= column < box.SIDE and 0 <= row < box.SIDE
    return row * box.SIDE + column if inside else NOWHERE


NEXT = tuple(
    _shifted(s, *step) for s in range(box.SQUARES) for step in _STEPS
)  # [square * 4 + way]
ADJACENT = tuple(
    sum(1 << to for to in NEXT[s * 4 : s * 4 + 4] if to != NOWHERE) for s in range(box.SQUARES)
)

# --- rooms

NO_ROOM = box.ROOMS  # a tower is in none
ROOM_OF = tuple(
    box.ROOM_LETTERS.find(box.room_letter(castle, s)) if s not in box.TOWERS else NO_ROOM
    for castle in range(len(box.CASTLES))
    for s in range(box.SQUARES)
)  # [castle * SQUARES + square]
ROOM_SET = tuple(
    sum(1 << s for s in range(box.SQUARES) if ROOM_OF[castle * box.SQUARES + s] == room)
    for castle in range(len(box.CASTLES))
    for room in range(box.ROOMS)
)  # [castle * ROOMS + room]


def _around(castle: int, square: int) -> int:
    rooms = 0
    for across in (-1, 0, 1):
        for up in (-1, 0, 1):
            near = _shifted(square, across, up)
            if near != NOWHERE and near not in box.TOWERS:
                rooms |= 1 << ROOM_OF[castle * box.SQUARES + near]
    return rooms


# AP4: the rooms that touch a square, by side or corner; its own among them.
TOUCHED = tuple(
    _around(castle, s) for castle in range(len(box.CASTLES)) for s in range(box.SQUARES)
)

# --- tiles: 33 places and the spare's

PLACES = SLIDING_SET.bit_count() + 1
must(
    box.TILES == PLACES,
    f"COUNTS add up to {box.TILES} tiles, for {PLACES - 1} squares that slide and the spare",
)
PLACE_SQUARE = (*(s for s in range(box.SQUARES) if SLIDING_SET >> s & 1), box.SPARE)
SQUARE_PLACE = tuple(
    PLACE_SQUARE.index(s) if s in PLACE_SQUARE else -1 for s in range(box.SQUARES + 1)
)

# --- lines: seven squares each, from the slot where the spare goes in


def _line(slot: int) -> tuple[int, ...]:
    lane = slot // 2 % 3 * 2 + 1  # 1, 3, 5: row 2, 4, 6 or column b, d, f
    line = (
        range(lane * box.SIDE, lane * box.SIDE + box.SIDE)
        if slot < 6
        else range(lane, box.SQUARES, box.SIDE)
    )
    return tuple(line) if slot % 2 == 0 else tuple(reversed(line))


LINE = tuple(s for slot in range(box.SLOTS) for s in _line(slot))  # [slot * SIDE + step]
LINE_SET = tuple(sum(1 << s for s in _line(slot)) for slot in range(box.SLOTS))
LINE_STRIDE = tuple(1 if slot < 6 else box.SIDE for slot in range(box.SLOTS))

# --- moves: from any square to any other of its row or column, in ascending order

_MOVES = tuple(
    (a, b)
    for a in range(box.SQUARES)
    for b in range(box.SQUARES)
    if a != b and (a % box.SIDE == b % box.SIDE or a // box.SIDE == b // box.SIDE)
)
MOVES = len(_MOVES)
MOVE_FROM = tuple(a for a, _ in _MOVES)
MOVE_TO = tuple(b for _, b in _MOVES)
_NUMBER = {move: i for i, move in enumerate(_MOVES)}
MOVE_BETWEEN = tuple(
    _NUMBER.get((a, b), -1) for a in range(box.SQUARES) for b in range(NOWHERE + 1)
)  # [from * (NOWHERE + 1) + to]; -1 where there is no such move


def move_between(start: int, to: int) -> int:
    """Returns the number of a move, -1 if two squares are not in line."""
    return _NUMBER.get((start, to), -1)
