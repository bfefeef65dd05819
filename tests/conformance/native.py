"""Random games in native code, over arrays as ``matou bench`` has them: compiled once for both."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.registry import find
from matou.kit import playout
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link
from matou.kit.rng import WORDS

Play = Callable[[int, int], int]  # so many games from that seed on: how many actions


@cache
def compiled(name: str) -> Linked:
    return link(playout, base=find(name).compiled)


def playouts(game: Game, seats: int) -> tuple[Any, Play]:
    """Memory, whose second state is the last game's final one, and what plays in it."""
    rules = game.rules
    states = np.zeros(2, dtype_of(rules.State))
    options = np.array(game.codes(seats), np.int64)
    out, weights = (np.zeros(rules.MAX_LEGAL, np.int32) for _ in range(2))
    r = np.zeros(WORDS, np.int64)

    def play(games: int, seed: int) -> int:
        run = compiled(game.name).playouts
        return int(run(states, seats, options, games, seed, out, weights, r))

    return states, play
