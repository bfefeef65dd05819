"""One ply ahead: how a seat stands right after each of its actions, for greedy players.

``one_ply`` runs compiled or interpreted, so it also works before anything is compiled.
"""

from __future__ import annotations

from typing import Any

from matou.bots.playing import settle
from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, rule
from matou.kit.rng import rng_seed
from matou.kit.slots import appetite, apply, hint, imagine, returns, scores

POINT = 0.01  # the weight of a point of lead
LIKING = 0.001  # the weight of the game's hints


@rule
def standing(s: Any, seat: int, who: int, rewards: Floats, points: Row) -> float:
    """Returns a seat's standing: its return at the end, else a value of its lead (``appetite``)."""
    if who == OVER:
        returns(s, rewards)
        return 2.0 * rewards[seat] - 0.5
    scores(s, points)
    appetite(s, points)
    best = 0
    for other in range(len(rewards)):
        if other != seat:
            best = max(best, points[other])
    return 0.5 + POINT * (points[seat] - best)


@rule
def one_ply(
    states: Any,
    seat: int,
    actions: Row,
    n: int,
    samples: int,
    seed: int,
    out: Row,
    weights: Row,
    points: Row,
    rewards: Floats,
    values: Floats,
    r: Row,
) -> None:
    """Adds to ``values`` the seat's standing after each of n actions, over a few samples.

    All actions get the same sample and the same luck, so that they compare.
    """
    for sample in range(samples):
        states[1] = states[0]
        rng_seed(r, seed + sample)
        imagine(states[1], r)
        total = hint(states[1], actions, n, weights)
        if total > 0:
            for i in range(n):
                values[i] += LIKING * weights[i] / total
        for i in range(n):
            states[2] = states[1]
            rng_seed(r, seed + sample + 7919)
            apply(states[2], actions[i])
            who = settle(states[2], out, weights, r)
            values[i] += standing(states[2], seat, who, rewards, points)
