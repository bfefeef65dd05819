"""A nursery: its coloured walls, furniture and toys, and the thread that runs through it.

It is drawn in the rules' own units, the room from 0 to 1000 with walls of ``DEPTH`` folded out
around it. ``frame`` is the transform that puts a nursery on the sheet; each of its parts has it.
"""

from dataclasses import dataclass
from functools import cache, lru_cache

from matou import paper as p
from matou.games.catymini import components as box
from matou.games.catymini.draw.artwork import furniture, toy_art
from matou.games.catymini.geometry import NOTCH_AT, TOY_AT
from matou.games.catymini.say.names import PIECES, TOY_WORDS
from matou.kit.sets import members

DEPTH = 150  # of a wall
SPAN = box.ROOM + 2 * DEPTH
PANEL = 126  # the side of the cream panel a piece stands before
INWARD = ((0, 1), (-1, 0), (0, -1), (1, 0))  # from each wall into the room
FADE = (1.0, 0.62, 0.5, 0.4, 0.32, 0.26, 0.22, 0.18)  # a thread's stretches, the newest first


def middle_of(room: int, tile: int) -> p.Point:
    """Returns the middle between a piece's notches, on the wall's line."""
    (ax, ay), (bx, by) = NOTCH_AT[room][2 * tile], NOTCH_AT[room][2 * tile + 1]
    return (ax + bx) / 2, (ay + by) / 2


def panel_at(room: int, tile: int) -> p.Point:
    """Returns the middle of a piece's panel, on its wall."""
    x, y = middle_of(room, tile)
    dx, dy = INWARD[box.COLOUR_OF[tile]]
    return x - dx * (DEPTH / 2 + 2), y - dy * (DEPTH / 2 + 2)


def panel(room: int, tile: int) -> str:
    x, y = panel_at(room, tile)
    return p.cut_rect(x - PANEL / 2, y - PANEL / 2, PANEL, PANEL, 16, f"panel{tile}", 1.6)


def plain_panel(room: int, tile: int) -> str:
    x, y = panel_at(room, tile)
    return f"M{p.num(x - PANEL / 2)} {p.num(y - PANEL / 2)}h{PANEL}v{PANEL}h-{PANEL}Z"


@dataclass(frozen=True, eq=False)  # compared by identity: cached parts are found fast
class Nursery:
    """Whose nursery is drawn, which room it is, and where."""

    seat: int
    room: int
    is_large: bool
    frame: str  # its transform

    def part(self, id: str, body: str) -> str:
        """Returns a part of the nursery, in its frame."""
        return f'<g id="{id}" transform="{self.frame}">{body}</g>'


nursery_at = cache(Nursery)


def titled(title: str, body: str, x: float, y: float, scale: float) -> str:
    """Draws something with a tooltip."""
    named = f"<title>{p.esc(title)}</title>" if title else ""
    return p.group("", named + body, x, y, scale)


@cache
def walls(large: bool) -> str:
    """Draws four walls folded out, each with its colour and wallpaper, and a floor of planks."""
    a, b = -DEPTH, box.ROOM + DEPTH
    corners: list[list[p.Point]] = [
        [(a, a), (b, a), (box.ROOM, 0), (0, 0)],
        [(b, a), (b, b), (box.ROOM, box.ROOM), (box.ROOM, 0)],
        [(b, b), (a, b), (0, box.ROOM), (box.ROOM, box.ROOM)],
        [(a, b), (a, a), (0, 0), (0, box.ROOM)],
    ]
    step = 46 if large else 76
    body = p.paper(p.cut_rect(a, a, SPAN, SPAN, 26, "nursery", 2), "var(--stone)", 8)
    for wall in range(box.COLOURS):
        body += p.shape(p.poly(corners[wall]), f"var(--wall-{wall})")
        body += p.pattern(p.WALLPAPERS[wall], corners[wall], step, opacity=0.4, inset=10)
    planks = "".join(f"M0 {y}H{box.ROOM}" for y in range(100, box.ROOM, 100))
    joints = "".join(f"M{(7 * row * 130 + 180) % box.ROOM} {row * 100}v100" for row in range(10))
    body += f'<rect width="{box.ROOM}" height="{box.ROOM}" fill="var(--floor)"/>'
    body += p.shape(planks + joints, "none", "var(--floor-odd)", 4)
    return body + p.shape(f"M0 0H{box.ROOM}V{box.ROOM}H0Z", "none", "var(--cream)", 7)


@cache
def static_room(room: int, lang: str, large: bool) -> str:
    """Draws everything in a nursery that never changes; a small one has fewer details."""
    body = walls(large)
    rugs = "".join(p.disc(x, y, box.TOY_RADIUS) for x, y in TOY_AT[room])
    body += p.shape(rugs, "var(--cream)", "var(--line)", 3)
    for toy in range(box.TOYS):
        x, y = TOY_AT[room][toy]
        name = TOY_WORDS[toy].say(lang)
        body += titled(name if large else "", toy_art(toy, large), x, y, 0.94)
    if not large:
        panels = "".join(plain_panel(room, tile) for tile in range(box.TILES))
        body += p.shape(panels, "var(--cream)")
    for tile in range(box.TILES):
        px, py = panel_at(room, tile)
        if large:  # an element of its own, so that a click on it can be answered
            art = titled(PIECES[tile].say(lang), furniture(tile, large), px, py, 1.14)
            ground = p.shape(panel(room, tile), "var(--cream)")
            body += p.group(f"piece-{box.FURNITURE[tile]}", ground + art)
        else:
            body += titled("", furniture(tile, large), px, py, 1.14)
    holes = "".join(p.disc(x, y, 9) for x, y in NOTCH_AT[room])
    return body + p.shape(holes, "var(--face)", "var(--cream)", 4)


@lru_cache(maxsize=256)
def nursery(of: Nursery, lang: str) -> str:
    drawn = static_room(of.room, lang if of.is_large else "", of.is_large)
    return of.part(f"nursery-{of.seat}", drawn)


@lru_cache(maxsize=1024)
def gone(of: Nursery, toys: tuple[int, ...]) -> str:
    """Dims toys that nobody can win any more."""
    veils = "".join(p.disc(*TOY_AT[of.room][toy], box.TOY_RADIUS + 3) for toy in toys)
    body = p.shape(veils, "var(--floor)", opacity=0.78) if toys else ""
    return f'<g transform="{of.frame}" pointer-events="none">{body}</g>'


def portrait(letter: str) -> p.Sheet:
    """Draws a nursery for a player who chooses one."""
    room, side = box.BOARD_LETTERS.index(letter), SPAN + 20
    body = walls(large=False)
    for toy, (x, y) in enumerate(TOY_AT[room]):
        body += p.group("", toy_art(toy, shaded=False), x, y, 1.9)
    for tile in range(box.TILES):
        body += p.shape(plain_panel(room, tile), "var(--cream)")
        body += p.group("", furniture(tile, shaded=False), *panel_at(room, tile), 1.3)
    return p.sheet(side, side, [p.group("", body, DEPTH + 10, DEPTH + 10)], title=letter)


def line(a: p.Point, b: p.Point) -> str:
    return f"M{p.num(a[0])} {p.num(a[1])}L{p.num(b[0])} {p.num(b[1])}"


@lru_cache(maxsize=16384)
def stretch(of: Nursery, nth: int, out: int, notch: int, age: int) -> str:
    """Draws what a round added to a seat's thread: from one notch to another, and under the piece.

    Older stretches are fainter; ``age`` counts the rounds since, up to the faintest.
    """
    at, colour, width = NOTCH_AT[of.room], p.SEATS[of.seat], 12 if of.is_large else 15
    path, id = line(at[out], at[notch]), f"strand-{of.seat}-{nth}"
    # The newest has a rim, so that it lies over the older. A page finds the paths by their class,
    # and draws them as if they were spun.
    over = p.shape(path, "none", colour, width * (1.0 if age else 1.25))
    body = over.replace("<path", f'<path id="{id}" class="thread"', 1)
    if age == 0:
        rim = p.shape(path, "none", "var(--floor)", width * 1.25 + 8)
        body = rim.replace("<path", '<path class="thread"', 1) + body
    body += p.el(  # under the furniture it shows as dashes along the skirting board
        "path", d=line(at[notch], at[notch ^ 1]), fill="none", stroke=colour,
        stroke_width=width * 0.8, stroke_dasharray=f"{p.num(width * 1.1)} {p.num(width * 1.3)}",
        stroke_linecap="round",
    )  # fmt: skip
    see = f' opacity="{FADE[age]}"' if age else ""
    how = p.manner("unrolls")
    return f'<g id="thread-{of.seat}-{nth}"{how} transform="{of.frame}"{see}>{body}</g>'


@lru_cache(maxsize=2048)
def knot(of: Nursery, notch: int) -> str:
    """Draws the start of a seat's thread."""
    x, y = NOTCH_AT[of.room][notch]
    body = p.shape(p.disc(x, y, 15), p.SEATS[of.seat], "var(--cream)", 4)
    return of.part(f"knot-{of.seat}", body)


@lru_cache(maxsize=2048)
def target(of: Nursery, tile: int) -> str:
    """Marks the furniture that the cats run to, or start from."""
    marks = p.last(panel(of.room, tile)).replace('stroke-width="2.5"', 'stroke-width="9"')
    marks = marks.replace('stroke-dasharray="6 5"', 'stroke-dasharray="20 14"')
    return of.part(f"target-{of.seat}", marks)


@lru_cache(maxsize=2048)
def rings(of: Nursery, nth: int, toys: int) -> str:
    """Draws rings round the toys that the newest stretch, the ``nth``, has just run over."""
    body = ""
    for toy in members(toys):
        ring = p.shape(p.disc(0, 0, box.TOY_RADIUS + 5), "none", p.SEATS[of.seat], 7)
        name = f"ring-{of.seat}-{nth}-{box.TOY_NAMES[toy]}"
        body += p.group(name, ring, *TOY_AT[of.room][toy], moves=p.manner("pops"))
    return of.part(f"won-{of.seat}", body)


@lru_cache(maxsize=4096)
def the_cat(of: Nursery, notch: int, mood: p.Mood) -> str:
    """Draws the cat and its ball of yarn at the notch where the thread comes out."""
    x, y = NOTCH_AT[of.room][notch]
    dx, dy = INWARD[box.COLOUR_OF[notch // 2]]
    size = 84 if of.is_large else 120  # small enough to leave the toys by the wall in sight
    body = p.group("", yarn(p.SEATS[of.seat]), 0, 0, 0.42 if of.is_large else 0.6)
    body += p.cat_head(mood, dx * size * 0.56, dy * size * 0.56, size)
    if of.is_large:
        body += p.glow_disc(dx * 46, dy * 46, 60, "cat")
    # It comes through the piece's other notch, with the thread.
    asleep = "asleep" if mood == "asleep" else "awake"
    runs = p.manner("follows", asleep, by=NOTCH_AT[of.room][notch ^ 1])
    return f'<g transform="{of.frame}">{p.group(f"cat-{of.seat}", body, x, y, moves=runs)}</g>'


def yarn(colour: str) -> str:
    """Draws a ball of yarn, 100 units across."""
    strands = "M-36-14Q0-44 34-18M-42 6Q0-26 42 4M-32 26Q-2 4 26 32"
    ball = p.shape(p.disc(0, 0, 44), colour, "var(--cream)", 7)
    return ball + p.shape(strands, "none", "var(--cream)", 5, 0.7)
