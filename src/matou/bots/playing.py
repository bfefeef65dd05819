"""Steps that all bots share: a chance outcome by weight, a hinted action, a playout."""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import CHANCE, OVER, rule
from matou.kit.rng import rng_below, rng_weighted
from matou.kit.slots import actor, apply, evaluate, hint, legal, returns

LONGEST = 20_000  # most actions of a playout; our games are far shorter


@rule
def light_action(s: Any, who: int, out: Row, weights: Row, r: Row) -> int:
    """Returns an action of a playout: chance by weight, a seat's by the game's hints."""
    n = legal(s, out, weights)
    if n == 1:
        return out[0]
    if who == CHANCE:
        return out[rng_weighted(r, weights, n)]
    total = hint(s, out, n, weights)
    if total <= 0:
        return out[rng_below(r, n)]
    x = rng_below(r, total)
    i = 0
    while x >= weights[i]:
        x -= weights[i]
        i += 1
    return out[i]


@rule
def settle(s: Any, out: Row, weights: Row, r: Row) -> int:
    """Plays chance events up to the next decision or the end; returns who is to act."""
    who = actor(s)
    while who == CHANCE:
        n = legal(s, out, weights)
        apply(s, out[rng_weighted(r, weights, n)])
        who = actor(s)
    return who


@rule
def play_out(
    s: Any, patience: int, out: Row, weights: Row, rewards: Floats, notes: Row, r: Row
) -> int:
    """Plays to the end, or for some actions and then evaluates; returns the number of actions."""
    moves = 0
    last = patience if patience >= 0 else LONGEST
    who = actor(s)
    while who != OVER and (moves < last or who == CHANCE):
        apply(s, light_action(s, who, out, weights, r))
        moves += 1
        who = actor(s)
    if who == OVER:
        returns(s, rewards)
    else:
        evaluate(s, rewards, notes)
    return moves
