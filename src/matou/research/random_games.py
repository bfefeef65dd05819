"""Plays whole games at random: a compiled template for any game, with the results of each."""

from __future__ import annotations

from typing import Any, NamedTuple

from matou.kit.layout import Row
from matou.kit.linking import rule
from matou.kit.playout import playout
from matou.kit.rng import rng_seed
from matou.kit.slots import ended, returns, winners


class Results(NamedTuple):
    """A row for each game."""

    final_returns: Any
    lengths: Any  # actions, chance included
    winning: Any  # sets of seats: bit i for seat i
    endings: Any  # indices in the game's ENDINGS


@rule
def play_games(
    results: Results,
    states: Any,
    opening: Any,
    one_list: Any,
    weights: Any,
    r: Row,
    seed: int,
    start: int,
    stop: int,
) -> None:
    """Plays some of the games, in ``states[0]``. Game g depends on the seed and g alone."""
    for g in range(start, stop):
        states[0] = opening[0]
        rng_seed(r, seed + g)
        results.lengths[g] = playout(states[0], one_list, weights, r)
        returns(states[0], results.final_returns[g])
        results.winning[g] = winners(states[0])
        results.endings[g] = ended(states[0])
