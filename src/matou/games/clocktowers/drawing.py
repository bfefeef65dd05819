"""The picture of Clocktowers: the piles and the ladder, and each player's street of towers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou import paper as p
from matou.core.kit import OVER
from matou.games.clocktowers import bricks, parts, words
from matou.games.clocktowers.components import CAT, KINDS, MOUSE, PILE_LETTERS, PILES, POINTS
from matou.games.clocktowers.parts import PLATE
from matou.games.clocktowers.rules import DISCARD, DRAW, DRAWING, NEW, PLACES, State

if TYPE_CHECKING:
    from matou.core.state import Observation

EDGE = 18.0
STRIDE = 100.0  # from one tower to the next, at scale 1
STEP = bricks.CARD_W + 22  # from one pile to the next
ROW = 44.0  # the room for numbers under a row of towers
PLATE_H = p.PLATE_HEIGHT * PLATE


class Scene:
    """One drawing in the making: what is shown, whatever its shape."""

    width = 0.0
    line = 0  # how many letters of the memory help fit beside each other

    def __init__(self, view: Observation, lang: str, names: Sequence[str]) -> None:
        self.view = view
        self.s: State = view.s
        self.lang = lang
        self.names = [
            names[seat] if seat < len(names) else self.say(f"Seat {seat}", f"Siège {seat}")
            for seat in range(view.seats)
        ]
        self.actor = view.actor
        self.legal = view.legal()
        self.parts: list[str] = []
        self.heat: dict[str, p.Heat] = {}
        self.played = self.s.turn + (1 if self.s.phase == DRAWING else 0)
        self.y = EDGE  # how far down it is drawn

    def draw(self, seats: Sequence[int]) -> None:
        """All of it; the seats are those of the others, in order."""
        raise NotImplementedError

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

    def piles(self, x: float, y: float) -> None:
        s = self.s
        for i in range(PILES):
            left, top = s.left[i], s.top[i]
            self.parts.append(parts.pile(i, left, top, self.lang, x + i * STEP, y))
            if DRAW + i in self.legal:
                label = parts.pile_label(i, left, top, self.lang)
                self.may(f"pile-{PILE_LETTERS[i]}", [DRAW + i], label)

    def ladder(self, seat: int, x: float, y: float, scale: float) -> None:
        """What the next towers must measure, with its title."""
        title = self.say("Next height by roof", "Prochaine hauteur par toit")
        self.parts.append(parts.heading(title, x, y + 24))
        self.parts.append(parts.ladder(seat, parts.rungs(self.s, seat), x, y + 42, scale))

    # --- the players

    def plate(self, seat: int, x: float, y: float, width: float, scale: float = PLATE) -> None:
        won = self.actor == OVER and seat in self.view.winners
        name = self.names[seat] + (" ★" if won else "")
        points = str(self.s.score[seat]) + (" pts" if seat == self.view.seat else "")
        active = self.actor == seat
        self.parts.append(parts.plate(seat, name, width, active, points, x, y, scale))

    def backs(self, seat: int, x: float, y: float, scale: float = 1.0) -> None:
        if self.actor != OVER:
            held = words.cards_held(self.s, seat)
            self.parts.append(parts.backs(seat, held, x, y, scale))

    def hand(self, seat: int, x: float, y: float) -> None:
        seen = [0] * KINDS
        for kind in words.hand_cards(self.s, seat):
            name = f"hand-{seat}-{kind}-{seen[kind]}"
            seen[kind] += 1
            if actions := [a for a in self.legal if a < DRAW and a // PLACES == kind]:
                self.may(name, actions, words.card(kind).say(self.lang))
            self.parts.append(parts.held_card(kind, name, x, y))
            x += bricks.CARD_W + 8

    def basket(self, x: float, y: float) -> None:
        gone = sum(1 for turn in range(self.played) if self.s.onto[turn] == DISCARD)
        self.parts.append(parts.basket(gone, self.lang, x, y))
        label = self.say("Discard, face down", "Défausser, face cachée")
        self.may("basket", self.onto(DISCARD), label)

    def slots(self, seat: int, towers: Sequence[list[int]]) -> list[int]:
        """A player's towers by number, and -1 where a new one may begin."""
        plot = [-1] if seat == self.view.seat and self.onto(NEW) else []
        return [*range(len(towers)), *plot]

    def row(
        self,
        seat: int,
        towers: Sequence[list[int]],
        row: Sequence[int],
        left: float,
        ground: float,
        scale: float,
    ) -> None:
        """Towers beside each other, standing on the ground, numbered from 1."""
        last = self.last_place()
        for i, t in enumerate(row):
            x = left + (i + 0.5) * STRIDE * scale
            if t < 0:
                self.parts.append(parts.plot(x, ground, scale))
                label = self.say("Begin a new tower", "Commencer un nouveau clocher")
                self.may("plot", self.onto(NEW), label)
                continue
            cards, is_last = tuple(towers[t]), last == (seat, t + 1)
            told = self.number(seat, t)
            most = 24 if scale > 0.8 else 28
            size = min(most, 150 // len(told[0]))  # so that it keeps clear of the next
            self.parts.append(parts.tower(seat, t, cards, is_last, *told, size, x, ground, scale))
            if self.legal and seat == self.actor and (actions := self.onto(t + 1)):
                label = words.tower_line(self.s, seat, t, towers[t]).say(self.lang).strip()
                self.may(f"tower-{seat}-{t}", actions, label)

    def number(self, seat: int, t: int) -> tuple[str, str, str]:
        """A tower's number with what it is worth, a note that it is too high, and a colour."""
        s = self.s
        if s.roof[seat][t]:
            return f"{t + 1} · +{POINTS[s.marks[seat][t] & (CAT | MOUSE)]}", "", "var(--ink)"
        if words.too_high(s, seat, t):
            return str(t + 1), self.say("too high", "trop haut"), "var(--tomato)"
        return str(t + 1), "", "var(--quiet)"

    def help_lines(self) -> None:
        """The memory help, where it was asked for."""
        told = words.memory(self.view).say(self.lang)
        for seat, name in enumerate(self.names):
            told = told.replace(f"Seat {seat} ", f"{name} ").replace(
                f"Le siège {seat} ", f"{name} "
            )
        for line in told.splitlines():
            for part in parts.wrapped(line, self.line):
                self.y += 26
                self.parts.append(p.text(part, EDGE, self.y, 19, "var(--quiet)", "start"))
        self.y += 16


class Column(Scene):
    """One column that grows downwards: the middle, one's own place, the others'."""

    width = 720.0
    line = 66

    def draw(self, seats: Sequence[int]) -> None:
        self.piles(EDGE, self.y)
        if self.s.one_ladder:
            self.ladder(0, EDGE + PILES * STEP + 12, self.y, 0.56)
        self.y += bricks.CARD_H + 50
        if self.view.seat is not None:
            self.own(self.view.seat)
        self.others(seats)

    def own(self, seat: int) -> None:
        """One's own place: the hand beside the plate, the towers large."""
        holding = self.actor != OVER
        self.plate(seat, EDGE, self.y, 260 if holding else 330)
        if not self.s.one_ladder:
            below, rungs = self.y + PLATE_H + 14, parts.rungs(self.s, seat)
            self.parts.append(parts.ladder(seat, rungs, EDGE + 20, below, 0.4))
        if holding:
            self.hand(seat, EDGE + 276, self.y)
            self.basket(self.width - EDGE - 90, self.y + 16)
        self.y += bricks.CARD_H + 22 if holding else PLATE_H + 14
        self.street(seat, 1.0, EDGE, self.width - 2 * EDGE)

    def others(self, seats: Sequence[int]) -> None:
        """The opponents, two beside each other where there are several."""
        columns = 1 if len(seats) == 1 else 2
        width = (self.width - 2 * EDGE - 20 * (columns - 1)) / columns
        for start in range(0, len(seats), columns):
            top, bottom = self.y, self.y
            for i, seat in enumerate(seats[start : start + columns]):
                self.y = top
                self.other(seat, EDGE + i * (width + 20), width)
                bottom = max(bottom, self.y)
            self.y = bottom

    def other(self, seat: int, x: float, width: float) -> None:
        """An opponent's place: the plate, card backs, the towers smaller."""
        plate = min(330.0, width - 122)
        self.plate(seat, x, self.y, plate)
        self.backs(seat, x + plate + 10, self.y + 6)
        self.y += PLATE_H + 14
        if not self.s.one_ladder:
            self.parts.append(parts.ladder(seat, parts.rungs(self.s, seat), x, self.y, 0.36))
            self.y += 56
        self.street(seat, 0.72, x, width)

    def street(self, seat: int, scale: float, left: float, width: float) -> None:
        """A player's towers in as many rows as they take."""
        towers = words.tower_cards(self.s, seat)
        slots = self.slots(seat, towers)
        per_row = int(width // (STRIDE * scale))
        for start in range(0, max(1, len(slots)), per_row):
            row = slots[start : start + per_row]
            tallest = max([parts.tall(tuple(towers[t])) for t in row if t >= 0] or [0.0])
            room = max(tallest + 14, 96.0 if row and row[-1] < 0 else 30.0)
            ground = self.y + room * scale
            self.parts.append(parts.street_line(left, ground, width))
            self.row(seat, towers, row, left, ground, scale)
            noted = any(self.number(seat, t)[1] for t in row if t >= 0)
            self.y = ground + ((60 if noted else 40) * scale if row else 12)
        self.y += 12


class Wide(Scene):
    """For a screen: one's cards at the left, the town at the right, one's own street large.

    The sheet stays as large as it is: a street is drawn smaller when its towers outgrow it. Who
    only watches, and everybody at the end, sees all streets alike under the piles.
    """

    width = 1098.0
    line = 104
    HEIGHT = 770.0
    CARDS = 352.0  # how wide the cards' column is

    def draw(self, seats: Sequence[int]) -> None:
        own = self.view.seat
        if own is None or self.actor == OVER:
            self.watched([*seats] if own is None else [own, *seats])
            return
        self.cards(own)
        left = EDGE + self.CARDS + 28
        room = self.width - left - EDGE
        self.street(own, left, self.HEIGHT - 64, room, self.HEIGHT - 64 - 392)
        w = (room - 24 * (len(seats) - 1)) / len(seats)
        for i, seat in enumerate(seats):
            self.other(seat, left + i * (w + 24), EDGE, w, 334 - EDGE)
        self.y = self.HEIGHT - EDGE

    def cards(self, seat: int) -> None:
        """The piles, the ladder, one's own name and hand, and the basket."""
        self.piles(EDGE, EDGE)
        self.ladder(0 if self.s.one_ladder else seat, EDGE, 212, 0.645)
        self.plate(seat, EDGE, 372, self.CARDS - 8)
        self.hand(seat, EDGE + 14, 456)
        self.basket(EDGE + self.CARDS / 2 - 49, 606)

    def other(self, seat: int, x: float, y: float, width: float, high: float) -> None:
        """An opponent's place in a box: the plate, card backs, and the street on its ground."""
        top = y
        if width > 300:
            plate = min(330.0, width - (0 if self.actor == OVER else 122))
            self.plate(seat, x, y, plate)
            self.backs(seat, x + plate + 10, y + 6)
            top += PLATE_H
        else:
            self.plate(seat, x, y, width, 1.1)
            self.backs(seat, x + 4, y + 62, 0.8)
            top += 58 if self.actor == OVER else 106
        if not self.s.one_ladder:
            scale = min(0.4, width / 540)
            self.parts.append(parts.ladder(seat, parts.rungs(self.s, seat), x, top + 4, scale))
            top += 130 * scale
        self.street(seat, x, y + high - 44, width, y + high - 44 - top - 10)

    def street(self, seat: int, left: float, ground: float, width: float, high: float) -> None:
        """A player's towers before the sky, in the rows that let them be largest."""
        towers = words.tower_cards(self.s, seat)
        slots = self.slots(seat, towers)
        most = 1.2 if width > 500 and high > 290 else 0.9
        scale, rows = 0.0, [slots]
        for count in range(1, 4):
            across = -(-max(1, len(slots)) // count)
            tried = [slots[i : i + across] for i in range(0, max(1, len(slots)), across)]
            needs = sum(self.tall(towers, row) for row in tried) + ROW * (len(tried) - 1)
            fits = min(most, (width - 28) / STRIDE / across, (high - 12) / needs)
            if fits > scale * 1.15:
                scale, rows = fits, tried
        self.parts.append(parts.sky(left, ground - high, width, high))
        above = [self.tall(towers, row) + ROW for row in rows[1:]]
        for i, row in enumerate(rows):
            at = ground - sum(above[i:]) * scale
            if i < len(rows) - 1:
                self.parts.append(parts.street_line(left + 10, at, width - 20))
            self.row(seat, towers, row, left + 14, at, scale)

    def tall(self, towers: Sequence[list[int]], row: Sequence[int]) -> float:
        """How high the towers of a row reach."""
        return max([96.0, *(parts.tall(tuple(towers[t])) + 8 for t in row if t >= 0)])

    def watched(self, seats: Sequence[int]) -> None:
        """All streets alike: two beside each other, three, or two rows of two."""
        shift = (self.width - PILES * STEP - (400 if self.s.one_ladder else 0)) / 2 - EDGE
        self.piles(EDGE + shift, EDGE)
        if self.s.one_ladder:
            self.ladder(0, EDGE + shift + PILES * STEP + 40, EDGE + 16, 0.645)
        across = 3 if len(seats) == 3 else 2
        rows = -(-len(seats) // across)
        w = (self.width - 2 * EDGE - 32 * (across - 1)) / across
        top = EDGE + bricks.CARD_H + 56
        high = (self.HEIGHT - EDGE - top) / rows
        for i, seat in enumerate(seats):
            x, y = EDGE + i % across * (w + 32), top + i // across * high
            self.other(seat, x, y, w, high - 8)
        self.y = self.HEIGHT - EDGE


def draw(
    view: Observation, *, lang: str, memory: bool, names: Sequence[str], wide: bool
) -> p.Sheet:
    scene = (Wide if wide else Column)(view, lang, names)
    first = 0 if view.seat is None else view.seat + 1
    seats = [(first + i) % view.seats for i in range(view.seats)]
    scene.draw([seat for seat in seats if seat != view.seat])
    if memory and not view.over:
        scene.help_lines()
    return p.sheet(
        scene.width,
        scene.y + EDGE,
        scene.parts,
        title=words.TITLE.say(lang),
        desc=lambda: words.board(view).say(lang),
        heat=scene.heat,
    )
