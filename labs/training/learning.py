"""Learns a linear value by self-play with temporal differences: a template for any game.

Both players look one action ahead by the same value. After each decision the value before it moves
towards the value after it, and at the end towards the result.
"""

from __future__ import annotations

import math
from typing import Any

from matou.bots.playing import settle
from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, rule
from matou.kit.rng import rng_below, rng_seed
from matou.kit.slots import apply, features, legal, returns, setup


@rule
def difference(s: Any, n: int, notes: Row, d: Floats) -> None:
    """Writes seat 1's features minus seat 0's."""
    features(s, 1, notes)
    for i in range(n):
        d[i] = notes[i] / 1000
    features(s, 0, notes)
    for i in range(n):
        d[i] -= notes[i] / 1000


@rule
def hope(s: Any, n: int, notes: Row, d: Floats, w: Floats) -> float:
    """Returns seat 1's winning chance."""
    difference(s, n, notes, d)
    u = 0.0
    for i in range(n):
        u += w[i] * d[i]
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, u))))


@rule
def best(
    states: Any, who: int, n: int, notes: Row, d: Floats, w: Floats, moves: Row, out: Row,
    weights: Row, r: Row, noise: int,
) -> int:  # fmt: skip
    """Returns the best action for the seat to act; with probability 1 / ``noise`` any action."""
    count = legal(states[1], moves, weights)
    if count == 1:
        return moves[0]
    if rng_below(r, noise) == 0:
        return moves[rng_below(r, count)]
    choice = moves[0]
    top = -1.0
    for i in range(count):
        states[2] = states[1]
        apply(states[2], moves[i])
        then = settle(states[2], out, weights, r)
        if then == OVER:
            returns(states[2], d)
            value = d[who]
        else:
            value = hope(states[2], n, notes, d, w)
            if who == 0:
                value = 1.0 - value
        value += rng_below(r, 1000) * 1e-9
        if value > top:
            top = value
            choice = moves[i]
    return choice


@rule
def learn(
    states: Any, options: Row, games: int, seed: int, n: int, notes: Row, d: Floats, e: Floats,
    w: Floats, moves: Row, out: Row, weights: Row, r: Row, rate: float, fade: float, noise: int,
    longest: int,
) -> float:  # fmt: skip
    """Plays games, adjusts the weights ``w`` after each action, and returns seat 1's mean
    return.
    """
    won = 0.0
    for game in range(games):
        states[1] = states[0]
        rng_seed(r, seed + game)
        setup(states[1], 2, options)
        for i in range(n):
            e[i] = 0.0
        before = -1.0
        who = settle(states[1], out, weights, r)
        for _ in range(longest):
            if who == OVER:
                break
            now = hope(states[1], n, notes, d, w)
            if before >= 0.0:
                for i in range(n):
                    w[i] += rate * (now - before) * e[i]
            for i in range(n):
                e[i] = fade * e[i] + d[i]
            before = now
            a = best(states, who, n, notes, d, w, moves, out, weights, r, noise)
            apply(states[1], a)
            who = settle(states[1], out, weights, r)
        result = 0.5
        if who == OVER:
            returns(states[1], d)
            result = d[1]
        for i in range(n):
            w[i] += rate * (result - before) * e[i]
        won += result
    return won / max(1, games)
