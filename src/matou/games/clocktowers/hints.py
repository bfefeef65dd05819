"""What bots know of Clocktowers: good-looking actions, and how one forgets.

There is no learned value: a linear one (16 features, and again 40 that weigh by the turns
left), trained by self-play, cut playouts short for the worse. After 20 actions of a playout
it took 32 % and 42 % of 60 games against playouts to the end, at equal iterations; after
60 actions it changed nothing (52 %).
"""

from __future__ import annotations

from matou.games.clocktowers.components import (
    ANIMAL,
    CAT,
    CLOCK,
    COLOURS,
    MOUSE,
    PILE_OF,
    PILE_START,
    PILE_STOP,
    POINTS,
    ROOF,
    STOREYS,
    TALLEST,
)
from matou.games.clocktowers.rules import (
    DISCARD,
    DRAWING,
    NEW,
    NONE,
    PLACES,
    State,
    on_turn,
    roof_fits,
)
from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.kit.rng import rng_below


@rule
def roofs_that_fit(s: State, seat: int, storeys: int) -> int:
    """How many colours could roof a tower of that height now (CT8)."""
    n = 0
    for colour in range(COLOURS):
        if roof_fits(s, seat, colour, storeys):
            n += 1
    return n


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
            elif s.storeys[seat][place - 1] <= TALLEST:
                weight = worth
        elif place == NEW:
            weight = 2 * POINTS[ANIMAL[kind]]
        elif s.storeys[seat][place - 1] + STOREYS[kind] <= TALLEST:
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
