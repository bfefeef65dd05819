"""The pieces of the castle: tiles, roofs, towers, slots and tokens."""

from functools import cache

from matou import paper as p
from matou.games.appenzell import components as box
from matou.games.appenzell.castle import ROOM_OF
from matou.games.appenzell.say.names import KIND_WORDS, MATERIALS, material

CELL = 76.0
MARGIN = 54.0  # the moat around the castle, where the slots are
TILE = CELL - 8
LEGIBLE = 19.3  # the smallest type: 11 pixels on a phone, whichever way it is held


def corner(square: int) -> tuple[float, float]:
    """Returns the top left corner of a square; row 7 is at the top."""
    return MARGIN + square % box.SIDE * CELL, MARGIN + (box.SIDE - 1 - square // box.SIDE) * CELL


def middle(square: int) -> tuple[float, float]:
    x, y = corner(square)
    return x + CELL / 2, y + CELL / 2


@cache
def room_box(castle: int, room: int) -> tuple[float, float, float, float]:
    corners = [corner(s) for s in range(box.SQUARES) if ROOM_OF[castle * box.SQUARES + s] == room]
    x, y = min(c[0] for c in corners), min(c[1] for c in corners)
    return (x, y, max(c[0] for c in corners) + CELL - x, max(c[1] for c in corners) + CELL - y)


@cache
def tile(kind: int, seed: str, lang: str = "en", shared: bool = False) -> str:
    """Draws a sliding tile face up; ``shared`` leaves room for a mouse over its name."""
    if kind == box.UNKNOWN:
        return p.tile_back(0, 0, TILE, TILE, seed)
    if kind == box.TRAP:
        inside = p.trap(TILE / 2, TILE / 2, TILE * 0.84)
        return p.tile_front(0, 0, TILE, TILE, seed, inside, "var(--blush)")
    if kind == box.BARE:
        inside = p.shape("M14 50l8-5 6 4M44 18l7 4 3-5", "none", "var(--grain)", 1.8, 0.55)
        return p.tile_front(0, 0, TILE, TILE, seed, inside)
    x, y, wide = (24, 30, 46) if shared else (34, 28, 48)
    inside = p.cheese(p.CHEESES[kind], x, y, wide, label=False)
    # Its name, or its initials on small screens (``parts.STYLE``).
    name, initials = KIND_WORDS[kind].say(lang), p.INITIALS[p.CHEESES[kind]]
    for text, size, cls in ((name, name_size(lang), "whole"), (initials, LEGIBLE, "short")):
        said = p.text(text, TILE / 2, TILE - 4, size, "var(--face)", bold=True)
        inside += p.group("", said, cls=cls)
    return p.tile_front(0, 0, TILE, TILE, seed, inside)


@cache
def name_size(lang: str) -> float:
    """Returns the size in which the name of every cheese fits on a tile."""
    names = [word.say(lang) for word in KIND_WORDS[: box.CHEESES]]
    return (TILE - 5) / max(p.text_width(name, bold=True) for name in names)


def flagstone(square: int) -> str:
    """Draws a square that does not slide."""
    d = p.cut_rect(0, 0, TILE, TILE, 4, f"stone{square}")
    joints = "M6 22H62M6 45H62M24 6V22M46 22V45M20 45V62M50 45V62"
    body = p.shape(d, "var(--stone)", "var(--line)", 1.5)
    return body + p.shape(joints, "none", "var(--shadow)", 1.5, 0.22)


def hint(kind: int, x: float, y: float) -> str:
    """Draws the memory help's hint of a tile under a roof."""
    body = p.shape(p.disc(0, 0, 24), "var(--cream)", "var(--line)", 1.5, 0.94)
    if kind < box.CHEESES:
        body += p.cheese(p.CHEESES[kind], 0, -5, 34, label=False)
        body += p.text(
            p.INITIALS[p.CHEESES[kind]], 0, 19, LEGIBLE, "var(--face)", halo="var(--cream)"
        )
    elif kind == box.TRAP:
        body += p.trap(0, 0, 34)
    else:
        body += p.shape("M-9 0H9", "none", "var(--face)", 3)
    return p.group("", body, x + 3, y + 3)


def roof(castle: int, room: int, letter: str) -> str:
    """Draws a hipped roof from above, the light from the upper left."""
    left, top, wide, high = room_box(castle, room)
    x, y, w, h = left + 2, top + 2, wide - 4, high - 4
    made_of = MATERIALS[material(castle, room)]
    body = p.castle_roof(made_of, x, y, w, h, f"roof{letter}")
    hip = min(w, h) / 2
    one, two = (x + hip, y + hip), ((x + w - hip, y + hip) if w >= h else (x + hip, y + h - hip))
    nw, ne, se, sw = (x, y), (x + w, y), (x + w, y + h), (x, y + h)
    east, south = (two, one) if w >= h else (one, two)  # the ends of the ridge that slopes reach
    slopes: tuple[tuple[list[p.Point], str, float], ...] = (
        ([nw, ne, east, one], "var(--cream)", 0.3),
        ([sw, se, two, south], "var(--shadow)", 0.34),
        ([nw, sw, south, one], "var(--cream)", 0.12),
        ([ne, se, two, east], "var(--shadow)", 0.18),
    )
    for outline, fill, opacity in slopes:
        body += p.shape(p.poly(outline), fill, opacity=opacity)
    ridge = f"{one[0]:.0f} {one[1]:.0f}L{two[0]:.0f} {two[1]:.0f}"
    hips = f"M{x + 3:.0f} {y + 3:.0f}L{ridge}L{x + w - 3:.0f} {y + h - 3:.0f}"
    for (ax, ay), (bx, by) in zip((ne, sw) if w >= h else (sw, ne), (two, one), strict=True):
        hips += f"M{ax:.0f} {ay:.0f}L{bx:.0f} {by:.0f}"
    body += p.shape(hips, "none", "var(--face)", 4, 0.28)
    body += p.shape(f"M{ridge}", "none", "var(--cream)", 3.5, 0.6)
    return body + _on_top(made_of, one, two)


def _on_top(made_of: p.Material, one: p.Point, two: p.Point) -> str:
    """Draws a chimney on tiles, a lantern on copper, nothing on thatch."""
    (x, y), (tx, ty) = one, two
    if made_of == "copper":
        lantern = p.paper(p.cut_disc(x, y, 15, "lantern"), "var(--stone)", 6, "var(--face)", 1.5)
        cap = p.shape(p.cut_disc(x, y, 10, "cap"), "var(--copper)", "var(--face)", 1.5)
        return lantern + cap + p.shape(p.disc(x - 2, y - 2, 3.5), "var(--cheese)")
    if made_of == "tiled":
        x, y = x + (tx - x) * 0.7, y + (ty - y) * 0.7
        stack = p.cut_rect(x - 8, y - 8, 16, 16, 2, "chimney", 0.4)
        pot = p.shape(p.disc(x, y, 4), "var(--dark)")
        return p.paper(stack, "var(--stone)", 6, "var(--face)", 1.5) + pot
    return ""


@cache
def lettered(castle: int) -> set[int]:
    """Returns the squares that bear the letters of rooms."""
    corners = {room_box(castle, room)[:2] for room in range(box.ROOMS)}
    return {square for square in range(box.SQUARES) if corner(square) in corners}


@cache
def mouse(seat: int, mood: p.Mood) -> str:
    return p.mouse_piece(seat, 0, 0, 100, mood) + p.glow_disc(0, 0, 49, "mouse")


def tower(square: int) -> str:
    """Draws a tower from above: battlements around a floor."""
    side: list[tuple[float, float]] = []
    for i in range(4):  # three gaps between four merlons, each 10 wide
        side += [(-35 + 20 * i, -35), (-25 + 20 * i, -35)]
        side += [(-25 + 20 * i, -28), (-15 + 20 * i, -28)] if i < 3 else []
    outline = list(side)
    for _ in range(3):
        side = [(-y, x) for x, y in side]
        outline += side[1:]
    floor = p.cut_rect(-23, -23, 46, 46, 6, f"floor{square}")
    return (
        p.paper(p.poly(outline), "var(--stone)", 7, "var(--quiet)", 1.5)
        + p.shape("M-35-35H35L28-28H-28V28L-35 35Z", "var(--cream)", opacity=0.35)
        + p.shape("M35 35H-35L-28 28H28V-28L35-35Z", "var(--shadow)", opacity=0.22)
        + p.shape(floor, "var(--floor)", "var(--quiet)", 1.5)
        + p.shape("M-22-22H22V-14H-14V22H-22Z", "var(--shadow)", opacity=0.18)
        + p.hit(CELL, CELL)
        + p.glow_rect(-33, -33, 66, 66, 6, f"tower{square}")
    )


WAYS: tuple[p.Direction, ...] = ("east", "west", "north", "south")


def slot_at(slot: int) -> tuple[float, float, p.Direction]:
    """Returns where a slot is, and which way it pushes."""
    lane = slot // 2 % 3 * 2 + 1
    far = MARGIN * 2 + box.SIDE * CELL - 28
    if slot < 6:
        y = MARGIN + (box.SIDE - 1 - lane + 0.5) * CELL
        return (far if slot & 1 else 28.0), y, WAYS[slot & 1]
    x = MARGIN + (lane + 0.5) * CELL
    return x, (28.0 if slot & 1 else far), WAYS[2 + (slot & 1)]


def turret(seed: str) -> str:
    """Draws a turret of the outer walls from above."""
    body = p.paper(p.cut_disc(0, 0, 23, seed, 0.6), "var(--stone)", 5, "var(--quiet)", 1.5)
    body += p.shape(p.cut_disc(0, 0, 18, seed + "cone", 0.5), "var(--clay)")
    body += p.shape("M0 0L-17 6A18 18 0 0 1 4-17.5Z", "var(--cream)", opacity=0.4)
    body += p.shape("M0 0L17-6A18 18 0 0 1-4 17.5Z", "var(--shadow)", opacity=0.35)
    return body + p.shape(p.disc(0, 0, 3.5), "var(--cheese)", "var(--face)", 1)


def empty_place(kind: int) -> str:
    """Draws a cheese's empty place on a shelf: its outline, the cheese faint in it."""
    outline = p.shape(p.SILHOUETTES[p.CHEESES[kind]], "var(--card)", "var(--quiet)", 4, 0.7)
    return outline + p.el("g", won(kind), opacity=0.4)


def won(kind: int) -> str:
    return p.cheese(p.CHEESES[kind], 0, 0, 100, label=False)
