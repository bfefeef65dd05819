"""A glance: each action, and the score right after it. One ply, for greedy players.

``glance`` runs compiled or interpreted, so that it can answer where nothing is compiled.
"""

from __future__ import annotations

from typing import Any

from matou.bots.playing import settle
from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, rule
from matou.kit.rng import rng_seed
from matou.kit.slots import appetite, apply, hint, imagine, returns, scores

POINT = 0.01  # what a point of the lead weighs
LIKING = 0.001  # and what the game's hints do, all of them together


@rule
def standing(s: Any, seat: int, who: int, rewards: Floats, points: Row) -> float:
    """How a seat stands: the result if there is one, else by its lead, as the greedy count."""
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
def glance(
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
    """Add to ``values`` how the seat stands after each of n actions, over a few guesses.

    All actions meet the same guess and the same luck, so that they compare.
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
