"""The picture of Clocktowers: the piles and the ladder, and each player's street of towers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from matou import paper as p
from matou.games.clocktowers import bricks, elements, words
from matou.games.clocktowers.components import HAND_CARDS, PILE_LETTERS, PILES, SEATS
from matou.games.clocktowers.elements import PLATE, STEP
from matou.games.clocktowers.rules import DISCARD, DRAW, DRAWING, NEW, NONE, PLACES, PLAY, State
from matou.games.clocktowers.streets import Street, in_box, in_column, span, street_of
from matou.kit.linking import OVER

if TYPE_CHECKING:
    from matou.core.state import Observation
from matou.core.words import called

EDGE = 18.0
# What is drawn is asked for by what it shows, and that is cut out of the record's bytes.
LEFT, TOP = span("left"), span("top")
ONTO, DRAWN = span("onto").start, span("drawn").start
HANDS, LADDERS = (
    [span(field, seat, SEATS) for seat in range(SEATS)] for field in ("hand", "ladder")
)
NOTHING = NONE & 255  # as a byte
PLATE_H = p.PLATE_HEIGHT * PLATE


class Scene:
    """One drawing in the making: what is shown, whatever its shape."""

    width = 0.0
    line = 0  # how many letters of the memory help fit beside each other
    wordy = True  # is there room for a unit on one's own plate?

    def __init__(self, view: Observation, lang: str, names: Sequence[str]) -> None:
        self.view = view
        self.s: State = view.s
        self.record = view.tobytes()
        self.phase = self.s.phase
        self.turn = self.s.turn
        self.played = self.turn + (self.phase == DRAWING)
        self.lang = lang
        self.names = names if len(names) == view.seats else called(names, view.seats, lang)
        self.actor = view.actor
        self.legal = view.legal()
        self.places: dict[int, list[int]] = {}  # legal actions by where they end…
        self.kinds: dict[int, list[int]] = {}  # …and by which card they play
        if self.phase == PLAY:
            for a in self.legal:
                self.places.setdefault(a % PLACES, []).append(a)
                self.kinds.setdefault(a // PLACES, []).append(a)
        self.parts: list[str] = []
        self.heat: dict[str, p.Heat] = {}
        self.y = EDGE  # how far down it is drawn

    def draw(self, seats: Sequence[int]) -> None:
        """All of it; the seats are those of the others, in order."""
        raise NotImplementedError

    def say(self, en: str, fr: str) -> str:
        return fr if self.lang == "fr" else en

    def onto(self, place: int) -> list[int]:
        """The legal actions that end at a place."""
        return self.places.get(place, [])

    def may(self, id: str, actions: list[int], label: str) -> None:
        if actions:
            # CT9: a card is thrown away by two clicks, also where there is nothing else to do.
            thrown = len(actions) == 1 and actions[0] < DRAW and actions[0] % PLACES == DISCARD
            self.heat[id] = p.Heat(actions, label, "always" if thrown else "")

    # --- the middle of the table

    def piles(self, x: float, y: float) -> None:
        s, record = self.s, self.record
        self.parts += elements.piles(record[LEFT], record[TOP], self.lang, x, y)
        if self.phase == DRAWING:
            for i in range(PILES):
                if DRAW + i in self.legal:
                    label = elements.pile_label(i, s.left[i], s.top[i], self.lang)
                    self.may(f"pile-{PILE_LETTERS[i]}", [DRAW + i], label)

    def ladder(self, seat: int, x: float, y: float, scale: float) -> None:
        """What the next towers must measure, with its title."""
        title = self.say("Next height by roof", "Prochaine hauteur par toit")
        self.parts.append(elements.heading(title, x, y + 24))
        self.rungs(seat, x, y + 32, scale)

    def rungs(self, seat: int, x: float, y: float, scale: float) -> None:
        """The ladder by itself."""
        self.parts.append(elements.ladder(seat, self.record[LADDERS[seat]], x, y, scale))

    def scoring(self, x: float, y: float, width: float, across: int) -> None:
        """What a finished tower is worth."""
        self.parts.append(elements.scoring(self.lang, x, y, width, across))

    # --- the players

    def plate(self, seat: int, x: float, y: float, width: float, scale: float = PLATE) -> None:
        won = self.actor == OVER and seat in self.view.winners
        name = self.names[seat] + (" ★" if won else "")
        points = str(self.s.score[seat])
        if seat == self.view.seat and self.wordy:
            points += " pts"
        active = self.actor == seat
        self.parts.append(elements.plate(seat, name, width, active, points, x, y, scale))

    def backs(self, seat: int, x: float, y: float, scale: float = 1.0) -> None:
        if self.actor != OVER:
            seats = self.view.seats
            drawn = self.record[DRAWN + seat : DRAWN + max(seat, self.turn) : seats]
            away = len(range(seat, self.played, seats)) + drawn.count(NOTHING)
            held = HAND_CARDS - away + len(drawn)
            self.parts.append(elements.backs(seat, held, x, y, scale))

    def hand(self, seat: int, x: float, y: float) -> None:
        drawn, names = elements.hand(seat, self.record[HANDS[seat]], x, y)
        self.parts += drawn
        if self.kinds:
            for name, kind in names:
                if actions := self.kinds.get(kind):
                    self.may(name, actions, words.card(kind).say(self.lang))

    def basket(self, x: float, y: float) -> None:
        gone = self.record.count(DISCARD, ONTO, ONTO + self.played)
        self.parts.append(elements.basket(gone, self.lang, x, y))
        if actions := self.onto(DISCARD):
            self.may("basket", actions, self.say("Discard, face down", "Défausser, face cachée"))

    def street(self, seat: int) -> Street:
        """A player's towers; what may be put on them glows."""
        acts = seat == self.actor and bool(self.places)
        has_plot = acts and NEW in self.places
        if has_plot:
            label = self.say("Begin a new tower", "Commencer un nouveau clocher")
            self.may("plot", self.onto(NEW), label)
        seats = self.view.seats
        found = street_of(self.record, seats, self.played, seat, has_plot, self.lang)
        if acts:
            for t, cards in enumerate(found.towers):
                if actions := self.onto(t + 1):
                    told = words.tower_line(self.s, seat, t, cards).say(self.lang)
                    self.may(f"tower-{seat}-{t}", actions, told.strip())
        return found

    def help_lines(self) -> None:
        """The memory help, where it was asked for."""
        told = words.memory(self.view).say(self.lang, self.names)
        for line in told.splitlines():
            for part in elements.wrapped(line, self.line):
                self.y += 26
                self.parts.append(
                    p.text(part, EDGE, self.y, elements.LEGIBLE, "var(--quiet)", "start")
                )
        self.y += 16


class Column(Scene):
    """One column that grows downwards: the middle, one's own place, the others'."""

    width = 720.0
    line = 60
    wordy = False

    def draw(self, seats: Sequence[int]) -> None:
        self.piles(EDGE, self.y)
        if self.s.one_ladder:
            self.ladder(0, EDGE + PILES * STEP + 12, self.y, 0.56)
        elif self.view.seat is not None:
            self.scoring(EDGE + PILES * STEP + 26, self.y + 10, 290, 2)
        self.y += bricks.CARD_H + 50
        if self.view.seat is None or self.actor == OVER:
            self.scoring(EDGE, self.y - 4, self.width - 2 * EDGE, 4)
            self.y += 88
        if self.view.seat is not None:
            self.own(self.view.seat)
        self.others(seats)

    def own(self, seat: int) -> None:
        """One's own place: the hand beside the plate, the towers large."""
        holding = self.actor != OVER
        self.plate(seat, EDGE, self.y, 260 if holding else 330)
        if not self.s.one_ladder:
            self.rungs(seat, EDGE + 20, self.y + PLATE_H + 8, 0.4)
        elif holding:
            self.scoring(EDGE, self.y + PLATE_H + 6, 268, 4)
        if holding:
            self.hand(seat, EDGE + 276, self.y)
            self.basket(self.width - EDGE - 90, self.y + 16)
        self.y += bricks.CARD_H + 22 if holding else PLATE_H + 14
        self.in_rows(seat, 1.0, EDGE, self.width - 2 * EDGE)

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
        plate = min(330.0, width - 98)
        self.plate(seat, x, self.y, plate)
        self.backs(seat, x + plate + 8, self.y + 12, 0.8)
        self.y += PLATE_H + 14
        if not self.s.one_ladder:
            self.rungs(seat, x, self.y, 0.4)
            self.y += elements.LADDER_H * 0.4 + 12
        self.in_rows(seat, 0.72, x, width)

    def in_rows(self, seat: int, scale: float, left: float, width: float) -> None:
        """A player's towers in as many rows as they take."""
        drawn, self.y = in_column(self.street(seat), scale, left, self.y, width)
        self.parts += drawn


class Wide(Scene):
    """For a screen: one's cards at the left, the town at the right, one's own street large.

    The sheet stays as large as it is: a street is drawn smaller when its towers outgrow it. Who
    only watches, and everybody at the end, sees all streets alike under the piles.
    """

    width = 1172.0
    line = 98
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
        self.boxed(own, left, self.HEIGHT - 64, room, self.HEIGHT - 64 - 392)
        w = (room - 24 * (len(seats) - 1)) / len(seats)
        for i, seat in enumerate(seats):
            self.other(seat, left + i * (w + 24), EDGE, w, 372 - EDGE)
        self.y = self.HEIGHT - EDGE

    def cards(self, seat: int) -> None:
        """The piles, the ladder, one's own name and hand, and the basket."""
        self.piles(EDGE, EDGE)
        self.ladder(0 if self.s.one_ladder else seat, EDGE, 206, 0.645)
        self.plate(seat, EDGE, 372, self.CARDS - 8)
        self.hand(seat, EDGE + 14, 456)
        self.basket(EDGE + 26, 614)
        self.scoring(EDGE + 146, 614, 206, 2)

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
            self.rungs(seat, x, top + 4, scale)
            top += elements.LADDER_H * scale + 8
        self.boxed(seat, x, y + high - 44, width, y + high - 44 - top - 10)

    def boxed(self, seat: int, left: float, ground: float, width: float, high: float) -> None:
        """A player's towers before the sky."""
        self.parts += in_box(self.street(seat), left, ground, width, high)

    def watched(self, seats: Sequence[int]) -> None:
        """All streets alike: two beside each other, three, or two rows of two."""
        shift = (self.width - PILES * STEP - (660 if self.s.one_ladder else 260)) / 2 - EDGE
        self.piles(EDGE + shift, EDGE)
        if self.s.one_ladder:
            self.ladder(0, EDGE + shift + PILES * STEP + 40, EDGE, 0.645)
        self.scoring(self.width - EDGE - shift - 216, EDGE + 12, 216, 2)
        across = 3 if len(seats) == 3 else 2
        rows = -(-len(seats) // across)
        w = (self.width - 2 * EDGE - 32 * (across - 1)) / across
        top = EDGE + bricks.CARD_H + 56
        high = (self.HEIGHT - EDGE - top) / rows
        for i, seat in enumerate(seats):
            x, y = EDGE + i % across * (w + 32), top + i // across * high
            self.other(seat, x, y, w, high - 8)
        self.y = self.HEIGHT - EDGE


@cache
def others(seat: int | None, seats: int) -> tuple[int, ...]:
    """The seats of the others, clockwise; who watches sees all from the first."""
    first = 0 if seat is None else seat + 1
    return tuple((first + i) % seats for i in range(seats) if (first + i) % seats != seat)


def draw(
    view: Observation, *, lang: str, memory: bool, names: Sequence[str], wide: bool
) -> p.Sheet:
    scene = (Wide if wide else Column)(view, lang, names)
    scene.draw(others(view.seat, view.seats))
    if memory and not view.over:
        scene.help_lines()
    return p.sheet(
        scene.width,
        scene.y + EDGE,
        scene.parts,
        title=words.TITLE.say(lang),
        desc=lambda: words.board(view).say(lang, names),
        heat=scene.heat,
    )
