"""The box of Chop! Chop!: the kitchen, the tiles and the dice, as data.

A *place* is where a piece can be: 36 squares of open floor, the two under the table
(c4, d4), six table-top squares and four mouse holes, 48 in all. Places are numbered as
their cells are.

A *cell* is a bit in a set of squares, laid out so that a step is a shift::

    row r, column a to f    5 + 8 * (r - 1) + 0 to 5, and two cells of wall between rows
    W, E                    in the wall beside a4 and f4, where a step of 1 leads
    S                       below d1, where a step of 8 leads
    N                       above c7 there is no bit left: it has its own way, NORTH

The table top shares its cells with what lies under it: whether c4 or Tc4 is meant
follows from whose piece it is, for mice never climb and the cat never crawls (CC6, CC7).
"""

from __future__ import annotations

COLUMNS, ROWS = "abcdef", 7
TABLE_COLUMNS, TABLE_ROWS = "cd", (3, 4, 5)
LEGS = ("c3", "d3", "c5", "d5")  # [E/R] they fill these squares at floor level
TUNNEL = ("c4", "d4")  # the floor under the table
HOLES = {"W": "a4", "E": "f4", "N": "c7", "S": "d1"}  # [E/R] each with its access square
HOMES = ("W", "E", "N", "S")  # CC1: where mouse 1 to 4 begins
MICE = 4

# Tiles, in the order of their numbers.
TILES = ("cheese", "dishes", "+1", "+2", "arrow", "fork", "knife")
COUNTS = (10, 12, 4, 3, 4, 3, 2)  # 10 + 28; how the 28 are split is ours
KINDS = 7
CHEESE, DISHES, PLUS_ONE, PLUS_TWO, ARROW, FORK, KNIFE = 0, 1, 2, 3, 4, 5, 6
CHEESES = 10

CAT, MOUSE = 0, 1  # the two sides
CAT_DIE = (1, 1, 2, 2, 2, 3)
MOUSE_DIE = (1, 1, 2, 2, 3, 4)
FACES = 4  # the highest face there is
# How many faces of a side's die show 1 to 4.
DICE = tuple(tuple(die.count(face + 1) for face in range(FACES)) for die in (CAT_DIE, MOUSE_DIE))

QUIET_TURNS = 200  # CC19


def _cells() -> dict[str, int]:
    """The cell of every place, in ascending order, the floor before the table top."""
    cells = {"S": 0, "N": 3}
    for row in range(1, ROWS + 1):
        for i, column in enumerate(COLUMNS):
            square, cell = f"{column}{row}", 5 + 8 * (row - 1) + i
            if square == HOLES["W"]:
                cells["W"] = cell - 1
            if square not in LEGS:
                cells[square] = cell
            if column in TABLE_COLUMNS and row in TABLE_ROWS:
                cells[f"T{square}"] = cell
            if square == HOLES["E"]:
                cells["E"] = cell + 1
    return cells


CELL_OF = _cells()
PLACES = 48
NAMES = tuple(CELL_OF)
PLACE_OF = {name: place for place, name in enumerate(NAMES)}

# The set that holds one place alone, by place.
SET = tuple(1 << cell for cell in CELL_OF.values())


def _set(*names: str) -> int:
    return sum(1 << CELL_OF[name] for name in names)


HOLE_SET = _set(*HOLES)
TABLE_SET = _set(*(name for name in NAMES if name[0] == "T"))
TUNNEL_SET = _set(*TUNNEL)
# Open floor, where cat and mice meet.
OPEN_SET = _set(*(name for name in NAMES if name[0] != "T" and name not in (*HOLES, *TUNNEL)))
TILE_SET = OPEN_SET | TUNNEL_SET  # 38 tiles
MOUSE_WORLD = OPEN_SET | TUNNEL_SET | HOLE_SET  # CC7
CAT_WORLD = OPEN_SET | TABLE_SET  # CC6

# The way to the north hole: NORTH cells from c7.
NORTH_SET = _set("N")
NORTH = CELL_OF["c7"] - CELL_OF["N"]

HOME = tuple(PLACE_OF[name] for name in HOMES)

# From a set of one cell back to its place: no two powers of two below 2 ** 66 are equal
# modulo 67. BITS does nothing but tell a compiler that a set is no negative number.
ONE = 67
BITS = (1 << 63) - 1


def _places(names: tuple[str, ...]) -> tuple[int, ...]:
    """The place of each cell among those named, by the cell's set modulo ONE."""
    table = [-1] * ONE
    for name in names:
        table[(1 << CELL_OF[name]) % ONE] = PLACE_OF[name]
    return tuple(table)


MOUSE_PLACE = _places(tuple(name for name in NAMES if name[0] != "T"))
CAT_PLACE = _places(tuple(name for name in NAMES if name not in (*HOLES, *TUNNEL)))
