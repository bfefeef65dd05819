"""A glance: each action, and how things stand right after it. One ply, for greedy players.

``glance`` runs compiled or interpreted, so that it can answer where nothing is compiled.
"""

from __future__ import annotations

from typing import Any

from matou.bots.contract import apply, evaluate, imagine, returns, scores
from matou.bots.playing import settle
from matou.core.kit import OVER, rule
from matou.core.layout import Floats, Row
from matou.core.rng import rng_seed

POINTS = 1e-3  # what one point of the score weighs beside the game's own evaluation


@rule
def standing(s: Any, seat: int, who: int, rewards: Floats, points: Row) -> float:
    """How a seat stands: the result if there is one, else what it hopes for and its lead."""
    if who == OVER:
        returns(s, rewards)
        return 2.0 * rewards[seat]
    evaluate(s, rewards)
    scores(s, points)
    best = 0
    for other in range(len(rewards)):
        if other != seat:
            best = max(best, points[other])
    return rewards[seat] + POINTS * (points[seat] - best)


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
        for i in range(n):
            states[2] = states[1]
            rng_seed(r, seed + sample + 7919)
            apply(states[2], actions[i])
            who = settle(states[2], out, weights, r)
            values[i] += standing(states[2], seat, who, rewards, points)
