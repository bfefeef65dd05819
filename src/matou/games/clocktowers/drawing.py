"""The picture of Clocktowers: the piles and the ladder, and each player's street of towers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from matou import paper as p
from matou.games.clocktowers import bricks, elements, words
from matou.games.clocktowers.components import HAND_CARDS, PILE_LETTERS, PILES, SEATS
from matou.games.clocktowers.elements import PLATE, STEP
from matou.games.clocktowers.rules import DISCARD, DRAW, DRAWING, NEW, NONE, PLACES, PLAY, State
from matou.games.clocktowers.streets import Street, in_box, in_column, opens_row, span, turns
from matou.kit.linking import OVER

if TYPE_CHECKING:
    from matou.core.state import Observation
from matou.core.words import called

EDGE = 18.0
# What is drawn is asked for by what it shows, and that is cut out of the record's bytes.
PILED = slice(span("left").start, span("top").stop)
ONTO, DRAWN, SCORE = (span(field).start for field in ("onto", "drawn", "score"))
HANDS, LADDERS = (
    [span(field, seat, SEATS) for seat in range(SEATS)] for field in ("hand", "ladder")
)
NO_LADDER = b""
NOTHING = NONE & 255  # as a byte
PLATE_H = p.PLATE_HEIGHT * PLATE


Plate = tuple[int, str, bool, str]  # what a name plate shows: whose it is, the name, acts, points


def plate_at(plate: Plate, x: float, y: float, width: float, scale: float = PLATE) -> str:
    seat, name, acts, points = plate
    return elements.plate(seat, name, width, acts, points, x, y, scale)


class Scene(p.Scene):
    """One drawing in the making: what is shown, whatever its shape."""

    width = 0.0
    line = 0  # how many letters of the memory help fit beside each other
    unit = ""  # on one's own plate, and on others' where there is room

    def __init__(
        self, view: Observation, lang: str, names: Sequence[str], before: p.Sheet | None
    ) -> None:
        super().__init__(lang, before)
        self.view = view
        self.seat, self.seats = view.seat, view.seats
        s: State = view.s
        self.s = s
        self.record = view.tobytes()
        self.phase, self.turn = s.phase, s.turn
        self.played = self.turn + (self.phase == DRAWING)
        self.one_ladder = s.one_ladder
        self.names = names if len(names) == self.seats else called(names, self.seats, lang)
        self.actor = view.actor
        self.legal = view.legal()
        self.places: dict[int, list[int]] = {}  # legal actions by where they end…
        self.kinds: dict[int, list[int]] = {}  # …and by which card they play
        if self.phase == PLAY:
            for a in self.legal:
                self.places.setdefault(a % PLACES, []).append(a)
                self.kinds.setdefault(a // PLACES, []).append(a)
        self.y = EDGE  # how far down it is drawn

    def draw(self, seats: Sequence[int]) -> None:
        """All of it; the seats are those of the others, in order."""
        raise NotImplementedError

    # --- what is shown of the record

    def ladder_of(self, seat: int) -> bytes:
        """A player's own ladder, where each has one."""
        return NO_LADDER if self.one_ladder else self.record[LADDERS[seat]]

    def plate_of(self, seat: int) -> Plate:
        name, points = self.names[seat], str(self.record[SCORE + seat])
        if self.actor == OVER and seat in self.view.winners:
            name += " ★"
        if seat == self.seat or self.seats == 2:
            points += self.unit
        return seat, name, self.actor == seat, points

    def held_by(self, seat: int) -> int:
        """How many cards another holds; -1 when all is over, and none is shown."""
        if self.actor == OVER:
            return -1
        seats = self.seats
        drawn = self.record[DRAWN + seat : DRAWN + max(seat, self.turn) : seats]
        away = len(range(seat, self.played, seats)) + drawn.count(NOTHING)
        return HAND_CARDS - away + len(drawn)

    def gone(self) -> int:
        """How many cards were thrown away."""
        return self.record.count(DISCARD, ONTO, ONTO + self.played)

    def street(self, seat: int) -> Street:
        """A player's towers."""
        onto, cards, is_last = turns(seat, self.played, self.seats)
        return seat, self.record[onto], self.record[cards], is_last

    def has_plot(self, seat: int) -> bool:
        """May a player begin a new tower now?"""
        return seat == self.actor and NEW in self.places

    # --- what one may do

    def may(self, id: str, actions: list[int], label: str) -> None:
        # CT9: a card is thrown away by two clicks, also where there is nothing else to do.
        thrown = len(actions) == 1 and actions[0] < DRAW and actions[0] % PLACES == DISCARD
        self.heat[id] = p.Heat(actions, label, "always" if thrown else "")

    def warm(self) -> None:
        """What one may do besides building: draw from a pile, play a card, throw one away."""
        if self.phase == DRAWING:
            s = self.s
            for a in self.legal:
                i = a - DRAW
                label = elements.pile_label(i, s.left[i], s.top[i], self.lang)
                self.may(f"pile-{PILE_LETTERS[i]}", [a], label)
            return
        held = self.record[HANDS[self.actor]]
        for name, kind in elements.hand_names(self.actor, held):
            if actions := self.kinds.get(kind):
                self.may(name, actions, words.card(kind).say(self.lang))
        if actions := self.places.get(DISCARD):
            self.may("basket", actions, self.say("Discard, face down", "Défausser, face cachée"))
        self.warm_street(self.actor)

    def warm_street(self, seat: int) -> None:
        if NEW in self.places:
            label = self.say("Begin a new tower", "Commencer un nouveau clocher")
            self.may("plot", self.places[NEW], label)
        _, onto, played, _ = self.street(seat)
        for t, cards in enumerate(words.towers(onto, played)):
            if actions := self.places.get(t + 1):
                told = words.tower_line(self.s, seat, t, cards).say(self.lang)
                self.may(f"tower-{seat}-{t}", actions, told.strip())

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


# The corners of a picture, drawn once for what they show and then kept as a whole: most of a
# picture is what it was in the position before.


@lru_cache(maxsize=4096)
def middle(
    piled: bytes, x: float, seat: int, ladder: bytes, at: tuple[float, float, float], lang: str
) -> list[str]:
    """The piles, and with its title a ladder: what the next towers must measure."""
    drawn = elements.piles(piled[:PILES], piled[PILES:], lang, x, EDGE)
    if ladder:
        left, top, scale = at
        title = "Prochaine hauteur par toit" if lang == "fr" else "Next height by roof"
        drawn.append(elements.heading(title, left, top + 24))
        drawn.append(elements.ladder(seat, ladder, left, top + 32, scale))
    return drawn


@lru_cache(maxsize=4096)
def own_in_column(
    plate: Plate, hand: bytes, gone: int, ladder: bytes, lang: str, y: float
) -> list[str]:
    """One's own plate, and the hand beside it."""
    drawn = [plate_at(plate, EDGE, y, 260)]
    if ladder:
        drawn.append(elements.ladder(plate[0], ladder, EDGE + 20, y + PLATE_H + 8, 0.4))
    else:
        drawn.append(elements.scoring(lang, EDGE, y + PLATE_H + 6, 268, 4))
    drawn += elements.hand(plate[0], hand, EDGE + 276, y)
    drawn.append(elements.basket(gone, lang, Column.width - EDGE - 90, y + 16))
    return drawn


@lru_cache(maxsize=4096)
def other_in_column(
    plate: Plate, held: int, ladder: bytes, x: float, y: float, width: float
) -> tuple[list[str], float]:
    """An opponent's plate and card backs; and where they end."""
    wide = min(330.0, width - 98)
    drawn = [plate_at(plate, x, y, wide)]
    if held >= 0:
        drawn.append(elements.backs(plate[0], held, x + wide + 8, y + 12, 0.8))
    y += PLATE_H + 14
    if ladder:
        drawn.append(elements.ladder(plate[0], ladder, x, y, 0.4))
        y += elements.LADDER_H * 0.4 + 12
    return drawn, y


class Column(Scene):
    """One column that grows downwards: the middle, one's own place, the others'."""

    width = 720.0
    line = 60
    LADDER = (EDGE + PILES * STEP + 12, EDGE, 0.56)  # where it hangs, how large

    def draw(self, seats: Sequence[int]) -> None:
        own, lang = self.seat, self.lang
        ladder = self.record[LADDERS[0]] if self.one_ladder else NO_LADDER
        self.parts += self.keep(middle, self.record[PILED], EDGE, 0, ladder, self.LADDER, lang)
        if not self.one_ladder and own is not None:
            self.parts.append(elements.scoring(lang, EDGE + PILES * STEP + 26, EDGE + 10, 290, 2))
        self.y += bricks.CARD_H + 50
        if own is None:
            wide = self.width - 2 * EDGE
            self.parts.append(elements.scoring(lang, EDGE, self.y - 4, wide, 4))
            self.y += 88
        if own is not None:
            self.own(own)
        self.others(seats)

    def own(self, seat: int) -> None:
        """One's own place: the hand beside the plate, the towers large."""
        hand, plate, ladder = self.record[HANDS[seat]], self.plate_of(seat), self.ladder_of(seat)
        gone, lang = self.gone(), self.lang
        self.parts += self.keep(own_in_column, plate, hand, gone, ladder, lang, self.y)
        self.y += bricks.CARD_H + 22
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
        plate, held, ladder = self.plate_of(seat), self.held_by(seat), self.ladder_of(seat)
        drawn, self.y = self.keep(other_in_column, plate, held, ladder, x, self.y, width)
        self.parts += drawn
        self.in_rows(seat, 0.72, x, width)

    def in_rows(self, seat: int, scale: float, left: float, width: float) -> None:
        """A player's towers in as many rows as they take."""
        street, plot = self.street(seat), self.has_plot(seat)
        row = plot and opens_row(street, scale, width)
        drawn, y, at = self.keep(in_column, street, row, self.lang, scale, left, self.y, width)
        self.parts += drawn
        self.y = y
        if plot:
            self.parts.append(elements.plot(*at, scale))


@lru_cache(maxsize=4096)
def own_in_wide(plate: Plate, hand: bytes, gone: int, lang: str) -> list[str]:
    """One's own name and hand, and the basket."""
    return [
        plate_at(plate, EDGE, 372, Wide.CARDS - 8),
        *elements.hand(plate[0], hand, EDGE + 14, 456),
        elements.basket(gone, lang, EDGE + 26, 614),
        elements.scoring(lang, EDGE + 146, 614, 206, 2),
    ]


@lru_cache(maxsize=4096)
def other_in_wide(
    plate: Plate, held: int, ladder: bytes, x: float, y: float, width: float
) -> tuple[list[str], float]:
    """An opponent's plate and card backs; and where they end."""
    shows_backs, top = held >= 0, y
    if width > 300:
        wide = min(330.0, width - 122)
        drawn = [plate_at(plate, x, y, wide)]
        if shows_backs:
            drawn.append(elements.backs(plate[0], held, x + wide + 10, y + 6, 1.0))
        top += PLATE_H
    else:
        drawn = [plate_at(plate, x, y, width, 1.1)]
        if shows_backs:
            drawn.append(elements.backs(plate[0], held, x + 4, y + 62, 0.8))
        top += 106
    if ladder:
        scale = min(0.4, width / 540)
        drawn.append(elements.ladder(plate[0], ladder, x, top + 4, scale))
        top += elements.LADDER_H * scale + 8
    return drawn, top


class Wide(Scene):
    """For a screen: one's cards at the left, the town at the right, one's own street large.

    The sheet stays as large as it is: a street is drawn smaller when its towers outgrow it. Who
    only watches sees all streets alike under the piles. Everything stays where it is to the end.
    """

    width = 1172.0
    line = 98
    unit = " pts"
    HEIGHT = 770.0
    CARDS = 352.0  # how wide the cards' column is
    LADDER = (EDGE, 206.0, 0.645)

    def draw(self, seats: Sequence[int]) -> None:
        own = self.seat
        if own is None:
            self.watched(seats)
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
        record, hung = self.record, 0 if self.one_ladder else seat
        ladder = record[LADDERS[hung]]
        self.parts += self.keep(middle, record[PILED], EDGE, hung, ladder, self.LADDER, self.lang)
        plate, hand = self.plate_of(seat), record[HANDS[seat]]
        self.parts += self.keep(own_in_wide, plate, hand, self.gone(), self.lang)

    def other(self, seat: int, x: float, y: float, width: float, high: float) -> None:
        """An opponent's place in a box: the plate, card backs, and the street on its ground."""
        plate, held, ladder = self.plate_of(seat), self.held_by(seat), self.ladder_of(seat)
        drawn, top = self.keep(other_in_wide, plate, held, ladder, x, y, width)
        self.parts += drawn
        self.boxed(seat, x, y + high - 44, width, y + high - 44 - top - 10)

    def boxed(self, seat: int, left: float, ground: float, width: float, high: float) -> None:
        """A player's towers before the sky."""
        street, plot = self.street(seat), self.has_plot(seat)
        self.parts += self.keep(in_box, street, plot, self.lang, left, ground, width, high)

    def watched(self, seats: Sequence[int]) -> None:
        """All streets alike: two beside each other, three, or two rows of two."""
        shift = (self.width - PILES * STEP - (660 if self.one_ladder else 260)) / 2 - EDGE
        ladder = self.record[LADDERS[0]] if self.one_ladder else NO_LADDER
        at = (EDGE + shift + PILES * STEP + 40, EDGE, 0.645)
        piled = self.record[PILED]
        self.parts += self.keep(middle, piled, EDGE + shift, 0, ladder, at, self.lang)
        left = self.width - EDGE - shift - 216
        self.parts.append(elements.scoring(self.lang, left, EDGE + 12, 216, 2))
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
    view: Observation,
    *,
    lang: str,
    memory: bool,
    names: Sequence[str],
    wide: bool,
    before: p.Sheet | None = None,
) -> p.Sheet:
    scene = (Wide if wide else Column)(view, lang, names, before)
    if scene.legal:
        scene.warm()
    scene.draw(others(view.seat, view.seats))
    if memory and not view.over:
        scene.help_lines()
    return scene.sheet(
        scene.width,
        scene.y + EDGE,
        title=words.TITLE.say(lang),
        desc=lambda: words.board(view).say(lang, names),
    )
