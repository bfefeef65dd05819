"""Before the first round, CM1 to CM4: the tile shown, the hands, the tokens, the threads."""

from __future__ import annotations

from matou.games.catymini.components import (
    BITS,
    COLOUR_OF,
    COLOURS,
    EXTRAS,
    MOST,
    PER_COLOUR,
    REMOVED,
    TILES,
    TOYS,
    VALUES,
)
from matou.games.catymini.state import (
    DEAL,
    DEALING,
    DRAWING,
    PLAYING,
    REMOVE,
    REMOVING,
    SHOWING,
    STARTING,
    TAKING,
    State,
)
from matou.kit.layout import Row
from matou.kit.linking import rule


@rule
def tiles_to_deal(s: State, out: Row, weights: Row) -> int:
    """CM1, CM2: every tile of the pile is equally likely; the first one shown is of any pile."""
    first = 0
    last = TILES
    gone = 0
    if s.phase != SHOWING:
        first = PER_COLOUR * s.pile
        last = first + PER_COLOUR
        gone = 1 << s.middle[0]
        for seat in range(s.seats):
            gone |= s.hand[seat]
    n = 0
    for tile in range(first, last):
        if gone >> tile & 1 == 0:
            out[n] = DEAL + tile
            weights[n] = 1
            n += 1
    return n


@rule
def show(s: State, tile: int) -> None:
    """CM1: a tile lies face up in the middle."""
    s.middle[0] = tile
    s.phase = DEALING


@rule
def deal(s: State, tile: int) -> None:
    """CM2: one tile of each pile to each seat in turn, then each seat's extra tiles."""
    seat = s.turn
    s.hand[seat] |= 1 << tile
    s.holds[seat][COLOUR_OF[tile]] += 1
    if s.phase == DRAWING:
        s.pile = 0
        s.step += 1
        if s.step < EXTRAS[s.seats]:
            s.phase = TAKING
            return
        s.step = 0
        s.turn += 1
        s.phase = TAKING
        if s.turn == s.seats:
            deal_is_done(s)
        return
    s.pile += 1
    if s.pile == COLOURS:
        s.pile = 0
        s.turn += 1
        if s.turn == s.seats:
            s.turn = 0
            s.phase = TAKING
            if EXTRAS[s.seats] == 0:
                deal_is_done(s)


@rule
def may_take(s: State, colour: int) -> bool:
    """CM2: the pile is not empty, and the seat has not taken an extra from it yet."""
    if s.extras[s.turn] >> colour & 1:
        return False
    left = PER_COLOUR
    if COLOUR_OF[s.middle[0]] == colour:
        left -= 1
    for seat in range(s.seats):
        left -= s.holds[seat][colour]
    return left > 0


@rule
def take(s: State, colour: int) -> None:
    """CM2: an extra tile from that pile, which chance draws."""
    s.extras[s.turn] |= 1 << colour
    s.pile = colour
    s.phase = DRAWING


@rule
def deal_is_done(s: State) -> None:
    s.turn = 0
    s.phase = REMOVING if REMOVED[s.seats] > 0 else STARTING


@rule
def tokens_to_remove(s: State, out: Row, weights: Row) -> int:
    """CM3: weighted by how many tokens of each value the toy has left."""
    toy = s.step // REMOVED[s.seats]
    heap = s.heap[toy]
    n = 0
    for value in range(VALUES):
        count = heap >> BITS * value & MOST
        if count > 0:
            out[n] = REMOVE + VALUES * toy + value
            weights[n] = count
            n += 1
    return n


@rule
def remove(s: State, toy: int, value: int) -> None:
    """CM3: a token goes back to the box."""
    s.heap[toy] -= 1 << BITS * value
    s.step += 1
    if s.step == TOYS * REMOVED[s.seats]:
        s.step = 0
        s.phase = STARTING


@rule
def start(s: State, notch: int) -> None:
    """CM4: the thread begins at a notch, leaves from it, and nothing is paid."""
    seat = s.turn
    s.path[seat][0] = notch
    s.exit[seat] = notch
    s.turn += 1
    if s.turn == s.seats:
        s.turn = 0  # CM5
        s.phase = PLAYING
