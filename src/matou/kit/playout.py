"""Random play, as a template over any game: whole games by the million."""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Row
from matou.kit.linking import CHANCE, OVER, rule
from matou.kit.rng import rng_below, rng_seed, rng_weighted
from matou.kit.slots import actor, apply, legal, setup


@rule
def one_of(who: int, n: int, out: Row, weights: Row, r: Row) -> int:
    """Picks one of n listed actions: at CHANCE by weight, otherwise uniformly."""
    if n == 1:
        return out[0]
    if who == CHANCE:
        return out[rng_weighted(r, weights, n)]
    return out[rng_below(r, n)]


@rule
def playout(s: Any, out: Row, weights: Row, r: Row) -> int:
    """Plays to the end at random; returns the number of actions."""
    moves = 0
    who = actor(s)
    while who != OVER:
        n = legal(s, out, weights)  # not in a function of its own, which would cost 10 %
        apply(s, one_of(who, n, out, weights, r))
        moves += 1
        who = actor(s)
    return moves


@rule
def playouts(
    states: Any, seats: int, options: Row, games: int, seed: int, out: Row, weights: Row, r: Row
) -> int:
    """Plays random games one after another; states[0] stays blank, states[1] is played in."""
    moves = 0
    for game in range(games):
        states[1] = states[0]
        rng_seed(r, seed + game)
        setup(states[1], seats, options)
        moves += playout(states[1], out, weights, r)
    return moves
