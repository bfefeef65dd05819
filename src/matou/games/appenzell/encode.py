"""Château d'Appenzell as a line of numbers, for learners: see ``matou.core.encoding``."""

from __future__ import annotations

from matou.core.encoding import Part, size_of, starts
from matou.games.appenzell.components import (
    ACTIONS_A_TURN,
    CHEESES,
    KINDS,
    SEATS,
    SIDE,
    SLOTS,
    SPARE,
    SQUARES,
    TILES,
    TURNS,
)
from matou.games.appenzell.state import NOTHING, State
from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.kit.rows import clear

PLACES = SQUARES + 1  # the spare tile's is the last
LOOKS = KINDS + 1  # what a tile may look like: its kind, or unknown

PARTS = (
    Part("table", (4,), "how many seats; 1 for the castle's back; goal; 1 if one may push back"),
    Part("time", (2,), "turns that have ended: the hundreds, and the rest"),
    Part("turn", (SEATS,), "whose turn it is"),
    Part("left", (3,), "actions left; 1 after the turn's push; seats still to place a mouse"),
    Part("closed", (SLOTS,), "the slot that is closed"),
    Part("outside", (SEATS,), "mice outside"),
    Part("fallen", (SEATS,), "mice in the cellar"),
    Part("cheeses", (SEATS, CHEESES), "cheeses taken"),
    Part("unseen", (KINDS,), "tiles of each kind that nobody has seen"),
    Part("open", (SQUARES,), "squares whose roof is off"),
    Part("mice", (SEATS, SQUARES), "where the mice are"),
    Part("tile", (PLACES, LOOKS), "what lies where, covered or not: its kind, or unknown"),
)
SIZE = size_of(PARTS)
DECISIONS, EVENTS = ACTIONS_A_TURN * TURNS + SEATS, TILES + 1

TIME_AT, TURN_AT, LEFT_AT, CLOSED_AT, OUTSIDE_AT = starts(PARTS, "time turn left closed outside")
FALLEN_AT, CHEESES_AT, UNSEEN_AT, OPEN_AT = starts(PARTS, "fallen cheeses unseen open")
MICE_AT, TILE_AT = starts(PARTS, "mice tile")


@rule
def encode(s: State, seat: int, out: Row) -> None:
    """Writes the line; what was seen was seen by all.

    ``& 7``, ``& 15`` and ``& 1023`` only tell the compiler that an index is not negative.
    """
    clear(out, SIZE)
    seats = s.seats & 7
    first = max(seat, 0) & 7
    turn = s.turn & 1023
    out[0] = seats
    out[1] = s.castle
    out[2] = s.goal
    out[3] = s.push_back
    out[TIME_AT] = turn // 100
    out[TIME_AT + 1] = turn % 100
    if s.ending == 0:
        whose = s.seat - first
        out[TURN_AT + ((whose if whose >= 0 else whose + seats) & 7)] = 1
    out[LEFT_AT] = s.left
    out[LEFT_AT + 1] = s.pushed
    out[LEFT_AT + 2] = s.placing
    if s.closed != NOTHING:
        out[CLOSED_AT + (s.closed & 15)] = 1
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = s.unseen[kind]
    # 49, but only we know: a loop of a known length is written out square by square, one of any
    # length takes many squares at a time.
    squares = SQUARES + (s.castle >> 1)
    here = s.open_squares
    for square in range(squares):
        out[OPEN_AT + square] = here >> square & 1
    other = first
    for i in range(seats):
        out[OUTSIDE_AT + i] = s.outside[other]
        out[FALLEN_AT + i] = s.fallen[other]
        cheeses = s.cheeses[other]
        at = CHEESES_AT + i * CHEESES
        for cheese in range(CHEESES):
            out[at + cheese] = cheeses >> cheese & 1
        here = s.mice[other]
        at = MICE_AT + i * SQUARES
        for square in range(squares):
            out[at + square] = here >> square & 1
        other = other + 1 if other + 1 < seats else 0
    # The squares that have a tile: all of every second row, and every second of the rows between.
    tile = s.tile
    for row in range(1, SIDE, 2):
        for column in range(SIDE):
            place = row * SIDE + column
            out[TILE_AT + place * LOOKS + (tile[place] & 15)] = 1
    for row in range(0, SIDE, 2):
        for column in range(1, SIDE, 2):
            place = row * SIDE + column
            out[TILE_AT + place * LOOKS + (tile[place] & 15)] = 1
    out[TILE_AT + SPARE * LOOKS + (tile[SPARE] & 15)] = 1
