"""The picture of Clocktowers: the piles and the ladder, and each player's street of towers."""

from collections.abc import Sequence
from functools import cache, lru_cache

from matou import paper as p
from matou.core.observation import Observation
from matou.core.scene import DrawOptions, Scene
from matou.games.clocktowers import rules
from matou.games.clocktowers.components import PILE_LETTERS, PILES
from matou.games.clocktowers.draw import parts, pieces
from matou.games.clocktowers.draw.streets import Street, in_box, in_column, opens_row
from matou.games.clocktowers.say import words
from matou.games.clocktowers.say.messages import say
from matou.kit.layout import as_bytes, numbers
from matou.kit.linking import OVER

EDGE = 18.0
PLATE_H = p.PLATE_HEIGHT * parts.PLATE
DISCARD_FACE_DOWN = say("Discard, face down")
BEGIN_A_TOWER = say("Start a new tower")
NEXT_HEIGHT = say("Next tower heights")

Piles = tuple[tuple[int, ...], tuple[int, ...]]  # how many cards are left, and the cards on top
Ladder = tuple[int, ...]  # how high the last tower of each colour is; empty: not drawn here


class Board(Scene):
    """What both shapes of the board show."""

    width = 0.0
    line = 0  # how many letters of the memory help fit beside each other
    has_unit = False  # on one's own plate, and on others' where there is room

    def __init__(self, view: Observation, options: DrawOptions) -> None:
        super().__init__(view, options)
        self.seat, self.seats = view.seat, view.seats
        s: rules.State = view.s
        played = words.played(s)
        self.onto = as_bytes(s.onto)[:played]  # where each card played so far went
        self.towers = words.towers_from(self.onto, as_bytes(s.card)[:played], self.seats)
        self.one_ladder = s.one_ladder
        self.legal = view.legal()
        self.places: dict[int, list[int]] = {}  # legal actions by where they end…
        self.kinds: dict[int, list[int]] = {}  # …and by which card they play
        if s.phase == rules.PLAY:
            for a in self.legal:
                self.places.setdefault(a % rules.PLACES, []).append(a)
                self.kinds.setdefault(a // rules.PLACES, []).append(a)
        self.y = EDGE  # how far down it is drawn

    def draw(self, seats: Sequence[int]) -> None:
        """Draws everything; ``seats`` are the others, clockwise."""
        raise NotImplementedError

    # --- what the record says

    def piles(self) -> Piles:
        return tuple(numbers(self.s.left)), tuple(numbers(self.s.top))

    def ladder(self, seat: int) -> Ladder:
        return tuple(numbers(self.s.ladder[seat]))

    def own_ladder(self, seat: int) -> Ladder:
        return () if self.one_ladder else self.ladder(seat)

    def shared_ladder(self) -> Ladder:
        return self.ladder(0) if self.one_ladder else ()

    def plate_of(self, seat: int) -> parts.Plate:
        name, score = self.names[seat], self.s.score[seat]
        if self.actor == OVER and seat in self.view.winners:
            name += " ★"
        has_unit = self.has_unit and (seat == self.seat or self.seats == 2)
        points = self.text(say("{n} pts", n=score)) if has_unit else str(score)
        return parts.Plate(seat, name, self.actor == seat, points)

    def held_by(self, seat: int) -> int:
        """Returns how many card backs to show; -1: none, the game is over."""
        return -1 if self.actor == OVER else words.cards_held(self.s, seat)

    def gone(self) -> int:
        """Returns how many cards were discarded."""
        return self.onto.count(rules.DISCARD)

    def street(self, seat: int) -> Street:
        onto, last = self.onto, -1
        if onto and (len(onto) - 1) % self.seats == seat and onto[-1] != rules.DISCARD:
            last = onto[-1] - 1
        return Street(seat, self.towers[seat], last)

    def has_plot(self, seat: int) -> bool:
        """Returns whether a player may begin a new tower now."""
        return seat == self.actor and rules.NEW in self.places

    # --- what can be clicked

    def may(self, id: str, actions: list[int], label: str) -> None:
        # CT9: discarding takes two clicks, even if nothing else can be done.
        discards = actions[0] < rules.DRAW and actions[0] % rules.PLACES == rules.DISCARD
        self.highlights[id] = p.Highlight(
            actions, label, "always" if discards and len(actions) == 1 else ""
        )

    def mark_clickable(self) -> None:
        """Marks the piles, cards, towers and the basket that can be clicked."""
        if self.s.phase == rules.DRAWING:
            for a in self.legal:
                i = a - rules.DRAW
                label = parts.pile_label(i, self.s.left[i], self.s.top[i], self.lang)
                self.may(f"pile-{PILE_LETTERS[i]}", [a], label)
            return
        for name, kind in parts.hand_names(self.actor, words.hand_cards(self.s, self.actor)):
            if actions := self.kinds.get(kind):
                self.may(name, actions, self.text(words.CARDS[kind]))
        if actions := self.places.get(rules.DISCARD):
            self.may("basket", actions, self.text(DISCARD_FACE_DOWN))
        if actions := self.places.get(rules.NEW):
            self.may("plot", actions, self.text(BEGIN_A_TOWER))
        for t, cards in enumerate(self.towers[self.actor]):
            if actions := self.places.get(t + 1):
                label = self.text(words.tower_line(self.s, self.actor, t, cards))
                self.may(f"tower-{self.actor}-{t}", actions, label)

    def help_lines(self) -> None:
        """Adds the memory help."""
        for line in words.memory(self.view).say(self.lang, self.names).splitlines():
            for part in parts.wrapped(line, self.line):
                self.y += 26
                text = p.text(part, EDGE, self.y, parts.LEGIBLE, "var(--quiet)", "start")
                self.parts.append(text)
        self.y += 16


# Functions for ``Scene.reuse``: each draws a corner from its arguments alone.


@lru_cache(maxsize=1024)  # most often the same for all seats
def middle(
    piles: Piles, x: float, seat: int, ladder: Ladder, at: tuple[float, float, float], lang: str
) -> list[str]:
    """Returns the piles, and a ladder with its title at a place and a scale."""
    drawn = [
        parts.pile(i, left, top, lang, x + i * parts.STEP, EDGE)
        for i, (left, top) in enumerate(zip(*piles, strict=True))
    ]
    if ladder:
        left, top, scale = at
        drawn.append(parts.heading(NEXT_HEIGHT.say(lang), left, top + 24))
        drawn.append(parts.ladder(seat, ladder, left, top + 32, scale))
    return drawn


def own_in_column(
    plate: parts.Plate, hand: tuple[int, ...], gone: int, ladder: Ladder, lang: str, y: float
) -> list[str]:
    """Returns one's own plate, and the hand beside it."""
    drawn = [parts.plate(plate, EDGE, y, 260)]
    if ladder:
        drawn.append(parts.ladder(plate.seat, ladder, EDGE + 20, y + PLATE_H + 8, 0.4))
    else:
        drawn.append(parts.scoring(lang, EDGE, y + PLATE_H + 6, 268, 4))
    drawn += parts.hand(plate.seat, hand, EDGE + 276, y)
    drawn.append(parts.basket(gone, lang, Column.width - EDGE - 90, y + 16))
    return drawn


def other_in_column(
    plate: parts.Plate, held: int, ladder: Ladder, x: float, y: float, width: float
) -> tuple[list[str], float]:
    """Returns an opponent's plate and card backs, and their lower end."""
    wide = min(330.0, width - 98 * (held > 0))
    drawn = [parts.plate(plate, x, y, wide)]
    if held >= 0:
        drawn.append(parts.backs(plate.seat, held, x + wide + 8, y + 12, 0.8))
    y += PLATE_H + 14
    if ladder:
        drawn.append(parts.ladder(plate.seat, ladder, x, y, 0.4))
        y += parts.LADDER_H * 0.4 + 12
    return drawn, y


def own_in_wide(plate: parts.Plate, hand: tuple[int, ...], gone: int, lang: str) -> list[str]:
    """Returns one's own plate and hand, and the basket."""
    return [
        parts.plate(plate, EDGE, 372, Wide.CARDS - 8),
        *parts.hand(plate.seat, hand, EDGE + 14, 456),
        parts.basket(gone, lang, EDGE + 26, 614),
        parts.scoring(lang, EDGE + 146, 614, 206, 2),
    ]


def other_in_wide(
    plate: parts.Plate, held: int, ladder: Ladder, x: float, y: float, width: float
) -> tuple[list[str], float]:
    """Returns an opponent's plate and card backs, and their lower end."""
    if width > 300:
        wide = min(330.0, width - 122 * (held > 0))
        drawn, backs, high = [parts.plate(plate, x, y, wide)], (x + wide + 10, y + 6, 1.0), PLATE_H
    else:
        drawn, backs, high = [parts.plate(plate, x, y, width, 1.1)], (x + 4, y + 62, 0.8), 106.0
    if held >= 0:
        drawn.append(parts.backs(plate.seat, held, *backs))
    top = y + high
    if ladder:
        scale = min(0.4, width / 540)
        drawn.append(parts.ladder(plate.seat, ladder, x, top + 4, scale))
        top += parts.LADDER_H * scale + 8
    return drawn, top


class Column(Board):
    """One column that grows downwards: the piles, one's own street, the others'."""

    width = 720.0
    line = 60
    LADDER = (EDGE + PILES * parts.STEP + 12, EDGE, 0.56)  # where it hangs, how large

    def draw(self, seats: Sequence[int]) -> None:
        own, lang = self.seat, self.lang
        ladder = self.shared_ladder()
        self.parts += self.reuse(middle, self.piles(), EDGE, 0, ladder, self.LADDER, lang)
        if not ladder and own is not None:
            x = EDGE + PILES * parts.STEP + 26
            self.parts.append(parts.scoring(lang, x, EDGE + 10, 290, 2))
        self.y += pieces.CARD_H + 50
        if own is None:
            wide = self.width - 2 * EDGE
            self.parts.append(parts.scoring(lang, EDGE, self.y - 4, wide, 4))
            self.y += 88
        else:
            self.own(own)
        self.others(seats)

    def own(self, seat: int) -> None:
        """Draws the hand beside the plate, the towers large."""
        hand, gone, ladder = words.hand_cards(self.s, seat), self.gone(), self.own_ladder(seat)
        own = self.plate_of(seat), hand, gone, ladder
        self.parts += self.reuse(own_in_column, *own, self.lang, self.y)
        self.y += pieces.CARD_H + 22
        self.in_rows(seat, 1.0, EDGE, self.width - 2 * EDGE)

    def others(self, seats: Sequence[int]) -> None:
        """Draws the opponents, two beside each other if there are several."""
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
        """Draws an opponent's plate and card backs, the towers smaller."""
        plate, held, ladder = self.plate_of(seat), self.held_by(seat), self.own_ladder(seat)
        drawn, self.y = self.reuse(other_in_column, plate, held, ladder, x, self.y, width)
        self.parts += drawn
        self.in_rows(seat, 0.72, x, width)

    def in_rows(self, seat: int, scale: float, left: float, width: float) -> None:
        street, plot = self.street(seat), self.has_plot(seat)
        row = plot and opens_row(street, scale, width)
        drawn, y, at = self.reuse(in_column, street, row, self.lang, scale, left, self.y, width)
        self.parts += drawn
        self.y = y
        if plot:
            self.parts.append(parts.plot(*at, scale))


class Wide(Board):
    """For a screen: one's cards at the left, the town at the right, one's own street large.

    The sheet has a fixed size: a street is drawn smaller when its towers outgrow it. A spectator
    sees all streets alike under the piles.
    """

    width = 1172.0
    line = 98
    has_unit = True
    HEIGHT = 770.0
    CARDS = 352.0  # how wide the cards' column is
    LADDER = (EDGE, 206.0, 0.645)

    def draw(self, seats: Sequence[int]) -> None:
        self.y = self.HEIGHT - EDGE
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

    def cards(self, seat: int) -> None:
        """Draws the piles, the ladder, one's own name and hand, and the basket."""
        hung = 0 if self.one_ladder else seat
        ladder = self.ladder(hung)
        self.parts += self.reuse(middle, self.piles(), EDGE, hung, ladder, self.LADDER, self.lang)
        plate, hand = self.plate_of(seat), words.hand_cards(self.s, seat)
        self.parts += self.reuse(own_in_wide, plate, hand, self.gone(), self.lang)

    def other(self, seat: int, x: float, y: float, width: float, high: float) -> None:
        """Draws an opponent's plate, card backs and street in a box."""
        plate, held, ladder = self.plate_of(seat), self.held_by(seat), self.own_ladder(seat)
        drawn, top = self.reuse(other_in_wide, plate, held, ladder, x, y, width)
        self.parts += drawn
        self.boxed(seat, x, y + high - 44, width, y + high - 44 - top - 10)

    def boxed(self, seat: int, left: float, ground: float, width: float, high: float) -> None:
        street, plot = self.street(seat), self.has_plot(seat)
        self.parts += self.reuse(in_box, street, plot, self.lang, left, ground, width, high)

    def watched(self, seats: Sequence[int]) -> None:
        """Draws all streets alike: two or three beside each other, or two rows of two."""
        ladder = self.shared_ladder()
        shift = (self.width - PILES * parts.STEP - (660 if ladder else 260)) / 2 - EDGE
        at = (EDGE + shift + PILES * parts.STEP + 40, EDGE, 0.645)
        self.parts += self.reuse(middle, self.piles(), EDGE + shift, 0, ladder, at, self.lang)
        left = self.width - EDGE - shift - 216
        self.parts.append(parts.scoring(self.lang, left, EDGE + 12, 216, 2))
        across = 3 if len(seats) == 3 else 2
        rows = -(-len(seats) // across)
        w = (self.width - 2 * EDGE - 32 * (across - 1)) / across
        top = EDGE + pieces.CARD_H + 56
        high = (self.HEIGHT - EDGE - top) / rows
        for i, seat in enumerate(seats):
            x, y = EDGE + i % across * (w + 32), top + i // across * high
            self.other(seat, x, y, w, high - 8)


@cache
def others(seat: int | None, seats: int) -> tuple[int, ...]:
    """Returns the seats of the others, clockwise; for a spectator, all from the first."""
    first = 0 if seat is None else seat + 1
    return tuple((first + i) % seats for i in range(seats) if (first + i) % seats != seat)


def draw(view: Observation, options: DrawOptions) -> p.Sheet:
    lang, names = options.lang, options.names
    scene = (Wide if options.wide else Column)(view, options)
    if scene.legal:
        scene.mark_clickable()
    scene.draw(others(view.seat, view.seats))
    if options.memory and not view.over:
        scene.help_lines()
    return scene.sheet(
        scene.width,
        scene.y + EDGE,
        title=scene.text(words.TITLE),
        desc=lambda: words.board(view).say(lang, names),
    )
