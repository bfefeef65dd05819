"""What things are called: tiles, roofs, players and lines, in French and English."""

from __future__ import annotations

from functools import cache

from matou.core.numerals import spelt
from matou.core.words import Words
from matou.games.appenzell.components import COLUMNS, ROOM_LETTERS, ROOMS, SPARE, square_name
from matou.games.appenzell.plan import ROOM_SET

KIND_WORDS = (
    Words("appenzeller", "appenzeller"),
    Words("brie", "brie"),
    Words("cheddar", "cheddar"),
    Words("edam", "édam"),
    Words("emmental", "emmental"),
    Words("gouda", "gouda"),
    Words("gruyère", "gruyère"),
    Words("bare floor", "dalle nue"),
    Words("trap", "trappe"),
    Words("never seen", "jamais vue"),
)

# The same in a sentence.
A_KIND = (
    Words("an appenzeller", "un appenzeller"),
    Words("a brie", "un brie"),
    Words("a cheddar", "un cheddar"),
    Words("an edam", "un édam"),
    Words("an emmental", "un emmental"),
    Words("a gouda", "un gouda"),
    Words("a gruyère", "un gruyère"),
    Words("bare floor", "une dalle nue"),
    Words("a trap", "une trappe"),
    Words("a tile", "une tuile"),
)

# AP1: the size of a room says what its roof is made of.
MATERIALS = {2: "tiled", 3: "thatched", 4: "copper"}
ROOF_WORDS = {
    "tiled": Words("tiled roof", "toit de tuiles"),
    "thatched": Words("thatched roof", "toit de chaume"),
    "copper": Words("copper roof", "toit de cuivre"),
}


def material(castle: int, room: int) -> str:
    """What a room's roof is made of: tiled, thatched or copper."""
    return MATERIALS[ROOM_SET[castle * ROOMS + room].bit_count()]


@cache
def roof(castle: int, room: int) -> Words:
    """'the thatched roof of room H'."""
    words = ROOF_WORDS[material(castle, room)]
    letter = ROOM_LETTERS[room]
    return Words(f"the {words.en} of room {letter}", f"le {words.fr} de la pièce {letter}")


@cache
def so_many_mice(n: int) -> Words:
    """'three mice', « trois souris »."""
    said = spelt(n, feminine=True)
    return Words(f"{said.en} {'mouse' if n == 1 else 'mice'}", f"{said.fr} souris")


@cache
def place(square: int) -> Words:
    """A square's name, or the spare."""
    if square == SPARE:
        return Words("the spare", "la tuile de réserve")
    return Words(square_name(square), square_name(square))


def shown_at(square: int, kind: int) -> Words:
    """A tile that comes to light: 'On g2 lies a gouda'."""
    what = A_KIND[kind]
    if square == SPARE:
        return Words(f"The spare tile is {what.en}", f"La tuile de réserve est {what.fr}")
    name = square_name(square)
    return Words(f"On {name} lies {what.en}", f"En {name} se trouve {what.fr}")


@cache
def line(slot: int) -> Words:
    """'row 2 from the west'."""
    lane = slot // 2 % 3 * 2 + 1
    if slot < 6:
        side = Words("east", "l’est") if slot & 1 else Words("west", "l’ouest")
        return Words(f"row {lane + 1} from the {side.en}", f"la rangée {lane + 1} depuis {side.fr}")
    side = Words("north", "le nord") if slot & 1 else Words("south", "le sud")
    return Words(
        f"column {COLUMNS[lane]} from the {side.en}",
        f"la colonne {COLUMNS[lane]} depuis {side.fr}",
    )
