"""The box of Château d'Appenzell, as data: tiles, roofs, castles. An owner corrects it here."""

from __future__ import annotations

SEATS = 4
MICE = 4  # each player's

# Sliding tiles, in the order of their numbers: seven cheeses, named by us, then bare
# and trap.
KIND_NAMES = (
    "appenzeller", "brie", "cheddar", "edam", "emmental", "gouda", "gruyere", "bare", "trap",
)  # fmt: skip
COUNTS = (3, 3, 3, 3, 3, 3, 3, 10, 3)
KINDS = 9
CHEESES = 7
BARE, TRAP = 7, 8
UNKNOWN = 9  # a tile nobody has seen yet
NO_TILE = 10  # towers and the twelve fixed squares have none
TILES = 34

ACTIONS_A_TURN = 4  # AP3
TURNS = 300  # AP15
GOALS = (4, 5, 6)  # option ``goal``
LOST = 3  # AP14: so many mice in the cellar end the game

# A square's number is row * 7 + column, from a1 = 0 to g7 = 48: the order of reveals (AP10).
SIDE = 7
SQUARES = 49
COLUMNS = "abcdefg"
TOWERS = (0, 6, 42, 48)
SPARE = 49  # the place of the spare tile, after the squares

# Room layouts, our own: row 7 at the top, ``#`` a tower; option ``castle``: front, back.
ROOMS = 18
ROOM_LETTERS = "ABCDEFGHIJKLMNOPQR"
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
SLOTS = 12


def square_name(square: int) -> str:
    """``b4``; the place of the spare is called ``spare``."""
    return "spare" if square == SPARE else f"{COLUMNS[square % SIDE]}{square // SIDE + 1}"


def room_letter(castle: int, square: int) -> str:
    """The letter of a square's room, ``#`` for a tower."""
    return CASTLES[castle][SIDE - 1 - square // SIDE][square % SIDE]
