"""Caty Mini as a line of numbers, for learners: see ``matou.core.encoding``."""

from __future__ import annotations

from matou.core.encoding import Part, size_of, starts
from matou.games.catymini.components import (
    BITS,
    BOARDS,
    COLOURS,
    EXTRAS,
    MOST,
    NOTCHES,
    REMOVED,
    ROUNDS,
    SEATS,
    TILES,
    TOYS,
    VALUES,
)
from matou.games.catymini.state import DONE, RUNNING, SHOWING, STARTING, TAKING, State
from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.kit.rows import clear

COARSE = 128  # thread is counted in two numbers, of so many units and of one

PARTS = (
    Part("table", (2,), "how many seats; 1 with expert scoring"),
    Part("phase", (4,), "an extra tile, the start, a tile, or an entrance is to be chosen"),
    Part("turn", (SEATS,), "whose decision it is"),
    Part("round", (1,), "rounds that have ended"),
    Part("marker", (SEATS,), "who holds the marker"),
    Part("hand", (TILES,), "the seat's own tiles", is_private=True),
    Part("holds", (SEATS, COLOURS), "how many tiles of each colour each holds"),
    Part("extras", (SEATS, COLOURS), "the piles each took an extra tile from"),
    Part("shown", (TILES,), "the tile in the middle"),
    Part("gone", (TILES,), "the tiles that have been in the middle, the one there now included"),
    Part("board", (SEATS, BOARDS), "who plays in which nursery"),
    Part("exit", (SEATS, NOTCHES), "the notch each thread comes out of"),
    Part("thread", (SEATS, 2), "thread left: in units of 128, and the rest"),
    Part("heap", (TOYS, VALUES), "tokens left of each toy, by value, the lowest first"),
    Part("won", (SEATS, TOYS, VALUES), "tokens won"),
)
SIZE = size_of(PARTS)
DECISIONS = SEATS * (max(EXTRAS) + 1) + ROUNDS * (SEATS + 1)
EVENTS = 1 + TILES + max(REMOVED) * TOYS

PHASE_AT, TURN_AT, ROUND_AT, MARKER_AT, HAND_AT = starts(PARTS, "phase turn round marker hand")
HOLDS_AT, EXTRAS_AT, SHOWN_AT, GONE_AT, BOARD_AT = starts(PARTS, "holds extras shown gone board")
EXIT_AT, THREAD_AT, HEAP_AT, WON_AT = starts(PARTS, "exit thread heap won")


@rule
def encode(s: State, seat: int, out: Row) -> None:
    clear(out, SIZE)
    seats = s.seats
    first = max(seat, 0)
    out[0] = seats
    out[1] = s.expert
    out[ROUND_AT] = s.round
    if s.phase < DONE:
        out[MARKER_AT + (s.round + COARSE * seats - first) % seats] = 1
        if s.phase >= TAKING:
            out[PHASE_AT + s.phase - TAKING] = 1
            out[TURN_AT + (s.turn + seats - first) % seats] = 1
    if seat >= 0:
        for tile in range(TILES):
            out[HAND_AT + tile] = s.hand[seat] >> tile & 1
    if s.phase != SHOWING:
        last = s.round + (1 if s.phase == RUNNING else 0)
        for i in range(last + 1):
            out[GONE_AT + s.middle[i]] = 1
        out[SHOWN_AT + s.middle[last]] = 1
    for toy in range(TOYS):
        for value in range(VALUES):
            out[HEAP_AT + toy * VALUES + value] = s.heap[toy] >> BITS * value & MOST
    for i in range(seats):
        encode_seat(s, (first + i) % seats, i, out)


@rule
def encode_seat(s: State, seat: int, i: int, out: Row) -> None:
    """Encodes what all see of a seat: its nursery, colours held, thread and toys."""
    out[BOARD_AT + i * BOARDS + s.board[seat]] = 1
    for colour in range(COLOURS):
        out[HOLDS_AT + i * COLOURS + colour] = s.holds[seat][colour]
        out[EXTRAS_AT + i * COLOURS + colour] = s.extras[seat] >> colour & 1
    if s.phase > STARTING or (s.phase == STARTING and seat < s.turn):
        out[EXIT_AT + i * NOTCHES + s.exit[seat]] = 1
    out[THREAD_AT + 2 * i] = s.thread[seat] // COARSE
    out[THREAD_AT + 2 * i + 1] = s.thread[seat] % COARSE
    for toy in range(TOYS):
        for value in range(VALUES):
            won = s.won[seat][toy] >> BITS * value & MOST
            out[WON_AT + (i * TOYS + toy) * VALUES + value] = won
