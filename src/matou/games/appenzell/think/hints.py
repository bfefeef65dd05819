"""Hints for bots in Château d'Appenzell: good actions, values, and what level 3 forgets.

The value of level 3 is linear in a few features, with weights learned by self-play
(``learned_values``); levels 4 and 5 ask a network (``judge``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matou.games.appenzell.castle import MOVE_FROM, MOVE_TO, ROOM_SET, SLIDING_SET, TOWER_SET
from matou.games.appenzell.components import CHEESES, LOST, MICE, ROOMS, SQUARES, UNKNOWN
from matou.games.appenzell.state import END as END_TURN, ENTER, MOVE, PUSH, State, lowest
from matou.games.appenzell.think.learned_values import WEIGHTS
from matou.games.appenzell.think.network_inputs import FAR, active_features, struck, two_nearest
from matou.kit.chances import chances, weighed
from matou.kit.layout import Floats, Row
from matou.kit.linking import rule
from matou.kit.network import load, propagate, shares
from matou.kit.rng import rng_below

FEATURES = 16
NETWORK = Path(__file__).with_name("network.bin")
FIRST_LAYER, SECOND_LAYER, THIRD_LAYER = load(NETWORK)


@rule
def features(s: State, seat: int, f: Row) -> None:
    """Writes how a seat stands, in thousandths."""
    for i in range(FEATURES):
        f[i] = 0
    mice = s.mice[seat]
    cheeses = s.cheeses[seat].bit_count()
    f[0] = 250 * cheeses
    f[1] = 1000 if cheeses + 1 == s.goal else 0
    f[2] = 333 * s.fallen[seat]
    f[3] = 1000 if s.fallen[seat] == LOST - 1 else 0
    f[4] = 250 * (mice & ~TOWER_SET).bit_count()
    f[5] = 250 * (mice & TOWER_SET).bit_count()
    if s.placing == 0 and s.seat == seat:
        f[6] = 250 * s.left
        f[7] = 1000
    f[8] = 250 * (struck(s) & mice).bit_count()
    f[9] = 250 * (mice & SLIDING_SET).bit_count()
    nearness(s, seat, mice, f)


@rule
def nearness(s: State, seat: int, mice: int, f: Row) -> None:
    """Writes how few steps would bring two mice onto cheeses of one kind not yet won."""
    steps = two_nearest(s, seat, mice)
    nearest = FAR
    for kind in range(CHEESES):
        one = steps >> 8 * kind & 15
        if one == 0:
            f[10] += 250
        both = one + (steps >> 8 * kind + 4 & 15)
        nearest = min(nearest, both)
        if both <= 6:
            f[11] += 100 * (7 - both)
    f[12] = 83 * (FAR - nearest)
    f[13] = 1000 if nearest <= 4 else 0
    f[14] = 1000 if f[7] > 0 and nearest <= s.left else 0
    f[15] = 1000 if nearest <= 2 else 0


@rule
def evaluate(s: State, out: Floats, notes: Row) -> None:
    for seat in range(s.seats):
        features(s, seat, notes)
        out[seat] = weighed(WEIGHTS, notes, FEATURES)
    chances(out, s.seats)


@rule
def judge(s: State, seat: int, out: Floats, memory: Any) -> None:
    n = active_features(s, seat, memory.active)
    propagate(FIRST_LAYER, SECOND_LAYER, THIRD_LAYER, memory, n)
    shares(memory, seat, s.seats, out)


@rule
def hint(s: State, out: Row, n: int, weights: Row) -> int:
    """Prefers steps onto cheese, best where another mouse has the same; roofs; entering."""
    total = 0
    taken = s.cheeses[s.seat]
    standing = 0
    mice = s.mice[s.seat] & SLIDING_SET
    while mice > 0:
        standing |= 1 << s.tile[lowest(mice)]
        mice &= mice - 1
    for i in range(n):
        a = out[i]
        weight = 2
        if a < ENTER:
            if ROOM_SET[s.castle * ROOMS + a] & s.unknown:
                weight = 8
        elif a < MOVE:
            weight = 6
        elif a < PUSH:
            kind = s.tile[MOVE_TO[a - MOVE]]
            here = s.tile[MOVE_FROM[a - MOVE]]
            if kind == here:
                weight = 1  # it would be no further
            elif kind < CHEESES and taken >> kind & 1 == 0:
                weight = 60 if standing >> kind & 1 else 14
        elif a == END_TURN:
            weight = 1
        weights[i] = weight
        total += weight
    return total


@rule
def appetite(s: State, points: Row) -> None:
    """Counts cheese first, then mice that are not in the cellar."""
    for seat in range(s.seats):
        points[seat] = MICE * points[seat] - s.fallen[seat]


@rule
def forget(s: State, r: Row) -> None:
    """Forgets half of the covered tiles."""
    for square in range(SQUARES):
        gone = rng_below(r, 2)  # for every square, so that the same are gone a little later
        kind = s.tile[square]
        if kind < UNKNOWN and s.open_squares >> square & 1 == 0 and gone == 0:
            s.tile[square] = UNKNOWN
            s.unknown |= 1 << square
            s.unseen[kind] += 1
            s.traps &= ~(1 << square)
