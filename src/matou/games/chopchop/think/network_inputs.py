"""The inputs of Chop! Chop!'s network: the numbers of the features that hold.

Everything is public, and the outputs are for the cat and the mice, so seats do not matter.
Features are where each mouse is as the cat sees it, the odds of either die, and what lies where.
"""

from __future__ import annotations

from matou.core.encoding import Part, size_of, starts
from matou.games.chopchop.components import (
    CAT,
    CAT_WORLD,
    CELL,
    CELL_OF,
    CHEESES,
    COUNTS,
    DICE,
    FACES,
    HOLE_SET,
    HOME,
    KINDS,
    MICE,
    MOUSE,
    OPEN_SET,
    PLACES,
    QUIET_TURNS,
    SET,
)
from matou.games.chopchop.state import CAUGHT, NOBODY, NOWHERE, State
from matou.games.chopchop.walks import cat_walk, mouse_free, mouse_walk, prey
from matou.kit.layout import Row
from matou.kit.linking import rule

PHASES, QUIET_BY = 8, 20
WAYS = 15  # how far apart two cells are, in rows or in columns, from -7 to 7
ODDS = 7  # sixths of a die
FAR = 9
UNSEEN_FROM = tuple(sum(COUNTS[:kind]) + kind for kind in range(KINDS))  # COUNTS + 1 a kind
CELLS = tuple(CELL_OF.values())

PARTS = (
    Part("phase", (2, PHASES), "whose turn it is, by what the game waits for"),
    Part("steps", (2, FACES + 1), "steps to walk, by side"),
    Part("double", (2,), "two rolls to come, by side"),
    Part("won", (CHEESES + 1,), "cheeses won"),
    Part("alive", (MICE + 1,), "mice that are not caught"),
    Part("quiet", (QUIET_TURNS // QUIET_BY + 1,), "turns without an event"),
    Part("unseen", (sum(COUNTS) + KINDS,), "tiles of each kind that nobody has seen"),
    Part("cat", (PLACES,), "where the cat is"),
    Part("mice", (PLACES,), "where the mice are"),
    Part("mover", (PLACES,), "where the mouse is that has moved in this turn"),
    Part("down", (PLACES,), "tiles face down"),
    Part("cheese", (PLACES,), "cheeses that lie open"),
    Part("plates", (MICE,), "home plates not turned yet"),
    Part("apart", (2, WAYS * WAYS), "a mouse as the cat sees it: under cover, or in the open"),
    Part("catching", (2, ODDS), "how likely the cat's die is to catch, by side"),
    Part("hunted", (MICE + 1,), "mice in the open"),
    Part("near", (MICE + 1,), "mice that some face of the cat's die reaches"),
    Part("far", (FAR,), "how far the cat is from the nearest"),
    Part("foraging", (2, ODDS), "how likely the mice's die is to reach a cheese, by side"),
    Part("homing", (ODDS,), "at the last: how likely it is to reach a hole"),
)
INPUTS = size_of(PARTS)
MOST = 112

STEPS_AT, DOUBLE_AT, WON_AT, ALIVE_AT, QUIET_AT = starts(PARTS, "steps double won alive quiet")
UNSEEN_AT, CAT_AT, MICE_AT, MOVER_AT, DOWN_AT = starts(PARTS, "unseen cat mice mover down")
CHEESE_AT, PLATES_AT, APART_AT, CATCHING_AT = starts(PARTS, "cheese plates apart catching")
HUNTED_AT, NEAR_AT, FAR_AT, FORAGING_AT = starts(PARTS, "hunted near far foraging")
(HOMING_AT,) = starts(PARTS, "homing")


@rule
def active_features(s: State, seat: int, out: Row) -> int:
    """Lists the features that hold, each once. Returns how many."""
    side = s.side & 1
    n = 0
    out[n] = side * PHASES + s.phase
    n += 1
    out[n] = STEPS_AT + side * (FACES + 1) + s.steps
    n += 1
    if s.rolls == 2:
        out[n] = DOUBLE_AT + side
        n += 1
    out[n] = WON_AT + s.won
    n += 1
    out[n] = ALIVE_AT + s.mice.bit_count()
    n += 1
    out[n] = QUIET_AT + s.quiet // QUIET_BY
    n += 1
    for kind in range(KINDS):
        out[n] = UNSEEN_AT + UNSEEN_FROM[kind] + s.unseen[kind]
        n += 1
    down = s.down
    cheese = s.cheese
    for place in range(PLACES):
        out[n] = DOWN_AT + place
        n += down >> CELL[place] & 1
        out[n] = CHEESE_AT + place
        n += cheese >> CELL[place] & 1
    for i in range(MICE):
        if s.mouse[i] != CAUGHT:
            out[n] = MICE_AT + s.mouse[i]
            n += 1
        if s.plates & SET[HOME[i]] != 0:
            out[n] = PLATES_AT + i
            n += 1
    if s.mover != NOBODY and s.side != CAT:
        out[n] = MOVER_AT + s.mouse[s.mover]
        n += 1
    if s.cat == NOWHERE:
        return n
    out[n] = CAT_AT + s.cat
    n += 1
    n = list_apart(s, out, n)
    n = list_catching(s, side, out, n)
    return list_foraging(s, side, out, n)


@rule
def list_apart(s: State, out: Row, n: int) -> int:
    """Lists where each mouse is, as the cat sees it; two may be alike only if one is in a hole."""
    cell = CELLS[s.cat]
    first = n
    for i in range(MICE):
        if s.mouse[i] == CAUGHT:
            continue
        there = CELLS[s.mouse[i]]
        open_floor = 1 if OPEN_SET >> there & 1 else 0
        up = (there >> 3) - (cell >> 3) + WAYS // 2
        across = (there & 7) - (cell & 7) + WAYS // 2
        feature = APART_AT + (open_floor * WAYS + up) * WAYS + across
        fresh = 1
        for k in range(first, n):
            if out[k] == feature:
                fresh = 0
        out[n] = feature
        n += fresh
    return n


@rule
def list_catching(s: State, side: int, out: Row, n: int) -> int:
    """Lists the cat's chances to catch: the odds of its die, mice near, the nearest's distance."""
    hunt = hunting(s)
    out[n] = CATCHING_AT + side * ODDS + (hunt & 15)
    out[n + 1] = HUNTED_AT + prey(s).bit_count()
    out[n + 2] = NEAR_AT + (hunt >> 4 & 15)
    out[n + 3] = FAR_AT + (hunt >> 8)
    return n + 4


@rule
def hunting(s: State) -> int:
    """Returns the faces of the cat's die that catch, the mice near, and the nearest's distance.

    They are bits 0 to 3, bits 4 to 7, and those above.
    """
    hunted = prey(s)
    start = SET[s.cat]
    free = CAT_WORLD & ~start & ~s.cheese & ~hunted
    likely = 0
    near = 0
    for face in range(FACES):
        if DICE[CAT][face] > 0:
            met = cat_walk(start, face + 1, free, hunted) & hunted
            near |= met
            if met != 0:
                likely += DICE[CAT][face]
    reach = start
    far = 0
    while far < FAR - 1 and reach & hunted == 0:
        reach |= cat_walk(reach, 1, CAT_WORLD & ~s.cheese, hunted)
        far += 1
    return likely | near.bit_count() << 4 | far << 8


@rule
def list_foraging(s: State, side: int, out: Row, n: int) -> int:
    """Lists how likely the mice's die is to reach a visible cheese; at the end, a hole."""
    found = foraging(s)
    out[n] = FORAGING_AT + side * ODDS + (found & 15)
    n += 1
    if s.won == CHEESES and s.plates == 0:
        out[n] = HOMING_AT + (found >> 4)
        n += 1
    return n


@rule
def foraging(s: State) -> int:
    """Returns the faces of the mice's die that reach a cheese; above bit 3, those for a hole."""
    free = mouse_free(s)
    loose = s.cheese & ~SET[s.cat]
    cheese = 0
    home = 0
    for face in range(FACES):
        ends = 0
        for i in range(MICE):
            if s.mouse[i] != CAUGHT:
                here = SET[s.mouse[i]]
                ends |= mouse_walk(here, face + 1, free & ~here)
        if ends & loose != 0:
            cheese += DICE[MOUSE][face]
        if ends & HOLE_SET != 0:
            home += DICE[MOUSE][face]
    return cheese | home << 4
