"""Chop! Chop! as a line of numbers, for learners: see ``matou.core.encoding``."""

from __future__ import annotations

from matou.core.encoding import Part, size_of, starts
from matou.games.chopchop.components import (
    CAT,
    CELL,
    CHEESES,
    COUNTS,
    HOME,
    KINDS,
    MICE,
    PLACES,
    QUIET_TURNS,
    SEATS,
    SET,
)
from matou.games.chopchop.state import CAUGHT, FINISHED, NOBODY, NOWHERE, PLACING, State
from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.kit.rows import clear

PHASES = 8

PARTS = (
    Part("table", (2,), "how many seats; 1 if the seat is the cat"),
    Part("phase", (PHASES,), "placing, rolling, walking, extra steps, flying, turning, fork, over"),
    Part("side", (1,), "0 in the cat's turn, 1 in the mice's"),
    Part("turn", (SEATS,), "the mouse player whose turn it is or comes after the cat's"),
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

PHASE_AT, SIDE_AT, TURN_AT, ROLL_AT, WON_AT = starts(PARTS, "phase side turn roll won")
QUIET_AT, UNSEEN_AT, CAT_AT, MICE_AT, MOVER_AT = starts(PARTS, "quiet unseen cat mice mover")
DOWN_AT, CHEESE_AT, PLATES_AT = starts(PARTS, "down cheese plates")


@rule
def encode(s: State, seat: int, out: Row) -> None:
    """Writes the line; turns are counted from the seat.

    ``& 3``, ``& 7`` and ``& 63`` only tell the compiler that an index is not negative.
    """
    clear(out, SIZE)
    seats = s.seats
    phase = s.phase & 7
    out[0] = seats
    out[1] = 1 if seat == 0 else 0
    out[PHASE_AT + phase] = 1
    out[SIDE_AT] = s.side
    if phase != FINISHED and phase != PLACING:
        whose = s.player - max(seat, 0)
        out[TURN_AT + ((whose if whose >= 0 else whose + seats) & 7)] = 1
    out[ROLL_AT] = s.rolls
    out[ROLL_AT + 1] = s.steps
    out[WON_AT] = s.won
    out[QUIET_AT] = s.quiet // 2
    out[QUIET_AT + 1] = s.eventful
    for kind in range(KINDS):
        out[UNSEEN_AT + kind] = s.unseen[kind]
    if s.cat != NOWHERE:
        out[CAT_AT + (s.cat & 63)] = 1
    down = s.down
    cheese = s.cheese
    # PLACES, but only we know: a loop of a known length is written out place by place, one of any
    # length takes many places at a time.
    for place in range(PLACES + (s.eventful >> 1)):
        out[DOWN_AT + place] = down >> CELL[place] & 1
        out[CHEESE_AT + place] = cheese >> CELL[place] & 1
    caught = 0
    for i in range(MICE):  # without a branch: who is caught cannot be foreseen
        here = s.mouse[i]
        free = 0 if here == CAUGHT else 1
        caught += 1 - free
        out[MICE_AT + (here & 63)] |= free
        out[PLATES_AT + i] = 1 if s.plates & SET[HOME[i]] != 0 else 0
    out[WON_AT + 1] = caught
    if s.mover != NOBODY and s.side != CAT:
        out[MOVER_AT + (s.mouse[s.mover & 3] & 63)] = 1
