"""The box of Chop! Chop!: the kitchen, the tiles and the dice, as data.

A *place* is where a piece can be: 36 squares of open floor, the two under the table
(c4, d4), six table-top squares and four mouse holes, 48 in all. Places are numbered as
their cells are.

A *cell* is a bit in a set of squares, laid out so that a step is a shift::

    row r, column a to f    5 + 8 * (r - 1) + 0 to 5, and two cells of wall between rows
    W, E                    in the wall beside a4 and f4, where a step of 1 leads
    S                       below d1, where a step of 8 leads
    N                       above c7 there is no bit left: it is cell 3 and has its own way, NORTH

The table top shares its cells with what lies under it: whether c4 or Tc4 is meant
follows from whose piece it is, for mice never climb and the cat never crawls (CC6, CC7).
"""

from matou.core.components import must, whole

COLUMNS, ROWS = "abcdef", 7
LEGS = ("c3", "d3", "c5", "d5")  # they fill these squares at floor level
TUNNEL = ("c4", "d4")  # the floor under the table
HOLES = {"W": "a4", "E": "f4", "N": "c7", "S": "d1"}  # each with its access square
HOMES = ("W", "E", "N", "S")  # CC1: where mouse 1 to 4 begins

# Tiles, in the order of their numbers.
TILES = ("cheese", "dishes", "+1", "+2", "arrow", "fork", "knife")
COUNTS = (10, 12, 4, 3, 4, 3, 2)  # 10 + 28; how the 28 are split is ours

CAT_DIE = (1, 1, 2, 2, 2, 3)
MOUSE_DIE = (1, 1, 2, 2, 3, 4)

QUIET_TURNS = 200  # CC19 [R]
FEWEST, SEATS = 2, 5

# --- what follows from them

KINDS = len(TILES)
CHEESE, DISHES, PLUS_ONE, PLUS_TWO, ARROW, FORK, KNIFE = range(KINDS)
CHEESES = COUNTS[CHEESE]
MICE = len(HOMES)

CAT, MOUSE = range(2)  # the two sides
FACES = max(*CAT_DIE, *MOUSE_DIE)  # the highest face there is
# How many faces of a side's die show 1, 2 and so on.
DICE = tuple(tuple(die.count(face + 1) for face in range(FACES)) for die in (CAT_DIE, MOUSE_DIE))

TABLE_COLUMNS = "".join(sorted({square[0] for square in (*LEGS, *TUNNEL)}))
TABLE_ROWS = tuple(sorted({int(square[1:]) for square in (*LEGS, *TUNNEL)}))

must(len(COLUMNS) <= 6, f"COLUMNS are {COLUMNS}; a set of squares has room for 6")
whole("ROWS", ROWS, 1, 7)  # for a set of squares has room for no more
for _square in (*LEGS, *TUNNEL, *HOLES.values()):
    must(
        _square[0] in COLUMNS and 1 <= int(_square[1:]) <= ROWS,
        f"LEGS, TUNNEL and HOLES: there is no square {_square} in COLUMNS {COLUMNS} and ROWS "
        f"1 to {ROWS}",
    )
must(
    {*LEGS} == {f"{c}{r}" for c in TABLE_COLUMNS for r in (TABLE_ROWS[0], TABLE_ROWS[-1])}
    and {*TUNNEL} == {f"{c}{r}" for c in TABLE_COLUMNS for r in TABLE_ROWS[1:-1]}
    and len(TABLE_COLUMNS) == 2
    and (TABLE_ROWS[0], TABLE_ROWS[0] + 1, TABLE_ROWS[0] + 2) == TABLE_ROWS,
    f"LEGS {LEGS} and TUNNEL {TUNNEL} make up no table of two columns and three rows, with a leg "
    "in each corner",
)
must({*HOMES} == {*HOLES} == {*"WENS"}, f"HOMES {HOMES}: a mouse begins at each of the HOLES")
# The sides that holes are on. South, a hole is the cell 8 below its square: 0 or 1, for 2 lies
# beside that of N.
for _hole, _square in HOLES.items():
    _column, _row = _square[0], int(_square[1:])
    _fits, _wall = {
        "W": (_column == COLUMNS[0], f"column {COLUMNS[0]}"),
        "E": (_column == COLUMNS[-1], f"column {COLUMNS[-1]}"),
        "N": (_row == ROWS, f"row {ROWS}"),
        "S": (_row == 1 and _column in ("d", "e"), "row 1, columns d and e"),
    }[_hole]
    must(_fits, f"HOLES: {_hole} is reached from {_square}; it must be from {_wall}")
for _name, _die in (("CAT_DIE", CAT_DIE), ("MOUSE_DIE", MOUSE_DIE)):
    for _face in _die:
        whole(f"a face of {_name}", _face, 1, 6)
must(min(COUNTS) > 0, f"COUNTS are {COUNTS}; there is a tile of each kind at least")
whole("QUIET_TURNS", QUIET_TURNS, 1, 255)
whole("FEWEST", FEWEST, 2, 2)  # the lesson and the pictures of the book are of games for two
whole("SEATS", SEATS, FEWEST, 5)


def _cell(square: str) -> int:
    return 5 + 8 * (int(square[1:]) - 1) + COLUMNS.index(square[0])


def _cells() -> dict[str, int]:
    """Returns the cell of every place in ascending order, the floor before the table top."""
    cells = {"S": _cell(HOLES["S"]) - 8, "N": 3}
    for row in range(1, ROWS + 1):
        for column in COLUMNS:
            square = f"{column}{row}"
            if square == HOLES["W"]:
                cells["W"] = _cell(square) - 1
            if square not in LEGS:
                cells[square] = _cell(square)
            if square in (*LEGS, *TUNNEL):
                cells[f"T{square}"] = _cell(square)
            if square == HOLES["E"]:
                cells["E"] = _cell(square) + 1
    return cells


CELL_OF = _cells()
PLACES = len(CELL_OF)
NAMES = tuple(CELL_OF)
PLACE_OF = {name: place for place, name in enumerate(NAMES)}

# The cell of tiles and cheeses, by place. A table top has none: its cell is that of the floor.
NO_CELL = 63
CELL = tuple(NO_CELL if name[0] == "T" else cell for name, cell in CELL_OF.items())

# The set that holds one place alone, by place.
SET = tuple(1 << cell for cell in CELL_OF.values())


def _set(*names: str) -> int:
    return sum(1 << CELL_OF[name] for name in names)


HOLE_SET = _set(*HOLES)
TABLE_SET = _set(*(name for name in NAMES if name[0] == "T"))
TUNNEL_SET = _set(*TUNNEL)
# Open floor, where cat and mice meet.
OPEN_SET = _set(*(name for name in NAMES if name[0] != "T" and name not in (*HOLES, *TUNNEL)))
TILE_SET = OPEN_SET | TUNNEL_SET
MOUSE_WORLD = OPEN_SET | TUNNEL_SET | HOLE_SET  # CC7
CAT_WORLD = OPEN_SET | TABLE_SET  # CC6

# The way to the north hole: NORTH cells from c7.
NORTH_SET = _set("N")
NORTH = CELL_OF[HOLES["N"]] - CELL_OF["N"]

HOME = tuple(PLACE_OF[name] for name in HOMES)

must(
    sum(COUNTS) == TILE_SET.bit_count(),
    f"COUNTS add up to {sum(COUNTS)} tiles, for {TILE_SET.bit_count()} squares of floor",
)
for _hole, _square in HOLES.items():
    _beside = {CELL_OF[_hole] + step for step in (-8, -1, 1, 8)}
    _wrong = [name for name in NAMES if name != _square and CELL_OF[name] in _beside]
    must(
        OPEN_SET & _set(_square) != 0 and not _wrong,
        f"HOLES: in a set of squares, hole {_hole} at {_square} would lie beside "
        f"{' and '.join(_wrong) or 'no open floor'} too; it cannot be there",
    )

# From a set of one cell back to its place: no two powers of two below 2 ** 66 are equal
# modulo 67. BITS only tells a compiler that a set is not a negative number.
ONE = 67
BITS = (1 << 63) - 1
must(
    len({(1 << cell) % ONE for cell in range(64)}) == 64,
    f"ONE is {ONE}: powers of two that are equal modulo it cannot be told apart",
)


def _places(names: tuple[str, ...]) -> tuple[int, ...]:
    """Returns the place of each of these cells, by the cell's set modulo ONE."""
    table = [-1] * ONE
    for name in names:
        table[(1 << CELL_OF[name]) % ONE] = PLACE_OF[name]
    return tuple(table)


MOUSE_PLACE = _places(tuple(name for name in NAMES if name[0] != "T"))
CAT_PLACE = _places(tuple(name for name in NAMES if name not in (*HOLES, *TUNNEL)))
