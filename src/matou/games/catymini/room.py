"""A nursery: its coloured walls, furniture and toys, and the thread that runs through it.

Drawn in the rules' own units, the room from 0 to 1000 with walls of ``DEPTH`` folded out around
it, and then scaled as a whole: what the eye measures is what the rules measure. ``frame`` is the
transform that puts a nursery on the sheet: every part of it is one element and brings it along.
"""

from __future__ import annotations

from functools import cache, lru_cache

from matou.games.catymini.components import (
    BOARD_LETTERS,
    COLOUR_OF,
    COLOURS,
    FURNITURE,
    ROOM,
    TILES,
    TOY_NAMES,
    TOY_RADIUS,
    TOYS,
)
from matou.games.catymini.furniture import furniture
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.names import PIECES, TOY_WORDS
from matou.games.catymini.toys import toy_art
from matou.paper import (
    WALLPAPERS,
    Mood,
    Sheet,
    cat_head,
    cut_rect,
    disc,
    el,
    esc,
    glow_disc,
    group,
    last,
    manner,
    num,
    paper,
    pattern,
    poly,
    seat_colour,
    shape,
    sheet,
)
from matou.paper import Point as Spot

DEPTH = 150  # of a wall
SPAN = ROOM + 2 * DEPTH
PANEL = 126  # the side of the cream panel a piece stands before
INWARD = ((0, 1), (-1, 0), (0, -1), (1, 0))  # from each wall into the room
FADE = (1.0, 0.62, 0.5, 0.4, 0.32, 0.26, 0.22, 0.18)  # a thread's stretches, the newest first


def middle_of(room: int, tile: int) -> Spot:
    """Where a piece stands on the wall's line: halfway between its notches."""
    (ax, ay), (bx, by) = NOTCH_AT[room][2 * tile], NOTCH_AT[room][2 * tile + 1]
    return (ax + bx) / 2, (ay + by) / 2


def panel_at(room: int, tile: int) -> Spot:
    """The middle of a piece's panel, on its wall."""
    x, y = middle_of(room, tile)
    dx, dy = INWARD[COLOUR_OF[tile]]
    return x - dx * (DEPTH / 2 + 2), y - dy * (DEPTH / 2 + 2)


def panel(room: int, tile: int) -> str:
    """The outline of a piece's panel."""
    x, y = panel_at(room, tile)
    return cut_rect(x - PANEL / 2, y - PANEL / 2, PANEL, PANEL, 16, f"panel{tile}", 1.6)


def plain_panel(room: int, tile: int) -> str:
    x, y = panel_at(room, tile)
    return f"M{num(x - PANEL / 2)} {num(y - PANEL / 2)}h{PANEL}v{PANEL}h-{PANEL}Z"


def titled(title: str, body: str, x: float, y: float, scale: float) -> str:
    """Something with a name that shows when one points at it."""
    named = f"<title>{esc(title)}</title>" if title else ""
    return group("", named + body, x, y, scale)


@cache
def walls(large: bool) -> str:
    """Four walls folded out, each with its colour and its wallpaper, and a floor of planks."""
    a, b = -DEPTH, ROOM + DEPTH
    corners: list[list[Spot]] = [
        [(a, a), (b, a), (ROOM, 0), (0, 0)],
        [(b, a), (b, b), (ROOM, ROOM), (ROOM, 0)],
        [(b, b), (a, b), (0, ROOM), (ROOM, ROOM)],
        [(a, b), (a, a), (0, 0), (0, ROOM)],
    ]
    step = 46 if large else 76
    body = paper(cut_rect(a, a, SPAN, SPAN, 26, "nursery", 2), "var(--stone)", 8)
    for wall in range(COLOURS):
        body += shape(poly(corners[wall]), f"var(--wall-{wall})")
        body += pattern(WALLPAPERS[wall], corners[wall], step, opacity=0.4, inset=10)
    planks = "".join(f"M0 {y}H{ROOM}" for y in range(100, ROOM, 100))
    joints = "".join(f"M{(7 * row * 130 + 180) % ROOM} {row * 100}v100" for row in range(10))
    body += f'<rect width="{ROOM}" height="{ROOM}" fill="var(--floor)"/>'
    body += shape(planks + joints, "none", "var(--floor-odd)", 4)
    return body + shape(f"M0 0H{ROOM}V{ROOM}H0Z", "none", "var(--cream)", 7)


@cache
def static_room(room: int, lang: str, large: bool) -> str:
    """All of a nursery that never changes; a small one is cut more plainly."""
    body = walls(large)
    rugs = "".join(disc(x, y, TOY_RADIUS) for x, y in TOY_AT[room])
    body += shape(rugs, "var(--cream)", "var(--line)", 3)
    for toy in range(TOYS):
        x, y = TOY_AT[room][toy]
        name = TOY_WORDS[toy].say(lang)
        body += titled(name if large else "", toy_art(toy, large), x, y, 0.94)
    if not large:
        body += shape("".join(plain_panel(room, tile) for tile in range(TILES)), "var(--cream)")
    for tile in range(TILES):
        px, py = panel_at(room, tile)
        if large:  # a thing of its own, that a click on it may be told why not
            art = titled(PIECES[tile].say(lang), furniture(tile, large), px, py, 1.14)
            ground = shape(panel(room, tile), "var(--cream)")
            body += group(f"piece-{FURNITURE[tile]}", ground + art)
        else:
            body += titled("", furniture(tile, large), px, py, 1.14)
    holes = "".join(disc(x, y, 9) for x, y in NOTCH_AT[room])
    return body + shape(holes, "var(--face)", "var(--cream)", 4)


@lru_cache(maxsize=256)
def nursery(seat: int, room: int, lang: str, large: bool, frame: str) -> str:
    """A seat's room with nothing in it that changes."""
    return f'<g id="nursery-{seat}" transform="{frame}">{static_room(room, lang, large)}</g>'


@lru_cache(maxsize=1024)
def gone(room: int, toys: tuple[int, ...], frame: str) -> str:
    """Toys that nobody can win any more, dimmed where they stand."""
    veils = "".join(disc(*TOY_AT[room][toy], TOY_RADIUS + 3) for toy in toys)
    body = shape(veils, "var(--floor)", opacity=0.78) if toys else ""
    return f'<g transform="{frame}" pointer-events="none">{body}</g>'


def portrait(letter: str) -> Sheet:
    """A nursery by itself for who chooses one: what differs is drawn large, the rest left out."""
    room, side = BOARD_LETTERS.index(letter), SPAN + 20
    body = walls(large=False)
    for toy, (x, y) in enumerate(TOY_AT[room]):
        body += group("", toy_art(toy, shaded=False), x, y, 1.9)
    for tile in range(TILES):
        body += shape(plain_panel(room, tile), "var(--cream)")
        body += group("", furniture(tile, shaded=False), *panel_at(room, tile), 1.3)
    return sheet(side, side, [group("", body, DEPTH + 10, DEPTH + 10)], title=letter)


def line(a: Spot, b: Spot) -> str:
    return f"M{num(a[0])} {num(a[1])}L{num(b[0])} {num(b[1])}"


def strand(d: str, colour: str, width: float, newest: bool = True, id: str = "") -> str:
    """Thread lying over the floor; the newest has a bare rim, so that it lies over the older."""
    rim = shape(d, "none", "var(--floor)", width + 8) if newest else ""
    over = shape(d, "none", colour, width)
    if id:  # by its class a page finds the path, and draws it as if it were spun
        rim = rim.replace("<path", '<path class="thread"', 1)
        over = over.replace("<path", f'<path id="{id}" class="thread"', 1)
    return rim + over


def under(d: str, colour: str, width: float) -> str:
    """Thread running under the furniture: seen in gaps along the skirting board."""
    return el(
        "path", d=d, fill="none", stroke=colour, stroke_width=width * 0.8,
        stroke_dasharray=f"{num(width * 1.1)} {num(width * 1.3)}", stroke_linecap="round",
    )  # fmt: skip


@lru_cache(maxsize=16384)
def stretch(
    seat: int, nth: int, room: int, out: int, notch: int, age: int, large: bool, frame: str
) -> str:
    """What a round has added to a seat's thread: from one notch to another, and out beyond.

    The older the fainter; ``age`` counts the rounds since, up to the faintest.
    """
    at, colour, width = NOTCH_AT[room], seat_colour(seat), 12 if large else 15
    path = line(at[out], at[notch])
    body = strand(path, colour, width * (1.0 if age else 1.25), not age, f"strand-{seat}-{nth}")
    body += under(line(at[notch], at[notch ^ 1]), colour, width)
    see = f' opacity="{FADE[age]}"' if age else ""
    how = manner("unrolls")
    return f'<g id="thread-{seat}-{nth}"{how} transform="{frame}"{see}>{body}</g>'


@lru_cache(maxsize=2048)
def knot(seat: int, room: int, notch: int, frame: str) -> str:
    """Where a seat's thread begins."""
    x, y = NOTCH_AT[room][notch]
    body = shape(disc(x, y, 15), seat_colour(seat), "var(--cream)", 4)
    return f'<g id="knot-{seat}" transform="{frame}">{body}</g>'


@lru_cache(maxsize=2048)
def target(seat: int, room: int, tile: int, frame: str) -> str:
    """A stitched line round the furniture that the cats run to, or start from."""
    marks = last(panel(room, tile))
    marks = marks.replace('stroke-width="2.5"', 'stroke-width="9"').replace(
        'stroke-dasharray="6 5"', 'stroke-dasharray="20 14"'
    )
    return f'<g id="target-{seat}" transform="{frame}">{marks}</g>'


@lru_cache(maxsize=2048)
def rings(seat: int, nth: int, room: int, toys: int, frame: str) -> str:
    """Rings round the toys that the newest stretch of thread, the nth, has just run over."""
    body = ""
    for toy, at in enumerate(TOY_AT[room]):
        if toys >> toy & 1:
            ring = shape(disc(0, 0, TOY_RADIUS + 5), "none", seat_colour(seat), 7)
            name = f"ring-{seat}-{nth}-{TOY_NAMES[toy]}"
            body += group(name, ring, *at, moves=manner("pops"))
    return f'<g id="won-{seat}" transform="{frame}">{body}</g>'


@lru_cache(maxsize=4096)
def the_cat(seat: int, room: int, notch: int, mood: Mood, large: bool, frame: str) -> str:
    """The cat beside its ball of yarn, at the notch where the thread comes out."""
    x, y = NOTCH_AT[room][notch]
    dx, dy = INWARD[COLOUR_OF[notch // 2]]
    size = 84 if large else 120  # small enough to leave the toys by the wall in sight
    body = group("", yarn(seat_colour(seat)), 0, 0, 0.42 if large else 0.6)
    body += cat_head(mood, dx * size * 0.56, dy * size * 0.56, size)
    if large:
        body += glow_disc(dx * 46, dy * 46, 60, "cat")
    # It comes through the piece's other notch, with the thread.
    asleep = "asleep" if mood == "asleep" else "awake"
    runs = manner("follows", asleep, by=NOTCH_AT[room][notch ^ 1])
    return f'<g transform="{frame}">{group(f"cat-{seat}", body, x, y, moves=runs)}</g>'


def yarn(colour: str) -> str:
    """A ball of yarn, 100 units across."""
    strands = "M-36-14Q0-44 34-18M-42 6Q0-26 42 4M-32 26Q-2 4 26 32"
    ball = shape(disc(0, 0, 44), colour, "var(--cream)", 7)
    return ball + shape(strands, "none", "var(--cream)", 5, 0.7)
