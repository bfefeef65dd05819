"""The parts of the picture: each is one element, drawn once for what it shows, and then kept."""

from __future__ import annotations

from functools import lru_cache

from matou import paper as p
from matou.games.clocktowers import bricks, words
from matou.games.clocktowers.components import PILE_LETTERS, TALLEST_OF
from matou.games.clocktowers.rules import NONE, State
from matou.kit.layout import numbers

STEP = bricks.CARD_W + 22  # from one pile to the next
PLATE = 1.3  # name plates are drawn larger, to be read on a phone


@lru_cache(maxsize=4096)
def tall(cards: tuple[int, ...]) -> float:
    return sum(bricks.height(kind) for kind in cards)


def rungs(s: State, seat: int) -> tuple[int, ...]:
    return tuple(numbers(s.ladder[seat]))


@lru_cache(maxsize=1024)
def pile(i: int, left: int, top: int, lang: str, x: float, y: float) -> str:
    body = ""
    for under in range(min(2, left - 1), 0, -1):  # the cards beneath, as paper edges
        edge = p.cut_rect(under * 4, under * 4, bricks.CARD_W, bricks.CARD_H, 10, f"u{under}")
        body += p.paper(edge, "var(--card)", 2, "var(--line)", 1.5)
    if left == 0:
        gone = p.cut_rect(0, 0, bricks.CARD_W, bricks.CARD_H, 10, "gone")
        body += p.shape(gone, "none", "var(--line)", 2)
    else:  # the n-th card from the bottom: the next one is another, and turns by itself
        back = p.card_back(0, 0, bricks.CARD_W, bricks.CARD_H, f"pile{i}")
        card = back if top == NONE else bricks.card(top, 0, 0)
        face = "back" if top == NONE else str(top)
        name = f"top-{PILE_LETTERS[i]}-{left}"
        body += p.group(name, card, moves=p.manner("lies", face))
    body += p.glow_rect(0, 0, bricks.CARD_W, bricks.CARD_H, 10, f"pile{i}")
    body = p.group(f"pile-{PILE_LETTERS[i]}", body)
    badge = p.cut_disc(bricks.CARD_W - 4, 4, 17, f"left{i}")
    body += p.paper(badge, "var(--card)", 2, "var(--line)", 2)
    body += p.text(str(left), bricks.CARD_W - 4, 11, 20, bold=True)
    name = words.PILE_NAMES[i].say(lang)
    body += p.text(name, bricks.CARD_W / 2, bricks.CARD_H + 32, 22)
    return p.group("", body, x, y)


@lru_cache(maxsize=1024)
def piles(left: tuple[int, ...], top: tuple[int, ...], lang: str, x: float, y: float) -> list[str]:
    """All piles beside each other."""
    every = enumerate(zip(left, top, strict=True))
    return [pile(i, cards, shown, lang, x + i * STEP, y) for i, (cards, shown) in every]


def pile_label(i: int, left: int, top: int, lang: str) -> str:
    name = words.PILE_NAMES[i].say(lang)
    label = f"{name} : {left}" if lang == "fr" else f"{name}: {left}"
    return label if top == NONE else f"{label}, {words.card(top).say(lang)}"


@lru_cache(maxsize=64)
def heading(title: str, x: float, y: float) -> str:
    return p.text(title, x, y, 24, "var(--quiet)", "start")


@lru_cache(maxsize=1024)
def ladder(seat: int, heights: tuple[int, ...], x: float, y: float, scale: float) -> str:
    """What the next tower of each colour must measure."""
    body = ""
    for colour, last in enumerate(heights):
        needs = "1–2" if last == 0 else str(last + 1)
        at = 46 + colour * 108
        body += p.group("", bricks.roof(colour), at, 62)
        wall = p.cut_rect(at - 38, 63, 76, 62, 4, f"ladder{colour}")
        closed = last >= TALLEST_OF[colour]
        body += p.paper(wall, "var(--card)", 2, "var(--line)", 2)
        fill = "var(--quiet)" if closed else "var(--ink)"
        body += p.text("–" if closed else needs, at, 107, 38, fill, serif=True, bold=True)
    return p.group(f"ladder-{seat}", body, x, y, scale)


@lru_cache(maxsize=1024)
def plate(
    seat: int,
    name: str,
    width: float,
    active: bool,
    points: str,
    x: float,
    y: float,
    scale: float = PLATE,
) -> str:
    body = p.plate(seat, name, 0, 0, width / scale, active, points)
    return p.group(f"plate-{seat}", body, x, y, scale)


@lru_cache(maxsize=256)
def backs(seat: int, held: int, x: float, y: float, scale: float = 1.0) -> str:
    """An opponent's hand: that many card backs, nothing more."""
    body = ""
    for i in range(held):
        card = p.card_back(i * 38, 0, 34, 48, f"hand{seat}", p.seat_colour(seat))
        body += p.group(f"back-{seat}-{i}", card, moves=p.manner(comes="top"))
    return p.group(f"backs-{seat}", body, x, y, scale)


@lru_cache(maxsize=2048)
def held_card(kind: int, id: str, x: float, y: float) -> str:
    body = bricks.card(kind, 0, 0)
    body += p.glow_rect(0, 0, bricks.CARD_W, bricks.CARD_H, 10, f"card{kind}")
    drawn = p.manner(shows=str(kind), comes="top")
    return p.group("", p.group(id, body, moves=drawn), x, y)


@lru_cache(maxsize=2048)
def hand(
    seat: int, kinds: tuple[int, ...], x: float, y: float
) -> tuple[list[str], list[tuple[str, int]]]:
    """Cards beside each other, and the name and kind of each."""
    names = [(f"hand-{seat}-{kind}-{kinds[:i].count(kind)}", kind) for i, kind in enumerate(kinds)]
    stride = bricks.CARD_W + 8
    return [held_card(kind, id, x + i * stride, y) for i, (id, kind) in enumerate(names)], names


@lru_cache(maxsize=256)
def basket(gone: int, lang: str, x: float, y: float) -> str:
    """Where discards go, face down: the last one looks out."""
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
    body += p.text(str(gone), 45, 78, 26, "var(--face)", bold=True, serif=True)
    body += p.text("défausse" if lang == "fr" else "discard", 45, 129, 22, "var(--ink)")
    body += p.glow(d)
    return p.group("", p.group("basket", body), x, y)


@lru_cache(maxsize=1024)
def street_line(left: float, ground: float, width: float) -> str:
    return p.shape(f"M{left:.0f} {ground:.1f}h{width:.0f}", "none", "var(--line)", 3)


@lru_cache(maxsize=256)
def sky(left: float, top: float, width: float, high: float) -> str:
    """A street with the sky over it: the paper that towers stand before."""
    d = p.cut_rect(left, top, width, high, 12, "sky", 1.5)
    ground = f"M{left:.0f} {top + high:.1f}h{width:.0f}"
    body = p.shape(d, "var(--card)", "var(--line)", 1.5, 0.6)
    return p.group("", body + p.shape(ground, "none", "var(--quiet)", 3.5))


@lru_cache(maxsize=8192)
def stack(seat: int, t: int, cards: tuple[int, ...]) -> tuple[str, float]:
    """The cards of a tower on each other, and where the next would lie: one more than before."""
    if not cards:
        return "", 0.0
    below, y = stack(seat, t, cards[:-1])
    i, kind = len(cards) - 1, cards[-1]
    came = p.manner(shows=str(kind), comes=f"hand-{seat}-{kind} back-{seat}")
    part = p.group(f"part-{seat}-{t}-{i}", bricks.part(kind, str(i % 3)), 0, y, moves=came)
    return below + part, y - bricks.height(kind)


@lru_cache(maxsize=8192)
def tower(
    seat: int,
    t: int,
    cards: tuple[int, ...],
    is_last: bool,
    number: str,
    note: str,
    fill: str,
    size: int,
    x: float,
    ground: float,
    scale: float,
) -> str:
    """A tower on the ground, with its number under it and a note to that."""
    body, y = stack(seat, t, cards)
    outline = p.cut_rect(-52, y - 4, 104, 4 - y, 8, f"tower{t}")
    body += p.glow(outline)
    if is_last:
        body += p.last(outline)
    told = p.text(number, 0, 28, size, fill, bold=fill == "var(--ink)")
    body += p.group(f"worth-{seat}-{t}", told, moves=p.manner("counts", number))
    if note:
        body += p.text(note, 0, 28 + size, size * 0.78, fill)
    return p.group("", p.group(f"tower-{seat}-{t}", body), x, ground, scale)


@lru_cache(maxsize=256)
def plot(x: float, ground: float, scale: float) -> str:
    """A free plot: where a new tower may begin."""
    d = p.cut_rect(-44, -86, 88, 84, 8, "plot")
    body = p.shape(d, "var(--card)", "var(--line)", 2, 0.6)
    body += p.shape("M-16 -44h32M0 -60v32", "none", "var(--rim)", 5)
    body += p.glow(d)
    return p.group("", p.group("plot", body), x, ground, scale)


def wrapped(line: str, width: int) -> list[str]:
    """A line of text in pieces of at most so many characters."""
    pieces, current = [], ""
    for word in line.split(" "):
        if current and len(current) + len(word) >= width:
            pieces.append(current)
            current = "  " + word
        else:
            current = (
                f"{current} {word}".strip() if not current.startswith("  ") else f"{current} {word}"
            )
    return [*pieces, current]
