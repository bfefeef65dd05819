"""The picture of Clocktowers: the piles and the ladder, and each player's street of towers."""

from functools import cache, lru_cache
from textwrap import wrap

from matou import paper as p
from matou.core.messages import Message
from matou.core.observation import Observation
from matou.core.scene import DrawOptions, Scene
from matou.games.clocktowers import rules
from matou.games.clocktowers.components import PILE_LETTERS, PILES
from matou.games.clocktowers.draw import parts, pieces
from matou.games.clocktowers.draw.streets import Street, across, in_box, in_column
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


@cache
def in_pts(n: int) -> Message:
    return say("{n} pts", n=n)


@cache
def others(seat: int | None, seats: int) -> list[int]:
    """Returns the seats of the others, clockwise; for a spectator, all from the first."""
    first = 0 if seat is None else seat + 1
    return [(first + i) % seats for i in range(seats) if (first + i) % seats != seat]


class Board(Scene):
    """What both shapes of the board show."""

    width = 0.0
    line = 0  # how many letters of the memory help fit beside each other
    is_wide = False

    def __init__(self, view: Observation, options: DrawOptions) -> None:
        super().__init__(view, options)
        self.seat, self.seats = view.seat, view.seats
        self.others = others(view.seat, view.seats)
        s: rules.State = view.s
        onto = as_bytes(s.onto)[: words.played(s)]  # where each card played so far went
        self.discarded = onto.count(rules.DISCARD)
        self.towers = words.all_towers(s)
        built = bool(onto) and onto[-1] != rules.DISCARD
        self.last = ((len(onto) - 1) % view.seats, onto[-1] - 1) if built else (-1, -1)
        self.piles = tuple(numbers(s.left)), tuple(numbers(s.top))
        self.legal = view.legal()
        self.places: dict[int, list[int]] = {}  # legal actions by where they end…
        self.kinds: dict[int, list[int]] = {}  # …and by which card they play
        if s.phase == rules.PLAY:
            for a in self.legal:
                self.places.setdefault(a % rules.PLACES, []).append(a)
                self.kinds.setdefault(a // rules.PLACES, []).append(a)
        self.y = EDGE  # how far down it is drawn

    def draw(self) -> None:
        raise NotImplementedError

    # --- what the record says

    def ladder(self, seat: int | None) -> Ladder:
        """Returns a seat's ladder, for None that of the table; empty if there is none."""
        if (seat is None) != self.s.one_ladder:
            return ()
        return tuple(numbers(self.s.ladder[seat or 0]))

    def plate_of(self, seat: int) -> parts.Plate:
        name, score = self.names[seat], self.s.score[seat]
        if self.actor == OVER and seat in self.view.winners:
            name += " ★"
        has_unit = self.is_wide and (seat == self.seat or self.seats == 2)  # where there is room
        points = self.text(in_pts(score)) if has_unit else str(score)
        return parts.Plate(seat, name, self.actor == seat, points)

    def street(self, seat: int) -> tuple[Street, bool]:
        """Returns a player's street, and whether a new tower may begin there now."""
        last = self.last[1] if seat == self.last[0] else -1
        has_plot = seat == self.actor and rules.NEW in self.places
        return Street(seat, self.towers[seat], last, self.lang), has_plot

    # --- what both shapes draw alike

    def middle(self, x: float, ladder: Ladder, at: tuple[float, float, float]) -> None:
        """Draws the piles, and a ladder at a place and a scale."""
        hung = 0 if self.s.one_ladder else self.seat
        self.parts += self.reuse(middle, self.piles, x, hung, ladder, at, self.lang)

    def opponent(self, seat: int, x: float, y: float, width: float) -> float:
        """Draws an opponent's plate, card backs and ladder. Returns their lower end."""
        held = -1 if self.actor == OVER else words.cards_held(self.s, seat)
        shown = self.plate_of(seat), held, self.ladder(seat), x, y, width, self.is_wide
        drawn, end = self.reuse(opponent, *shown)
        self.parts += drawn
        return end

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
                label = self.text(words.tower_line(t, cards))
                self.may(f"tower-{self.actor}-{t}", actions, label)

    def help_lines(self) -> None:
        for line in words.memory(self.view).say(self.lang, self.names).splitlines():
            for part in wrap(line, self.line, subsequent_indent="  ", break_on_hyphens=False):
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
        title = NEXT_HEIGHT.say(lang)
        drawn.append(p.text(title, left, top + 24, 24, "var(--quiet)", "start"))
        drawn.append(parts.ladder(seat, ladder, left, top + 32, scale))
    return drawn


def opponent(
    plate: parts.Plate, held: int, ladder: Ladder, x: float, y: float, width: float, is_wide: bool
) -> tuple[list[str], float]:
    """Returns an opponent's plate, card backs (-1: none) and ladder, and their lower end."""
    size, wide, end = parts.PLATE, min(330.0, width - (122 if is_wide else 98) * (held > 0)), y
    if not is_wide:
        backs, end = (x + wide + 8, y + 12, 0.8), y + PLATE_H + 14
    elif width > 300:
        backs, end = (x + wide + 10, y + 6, 1.0), y + PLATE_H
    else:
        size, wide, backs, end = 1.1, width, (x + 4, y + 62, 0.8), y + 106.0
    drawn = [parts.plate(plate, x, y, wide, size)]
    if held >= 0:
        drawn.append(parts.backs(plate.seat, held, *backs))
    if ladder:
        scale, gap = (min(0.4, width / 540), 4) if is_wide else (0.4, 0)
        drawn.append(parts.ladder(plate.seat, ladder, x, end + gap, scale))
        end += parts.LADDER_H * scale + (8 if is_wide else 12)
    return drawn, end


def own_in_column(
    plate: parts.Plate, hand: words.Cards, discarded: int, ladder: Ladder, lang: str, y: float
) -> list[str]:
    """Returns one's own plate, and the hand beside it."""
    drawn = [parts.plate(plate, EDGE, y, 260)]
    if ladder:
        drawn.append(parts.ladder(plate.seat, ladder, EDGE + 20, y + PLATE_H + 8, 0.4))
    else:
        drawn.append(parts.scoring(lang, EDGE, y + PLATE_H + 6, 268, 4))
    drawn += parts.hand(plate.seat, hand, EDGE + 276, y)
    drawn.append(parts.basket(discarded, lang, Column.width - EDGE - 84, y + 16))
    return drawn


def own_in_wide(plate: parts.Plate, hand: words.Cards, discarded: int, lang: str) -> list[str]:
    """Returns one's own plate and hand, and the basket."""
    return [
        parts.plate(plate, EDGE, 372, Wide.CARDS - 8),
        *parts.hand(plate.seat, hand, EDGE + 14, 456),
        parts.basket(discarded, lang, EDGE + 26, 614),
        parts.scoring(lang, EDGE + 146, 614, 206, 2),
    ]


class Column(Board):
    """One column that grows downwards: the piles, one's own street, the others'."""

    width = 720.0
    line = 60

    def draw(self) -> None:
        ladder, right, wide = self.ladder(None), EDGE + PILES * parts.STEP, self.width - 2 * EDGE
        self.middle(EDGE, ladder, (right + 12, EDGE, 0.56))
        if not ladder and self.seat is not None:
            self.parts.append(parts.scoring(self.lang, right + 26, EDGE + 10, 290, 2))
        self.y += pieces.CARD_H + 50
        if self.seat is None:
            self.parts.append(parts.scoring(self.lang, EDGE, self.y - 4, wide, 4))
            self.y += 88
        else:
            self.own(self.seat)
        # The opponents, two beside each other if there are several.
        columns = 1 if len(self.others) == 1 else 2
        width = (wide - 20 * (columns - 1)) / columns
        for start in range(0, len(self.others), columns):
            top, ends = self.y, []
            for i, seat in enumerate(self.others[start : start + columns]):
                x = EDGE + i * (width + 20)
                self.in_rows(seat, 0.72, x, self.opponent(seat, x, top, width), width)
                ends.append(self.y)
            self.y = max(ends)

    def own(self, seat: int) -> None:
        """Draws the hand beside the plate, the towers large."""
        hand, ladder = words.hand_cards(self.s, seat), self.ladder(seat)
        own = self.plate_of(seat), hand, self.discarded, ladder, self.lang, self.y
        self.parts += self.reuse(own_in_column, *own)
        self.in_rows(seat, 1.0, EDGE, self.y + pieces.CARD_H + 22, self.width - 2 * EDGE)

    def in_rows(self, seat: int, scale: float, x: float, y: float, width: float) -> None:
        street, has_plot = self.street(seat)
        opens_row = has_plot and len(street.towers) % across(scale, width) == 0
        drawn, self.y, plot = self.reuse(in_column, street, opens_row, scale, x, y, width)
        self.parts += drawn
        if has_plot:
            self.parts.append(parts.plot(*plot, scale))


class Wide(Board):
    """For a screen: one's cards at the left, the town at the right, one's own street large.

    The sheet has a fixed size: a street is drawn smaller when its towers outgrow it. A spectator
    sees all streets alike under the piles.
    """

    width = 1172.0
    line = 98
    is_wide = True
    HEIGHT = 770.0
    CARDS = 352.0  # how wide the cards' column is
    LADDER = 0.645  # its scale

    def draw(self) -> None:
        self.y = self.HEIGHT - EDGE
        if self.seat is None:
            self.watched()
            return
        self.middle(EDGE, self.ladder(None) or self.ladder(self.seat), (EDGE, 206.0, self.LADDER))
        plate, hand = self.plate_of(self.seat), words.hand_cards(self.s, self.seat)
        self.parts += self.reuse(own_in_wide, plate, hand, self.discarded, self.lang)
        left, others = EDGE + self.CARDS + 28, self.others
        room = self.width - left - EDGE
        self.boxed(self.seat, left, self.HEIGHT - 64, room, self.HEIGHT - 64 - 392)
        w = (room - 24 * (len(others) - 1)) / len(others)
        for i, seat in enumerate(others):
            self.other(seat, left + i * (w + 24), EDGE, w, 372 - EDGE)

    def other(self, seat: int, x: float, y: float, width: float, high: float) -> None:
        """Draws an opponent's plate, card backs and street in a box."""
        top = self.opponent(seat, x, y, width)
        self.boxed(seat, x, y + high - 44, width, y + high - 44 - top - 10)

    def boxed(self, seat: int, left: float, ground: float, width: float, high: float) -> None:
        self.parts += self.reuse(in_box, *self.street(seat), left, ground, width, high)

    def watched(self) -> None:
        """Draws all streets alike: two or three beside each other, or two rows of two."""
        ladder, seats = self.ladder(None), self.others
        shift = (self.width - PILES * parts.STEP - (660 if ladder else 260)) / 2 - EDGE
        at = EDGE + shift + PILES * parts.STEP + 40, EDGE, self.LADDER
        self.middle(EDGE + shift, ladder, at)
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


def draw(view: Observation, options: DrawOptions) -> p.Sheet:
    scene = (Wide if options.wide else Column)(view, options)
    if scene.legal:
        scene.mark_clickable()
    scene.draw()
    if options.memory and not view.over:
        scene.help_lines()
    return scene.finished(scene.width, scene.y + EDGE)
