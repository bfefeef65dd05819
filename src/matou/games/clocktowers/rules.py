"""The rules of Clocktowers, CT1 to CT12, in the order of ``docs/rules/clocktowers.md``.

A turn t, from 0, belongs to seat t % seats: everybody holds as many cards until the
piles are gone, so nobody is ever passed over. ``card``, ``onto`` and ``drawn`` are
the whole history by turn. Towers, hands and unseen cards follow from it, and are
stored too for speed.
"""

from __future__ import annotations

from matou.games.clocktowers.components import (
    ANIMAL,
    CAT,
    CLOCK,
    COLOURS,
    COUNTS,
    HAND,
    HAND_CARDS,
    KINDS,
    MOUSE,
    PILE_OF,
    PILE_START,
    PILE_STOP,
    PILES,
    POINTS,
    ROOF,
    SEAT_AT,
    SEATS,
    STOREYS,
    TAKEN_OUT,
    TOWERS,
    TURNS,
)
from matou.kit.layout import Floats, Row, i1, layout
from matou.kit.linking import CHANCE, OVER, rule
from matou.kit.rng import rng_below
from matou.kit.rows import share

# An action is a card and where it goes, a pile to draw from, or a card shown by chance.
NEW, DISCARD = 0, TOWERS + 1  # where: a new tower, tower 1 to TOWERS, away
PLACES = TOWERS + 2
DRAW = KINDS * PLACES  # + pile
SHOW = DRAW + PILES  # + kind
ACTIONS = SHOW + KINDS
MAX_LEGAL = HAND_CARDS * PLACES
ENDINGS = ("CT10",)

PLAY, DRAWING, SHOWING = 0, 1, 2  # what the state waits for
HIDDEN = -1  # a card one may not know
NONE = -1

HAS_CLOCK = 4  # in ``marks``, beside CAT and MOUSE


@layout
class State:
    """A game of Clocktowers. Towers count from 0 here, from 1 in the notation."""

    seats = i1()
    one_ladder = i1()  # option ladder: one for the table, or one per seat
    floors_above_clock = i1()  # option
    turn = i1()  # 0 to TURNS
    phase = i1()
    showing = i1()  # at SHOWING: the pile whose top card is to be shown
    hand = i1(SEATS, KINDS)  # how many of each kind
    left = i1(PILES)  # cards in each pile, the top one included
    top = i1(PILES)  # the card on top, NONE when the pile is empty or not shown yet
    unseen = i1(KINDS)  # cards never seen, those taken out included
    ladder = i1(SEATS, COLOURS)  # storeys of the last complete tower, 0 before the first
    towers = i1(SEATS)
    storeys = i1(SEATS, TOWERS)
    marks = i1(SEATS, TOWERS)  # CAT | MOUSE | HAS_CLOCK
    roof = i1(SEATS, TOWERS)  # colour + 1 once complete
    high_mouse = i1(SEATS, TOWERS)  # the highest such animal of the tower, in levels
    high_cat = i1(SEATS, TOWERS)
    score = i1(SEATS)
    card = i1(TURNS)  # what was played or discarded in each turn
    onto = i1(TURNS)  # where: a place as in actions
    drawn = i1(TURNS)  # the card drawn after it, NONE where nothing was


@rule
def setup(s: State, seats: int, options: Row) -> None:
    s.seats = seats
    s.one_ladder = 1 - options[0]
    s.floors_above_clock = options[1]
    for kind in range(KINDS):
        s.unseen[kind] = COUNTS[kind]
    for seat in range(seats):  # CT1
        for i in range(HAND_CARDS):
            s.hand[seat][HAND[i]] += 1
            s.unseen[HAND[i]] -= 1
    for kind in range(KINDS):  # CT2
        s.left[PILE_OF[kind]] += s.unseen[kind]
    for pile in range(PILES):
        s.left[pile] -= TAKEN_OUT[pile]
        s.top[pile] = NONE
    s.phase = SHOWING
    s.showing = 0


@rule
def actor(s: State) -> int:
    if s.phase == SHOWING:
        return CHANCE
    if s.turn == TURNS:  # CT10
        return OVER
    return on_turn(s)


@rule
def on_turn(s: State) -> int:
    """CT3: seat 0 begins, and play goes clockwise."""
    return SEAT_AT[s.seats][s.turn]


@rule
def legal(s: State, out: Row, weights: Row) -> int:
    n = 0
    if s.phase == SHOWING:  # CT2: by how many of each are unseen
        for kind in range(PILE_START[s.showing], PILE_STOP[s.showing]):
            if s.unseen[kind] > 0:
                out[n] = SHOW + kind
                weights[n] = s.unseen[kind]
                n += 1
        return n
    if s.phase == DRAWING:  # CT4
        for pile in range(PILES):
            if s.left[pile] > 0:
                out[n] = DRAW + pile
                n += 1
        return n
    seat = on_turn(s)
    hand = s.hand[seat]
    towers = s.towers[seat]
    # First the kinds held, into ``weights``, which is free here: counted without a branch, which
    # would often be mispredicted.
    held = 0
    for kind in range(KINDS):
        weights[held] = kind
        held += 1 if hand[kind] > 0 else 0
    for i in range(held):
        kind = weights[i]
        first = kind * PLACES
        if kind < CLOCK:
            out[n] = first + NEW
            n += 1
        for t in range(towers):
            if fits(s, seat, kind, t):
                out[n] = first + 1 + t
                n += 1
        out[n] = first + DISCARD  # CT9
        n += 1
    return n


@rule
def fits(s: State, seat: int, kind: int, t: int) -> bool:
    """Returns whether a card may go on that tower of the seat."""
    if s.roof[seat][t] > 0:
        return False
    clock = s.marks[seat][t] & HAS_CLOCK
    if kind < CLOCK:  # CT5
        return clock == 0 or s.floors_above_clock == 1
    if kind < ROOF:  # CT6
        return clock == 0
    return clock != 0 and roof_fits(s, seat, kind - ROOF, s.storeys[seat][t])  # CT7


@rule
def roof_fits(s: State, seat: int, colour: int, storeys: int) -> bool:
    """CT8: one storey more than the colour's last tower; the first has 1 or 2."""
    last = s.ladder[0 if s.one_ladder == 1 else seat][colour]
    if last == 0:
        return storeys <= 2
    return storeys == last + 1


@rule
def apply(s: State, a: int) -> None:
    if a >= SHOW:
        show(s, a - SHOW)
    elif a >= DRAW:
        draw(s, a - DRAW)
    else:
        play_card(s, a // PLACES, a % PLACES)


@rule
def show(s: State, kind: int) -> None:
    """Turns up a pile's top card."""
    s.top[s.showing] = kind
    s.unseen[kind] -= 1
    if s.turn == 0 and s.showing < PILES - 1:  # CT2: roof, clock, floor before seat 0 plays
        s.showing += 1
    else:
        s.showing = 0
        s.phase = PLAY


@rule
def play_card(s: State, kind: int, place: int) -> None:
    """CT4, first half: a card leaves the hand, onto a tower or away."""
    seat = on_turn(s)
    s.hand[seat][kind] -= 1
    s.card[s.turn] = kind
    s.onto[s.turn] = place
    if place != DISCARD:
        t = place - 1
        if place == NEW:
            t = s.towers[seat]
            s.towers[seat] += 1
            s.onto[s.turn] = t + 1
        build(s, seat, kind, t)
    if s.left[0] + s.left[1] + s.left[2] > 0:
        s.phase = DRAWING
    else:  # CT4: nobody draws any more
        s.drawn[s.turn] = NONE
        s.turn += 1


@rule
def build(s: State, seat: int, kind: int, t: int) -> None:
    """Puts a card on top of a tower (CT5 to CT7)."""
    if kind >= ROOF:
        s.roof[seat][t] = kind - ROOF + 1
        s.ladder[0 if s.one_ladder == 1 else seat][kind - ROOF] = s.storeys[seat][t]
        s.score[seat] += POINTS[s.marks[seat][t] & (CAT | MOUSE)]  # CT11
        return
    marks = s.marks[seat][t] | ANIMAL[kind]
    if kind >= CLOCK:
        marks |= HAS_CLOCK
    s.marks[seat][t] = marks
    s.storeys[seat][t] += STOREYS[kind]
    # CT12: a floor card adds its storeys, the clock one level.
    level = s.storeys[seat][t] + (1 if marks & HAS_CLOCK else 0)
    if ANIMAL[kind] == MOUSE:
        s.high_mouse[seat][t] = level
    elif ANIMAL[kind] == CAT:
        s.high_cat[seat][t] = level


@rule
def draw(s: State, pile: int) -> None:
    """CT4, second half: the pile's top card, and the next one is shown at once."""
    seat = on_turn(s)
    kind = s.top[pile]
    s.hand[seat][kind] += 1
    s.drawn[s.turn] = kind
    s.turn += 1
    s.left[pile] -= 1
    s.top[pile] = NONE
    if s.left[pile] > 0:
        s.phase = SHOWING
        s.showing = pile
    else:
        s.phase = PLAY


@rule
def ended(s: State) -> int:
    return 0  # CT10, the only way


@rule
def scores(s: State, out: Row) -> None:
    for seat in range(s.seats):
        out[seat] = s.score[seat]


@rule
def highest(s: State, seat: int, animal: int) -> int:
    """Returns the highest animal of a kind in the seat's complete towers, 0 if none (CT12)."""
    best = 0
    for t in range(s.towers[seat]):
        if s.roof[seat][t] > 0:
            height = s.high_mouse[seat][t] if animal == MOUSE else s.high_cat[seat][t]
            best = max(best, height)
    return best


@rule
def winners(s: State) -> int:
    """CT12: points; among the tied the highest mouse, then the highest cat."""
    tied = (1 << s.seats) - 1
    for step in range(3):
        best = -1
        best_seats = 0
        for seat in range(s.seats):
            if tied >> seat & 1 == 0:
                continue
            if step == 0:
                value = s.score[seat]
            elif step == 1:
                value = highest(s, seat, MOUSE)
            else:
                value = highest(s, seat, CAT)
            if value > best:
                best = value
                best_seats = 0
            if value == best:
                best_seats |= 1 << seat
        tied = best_seats
    return tied


@rule
def returns(s: State, out: Floats) -> None:
    share(winners(s), s.seats, out)


# --- who knows what


@rule
def hand_is_known(s: State, seat: int) -> bool:
    """Hands are secret only by what was discarded (CT9)."""
    for turn in range(seat, s.turn, s.seats):
        if s.onto[turn] == DISCARD:
            return False
    return True


@rule
def reveals(s: State, a: int) -> bool:
    """A card played from a hand that the others cannot work out shows something."""
    if a >= DRAW or a % PLACES == DISCARD:
        return False
    return not hand_is_known(s, on_turn(s))


@rule
def observe(s: State, seat: int) -> None:
    if s.turn == TURNS:
        return
    played = s.turn + (1 if s.phase == DRAWING else 0)
    seats, onto, card = s.seats, s.onto, s.card
    for other in range(seats):
        if other != seat:
            for turn in range(other, played, seats):
                if onto[turn] == DISCARD:
                    card[turn] = HIDDEN
            hand = s.hand[other]
            for kind in range(KINDS):
                hand[kind] = 0


@rule
def imagine(s: State, r: Row) -> None:
    """Guesses hidden discards so that no card ever leaves a hand that does not hold it.

    ``free(kind, turn)``, how many of a kind may have left as discards up to a turn,
    never falls with time: it is the least that the known draws and plays leave over
    from that turn on. So any choice among what is free now leaves the later turns
    enough, and no guess ever has to be taken back.
    """
    for seat in range(s.seats):
        if s.turn == TURNS:
            return
        guess(s, seat, r)


@rule
def guess(s: State, seat: int, r: Row) -> float:
    """Fills one seat's hidden discards and hand, turn by turn. Returns how likely that was."""
    chance = 1.0
    played = s.turn + (1 if s.phase == DRAWING else 0)
    hand = s.hand[seat]
    for kind in range(KINDS):
        hand[kind] = 0
    for i in range(HAND_CARDS):
        hand[HAND[i]] += 1
    for turn in range(seat, played, s.seats):
        if s.card[turn] == HIDDEN:
            total = 0
            for kind in range(KINDS):
                total += free(s, kind, turn, played)
            pick = rng_below(r, total)
            kind = 0
            while pick >= free(s, kind, turn, played):
                pick -= free(s, kind, turn, played)
                kind += 1
            chance *= free(s, kind, turn, played) / float(total)
            s.card[turn] = kind
        hand[s.card[turn]] -= 1
        if turn < s.turn and s.drawn[turn] != NONE:
            hand[s.drawn[turn]] += 1
    return chance


@rule
def free(s: State, kind: int, turn: int, played: int) -> int:
    """Returns how many of a kind the seat can do without from now to its last play."""
    held = s.hand[turn % s.seats][kind]
    least = held
    for later in range(turn, played, s.seats):
        if s.card[later] == kind:
            held -= 1
            least = min(least, held)
        if later < s.turn and s.drawn[later] == kind:
            held += 1
    return least
