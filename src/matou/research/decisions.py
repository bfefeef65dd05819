"""Advances a game to the caller's next decision, as a template."""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Row
from matou.kit.linking import CHANCE, OVER, rule
from matou.kit.rng import rng_below, rng_seed, rng_weighted
from matou.kit.slots import actor, apply, legal

EVERYBODY = -1
DICE = 1 << 60  # far from every seed: random actions have their own random numbers


@rule
def to_a_decision(s: Any, me: int, listed: Row, weights: Row, r: Row) -> int:
    """Plays for chance and for seats that are not the caller's; returns how many actions are legal.

    They are in ``listed``; there are none if the game has ended.
    """
    while True:
        who = actor(s)
        if who == OVER:
            return 0
        n = legal(s, listed, weights)
        if who == CHANCE:
            apply(s, listed[rng_weighted(r, weights, n)])
        elif me == EVERYBODY or who == me:
            return n
        else:
            apply(s, listed[rng_below(r, n)])


@rule
def seed_rows(rows: Any, seed: int) -> None:
    """Seeds a generator for each row, from the seed and the row's number alone."""
    for g in range(len(rows)):
        rng_seed(rows[g], seed + g)
