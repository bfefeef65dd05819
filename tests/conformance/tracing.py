"""A template that plays a random game and records every position, for comparison."""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Grid, Row
from matou.kit.linking import OVER, rule
from matou.kit.playout import one_of
from matou.kit.rng import rng_seed
from matou.kit.slots import (
    actor,
    apply,
    ended,
    imagine,
    legal,
    observe,
    returns,
    reveals,
    scores,
    setup,
    winners,
)


@rule
def trace(
    states: Any,
    seats: int,
    options: Row,
    seed: int,
    lists: Grid,
    weights: Grid,
    counts: Row,
    actions: Row,
    r: Row,
) -> int:
    """Plays a random game from states[0], one position a row.

    Returns the number of actions, or -1 if there are too few rows."""
    rng_seed(r, seed)
    setup(states[0], seats, options)
    n = 0
    who = actor(states[0])
    while who != OVER:
        if n + 1 >= len(actions):
            return -1
        counts[n] = legal(states[n], lists[n], weights[n])
        actions[n] = one_of(who, counts[n], lists[n], weights[n], r)
        states[n + 1] = states[n]
        apply(states[n + 1], actions[n])
        n += 1
        who = actor(states[n])
    return n


@rule
def results(s: Any, worth: Any, points: Row) -> int:
    """Writes returns and scores; returns winners and ending as one number."""
    returns(s, worth)
    scores(s, points)
    return winners(s) * 64 + ended(s)


@rule
def looks(states: Any, seat: int, r: Row, n: int) -> None:
    """Writes a seat's observation of states[0] to states[n + 1], what it imagines to n + 2."""
    states[n + 1] = states[0]
    observe(states[n + 1], seat)
    states[n + 2] = states[n + 1]
    imagine(states[n + 2], r)


@rule
def shows(s: Any, a: int) -> bool:
    """Calls ``reveals``, compiled."""
    return reveals(s, a)
