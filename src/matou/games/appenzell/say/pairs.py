"""The fewest actions (roofs, steps) that bring two mice of a seat onto one kind of cheese."""

from heapq import heappop, heappush
from typing import NamedTuple

from matou.games.appenzell import components as box
from matou.games.appenzell.castle import NEXT, NOWHERE, ROOM_OF, SLIDING_SET, TOWER_SET
from matou.games.appenzell.state import State, occupied
from matou.kit.sets import members

MOST = box.ACTIONS_A_TURN  # only what one turn can do is of interest


class Pair(NamedTuple):
    actions: int
    kind: int


def is_wanted(s: State, seat: int, kind: int) -> bool:
    """Returns whether a tile is of a cheese that a seat still lacks."""
    return kind < box.CHEESES and not s.cheeses[seat] >> kind & 1


def ways(s: State, start: int, taken: int) -> dict[int, int]:
    """Returns the squares that a mouse can reach, each with the actions for it.

    ``taken`` are the squares of all other mice. A covered square counts if its tile was seen; the
    action for its roof counts each time the way enters that room.
    """
    shut = s.traps | s.unknown | TOWER_SET
    found, waiting = {start: 0}, [(0, start)]
    while waiting:
        cost, square = heappop(waiting)
        if cost > found[square]:
            continue
        for way in range(4):
            to, far = NEXT[square * 4 + way], 1
            while to != NOWHERE and taken >> to & 1:  # AP7
                to, far = NEXT[to * 4 + way], far + 1
            roof = to != NOWHERE and is_roofed(s, square, to)
            if to == NOWHERE or shut >> to & 1 or (roof and far > 1):
                continue
            total = cost + far + roof
            if total < found.get(to, MOST + 1):
                found[to] = total
                heappush(waiting, (total, to))
    return found


def is_roofed(s: State, start: int, to: int) -> bool:
    """Returns whether a square is covered, by another roof than the one above the start."""
    first = s.castle * box.SQUARES
    return not s.open_squares >> to & 1 and ROOM_OF[first + start] != ROOM_OF[first + to]


def nearest_pair(s: State, seat: int) -> Pair | None:
    """Returns the fewest actions that win a seat a cheese, or None if one turn is too short.

    One mouse goes first, and then another.
    """
    taken, best, mice = occupied(s), Pair(MOST + 1, box.UNKNOWN), s.mice[seat]
    for kind, squares in wanted(s, seat).items():
        for mouse in members(mice):
            aims = [aim for aim in squares if box.how_far(mouse, aim) < best.actions]
            there = ways(s, mouse, taken ^ 1 << mouse) if aims else {}
            for aim in aims:
                then = taken ^ 1 << mouse | 1 << aim
                rest = best.actions - there.get(aim, best.actions)
                for other in members(mice ^ 1 << mouse):
                    seconds = [q for q in squares if q != aim and box.how_far(other, q) < rest]
                    far = ways(s, other, then ^ 1 << other) if seconds else {}
                    for second in seconds:
                        total = there[aim] + far.get(second, MOST + 1)
                        if total < best.actions:
                            best = Pair(total, kind)
    return best if best.actions <= MOST else None


def wanted(s: State, seat: int) -> dict[int, list[int]]:
    """Returns where two or more cheeses of a kind that a seat lacks lie, as far as was seen."""
    found: dict[int, list[int]] = {}
    for square in members(SLIDING_SET & ~s.unknown):
        if is_wanted(s, seat, s.tile[square]):
            found.setdefault(s.tile[square], []).append(square)
    return {kind: squares for kind, squares in found.items() if len(squares) > 1}
