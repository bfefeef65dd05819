"""The picture of Clocktowers: the piles and the ladder, then each player's street of towers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from matou import paper as p
from matou.core.kit import OVER
from matou.games.clocktowers import bricks, words
from matou.games.clocktowers.components import (
    CAT,
    COLOURS,
    KINDS,
    MOUSE,
    PILE_LETTERS,
    PILES,
    POINTS,
)
from matou.games.clocktowers.rules import DISCARD, DRAW, DRAWING, NEW, NONE, PLACES, State

if TYPE_CHECKING:
    from matou.core.state import Observation

SCENE = 720.0
EDGE = 18.0
OWN, OTHER = 1.0, 0.72  # the scale of one's own towers and of the others'
PLATE = 1.3  # name plates are drawn larger, to be read on a phone
STRIDE = 100.0  # from one tower to the next, at scale 1


class Scene:
    """One drawing in the making: it grows downwards."""

    def __init__(self, view: Observation, lang: str, memory: bool, names: Sequence[str]) -> None:
        self.view = view
        self.s: State = view.s
        self.lang = lang
        self.memory = memory
        self.names = [
            names[seat] if seat < len(names) else self.say(f"Seat {seat}", f"Siège {seat}")
            for seat in range(view.seats)
        ]
        self.actor = view.actor
        self.legal = view.legal()
        self.parts: list[str] = []
        self.heat: dict[str, p.Heat] = {}
        self.y = EDGE
        self.played = self.s.turn + (1 if self.s.phase == DRAWING else 0)

    def say(self, en: str, fr: str) -> str:
        return fr if self.lang == "fr" else en

    def onto(self, place: int) -> list[int]:
        """The legal actions that end at a place."""
        return [a for a in self.legal if a < DRAW and a % PLACES == place]

    def may(self, id: str, actions: list[int], label: str) -> None:
        if actions:
            self.heat[id] = p.Heat(actions, label)

    def last_place(self) -> tuple[int, int]:
        """The seat and place of the last card that left a hand; (-1, -1) before the first."""
        if self.played == 0:
            return -1, -1
        return (self.played - 1) % self.s.seats, self.s.onto[self.played - 1]

    # --- the middle of the table

    def middle(self) -> None:
        s = self.s
        for i in range(PILES):
            left, top = s.left[i], s.top[i]
            at = EDGE + i * (bricks.CARD_W + 22)
            self.parts.append(pile(i, left, top, self.lang, at, self.y))
            if DRAW + i in self.legal:
                label = pile_label(i, left, top, self.lang)
                self.may(f"pile-{PILE_LETTERS[i]}", [DRAW + i], label)
        x = EDGE + PILES * (bricks.CARD_W + 22) + 12
        if s.one_ladder:
            title = self.say("Next height by roof", "Prochaine hauteur par toit")
            self.parts.append(heading(title, x, self.y + 24))
            self.parts.append(ladder(0, rungs(s, 0), x, self.y + 42, 0.56))
        self.y += bricks.CARD_H + 50

    # --- the players

    def plate(self, seat: int, x: float, width: float) -> None:
        won = self.actor == OVER and seat in self.view.winners
        name = self.names[seat] + (" ★" if won else "")
        points = str(self.s.score[seat]) + (" pts" if seat == self.view.seat else "")
        self.parts.append(plate(seat, name, width, self.actor == seat, points, x, self.y))

    def own(self, seat: int) -> None:
        """One's own place: the hand beside the plate, the towers large."""
        holding = self.actor != OVER
        self.plate(seat, EDGE, 260 if holding else 330)
        if not self.s.one_ladder:
            below = self.y + p.PLATE_HEIGHT * PLATE + 14
            self.parts.append(ladder(seat, rungs(self.s, seat), EDGE + 20, below, 0.4))
        if holding:
            self.hand(seat, EDGE + 276)
            gone = sum(1 for turn in range(self.played) if self.s.onto[turn] == DISCARD)
            self.parts.append(basket(gone, self.lang, SCENE - EDGE - 90, self.y + 16))
            label = self.say("Discard, face down", "Défausser, face cachée")
            self.may("basket", self.onto(DISCARD), label)
        self.y += bricks.CARD_H + 22 if holding else p.PLATE_HEIGHT * PLATE + 14
        self.street(seat, OWN, EDGE, SCENE - 2 * EDGE)

    def other(self, seat: int, x: float, width: float) -> None:
        """An opponent's place: the plate, card backs, the towers smaller."""
        self.plate(seat, x, min(330.0, width - 122))
        if self.actor != OVER:
            held = words.cards_held(self.s, seat)
            self.parts.append(backs(seat, held, x + min(330.0, width - 122) + 10, self.y + 6))
        self.y += p.PLATE_HEIGHT * PLATE + 14
        if not self.s.one_ladder:
            self.parts.append(ladder(seat, rungs(self.s, seat), x, self.y, 0.36))
            self.y += 56
        self.street(seat, OTHER, x, width)

    def others(self, seats: Sequence[int]) -> None:
        """The opponents, two beside each other where there are several."""
        columns = 1 if len(seats) == 1 else 2
        width = (SCENE - 2 * EDGE - 20 * (columns - 1)) / columns
        for start in range(0, len(seats), columns):
            top, bottom = self.y, self.y
            for i, seat in enumerate(seats[start : start + columns]):
                self.y = top
                self.other(seat, EDGE + i * (width + 20), width)
                bottom = max(bottom, self.y)
            self.y = bottom

    def hand(self, seat: int, x: float) -> None:
        seen = [0] * KINDS
        for kind in words.hand_cards(self.s, seat):
            name = f"hand-{seat}-{kind}-{seen[kind]}"
            seen[kind] += 1
            if actions := [a for a in self.legal if a < DRAW and a // PLACES == kind]:
                self.may(name, actions, words.card(kind).say(self.lang))
            self.parts.append(held_card(kind, name, x, self.y))
            x += bricks.CARD_W + 8

    def street(self, seat: int, scale: float, left: float, width: float) -> None:
        """A player's towers in rows, standing on the ground, numbered from 1."""
        s = self.s
        towers = words.tower_cards(s, seat)
        slots: list[int] = list(range(len(towers)))
        if seat == self.view.seat and self.onto(NEW):
            slots.append(-1)
        per_row = int(width // (STRIDE * scale))
        last = self.last_place()
        for start in range(0, max(1, len(slots)), per_row):
            row = slots[start : start + per_row]
            tallest = max([tall(tuple(towers[t])) for t in row if t >= 0] or [0.0])
            room = max(tallest + 14, 96.0 if row and row[-1] < 0 else 30.0)
            ground = self.y + room * scale
            self.parts.append(street_line(left, ground, width))
            for i, t in enumerate(row):
                x = left + (i + 0.5) * STRIDE * scale
                if t < 0:
                    self.parts.append(plot(x, ground, scale))
                    label = self.say("Begin a new tower", "Commencer un nouveau clocher")
                    self.may("plot", self.onto(NEW), label)
                    continue
                number, fill = self.number(seat, t)
                size = 24 if seat == self.view.seat else 28
                is_last = last == (seat, t + 1)
                cards = tuple(towers[t])
                self.parts.append(
                    tower(seat, t, cards, is_last, number, fill, size, x, ground, scale)
                )
                if self.legal and seat == self.actor and (actions := self.onto(t + 1)):
                    label = words.tower_line(s, seat, t, towers[t]).say(self.lang).strip()
                    self.may(f"tower-{seat}-{t}", actions, label)
            self.y = ground + (40 * scale if row else 12)
        self.y += 12

    def number(self, seat: int, t: int) -> tuple[str, str]:
        """A tower's number, with what it is worth or that it is too high; and its colour."""
        s = self.s
        if s.roof[seat][t]:
            return f"{t + 1} · +{POINTS[s.marks[seat][t] & (CAT | MOUSE)]}", "var(--ink)"
        if words.too_high(s, seat, t):
            return self.say(f"{t + 1} · too high", f"{t + 1} · trop haut"), "var(--tomato)"
        return str(t + 1), "var(--quiet)"

    def help_lines(self) -> None:
        """The memory help, where it was asked for."""
        for line in words.memory(self.view).say(self.lang).splitlines():
            for part in wrapped(line, 66):
                self.y += 26
                self.parts.append(p.text(part, EDGE, self.y, 19, "var(--quiet)", "start"))
        self.y += 16


@lru_cache(maxsize=4096)
def tall(cards: tuple[int, ...]) -> float:
    return sum(bricks.height(kind) for kind in cards)


def rungs(s: State, seat: int) -> tuple[int, ...]:
    row = s.ladder[seat]
    return tuple(row[colour] for colour in range(COLOURS))


# --- the parts: each drawn once for what it shows, and the same text ever after


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
        closed = last >= 5
        body += p.paper(wall, "var(--card)", 2, "var(--line)", 2)
        fill = "var(--quiet)" if closed else "var(--ink)"
        body += p.text("–" if closed else needs, at, 107, 38, fill, serif=True, bold=True)
    return p.group(f"ladder-{seat}", body, x, y, scale)


@lru_cache(maxsize=1024)
def plate(seat: int, name: str, width: float, active: bool, points: str, x: float, y: float) -> str:
    body = p.plate(seat, name, 0, 0, width / PLATE, active, points)
    return p.group(f"plate-{seat}", body, x, y, PLATE)


@lru_cache(maxsize=256)
def backs(seat: int, held: int, x: float, y: float) -> str:
    """An opponent's hand: that many card backs, nothing more."""
    body = ""
    for i in range(held):
        card = p.card_back(i * 38, 0, 34, 48, f"hand{seat}", p.seat_colour(seat))
        body += p.group(f"back-{seat}-{i}", card, moves=p.manner(comes="top"))
    return p.group(f"backs-{seat}", body, x, y)


@lru_cache(maxsize=2048)
def held_card(kind: int, id: str, x: float, y: float) -> str:
    body = bricks.card(kind, 0, 0)
    body += p.glow_rect(0, 0, bricks.CARD_W, bricks.CARD_H, 10, f"card{kind}")
    return p.group("", p.group(id, body, moves=p.manner(comes="top")), x, y)


@lru_cache(maxsize=256)
def basket(gone: int, lang: str, x: float, y: float) -> str:
    """Where discards go, face down: the last one looks out."""
    sides = [(5.0, 30.0), (85.0, 30.0), (77.0, 104.0), (13.0, 104.0)]
    d = p.cut_poly(sides, "basket", 8)
    body = ""
    if gone:
        card = p.card_back(-29, -40, 58, 80, "discard")
        falls_in = p.manner("turns", comes="hand back")
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


@lru_cache(maxsize=8192)
def tower(
    seat: int,
    t: int,
    cards: tuple[int, ...],
    is_last: bool,
    number: str,
    fill: str,
    size: int,
    x: float,
    ground: float,
    scale: float,
) -> str:
    body, y = "", 0.0
    for i, kind in enumerate(cards):
        came = p.manner(comes=f"hand-{seat}-{kind} back-{seat}")
        body += p.group(f"part-{seat}-{t}-{i}", bricks.part(kind, str(i % 3)), 0, y, moves=came)
        y -= bricks.height(kind)
    outline = p.cut_rect(-52, y - 4, 104, 4 - y, 8, f"tower{t}")
    body += p.glow(outline)
    if is_last:
        body += p.last(outline)
    body += p.text(number, 0, 28, size, fill, bold=fill == "var(--ink)")
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


def draw(
    view: Observation, *, lang: str, memory: bool, names: Sequence[str], wide: bool
) -> p.Sheet:
    scene = Scene(view, lang, memory, names)
    scene.middle()
    if view.seat is not None:
        scene.own(view.seat)
    first = 0 if view.seat is None else view.seat + 1
    seats = [(first + i) % view.seats for i in range(view.seats)]
    scene.others([seat for seat in seats if seat != view.seat])
    if memory and not view.over:
        scene.help_lines()
    return p.sheet(
        SCENE,
        scene.y + EDGE,
        scene.parts,
        title=words.TITLE.say(lang),
        desc=lambda: words.board(view).say(lang),
        heat=scene.heat,
    )
