"""Hints for bots in Chop! Chop!: which moves look good, and what a position is worth.

The value of level 3 is linear in a few features, with weights learned by self-play
(``learned_values``); levels 4 and 5 ask a network (``judge``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from matou.games.chopchop.components import (
    CAT,
    CAT_DIE,
    CAT_WORLD,
    CHEESES,
    HOLE_SET,
    MOUSE,
    MOUSE_DIE,
    OPEN_SET,
    PLACES,
    SET,
    TUNNEL_SET,
)
from matou.games.chopchop.rules import CATCH, PUT
from matou.games.chopchop.state import FORKING, PLACING, State
from matou.games.chopchop.think.learned_values import WEIGHTS
from matou.games.chopchop.think.network_inputs import active_features, foraging, hunting
from matou.games.chopchop.walks import cat_walk, prey
from matou.kit.chances import chances, weighed
from matou.kit.layout import Floats, Row
from matou.kit.linking import rule
from matou.kit.network import load, propagate, shares

FEATURES = 24
NETWORK = Path(__file__).with_name("network.bin")
FIRST_LAYER, SECOND_LAYER, THIRD_LAYER = load(NETWORK)
CAT_FACES, MOUSE_FACES = len(CAT_DIE), len(MOUSE_DIE)


@rule
def features(s: State, seat: int, f: Row) -> None:
    """Writes the kitchen as the mice see it, in thousandths; the cat's chances are the rest."""
    for i in range(FEATURES):
        f[i] = 0
    if seat == 0 or s.phase == PLACING:
        return
    alive = s.mice.bit_count()
    loose = s.cheese & ~SET[s.cat]
    f[0] = 1000
    f[1] = 100 * s.won
    f[1 + alive] = 1000  # 2 to 5
    f[6] = 25 * alive * s.won
    f[7] = 250 * s.plates.bit_count()
    f[8] = 100 * loose.bit_count()
    f[9] = 1000 if s.side == MOUSE else 0
    hunt = hunting(s)
    f[10] = 1000 * (hunt & 15) // CAT_FACES
    f[11] = f[10] if s.side == CAT else 0
    f[13] = 250 * (hunt >> 4 & 15)
    f[19] = 125 * (hunt >> 8)
    f[22] = 250 * prey(s).bit_count()
    f[12] = 250 * (s.mice & (HOLE_SET | TUNNEL_SET)).bit_count()
    f[14] = 1000 if s.won == CHEESES else 0
    f[15] = 1000 if s.won == CHEESES and s.plates == 0 else 0
    f[17] = 1000 if s.won >= CHEESES - 2 else 0
    f[18] = 25 * s.down.bit_count()
    f[20] = 1000 if s.rolls == 2 and s.side == CAT else 0
    f[21] = 1000 if s.rolls == 2 and s.side == MOUSE else 0
    found = foraging(s)
    f[16] = 1000 * (found >> 4) // MOUSE_FACES if s.won == CHEESES and s.plates == 0 else 0
    f[23] = 1000 * (found & 15) // MOUSE_FACES


@rule
def evaluate(s: State, out: Floats, notes: Row) -> None:
    out[0] = 0.0
    features(s, 1, notes)
    out[1] = weighed(WEIGHTS, notes, FEATURES)
    chances(out, 2)
    for seat in range(2, s.seats):  # the mice win and lose together
        out[seat] = out[1]


@rule
def judge(s: State, seat: int, out: Floats, memory: Any) -> None:
    n = active_features(s, seat, memory.active)
    propagate(FIRST_LAYER, SECOND_LAYER, THIRD_LAYER, memory, n)
    shares(memory, 0, 2, out)
    for other in range(2, s.seats):  # the mice win and lose together
        out[other] = out[1]


@rule
def hint(s: State, out: Row, n: int, weights: Row) -> int:
    """Prefers a catch, a cheese, and for a mouse, tiles out of the cat's reach."""
    total = 0
    if s.phase == PLACING or s.phase == FORKING:
        return 0
    near = 0
    if s.side == MOUSE:
        start = SET[s.cat]
        near = cat_walk(start, 1, CAT_WORLD, OPEN_SET) | cat_walk(start, 2, CAT_WORLD, OPEN_SET)
    for i in range(n):
        end = SET[out[i] % PLACES]
        weight = 2
        if s.side == CAT:
            if CATCH <= out[i] < PUT:
                weight = 40
        else:
            if end & s.cheese != 0:
                weight = 24
            elif end & s.down != 0:
                weight = 8
            elif end & HOLE_SET != 0 and s.won == CHEESES and s.plates == 0:
                weight = 100
            if end & near != 0:
                weight = (weight + 3) // 4
        weights[i] = weight
        total += weight
    return total
