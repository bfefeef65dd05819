"""The elements of the board. Each is cached, so that unchanged ones stay the same text."""

from functools import lru_cache
from typing import NamedTuple

from matou import paper as p
from matou.games.clocktowers.components import CAT, MOUSE, PILE_LETTERS, POINTS, TALLEST, TALLEST_OF
from matou.games.clocktowers.draw import pieces
from matou.games.clocktowers.rules import NONE
from matou.games.clocktowers.say import words
from matou.games.clocktowers.say.messages import say

STEP = pieces.CARD_W + 22  # from one pile to the next
PLATE = 1.3  # name plates are drawn larger, to be read on a phone
LEGIBLE = 22.5  # the smallest type: 11 pixels on a phone, whichever way it is held


@lru_cache(maxsize=4096)
def tall(cards: tuple[int, ...]) -> float:
    return sum(pieces.height(kind) for kind in cards)


@lru_cache(maxsize=1024)
def pile(i: int, left: int, top: int, lang: str, x: float, y: float) -> str:
    body = ""
    for under in range(min(2, left - 1), 0, -1):  # the cards beneath, as paper edges
        edge = p.cut_rect(under * 4, under * 4, pieces.CARD_W, pieces.CARD_H, 10, f"u{under}")
        body += p.paper(edge, "var(--card)", 2, "var(--line)", 1.5)
    if left == 0:
        gone = p.cut_rect(0, 0, pieces.CARD_W, pieces.CARD_H, 10, "gone")
        body += p.shape(gone, "none", "var(--line)", 2)
    else:  # the n-th card from the bottom: the next one is another, and turns by itself
        back = p.card_back(0, 0, pieces.CARD_W, pieces.CARD_H, f"pile{i}")
        card = back if top == NONE else pieces.card(top, 0, 0)
        face = "back" if top == NONE else str(top)
        name = f"top-{PILE_LETTERS[i]}-{left}"
        body += p.group(name, card, moves=p.manner("lies", face))
    body += p.glow_rect(0, 0, pieces.CARD_W, pieces.CARD_H, 10, f"pile{i}")
    body = p.group(f"pile-{PILE_LETTERS[i]}", body)
    badge = p.cut_disc(pieces.CARD_W - 4, 4, 18, f"left{i}")
    body += p.paper(badge, "var(--card)", 2, "var(--line)", 2)
    body += p.text(str(left), pieces.CARD_W - 4, 12, LEGIBLE, bold=True)
    name = words.PILE_NAMES[i].say(lang)
    body += p.text(name, pieces.CARD_W / 2, pieces.CARD_H + 32, LEGIBLE, room=STEP + 2)
    return p.group("", p.with_symbols(body), x, y)


@lru_cache(maxsize=1024)
def pile_label(i: int, left: int, top: int, lang: str) -> str:
    name = words.PILE_NAMES[i]
    if top == NONE:
        return say("{pile}: {left}", pile=name, left=left).say(lang)
    return say("{pile}: {left}, {card}", pile=name, left=left, card=words.CARDS[top]).say(lang)


LADDER_W, LADDER_H = 540.0, 196.0
RUNG = 24.0  # from one rung to the next


@lru_cache(maxsize=1024)
def ladder(seat: int, heights: tuple[int, ...], x: float, y: float, scale: float) -> str:
    """Draws CT8: each roof hangs on the rung of its last tower; under it is what it needs next."""
    foot = 26 + RUNG * TALLEST  # where nothing has been built yet
    size = max(36.0, LEGIBLE / scale)
    wide = max(84.0, size * 1.7)
    # Between its rungs, too, a click is meant for the ladder.
    body = f'<rect width="{LADDER_W:.0f}" height="{foot + size + 12:.0f}" fill="transparent"/>'
    for side in (6.0, LADDER_W - 16):
        rail = p.cut_rect(side, 8, 10, foot - 2, 4, f"rail{side:.0f}", 0.5)
        body += p.paper(rail, "var(--wood)", 2, "var(--grain)", 1.5)
    for step in range(1, TALLEST + 1):
        level = foot - step * RUNG
        body += p.shape(f"M14 {level:.0f}h{LADDER_W - 28:.0f}", "none", "var(--grain)", 5)
        body += p.shape(f"M14 {level - 1:.0f}h{LADDER_W - 28:.0f}", "none", "var(--wood)", 3)
    for colour, last in enumerate(heights):
        at = 70 + colour * 100
        body += p.group("", pieces.roof(colour), at, foot - last * RUNG, 0.6)
        needs = "1–2" if last == 0 else str(last + 1)
        closed = last >= TALLEST_OF[colour]
        sign = p.cut_rect(at - wide / 2, foot + 6, wide, size + 6, 6, f"ladder{colour}")
        body += p.paper(sign, "var(--card)", 2, f"var(--roof-{colour})", 3)
        fill = "var(--quiet)" if closed else "var(--ink)"
        body += p.text("–" if closed else needs, at, foot + 4 + size, size, fill, bold=True)
    return p.group(f"ladder-{seat}", p.with_symbols(body), x, y, scale)


SCORED = (0, CAT, CAT | MOUSE, MOUSE)  # CT11: who looks out of a tower, from the best


@lru_cache(maxsize=64)
def scoring(lang: str, x: float, y: float, width: float, across: int) -> str:
    """Draws what a finished tower scores, by its animals (CT11)."""
    body = p.text(say("A tower scores").say(lang), 0, 18, LEGIBLE, "var(--quiet)", "start")
    wide = width / across
    size = 34.0 if wide > 90 else 21.0
    for i, marks in enumerate(SCORED):
        cell = p.cut_rect(0, 0, wide - 6, 46, 8, f"scored{i}")
        inside = p.shape(cell, "var(--card)", "var(--line)", 1.5)
        at = size * 0.5 + 6
        if not marks:
            inside += pieces.window(at - 5, 37, size * 0.42, 28)
            inside += pieces.window(at + size * 0.5 - 4, 37, size * 0.42, 28)
        if marks & CAT:
            inside += p.cat_head("watching", at, 24, size)
            at += size * (0.72 if wide > 90 else 0.6)
        if marks & MOUSE:
            inside += p.mouse_head("watching", at, 24, size)
        points, high = str(POINTS[marks]), max(LEGIBLE, size * 0.82)
        inside += p.text(points, wide - 10, 33, high, bold=True, anchor="end")
        body += p.group("", inside, i % across * wide, 28 + i // across * 54)
    return p.group("", p.with_symbols(body), x, y)


class Sign(NamedTuple):
    """The sign under a tower: its number and points, and a warning if it is too high."""

    number: str
    note: str
    fill: str
    size: float


class Plate(NamedTuple):
    """What a name plate shows."""

    seat: int
    name: str
    acts: bool
    points: str


@lru_cache(maxsize=1024)
def plate(of: Plate, x: float, y: float, width: float, scale: float = PLATE) -> str:
    body = p.plate(of.seat, of.name, 0, 0, width / scale, of.acts, of.points, least=LEGIBLE / scale)
    return p.group(f"plate-{of.seat}", p.with_symbols(body), x, y, scale)


@lru_cache(maxsize=256)
def backs(seat: int, held: int, x: float, y: float, scale: float = 1.0) -> str:
    body = ""
    for i in range(held):
        card = p.card_back(i * 38, 0, 34, 48, f"hand{seat}", p.SEATS[seat])
        body += p.group(f"back-{seat}-{i}", card, moves=p.manner(comes="top"))
    return p.group(f"backs-{seat}", p.with_symbols(body), x, y, scale)


@lru_cache(maxsize=2048)
def held_card(kind: int, id: str, x: float, y: float) -> str:
    body = pieces.card(kind, 0, 0)
    body += p.glow_rect(0, 0, pieces.CARD_W, pieces.CARD_H, 10, f"card{kind}")
    drawn = p.manner(shows=str(kind), comes="top")
    return p.group("", p.group(id, p.with_symbols(body), moves=drawn), x, y)


@lru_cache(maxsize=2048)
def hand_names(seat: int, kinds: tuple[int, ...]) -> list[tuple[str, int]]:
    """Returns the id and kind of each card in a hand."""
    return [(f"hand-{seat}-{kind}-{kinds[:i].count(kind)}", kind) for i, kind in enumerate(kinds)]


def hand(seat: int, kinds: tuple[int, ...], x: float, y: float) -> list[str]:
    names, stride = hand_names(seat, kinds), pieces.CARD_W + 8
    return [held_card(kind, id, x + i * stride, y) for i, (id, kind) in enumerate(names)]


@lru_cache(maxsize=256)
def basket(gone: int, lang: str, x: float, y: float) -> str:
    """Draws the basket for discards; the last one looks out, face down."""
    sides = [(5.0, 30.0), (85.0, 30.0), (77.0, 104.0), (13.0, 104.0)]
    d = p.cut_poly(sides, "basket", 8)
    body = ""
    if gone:
        card = p.card_back(-29, -40, 58, 80, "discard")
        falls_in = p.manner(comes="hand back")
        body += p.group(f"discarded-{gone}", card, 45, 46, rotate=-7, moves=falls_in)
    body += p.paper(d, "var(--wood)", 3, "var(--grain)", 2)
    body += p.pattern("grain", sides, 14, "var(--grain)")
    body += p.shape(p.cut_rect(0, 22, 90, 14, 6, "brim"), "var(--grain)")
    body += p.shape(p.cut_disc(45, 69, 20, "count"), "var(--cream)")
    body += p.text(str(gone), 45, 78, 26, "var(--face)", bold=True)
    body += p.text(say("discard").say(lang), 45, 129, LEGIBLE, "var(--ink)", room=104)
    body += p.glow(d)
    return p.group("", p.group("basket", p.with_symbols(body)), x, y)


@lru_cache(maxsize=1024)
def street_line(left: float, ground: float, width: float) -> str:
    return p.shape(f"M{left:.0f} {ground:.1f}h{width:.0f}", "none", "var(--kerb)", 4)


def _skyline(ground: float, width: float, high: float, seed: str) -> str:
    """Returns the outline of distant roofs."""
    left = 2.0
    houses = max(3, round(width / 74))
    wide, noise = width / houses, p.jitter(seed)
    d = f"M{left:.0f} {ground:.0f}"
    for i in range(houses):
        x, eaves = left + i * wide, ground - high * (0.62 + 0.3 * next(noise))
        ridge = eaves - high * (0.3 + 0.14 * next(noise))
        d += f"L{x:.0f} {eaves:.0f}L{x + wide * 0.5:.0f} {ridge:.0f}"
        d += f"L{x + wide:.0f} {eaves:.0f}"
        if i % 3 == 1 and i < houses - 1:  # a chimney
            d += f"v{-high * 0.3:.0f}h8v{high * 0.3:.0f}"
    return d + f"L{left + width:.0f} {ground:.0f}Z"


@lru_cache(maxsize=4096)
def sky(left: float, top: float, width: float, high: float, below: float) -> str:
    return p.group("", _sky(width, high, below), left, top)


@lru_cache(maxsize=512)
def _sky(width: float, high: float, below: float) -> str:
    """Draws the sky, the distant town and the pavement. At dusk the sun is a moon."""
    all_ = p.cut_rect(0, 0, width, high + below, 12, "sky", 1.2)
    body = p.shape(all_, "var(--pavement)", "var(--line)", 1.5)
    air = p.cut_rect(1, 1, width - 2, high - 1, 11, "air", 0.6)
    body += p.shape(air, "var(--day)")
    dots = ((0.09, 0.2), (0.24, 0.1), (0.41, 0.27), (0.55, 0.08), (0.68, 0.24), (0.95, 0.42))
    body += p.shape("".join(p.disc(width * a, high * b, 1.8) for a, b in dots), "var(--star)")
    r = min(24.0, high * 0.13)
    x, y = width - r * 2.6, r * 2
    body += p.shape(p.cut_disc(x, y, r, "sun", 0.5), "var(--sun)")
    shade = p.cut_disc(x - r * 0.24, y - r * 0.1, r * 0.74, "shade", 0.3)
    body += p.shape(shade, "var(--moonshade)")
    for a, b, size in ((0.17, 0.22, 1.0), (0.52, 0.16, 0.8), (0.78, 0.4, 0.6)):
        w = min(width * 0.2, 96.0) * size
        x, y = width * a, high * b + 6
        puff = (
            f"M{x:.0f} {y:.0f}h{w:.0f}q{w * 0.12:.0f} {-w * 0.2:.0f} {-w * 0.2:.0f} {-w * 0.2:.0f}"
            f"q{-w * 0.12:.0f} {-w * 0.26:.0f} {-w * 0.36:.0f} {-w * 0.1:.0f}"
            f"q{-w * 0.3:.0f} {-w * 0.06:.0f} {-w * 0.44:.0f} {w * 0.3:.0f}Z"
        )
        body += p.shape(puff, "var(--cloud)", opacity=0.85)
    reach = min(high * 0.5, 130.0)
    haze = f"M2 {high:.0f}v{-reach:.0f}q{width * 0.25:.0f} {-reach * 0.3:.0f} "
    haze += f"{width * 0.5:.0f} 0t{width * 0.5 - 4:.0f} 0V{high:.0f}Z"
    body += p.shape(haze, "var(--day-low)")
    body += p.shape(_skyline(high, width - 4, reach * 0.7, "far"), "var(--far)")
    body += p.shape(_skyline(high, width - 4, reach * 0.4, "near"), "var(--far-low)")
    kerb = p.cut_rect(1, high - 3, width - 2, 8, 2, "kerb", 0.5)
    return p.with_symbols(body + p.shape(kerb, "var(--kerb)"))


@lru_cache(maxsize=2048)
def stack(seat: int, t: int, cards: tuple[int, ...]) -> tuple[str, float]:
    """Returns the cards of a tower, and where the next one goes."""
    if not cards:
        return "", 0.0
    below, y = stack(seat, t, cards[:-1])
    i, kind = len(cards) - 1, cards[-1]
    came = p.manner(shows=str(kind), comes=f"hand-{seat}-{kind} back-{seat}")
    body = p.with_symbols(pieces.part(kind, str(i % 3)))
    return below + p.group(f"part-{seat}-{t}-{i}", body, 0, y, moves=came), y - pieces.height(kind)


def sign_width(number: str, note: str, size: float) -> float:
    return max(p.text_width(number, size, bold=True), p.text_width(note, size)) + 16


@lru_cache(maxsize=4096)
def tower(seat: int, t: int, cards: tuple[int, ...], is_last: bool, sign: Sign) -> str:
    """Draws a tower with its sign, about the middle of its foot."""
    number, note, fill, size = sign
    body, y = stack(seat, t, cards)
    worth = p.text(number, 0, 8 + size, size, fill, bold=fill == "var(--ink)")
    body += _foot(t, y, is_last, sign_width(number, note, size), size + 6 + (size if note else 0))
    body += p.group(f"worth-{seat}-{t}", worth, moves=p.manner("counts", number))
    if note:
        body += p.text(note, 0, 8 + size * 2, size, fill)
    return p.group(f"tower-{seat}-{t}", body)


@lru_cache(maxsize=2048)
def _foot(t: int, y: float, is_last: bool, wide: float, high: float) -> str:
    """Draws the glow around a tower, the mark of the last move, and the empty sign."""
    outline = p.cut_rect(-52, y - 4, 104, 4 - y, 8, f"tower{t}")
    body = p.glow(outline)
    if is_last:
        body += p.last(outline)
    sign = p.cut_rect(-wide / 2, 9, wide, high, 7, f"sign{t}", 0.5)
    return p.with_symbols(body + p.shape(sign, "var(--card)", "var(--kerb)", 1.5))


@lru_cache(maxsize=256)
def plot(x: float, ground: float, scale: float) -> str:
    d = p.cut_rect(-44, -86, 88, 84, 8, "plot")
    body = p.shape(d, "var(--card)", "var(--line)", 2, 0.6)
    body += p.shape("M-16 -44h32M0 -60v32", "none", "var(--rim)", 5)
    body += p.glow(d)
    return p.group("", p.group("plot", p.with_symbols(body)), x, ground, scale)
