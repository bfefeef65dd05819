"""The picture of Clocktowers: the piles and the ladder, then each player's street of towers."""

from __future__ import annotations

from collections.abc import Sequence
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
        self.legal = view.legal()
        self.parts: list[str] = []
        self.y = EDGE

    def say(self, en: str, fr: str) -> str:
        return fr if self.lang == "fr" else en

    def onto(self, place: int) -> list[int]:
        """The legal actions that end at a place."""
        return [a for a in self.legal if a < DRAW and a % PLACES == place]

    def last_place(self) -> tuple[int, int]:
        """The seat and place of the last card that left a hand; (-1, -1) before the first."""
        played = self.s.turn + (1 if self.s.phase == DRAWING else 0)
        if played == 0:
            return -1, -1
        return (played - 1) % self.s.seats, self.s.onto[played - 1]

    # --- the middle of the table

    def middle(self) -> None:
        for pile in range(PILES):
            self.parts.append(self.pile(pile, EDGE + pile * (bricks.CARD_W + 22), self.y))
        x = EDGE + PILES * (bricks.CARD_W + 22) + 12
        if self.s.one_ladder:
            title = self.say("Next height by roof", "Prochaine hauteur par toit")
            self.parts.append(p.text(title, x, self.y + 24, 24, "var(--quiet)", "start"))
            self.parts.append(self.ladder(0, x, self.y + 42, 0.56))
        self.y += bricks.CARD_H + 50

    def pile(self, pile: int, x: float, y: float) -> str:
        left, top = self.s.left[pile], self.s.top[pile]
        name = words.PILE_NAMES[pile].say(self.lang)
        body = ""
        for under in range(min(2, left - 1), 0, -1):  # the cards beneath, as paper edges
            edge = p.cut_rect(under * 4, under * 4, bricks.CARD_W, bricks.CARD_H, 10, f"u{under}")
            body += p.paper(edge, "var(--card)", 2, "var(--line)", 1.5)
        label = f"{name} : {left}" if self.lang == "fr" else f"{name}: {left}"
        if left == 0:
            gone = p.cut_rect(0, 0, bricks.CARD_W, bricks.CARD_H, 10, "gone")
            body += p.shape(gone, "none", "var(--line)", 2)
        elif top == NONE:
            body += p.card_back(0, 0, bricks.CARD_W, bricks.CARD_H, f"pile{pile}")
        else:
            body += bricks.card(top, 0, 0)
            label = f"{label}, {words.card(top).say(self.lang)}"
        body += p.glow_rect(0, 0, bricks.CARD_W, bricks.CARD_H, 10, f"pile{pile}")
        actions = [DRAW + pile] if DRAW + pile in self.legal else []
        body = p.hot(actions, body, label, id=f"pile-{PILE_LETTERS[pile]}")
        badge = p.cut_disc(bricks.CARD_W - 4, 4, 17, f"left{pile}")
        body += p.paper(badge, "var(--card)", 2, "var(--line)", 2)
        body += p.text(str(left), bricks.CARD_W - 4, 11, 20, bold=True)
        body += p.text(name, bricks.CARD_W / 2, bricks.CARD_H + 32, 22)
        return p.group("", body, x, y)

    def ladder(self, seat: int, x: float, y: float, scale: float) -> str:
        """What the next tower of each colour must measure."""
        body = ""
        for colour in range(COLOURS):
            last = self.s.ladder[seat][colour]
            needs = "1–2" if last == 0 else str(last + 1)
            at = 46 + colour * 108
            body += p.group("", bricks.roof(colour), at, 62)
            wall = p.cut_rect(at - 38, 63, 76, 62, 4, f"ladder{colour}")
            closed = last >= 5
            body += p.paper(wall, "var(--card)", 2, "var(--line)", 2)
            fill = "var(--quiet)" if closed else "var(--ink)"
            body += p.text("–" if closed else needs, at, 107, 38, fill, serif=True, bold=True)
        return p.group(f"ladder-{seat}", body, x, y, scale)

    # --- the players

    def plate(self, seat: int, x: float, width: float) -> None:
        won = self.view.actor == OVER and seat in self.view.winners
        name = self.names[seat] + (" ★" if won else "")
        points = str(self.s.score[seat]) + (" pts" if seat == self.view.seat else "")
        active = self.view.actor == seat
        body = p.plate(seat, name, 0, 0, width / PLATE, active, points)
        self.parts.append(p.group(f"plate-{seat}", body, x, self.y, PLATE))

    def own(self, seat: int) -> None:
        """One's own place: the hand beside the plate, the towers large."""
        holding = self.view.actor != OVER
        self.plate(seat, EDGE, 260 if holding else 330)
        if not self.s.one_ladder:
            self.parts.append(
                self.ladder(seat, EDGE + 20, self.y + p.PLATE_HEIGHT * PLATE + 14, 0.4)
            )
        if holding:
            self.hand(seat, EDGE + 276)
            self.parts.append(self.basket(SCENE - EDGE - 90, self.y + 16))
        self.y += bricks.CARD_H + 22 if holding else p.PLATE_HEIGHT * PLATE + 14
        self.street(seat, OWN, EDGE, SCENE - 2 * EDGE)

    def other(self, seat: int, x: float, width: float) -> None:
        """An opponent's place: the plate, card backs, the towers smaller."""
        self.plate(seat, x, min(330.0, width - 122))
        if self.view.actor != OVER:
            self.parts.append(self.backs(seat, x + min(330.0, width - 122) + 10, self.y + 6))
        self.y += p.PLATE_HEIGHT * PLATE + 14
        if not self.s.one_ladder:
            self.parts.append(self.ladder(seat, x, self.y, 0.36))
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

    def backs(self, seat: int, x: float, y: float) -> str:
        """An opponent's hand: that many card backs, nothing more."""
        body = ""
        for i in range(words.cards_held(self.s, seat)):
            body += p.card_back(i * 38, 0, 34, 48, f"hand{seat}", p.seat_colour(seat))
        return p.group(f"backs-{seat}", body, x, y)

    def hand(self, seat: int, x: float) -> None:
        seen = [0] * KINDS
        for kind in words.hand_cards(self.s, seat):
            actions = [a for a in self.legal if a < DRAW and a // PLACES == kind]
            body = bricks.card(kind, 0, 0)
            body += p.glow_rect(0, 0, bricks.CARD_W, bricks.CARD_H, 10, f"card{kind}")
            label = words.card(kind).say(self.lang)
            name = f"hand-{seat}-{kind}-{seen[kind]}"
            seen[kind] += 1
            self.parts.append(p.group("", p.hot(actions, body, label, id=name), x, self.y))
            x += bricks.CARD_W + 8

    def basket(self, x: float, y: float) -> str:
        """Where discards go, face down."""
        sides = [(5.0, 30.0), (85.0, 30.0), (77.0, 104.0), (13.0, 104.0)]
        d = p.cut_poly(sides, "basket", 8)
        body = p.paper(d, "var(--wood)", 3, "var(--grain)", 2)
        body += p.pattern("grain", sides, 14, "var(--grain)")
        body += p.shape(p.cut_rect(0, 22, 90, 14, 6, "brim"), "var(--grain)")
        played = self.s.turn + (1 if self.s.phase == DRAWING else 0)
        gone = sum(1 for turn in range(played) if self.s.onto[turn] == DISCARD)
        body += p.text(str(gone), 45, 78, 26, "var(--face)", bold=True, serif=True)
        body += p.text(self.say("discard", "défausse"), 45, 129, 22, "var(--ink)")
        body += p.glow(d)
        label = self.say("Discard, face down", "Défausser, face cachée")
        return p.group("", p.hot(self.onto(DISCARD), body, label, id="basket"), x, y)

    def street(self, seat: int, scale: float, left: float, width: float) -> None:
        """A player's towers in rows, standing on the ground, numbered from 1."""
        s = self.s
        towers = words.tower_cards(s, seat)
        slots: list[int] = list(range(len(towers)))
        if seat == self.view.seat and self.onto(NEW):
            slots.append(-1)
        per_row = int(width // (STRIDE * scale))
        for start in range(0, max(1, len(slots)), per_row):
            row = slots[start : start + per_row]
            tallest = max(
                [sum(bricks.height(k) for k in towers[t]) for t in row if t >= 0] or [0.0]
            )
            room = max(tallest + 14, 96.0 if row and row[-1] < 0 else 30.0)
            ground = self.y + room * scale
            self.parts.append(
                p.shape(f"M{left:.0f} {ground:.1f}h{width:.0f}", "none", "var(--line)", 3)
            )
            for i, t in enumerate(row):
                x = left + (i + 0.5) * STRIDE * scale
                body = self.tower(seat, t, towers[t]) if t >= 0 else self.plot()
                self.parts.append(p.group("", body, x, ground, scale))
            self.y = ground + (40 * scale if row else 12)
        self.y += 12

    def tower(self, seat: int, t: int, cards: list[int]) -> str:
        s = self.s
        body, y = "", 0.0
        for i, kind in enumerate(cards):
            body += p.group(f"part-{seat}-{t}-{i}", bricks.part(kind, str(i % 3)), 0, y)
            y -= bricks.height(kind)
        outline = p.cut_rect(-52, y - 4, 104, 4 - y, 8, f"tower{t}")
        body += p.glow(outline)
        if self.last_place() == (seat, t + 1):
            body += p.last(outline)
        number = str(t + 1)
        fill = "var(--quiet)"
        if s.roof[seat][t]:
            number = f"{number} · +{POINTS[s.marks[seat][t] & (CAT | MOUSE)]}"
            fill = "var(--ink)"
        elif words.too_high(s, seat, t):
            number = self.say(f"{number} · too high", f"{number} · trop haut")
            fill = "var(--tomato)"
        body += p.text(
            number, 0, 28, 24 if seat == self.view.seat else 28, fill, bold=bool(s.roof[seat][t])
        )
        label = words.tower_line(s, seat, t, cards).say(self.lang).strip()
        actions = self.onto(t + 1) if seat == self.view.actor else []
        return p.hot(actions, body, label, id=f"tower-{seat}-{t}")

    def plot(self) -> str:
        """A free plot: where a new tower may begin."""
        d = p.cut_rect(-44, -86, 88, 84, 8, "plot")
        body = p.shape(d, "var(--card)", "var(--line)", 2, 0.6)
        body += p.shape("M-16 -44h32M0 -60v32", "none", "var(--rim)", 5)
        body += p.glow(d)
        label = self.say("Begin a new tower", "Commencer un nouveau clocher")
        return p.hot(self.onto(NEW), body, label, id="plot")

    def help_lines(self) -> None:
        """The memory help, where it was asked for."""
        for line in words.memory(self.view).say(self.lang).splitlines():
            for part in wrapped(line, 66):
                self.y += 26
                self.parts.append(p.text(part, EDGE, self.y, 19, "var(--quiet)", "start"))
        self.y += 16


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


def draw(view: Observation, *, lang: str, memory: bool, names: Sequence[str]) -> str:
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
        "".join(scene.parts),
        title=words.TITLE.say(lang),
        desc=words.board(view).say(lang),
    )
