"""Hints for bots in Clocktowers: which actions look good, and what level 3 forgets.

Levels 4 and 5 ask a network (``judge``) instead of playouts. A linear value (16 features, or 40
weighted by the turns left) made playouts worse: cut after 20 actions it took 32 % and 42 % of 60
games against playouts to the end, at equal iterations.

Hidden discards are weighed by what their owner did (``weigh``). It halves the distance to exact
likelihoods, and an iteration costs less; in play it brought nothing certain: 50.0 % (45.0 to
55.0) of 400 games at 20 ms a move each, 51.5 % (46.7 to 56.3) of 400 at 1,000 iterations each.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    HIDDEN,
    NEW,
    NONE,
    PLACES,
    PLAY,
    State,
    build,
    guess,
    legal,
    on_turn,
    roof_fits,
    setup,
)
from matou.games.clocktowers.think.network_inputs import active_features
from matou.kit.layout import Floats, Row
from matou.kit.linking import rule
from matou.kit.network import load, propagate, shares
from matou.kit.rng import rng_below

NETWORK = Path(__file__).with_name("network.bin")
FIRST_LAYER, SECOND_LAYER, THIRD_LAYER = load(NETWORK)


@rule
def roofs_that_fit(s: State, seat: int, storeys: int) -> int:
    """Returns how many colours could roof a tower of that height now (CT8)."""
    n = 0
    for colour in range(COLOURS):
        if roof_fits(s, seat, colour, storeys):
            n += 1
    return n


@rule
def hint(s: State, out: Row, n: int, weights: Row) -> int:
    """Prefers roofs that fit, clocks on towers that a roof may fit, and no mice."""
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
def judge(s: State, seat: int, out: Floats, memory: Any) -> None:
    n = active_features(s, seat, memory.active)
    propagate(FIRST_LAYER, SECOND_LAYER, THIRD_LAYER, memory, n)
    shares(memory, seat, s.seats, out)


@rule
def weigh(s: State, past: State, out: Row, weights: Row, r: Row) -> float:
    """Guesses the hidden discards, and returns how likely they were chosen.

    Follows each seat that hid something from the first turn on. At each decision it is taken to
    have chosen half as the hints would, half at random among what the guessed hand allows.
    """
    hiding = 0
    played = s.turn + (1 if s.phase == DRAWING else 0)
    for turn in range(played):
        if s.card[turn] == HIDDEN:
            hiding |= 1 << turn % s.seats
    worth = 1.0
    for seat in range(s.seats):
        worth /= guess(s, seat, r)
    if hiding == 0:
        return 1.0
    out[0] = 1 - s.one_ladder
    out[1] = s.floors_above_clock
    setup(past, s.seats, out)
    past.phase = PLAY
    for turn in range(played):
        seat = turn % s.seats
        kind = s.card[turn]
        place = s.onto[turn]
        past.turn = turn
        if hiding >> seat & 1:
            if place == past.towers[seat] + 1:
                place = NEW
            worth *= chosen(past, kind * PLACES + place, out, weights)
        past.hand[seat][kind] -= 1
        if s.onto[turn] != DISCARD:
            t = s.onto[turn] - 1
            if t == past.towers[seat]:
                past.towers[seat] += 1
            build(past, seat, kind, t)
        if turn < s.turn and s.drawn[turn] != NONE:
            past.hand[seat][s.drawn[turn]] += 1
    return worth


@rule
def chosen(s: State, action: int, out: Row, weights: Row) -> float:
    """Returns how likely the seat to act is to choose an action."""
    n = legal(s, out, weights)
    total = hint(s, out, n, weights)
    liked = 0
    for i in range(n):
        liked = weights[i] if out[i] == action else liked
    return 0.5 * liked / total + 0.5 / n


@rule
def forget(s: State, r: Row) -> None:
    """Forgets half of the discards and half of the others' draws.

    A forgotten discard of one's own seems still to come. A forgotten draw that was not seen again
    is taken for another card of its pile. Cards on the table are never forgotten.
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
    """Returns whether the card drawn in this turn, or one like it, has been played since."""
    for later in range(turn + s.seats, played, s.seats):
        if s.card[later] == s.drawn[turn]:
            return True
    return False


@rule
def mistake(s: State, turn: int, pick: int) -> None:
    """Takes a drawn card for another of its pile that might have been it."""
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
