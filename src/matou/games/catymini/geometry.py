"""The rooms measured: what each stretch of thread costs and which toys it touches.

Tables over board, notch left and notch entered, computed in whole numbers: no floating point
decides anything (CM8, CM9).
"""

from math import isqrt

from matou.games.catymini import components as box

Point = tuple[int, int]
Table = tuple[tuple[int, ...], ...]


def on_wall(wall: int, along: int) -> Point:
    """Returns the point so far from the left-hand end of a wall, seen from the room."""
    return ((along, 0), (box.ROOM, along), (box.ROOM - along, box.ROOM), (0, box.ROOM - along))[
        wall
    ]


def place_of(board: str, piece: str) -> tuple[int, int]:
    """Returns a piece's wall and how far along it stands on a board."""
    for wall, colour in enumerate(box.COLOUR_NAMES):
        if piece in box.BOX["boards"][board][colour]:
            return wall, box.PLACES[box.BOX["boards"][board][colour].index(piece)]
    raise ValueError(f"board {board} has no {piece}")


def notches(board: str) -> tuple[Point, ...]:
    """Returns the places of a board's forty notches."""
    points = []
    for piece in box.FURNITURE:
        wall, along = place_of(board, piece)
        points += [on_wall(wall, along - box.NOTCH), on_wall(wall, along + box.NOTCH)]
    return tuple(points)


def beside(board: str) -> tuple[int, ...]:
    """Returns the piece next to each notch along the wall; -1 in the corner."""
    found = []
    for piece in box.FURNITURE:
        wall = box.BOX["boards"][board][box.COLOUR_NAMES[place_of(board, piece)[0]]]
        at = wall.index(piece)
        for there in (at - 1, at + 1):
            found.append(box.FURNITURE.index(wall[there]) if 0 <= there < len(wall) else -1)
    return tuple(found)


def length(a: Point, b: Point) -> int:
    """Returns the length of a stretch, rounded up to whole units (CM8)."""
    squared = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2
    return isqrt(squared - 1) + 1 if squared else 0


def touched(a: Point, b: Point, toys: tuple[Point, ...]) -> int:
    """Returns the set of toys that a stretch touches, edge included (CM9)."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    squared = dx * dx + dy * dy
    reach = box.TOY_RADIUS * box.TOY_RADIUS
    found = 0
    for toy, (x, y) in enumerate(toys):
        px, py = x - ax, y - ay
        # How far the disc's centre lies off the line, times the stretch's length.
        off = dx * py - dy * px
        if off * off > reach * squared:
            continue
        along = dx * px + dy * py
        if along < 0:  # beyond one end, that end is the nearest point; and the other
            near = px * px + py * py <= reach
        elif along > squared:
            near = (x - bx) ** 2 + (y - by) ** 2 <= reach
        else:
            near = True
        if near:
            found |= 1 << toy
    return found


def measure(points: tuple[Point, ...], toys: tuple[Point, ...]) -> tuple[Table, Table]:
    """Returns a board's tables of costs and of touched toys; both directions are alike."""
    cost = [[0] * box.NOTCHES for _ in range(box.NOTCHES)]
    cross = [[0] * box.NOTCHES for _ in range(box.NOTCHES)]
    for i in range(box.NOTCHES):
        for j in range(i):
            cost[i][j] = cost[j][i] = length(points[i], points[j]) + box.WIDTH
            cross[i][j] = cross[j][i] = touched(points[i], points[j], toys)
    return tuple(map(tuple, cost)), tuple(map(tuple, cross))


BESIDE = tuple(beside(board) for board in box.BOARD_LETTERS)
NOTCH_AT = tuple(notches(board) for board in box.BOARD_LETTERS)
TOY_AT: tuple[tuple[Point, ...], ...] = tuple(
    tuple((x, y) for x, y in (box.BOX["boards"][board]["toys"][toy] for toy in box.TOY_NAMES))
    for board in box.BOARD_LETTERS
)
_MEASURED = [measure(NOTCH_AT[board], TOY_AT[board]) for board in range(len(box.BOARD_LETTERS))]

COST = tuple(cost for cost, _ in _MEASURED)  # COST[board][from][to], the width included
TOUCHED = tuple(cross for _, cross in _MEASURED)  # a set of toys, by bits
