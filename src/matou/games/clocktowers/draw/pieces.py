"""The parts of a clock tower, and the cards that show them."""

from functools import cache

from matou import paper as p
from matou.games.clocktowers.components import ANIMAL, CAT, CLOCK, MOUSE, ROOF, STOREYS

WIDTH = 88.0  # of a tower
STOREY = 48.0
CLOCK_HEIGHT = 62.0
ROOF_HEIGHT = 58.0
CARD_W, CARD_H = 100.0, 138.0
WALLS = ("var(--cream)", "var(--sandstone)")  # floors of one and of two storeys


def height(kind: int) -> float:
    """Returns how much a card adds to the height of its tower."""
    if kind >= ROOF:
        return ROOF_HEIGHT
    if kind >= CLOCK:
        return CLOCK_HEIGHT
    return STOREY * STOREYS[kind]


def window(x: float, y: float, w: float, h: float) -> str:
    """Draws an arched window; (x, y) is the middle of its sill."""
    bar = p.shape(f"M{x:.1f} {y:.1f}v{-h:.1f}", "none", "var(--face)", 1.5)
    return arch(x, y, w, h, "var(--window)") + bar


def nook(x: float, y: float, w: float, h: float) -> str:
    """Draws a dark open window for an animal."""
    return arch(x, y, w, h, "var(--dark)")


def arch(x: float, y: float, w: float, h: float, fill: str) -> str:
    r = w / 2
    d = f"M{x - r:.1f} {y:.1f}v{r - h:.1f}a{r:.1f} {r:.1f} 0 0 1 {w:.1f} 0v{h - r:.1f}Z"
    return p.shape(d, fill, "var(--face)", 2)


def animal(kind: int, x: float, y: float, size: float) -> str:
    if ANIMAL[kind] == CAT:
        return p.cat_head("watching", x, y, size)
    if ANIMAL[kind] == MOUSE:
        return p.mouse_head("watching", x, y, size)
    return ""


@cache
def floor(kind: int, seed: str = "") -> str:
    tall = STOREYS[kind]
    h = STOREY * tall
    wall = p.cut_rect(-WIDTH / 2, -h, WIDTH, h, 3, f"wall{kind}{seed}")
    body = p.paper(wall, WALLS[tall - 1], 2, "var(--face)", 2)
    if tall == 2:
        line = f"M{4 - WIDTH / 2:.0f} {-STOREY:.0f}h{WIDTH - 8:.0f}"
        body += p.shape(line, "none", "var(--stone)", 3)
    if ANIMAL[kind] == 0:
        for storey in range(tall):
            sill = -STOREY * storey - 9
            body += window(-20, sill, 18, 29) + window(20, sill, 18, 29)
        return body
    middle = -h / 2
    if tall == 1:
        body += nook(0, -4, 50, 41) + animal(kind, 0, middle + 3, 40)
        return body
    body += window(-20, -9, 18, 29) + window(20, -9, 18, 29)
    return body + nook(0, -STOREY - 4, 50, 41) + animal(kind, 0, -STOREY * 1.5 + 3, 40)


@cache
def clock(kind: int, seed: str = "") -> str:
    h = CLOCK_HEIGHT
    wall = p.cut_rect(-WIDTH / 2 - 3, -h, WIDTH + 6, h, 4, f"clock{kind}{seed}")
    body = p.paper(wall, "var(--stone)", 2, "var(--face)", 2)
    if ANIMAL[kind] == 0:
        return body + p.clock_face(0, -h / 2, 54)
    body += p.clock_face(-18, -h / 2, 46) + nook(24, -6, 38, 42)
    return body + animal(kind, 24, -h / 2 + 6, 34)


@cache
def roof(colour: int, seed: str = "") -> str:
    w, h = WIDTH + 16, ROOF_HEIGHT
    body = p.roof(colour, [(-w / 2, 0), (0, -h + 4), (w / 2, 0)], f"roof{colour}{seed}", step=11)
    return body + p.shape(p.disc(0, -h + 3, 4.5), "var(--cheese)", "var(--face)", 1.5)


def part(kind: int, seed: str = "") -> str:
    """Draws what a card adds to a tower; (0, 0) is the middle of the bottom."""
    if kind >= ROOF:
        return roof(kind - ROOF, seed)
    if kind >= CLOCK:
        return clock(kind, seed)
    return floor(kind, seed)


@cache
def picture(kind: int) -> str:
    """Draws the face of a card, from edge to edge."""
    x, y, w, h = 6.0, 6.0, CARD_W - 12, CARD_H - 12
    middle, foot = CARD_W / 2, y + h
    frame = p.cut_rect(x, y, w, h, 6, f"front{kind}", 0.5)
    if kind >= ROOF:
        body = p.shape(frame, "var(--day)")
        body += p.shape(p.cut_disc(77, 31, 11, "sun", 0.4), "var(--sun)")
        body += p.shape(p.cut_disc(74.5, 30, 8, "moonshade", 0.3), "var(--moonshade)")
        wall = p.cut_rect(20, 104, w - 28, foot - 105, 2, "stub")
        body += p.shape(wall, "var(--cream)", "var(--face)", 2)
        body += window(37, foot, 12, 13) + window(63, foot, 12, 13)
        slope = [(9.0, 108.0), (middle, 26.0), (CARD_W - 9, 108.0)]
        body += p.roof(kind - ROOF, slope, f"roof{kind}", step=13)
        return body + p.shape(p.disc(middle, 25, 6), "var(--cheese)", "var(--face)", 2)
    if kind >= CLOCK:
        body = p.shape(frame, "var(--stone)", "var(--face)", 2)
        if ANIMAL[kind] == 0:
            sides = f"M{x + 5:.0f} 20h{w - 10:.0f}M{x + 5:.0f} {foot - 14:.0f}h{w - 10:.0f}"
            body += p.shape(sides, "none", "var(--quiet)", 3, 0.6)
            return body + p.clock_face(middle, CARD_H / 2, 82)
        body += p.clock_face(middle, 43, 66)
        return body + nook(middle, foot - 3, 58, 50) + animal(kind, middle, foot - 25, 48)
    tall = STOREYS[kind]
    body = p.shape(frame, WALLS[tall - 1], "var(--face)", 2)
    if tall == 1:
        if ANIMAL[kind]:
            return body + nook(middle, foot - 12, 72, 100) + animal(kind, middle, 74, 68)
        return body + window(29, foot - 26, 28, 78) + window(71, foot - 26, 28, 78)
    body += p.shape(f"M{x + 3:.0f} {CARD_H / 2:.0f}h{w - 6:.0f}", "none", "var(--stone)", 5)
    body += window(29, foot - 8, 22, 44) + window(71, foot - 8, 22, 44)
    above = CARD_H / 2 - 6
    if ANIMAL[kind]:
        return body + nook(middle, above, 62, 52) + animal(kind, middle, above - 25, 50)
    return body + window(29, above, 22, 44) + window(71, above, 22, 44)


def card(kind: int, x: float, y: float) -> str:
    return p.card(x, y, CARD_W, CARD_H, f"card{kind}", picture(kind))
