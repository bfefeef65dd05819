"""The kitchen: where each place lies on the sheet, tiles, their faces, the table."""

from pathlib import Path

from matou import paper as p
from matou.games.chopchop import components as box

SQUARE, WALL = 92.0, 84.0
THUMB = SQUARE + 2  # what can be clicked: 44 pixels on a phone, whichever way it is held
WIDTH = 2 * WALL + len(box.COLUMNS) * SQUARE
HEIGHT = 2 * WALL + box.ROWS * SQUARE

# The tunnel shows through a strip cut out of the table's middle row: mice under the table are
# drawn in the strip, a cat on the same square above it.
STRIP = 48.0

# A mouse's coat is not the colour of a seat: any mouse player may move any mouse.
COATS = ("var(--grey)", "var(--clay)", "var(--thatch)", "var(--blush)")


def corner(square: str) -> p.Point:
    """Returns the top left corner of a square; row 7 is at the top."""
    column, row = box.COLUMNS.index(square[-2]), int(square[-1])
    return WALL + SQUARE * column, WALL + SQUARE * (box.ROWS - row)


def middle(name: str) -> p.Point:
    """Returns the middle of a place."""
    if name in box.HOLES:
        x, y = middle(box.HOLES[name])
        away = (SQUARE + WALL) / 2
        dx, dy = {"W": (-1, 0), "E": (1, 0), "N": (0, -1), "S": (0, 1)}[name]
        return x + dx * away, y + dy * away
    x, y = corner(name)
    if name in box.TUNNEL:
        return x + SQUARE / 2, y + SQUARE - STRIP / 2
    return x + SQUARE / 2, y + SQUARE / 2


MIDDLES = tuple(middle(name) for name in box.NAMES)


def room(name: str) -> tuple[float, float, float, float]:
    """Returns the clickable box of a place: left, top, width, height."""
    x, y = middle(name)
    w, h = SQUARE - 8, SQUARE - 8
    if name in box.TUNNEL:
        w, h = SQUARE - 4, STRIP - 4
    elif name in ("W", "E"):
        w, h = WALL - 6, SQUARE - 4
    elif name in box.HOLES:
        w, h = SQUARE - 4, WALL - 6
    return x - w / 2, y - h / 2, w, h


def walls() -> str:
    wall = p.cut_rect(2, 2, WIDTH - 4, HEIGHT - 4, 16, "kitchen-wall")
    body = p.paper(wall, "var(--indoors)", 3)
    dado = p.cut_rect(11, 11, WIDTH - 22, HEIGHT - 22, 10, "kitchen-dado")
    body += p.shape(dado, "none", "var(--cream)", 2.5, 0.4)
    rim = p.cut_rect(WALL - 8, WALL - 8, WIDTH - 2 * WALL + 16, HEIGHT - 2 * WALL + 16, 6, "skirt")
    return body + p.shape(rim, "var(--grain)")


def labels() -> str:
    body = ""
    for i, column in enumerate(box.COLUMNS):
        if f"{column}1" != box.HOLES["S"]:
            x = WALL + SQUARE * (i + 0.5)
            body += p.text(column, x, HEIGHT - WALL + 34, 24, "var(--ink)", bold=True)
    for row in range(1, box.ROWS + 1):
        if f"a{row}" != box.HOLES["W"]:
            y = WALL + SQUARE * (box.ROWS - row + 0.5) + 8
            body += p.text(str(row), WALL - 26, y, 24, "var(--ink)", bold=True)
    return body


def bare(square: str) -> str:
    """Draws the floor where a tile has gone."""
    x, y = corner(square)
    odd = (box.COLUMNS.index(square[0]) + int(square[1])) % 2 == 1
    return p.floor_tile(x, y, SQUARE, odd)


# Four petals and a dot in each corner, for a tile of 84 units about the origin.
FLOWER = (
    "M0 0Q17 17 25 0Q17-17 0 0Q-17 17 0 25Q17 17 0 0Q-17-17-25 0Q-17 17 0 0Q17-17 0-25Q-17-17 0 0Z"
    + "".join(p.disc(x, y, 4.5) for x in (-31, 31) for y in (-31, 31))
)


def tile(square: str) -> str:
    """Draws a floor tile, face down."""
    cx, cy = middle(square)
    side = STRIP - 8 if square in box.TUNNEL else SQUARE - 8
    k = side / 84
    d = p.cut_rect(cx - side / 2, cy - side / 2, side, side, 9 * k, f"tile-{square}")
    flower = p.shape(FLOWER, "var(--sky)", opacity=0.5)
    return p.paper(d, "var(--cream)", 3, "var(--line)", 1.5) + p.group("", flower, cx, cy, k)


def table() -> str:
    x, y = corner(f"{box.TABLE_COLUMNS[0]}{box.TABLE_ROWS[-1]}")
    w, h = SQUARE * len(box.TABLE_COLUMNS), SQUARE * len(box.TABLE_ROWS)
    body = p.wood(x - 3, y - 3, w + 6, h + 6, "table", 20)
    for lx, ly in ((16, 16), (w - 16, 16), (16, h - 16), (w - 16, h - 16)):
        body += p.shape(p.disc(x + lx, y + ly, 9), "var(--grain)", "var(--face)", 1.5)
    lines = f"M{p.num(x + SQUARE)} {p.num(y + 6)}V{p.num(y + h - 6)}"
    for k in range(1, len(box.TABLE_ROWS)):
        lines += f"M{p.num(x + 6)} {p.num(y + k * SQUARE)}H{p.num(x + w - 6)}"
    body += p.shape(lines, "none", "var(--grain)", 2.5)
    return body


def strip() -> str:
    """Draws the visible part of the tunnel, open at both ends."""
    x, y = corner(box.TUNNEL[0])
    top, w = y + SQUARE - STRIP, SQUARE * len(box.TUNNEL)
    d = p.cut_rect(x - 5, top, w + 10, STRIP, 5, "strip", 0.4)
    shade = f"M{p.num(x - 4)} {p.num(top + 1)}h{p.num(w + 8)}v7h{p.num(-w - 8)}Z"
    split = f"M{p.num(x + SQUARE)} {p.num(top + 8)}v{p.num(STRIP - 12)}"
    body = p.shape(d, "var(--dark)") + p.shape(shade, "var(--face)", opacity=0.5)
    return body + p.shape(split, "none", "var(--quiet)", 1.5, 0.5)


def hole(name: str) -> str:
    # The kit's hole stands on its foot; turned about, the foot lies on the kitchen's edge.
    turn = {"W": 270.0, "E": 90.0, "N": 0.0, "S": 180.0}[name]
    return p.group("", p.hole(0, 0, WALL - 2), *middle(name), 1.0, turn)


def dish(name: str) -> str:
    """Draws the home plate, which covers a hole until its mouse has left (CC8)."""
    x, y = middle(name)
    d = p.cut_disc(x, y, 36, f"plate-{name}")
    inner = p.disc(x, y, 25)
    rim = p.shape(inner, "none", "var(--sky)", 3, 0.7)
    return p.paper(d, "var(--cream)", 3, "var(--line)", 1.5) + rim


def face(kind: int, x: float, y: float, size: float) -> str:
    """Draws the face of a tile about (x, y), without its background."""
    return p.group("", FACES_DRAWN[kind], x, y, size / 100)


def _plus(steps: int) -> str:
    feet = p.shape(p.disc(0, 0, 46), "var(--leaf)")
    return feet + p.text(f"+{steps}", -2, 20, 61, p.ink_on("var(--leaf)"), bold=True)


DRAWN = p.drawings(Path(__file__).with_name("tiles.svg"))
FACES_DRAWN = {
    box.CHEESE: p.cheese_wedge(0, 0, 92),
    box.DISHES: DRAWN["dishes"],
    box.PLUS_ONE: _plus(1),
    box.PLUS_TWO: _plus(2),
    box.ARROW: DRAWN["arrow"],
    box.FORK: DRAWN["fork"],
    box.KNIFE: DRAWN["knife"],
}


def tag(i: int, x: float, y: float) -> str:
    """Draws a mouse's number on a paper tag."""
    body = p.paper(p.disc(x, y, 14.5), "var(--cream)", 1.5, "var(--face)", 2)
    return body + p.text(str(i + 1), x, y + 8.5, 24, "var(--face)", bold=True)
