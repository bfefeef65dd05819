"""The rule book of Chop! Chop!: the numbers, pictures and icons that ``en.md`` names."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from matou import paper as p
from matou.core.book import BookSource, Credits, Picture, Values
from matou.core.messages import listed
from matou.games.chopchop import components as box
from matou.games.chopchop.draw import kitchen


def tile(name: str) -> str:
    return p.tile_front(-46, -46, 92, 92, name) + kitchen.face(box.TILES.index(name), 0, 0, 72)


def floor() -> str:
    x, y = kitchen.middle("a1")
    return p.group("", kitchen.tile("a1"), -x, -y)


def end(column: str, step: int) -> str:
    """Returns the open square at an end of the tunnel."""
    return f"{box.COLUMNS[box.COLUMNS.index(column) + step]}{box.TUNNEL[0][1]}"


KINDS = dict(zip(box.TILES, box.COUNTS, strict=True))
VALUES: Values = {
    "cat_die": ", ".join(map(str, box.CAT_DIE)),
    "cat_faces": listed([str(face) for face in sorted({*box.CAT_DIE})], "or"),
    "farthest": max(box.CAT_DIE),
    "mouse_die": ", ".join(map(str, box.MOUSE_DIE)),
    "columns": len(box.COLUMNS),
    "first_column": box.COLUMNS[0],
    "last_column": box.COLUMNS[-1],
    "tiles": box.TILE_SET.bit_count(),
    "table": box.TABLE_SET.bit_count(),
    "table_columns": listed(box.TABLE_COLUMNS),
    "table_bottom": box.TABLE_ROWS[0],
    "table_top": box.TABLE_ROWS[-1],
    "legs": listed(box.LEGS),
    "corners": len(box.LEGS),
    "tunnel": listed(box.TUNNEL),
    "west_end": end(box.TABLE_COLUMNS[0], -1),
    "east_end": end(box.TABLE_COLUMNS[-1], 1),
    "holes": len(box.HOLES),
    "ways_in": listed([*box.HOLES.values()]),
    "west": box.HOLES["W"],
    "east": box.HOLES["E"],
    "north": box.HOLES["N"],
    "south": box.HOLES["S"],
    "other_tiles": sum(box.COUNTS) - box.CHEESES,
    "dishes": KINDS["dishes"],
    "plus_one": KINDS["+1"],
    "plus_two": KINDS["+2"],
    "arrows": KINDS["arrow"],
    "forks": KINDS["fork"],
    "knives": KINDS["knife"],
}

CAUGHT = "@Td4 2 W-b4 =cheese 3 Td4-e6 =dishes 1 E-f4 =+1 f4-f5 =dishes 2 e6-f5*"
FOUND = f"{CAUGHT} 4 N-a6 =arrow a6-c4 =cheese 1 f5-f6 =cheese 2 S-d2 =dishes 2 f6-d6 =dishes"
PICTURES = {
    "start": Picture("@Td4", seat=1, part=(0, 220, 720, 820)),
    "walk": Picture("@Td4 2 W-b4 =cheese 1 Td4-Td3 3", seat=1, part=(0, 0, 720, 1040)),
    "beneath": Picture("@Tc4 3 W-c4 =dishes", seat=1, part=(180, 440, 370, 350)),
    "catch": Picture(CAUGHT, seat=1, part=(372, 220, 348, 430)),
    "cheese": Picture(FOUND, seat=1, part=(330, 375, 370, 235)),
    "fork": Picture(f"{FOUND} 1 b4-b5 =fork", seat=1, part=(0, 0, 720, 610)),
}
ICONS: dict[str, Callable[[], str]] = {
    "cat": lambda: p.matou("watching", 0, -3, 84),
    "mice": lambda: p.mouse("watching", 0, -3, 84),
    "kitchen": floor,
    "hole": lambda: p.hole(0, 0, 94),
    "plus-one": partial(tile, "+1"),
    "plus-two": partial(tile, "+2"),
    **{name: partial(tile, name) for name in ("cheese", "dishes", "arrow", "fork", "knife")},
}

AID = {
    "cat": p.matou_head("pouncing", 0, 0, 92),
    "mice": p.mouse_head("proud", 0, 0, 88),
    "more": kitchen.face(box.PLUS_ONE, 0, 0, 92),
    **{
        name: kitchen.face(box.TILES.index(name), 0, 0, 92)
        for name in ("cheese", "dishes", "arrow", "fork", "knife")
    },
}

LESSON = (  # for each step: the action to take, and those that follow it
    ("", "@Td4 2"),
    ("W-b4", "=cheese 3 Td4-e6 =dishes 1"),
    ("E-f4", "=+1"),
    ("f4-f5", "=dishes 2 e6-f5* 4"),
    ("N-a6", "=arrow"),
    ("a6-c4", "=cheese 1 f5-f6 =cheese 2"),
    ("S-d2", "=dishes 2 f6-d6 =dishes 1"),
    ("b4-b5", "=fork"),
    ("^f6", "1 d6-d7 =knife 3"),
    ("c4-W", "2"),
    ("W-a5", "=cheese 2 d7-c6 =dishes 2"),
    ("", ""),
)

BOOK = BookSource(
    Path(__file__).parent,
    credits=Credits(authors=("Alexandre Droit",), publishers=("Djeco",), year=2017, age=6),
    learner=1,
    lesson=LESSON,
    pictures=PICTURES,
    icons=ICONS,
    box=box,
    values=VALUES,
    aid=lambda _: AID,
)
