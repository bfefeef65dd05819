"""Château d'Appenzell as a line of numbers, for learners: see ``matou.core.parts``."""

from __future__ import annotations

from matou.core.kit import rule
from matou.core.layout import Row
from matou.core.parts import Part, size_of, start_of
from matou.games.appenzell.components import (
    ACTIONS_A_TURN,
    CHEESES,
    KINDS,
    NO_TILE,
    SEATS,
    SLOTS,
    SQUARES,
    TILES,
    TURNS,
)
from matou.games.appenzell.state import NOTHING, State, lowest

PLACES = SQUARES + 1  # the spare tile's is the last
LOOKS = KINDS + 1  # what a tile may look like: its kind, or unknown

PARTS = (
    Part("table", (4,), "how many seats; 1 with the castle's back; the goal; 1 with pushing back"),
    Part("time", (2,), "turns that have ended: the hundreds, and what is over"),
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

TIME_AT = start_of(PARTS, "time")
TURN_AT = start_of(PARTS, "turn")
LEFT_AT = start_of(PARTS, "left")
CLOSED_AT = start_of(PARTS, "closed")
OUTSIDE_AT = start_of(PARTS, "outside")
FALLEN_AT = start_of(PARTS, "fallen")
CHEESES_AT = start_of(PARTS, "cheeses")
UNSEEN_AT = start_of(PARTS, "unseen")
OPEN_AT = start_of(PARTS, "open")
MICE_AT = start_of(PARTS, "mice")
TILE_AT = start_of(PARTS, "tile")


@rule
def encode(s: State, seat: int, out: Row) -> None:
    """What everybody knows of a game, in the order of PARTS: what was seen was seen by all."""
    for i in range(SIZE):
        out[i] = 0
    seats = s.seats
    first = max(seat, 0)
    out[0] = seats
    out[1] = s.castle
    out[2] = s.goal
    out[3] = s.push_back
    out[TIME_AT] = s.turn // 100
    out[TIME_AT + 1] = s.turn % 100
    if s.ending == 0:
        out[TURN_AT + (s.seat + seats - first) % seats] = 1
    out[LEFT_AT] = s.left
    out[LEFT_AT + 1] = s.pushed
    out[LEFT_AT + 2] = s.placing
    if s.closed != NOTHING:
        out[CLOSED_AT + s.closed] = 1
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = s.unseen[kind]
    mark(s.open_squares, OPEN_AT, out)
    for i in range(seats):
        other = (first + i) % seats
        out[OUTSIDE_AT + i] = s.outside[other]
        out[FALLEN_AT + i] = s.fallen[other]
        for cheese in range(CHEESES):
            out[CHEESES_AT + i * CHEESES + cheese] = s.cheeses[other] >> cheese & 1
        mark(s.mice[other], MICE_AT + i * SQUARES, out)
    tile = s.tile
    for place in range(PLACES):
        look = tile[place]
        if look != NO_TILE:
            out[TILE_AT + place * LOOKS + look] = 1


@rule
def mark(squares: int, at: int, out: Row) -> None:
    """A set of squares as a 1 for each of its own."""
    while squares > 0:
        out[at + lowest(squares)] = 1
        squares &= squares - 1
