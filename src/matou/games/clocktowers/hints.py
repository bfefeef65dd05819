"""What bots know of Clocktowers: good-looking actions, hopes, and how one forgets.

The value is linear in a few features, its weights learned by self-play (``values``).
"""

from __future__ import annotations

from matou.core.hopes import chances, weighed
from matou.core.kit import rule
from matou.core.layout import Floats, Row
from matou.core.rng import rng_below
from matou.games.clocktowers.components import (
    ANIMAL,
    CAT,
    CLOCK,
    COLOURS,
    KINDS,
    MOUSE,
    PILE_OF,
    PILE_START,
    PILE_STOP,
    POINTS,
    ROOF,
    STOREYS,
    TURNS,
)
from matou.games.clocktowers.rules import (
    DISCARD,
    DRAWING,
    HAS_CLOCK,
    NEW,
    NONE,
    PLACES,
    State,
    on_turn,
    roof_fits,
)
from matou.games.clocktowers.values import WEIGHTS

FEATURES = 16
PATIENCE = 20
HIGHEST = 5  # no taller tower can ever be roofed


@rule
def roofs_that_fit(s: State, seat: int, storeys: int) -> int:
    """How many colours could roof a tower of that height now (CT8)."""
    n = 0
    for colour in range(COLOURS):
        if roof_fits(s, seat, colour, storeys):
            n += 1
    return n


@rule
def features(s: State, seat: int, f: Row) -> None:
    """How a seat stands, in thousandths."""
    for i in range(FEATURES):
        f[i] = 0
    hand = s.hand[seat]
    f[0] = 100 * s.score[seat]
    best = 0
    for t in range(s.towers[seat]):
        storeys = s.storeys[seat][t]
        if s.roof[seat][t] > 0 or storeys > HIGHEST:
            continue
        points = 100 * POINTS[s.marks[seat][t] & (CAT | MOUSE)]
        fitting = roofs_that_fit(s, seat, storeys)
        if s.marks[seat][t] & HAS_CLOCK:
            f[1 if fitting > 0 else 3] += points
            if fitting > 1:
                f[2] += points
            for colour in range(COLOURS):
                if hand[ROOF + colour] > 0 and roof_fits(s, seat, colour, storeys):
                    best = max(best, points)
        else:
            f[4 if fitting > 0 else 5] += points
    f[6] = 2 * best
    for kind in range(KINDS):
        if kind >= ROOF:
            f[7] += 333 * hand[kind]
        elif kind >= CLOCK:
            f[8 + kind - CLOCK] += 333 * hand[kind]
        else:
            f[11 if ANIMAL[kind] == MOUSE else 10] += 333 * hand[kind]
    left = TURNS - s.turn
    f[12] = f[1] * left // TURNS
    f[13] = (f[3] + f[4] + f[5]) * left // TURNS
    f[14] = f[6] * left // TURNS
    if s.turn < TURNS and s.turn % s.seats == seat:
        f[15] = 1000


@rule
def evaluate(s: State, out: Floats, notes: Row) -> None:
    for seat in range(s.seats):
        features(s, seat, notes)
        out[seat] = weighed(WEIGHTS, notes, FEATURES)
    chances(out, s.seats)


@rule
def hint(s: State, out: Row, n: int, weights: Row) -> int:
    """Roof what can be roofed, put clocks on what a roof may fit, keep mice out."""
    if s.phase == DRAWING:
        return 0
    seat = s.turn % s.seats
    total = 0
    for i in range(n):
        kind = out[i] // PLACES
        place = out[i] % PLACES
        weight = 1
        if place == DISCARD:
            weight = 3 if ANIMAL[kind] == MOUSE else 1
        elif kind >= ROOF:
            weight = 30 * POINTS[s.marks[seat][place - 1] & (CAT | MOUSE)]
        elif kind >= CLOCK:
            marks = s.marks[seat][place - 1]
            worth = POINTS[(marks | ANIMAL[kind]) & (CAT | MOUSE)]
            if roofs_that_fit(s, seat, s.storeys[seat][place - 1]) > 0:
                weight = 4 * worth
            elif s.storeys[seat][place - 1] <= HIGHEST:
                weight = worth
        elif place == NEW:
            weight = 2 * POINTS[ANIMAL[kind]]
        elif s.storeys[seat][place - 1] + STOREYS[kind] <= HIGHEST:
            marks = s.marks[seat][place - 1]
            weight = POINTS[(marks | ANIMAL[kind]) & (CAT | MOUSE)]
        weights[i] = weight
        total += weight
    return total


@rule
def forget(s: State, r: Row) -> None:
    """Half of the discards slip the mind, and half of what the others hold.

    Discards lie face down: one knows one's own alone, and a forgotten one seems still to
    come. The others' hands are known by what they drew; a forgotten draw that was not seen
    again is taken for another card of its pile. What lies on the table is seen, always.
    """
    me = on_turn(s)
    played = s.turn + (1 if s.phase == DRAWING else 0)
    for turn in range(played):
        gone = rng_below(r, 2) == 0
        pick = rng_below(r, 1 << 20)
        if not gone:
            continue
        if turn % s.seats == me:
            if s.onto[turn] == DISCARD:
                s.unseen[s.card[turn]] += 1
        elif turn < s.turn and s.drawn[turn] != NONE and not seen_again(s, turn, played):
            mistake(s, turn, pick)


@rule
def seen_again(s: State, turn: int, played: int) -> bool:
    """Has the card drawn in this turn, or one like it, been played since?"""
    for later in range(turn + s.seats, played, s.seats):
        if s.card[later] == s.drawn[turn]:
            return True
    return False


@rule
def mistake(s: State, turn: int, pick: int) -> None:
    """Take a drawn card for any of its pile that might as well have been it."""
    drawn = s.drawn[turn]
    pile = PILE_OF[drawn]
    s.unseen[drawn] += 1
    total = 0
    for kind in range(PILE_START[pile], PILE_STOP[pile]):
        total += s.unseen[kind]
    x = pick % total
    kind = PILE_START[pile] + 0
    while x >= s.unseen[kind]:
        x -= s.unseen[kind]
        kind += 1
    s.unseen[kind] -= 1
    s.drawn[turn] = kind
