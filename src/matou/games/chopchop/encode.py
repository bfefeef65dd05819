"""Chop! Chop! as a line of numbers, for learners: see ``matou.core.parts``."""

from __future__ import annotations

from matou.core.kit import rule
from matou.core.layout import Row
from matou.core.parts import Part, size_of, start_of
from matou.games.chopchop.components import (
    CAT,
    CHEESES,
    COUNTS,
    HOME,
    KINDS,
    MICE,
    NAMES,
    PLACES,
    QUIET_TURNS,
    SET,
)
from matou.games.chopchop.state import CAUGHT, FINISHED, NOBODY, NOWHERE, PLACING, State

SEATS = 5
PHASES = 8

PARTS = (
    Part("table", (2,), "how many seats; 1 if the seat is the cat"),
    Part("phase", (PHASES,), "placing, rolling, walking, extra steps, flying, turning, fork, over"),
    Part("side", (1,), "0 in the cat's turn, 1 in the mice's"),
    Part("turn", (SEATS,), "the mouse player whose turn it is, or comes after the cat's"),
    Part("roll", (2,), "rolls left in this turn; steps to walk"),
    Part("won", (2,), "cheeses won; mice caught"),
    Part("quiet", (2,), "turns without an event, halved; 1 if this turn has had one"),
    Part("unseen", (KINDS,), "tiles of each kind that nobody has seen"),
    Part("cat", (PLACES,), "where the cat is"),
    Part("mice", (PLACES,), "where the mice are"),
    Part("mover", (PLACES,), "where the mouse is that has moved in this turn"),
    Part("down", (PLACES,), "tiles face down"),
    Part("cheese", (PLACES,), "cheeses that lie open"),
    Part("plates", (MICE,), "home plates not turned yet"),
)
SIZE = size_of(PARTS)
# CC19: a tile, a cheese or a mouse goes in one of QUIET_TURNS turns of two rolls at most; a
# tile may bring one more decision.
TURNS = (sum(COUNTS) + CHEESES + MICE + 1) * QUIET_TURNS
DECISIONS, EVENTS = 1 + 2 * TURNS + sum(COUNTS), 2 * TURNS + sum(COUNTS)

PHASE_AT = start_of(PARTS, "phase")
SIDE_AT = start_of(PARTS, "side")
TURN_AT = start_of(PARTS, "turn")
ROLL_AT = start_of(PARTS, "roll")
WON_AT = start_of(PARTS, "won")
QUIET_AT = start_of(PARTS, "quiet")
UNSEEN_AT = start_of(PARTS, "unseen")
CAT_AT = start_of(PARTS, "cat")
MICE_AT = start_of(PARTS, "mice")
MOVER_AT = start_of(PARTS, "mover")
DOWN_AT = start_of(PARTS, "down")
CHEESE_AT = start_of(PARTS, "cheese")
PLATES_AT = start_of(PARTS, "plates")

# The floor's places: a table top shares its cells with them.
FLOOR = tuple(place for place in range(PLACES) if NAMES[place][0] != "T")
FLOORS = len(FLOOR)


@rule
def encode(s: State, seat: int, out: Row) -> None:
    """What everybody knows of a game, in the order of PARTS; turns are counted from the seat."""
    for i in range(SIZE):
        out[i] = 0
    seats = s.seats
    out[0] = seats
    out[1] = 1 if seat == 0 else 0
    out[PHASE_AT + s.phase] = 1
    out[SIDE_AT] = s.side
    if s.phase != FINISHED and s.phase != PLACING:
        out[TURN_AT + (s.player + seats - max(seat, 0)) % seats] = 1
    out[ROLL_AT] = s.rolls
    out[ROLL_AT + 1] = s.steps
    out[WON_AT] = s.won
    out[QUIET_AT] = s.quiet // 2
    out[QUIET_AT + 1] = s.eventful
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = s.unseen[kind]
    if s.cat != NOWHERE:
        out[CAT_AT + s.cat] = 1
    for i in range(MICE):
        if s.mouse[i] == CAUGHT:
            out[WON_AT + 1] += 1
        else:
            out[MICE_AT + s.mouse[i]] = 1
        out[PLATES_AT + i] = 1 if s.plates & SET[HOME[i]] != 0 else 0
    if s.mover != NOBODY and s.side != CAT:
        out[MOVER_AT + s.mouse[s.mover]] = 1
    for i in range(FLOORS):
        place = FLOOR[i]
        out[DOWN_AT + place] = 1 if s.down & SET[place] != 0 else 0
        out[CHEESE_AT + place] = 1 if s.cheese & SET[place] != 0 else 0
