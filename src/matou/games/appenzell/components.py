"""The box of Château d'Appenzell as data: tiles, roofs, castles. Owners correct it here."""

from matou.core.components import BYTE, must, whole

FEWEST, SEATS = 2, 4
MICE = 4  # each player's

# Sliding tiles, in the order of their numbers: seven cheeses, named by us, then bare
# and trap.
KIND_NAMES = (
    "appenzeller", "brie", "cheddar", "edam", "emmental", "gouda", "gruyere", "bare", "trap",
)  # fmt: skip
COUNTS = (3, 3, 3, 3, 3, 3, 3, 10, 3)
KINDS = len(KIND_NAMES)
BARE, TRAP = KINDS - 2, KINDS - 1
CHEESES = BARE  # the kinds before it
UNKNOWN = KINDS  # a tile nobody has seen yet
NO_TILE = KINDS + 1  # towers and the twelve fixed squares have none
TILES = sum(COUNTS)

ACTIONS_A_TURN = 4  # AP3
TURNS = 300  # AP15
GOALS = (4, 5, 6)  # option ``goal``
LOST = 3  # AP14: this many mice in the cellar end the game

# A square's number is row * 7 + column, from a1 = 0 to g7 = 48: the order of reveals (AP10).
COLUMNS = "abcdefg"
SIDE = len(COLUMNS)
SQUARES = SIDE * SIDE
TOWERS = tuple(row * SIDE + column for row in (0, SIDE - 1) for column in (0, SIDE - 1))
SPARE = SQUARES  # the place of the spare tile, after the squares

# Room layouts, our own: row 7 at the top, ``#`` a tower; option ``castle``: front, back.
ROOM_LETTERS = "ABCDEFGHIJKLMNOPQR"
ROOMS = len(ROOM_LETTERS)
CASTLES = (
    (
        "#AABCC#",
        "DEEBFFG",
        "DEEHFFG",
        "IIIHJJJ",
        "KLLHMMN",
        "KOPPPQN",
        "#ORRRQ#",
    ),
    (
        "#AABCC#",
        "DDDBEEE",
        "FGGBHHI",
        "FJKKKLI",
        "MJNNNLO",
        "MPPQRRO",
        "#PPQRR#",
    ),
)

# Slots in pairs, so that slot ^ 1 is the one opposite: rows from west and east, columns from
# south and north.
SLOT_NAMES = (">2", "<2", ">4", "<4", ">6", "<6", "+b", "-b", "+d", "-d", "+f", "-f")
SLOTS = len(SLOT_NAMES)


def square_name(square: int) -> str:
    """Returns ``b4``, or ``spare`` for the place of the spare tile."""
    return "spare" if square == SPARE else f"{COLUMNS[square % SIDE]}{square // SIDE + 1}"


def how_far(a: int, b: int) -> int:
    """Returns the steps from one square to another."""
    return abs(a % SIDE - b % SIDE) + abs(a // SIDE - b // SIDE)


def room_letter(castle: int, square: int) -> str:
    """Returns the letter of a square's room, ``#`` for a tower."""
    return CASTLES[castle][SIDE - 1 - square // SIDE][square % SIDE]


def roofs(castle: int) -> dict[int, int]:
    """Returns how many roofs there are of each size, in squares."""
    sizes = ["".join(CASTLES[castle]).count(letter) for letter in ROOM_LETTERS]
    return {size: sizes.count(size) for size in sorted({*sizes})}


# --- what has to hold

whole("FEWEST", FEWEST, 2, 2)  # the lesson and the pictures of the book are of games for two
whole("SEATS", SEATS, 4, 4)  # there are mice of four colours; every rule looks at all of them
must(SIDE == 7, f"COLUMNS are {COLUMNS}: every line of this castle has seven squares")
for _castle, _plan in enumerate(CASTLES):
    _letters = "".join(_plan)
    must(
        [len(line) for line in _plan] == [SIDE] * SIDE
        and {*_letters} == {*ROOM_LETTERS, "#"}
        and [i for i, letter in enumerate(_letters) if letter == "#"] == [*TOWERS],
        f"CASTLES: plan {_castle} is no square of {SIDE} with a tower in each corner and the "
        f"ROOM_LETTERS {ROOM_LETTERS}",
    )
    must(
        {*roofs(_castle)} == {2, 3, 4} and roofs(_castle) == roofs(0),
        "CASTLES: rooms have two, three or four squares, and both plans as many of each",
    )
for _kind, _count in zip(KIND_NAMES, COUNTS, strict=True):
    whole(f"the number in COUNTS of {_kind}", _count, 0, BYTE)
for _goal in GOALS:
    must(
        1 <= _goal <= sum(n >= 2 for n in COUNTS[:CHEESES]) and GOALS.count(_goal) == 1,
        f"GOALS are {GOALS}; each must be another number of cheeses that can be won, for which "
        "COUNTS has two tiles at least",
    )
# A jump is shorter than a line, so it costs less than SIDE. The rules count choices in six bits.
whole("ACTIONS_A_TURN", ACTIONS_A_TURN, 1, SIDE - 1)
whole("MICE", MICE, 2, 8)
whole("LOST", LOST, 1, MICE)
whole("TURNS", TURNS, 1, 1023)
