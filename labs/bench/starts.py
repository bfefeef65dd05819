"""Measures how long a fresh process takes until it has played its first compiled game."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import perf_counter

FIRST_GAME = """
import sys
import numpy as np
import matou
from matou.kit import playout
from matou.kit.linking import link
game = matou.game(sys.argv[1])
fast = link(playout, base=game.compiled)
seats = game.min_seats
most = game.rules.MAX_LEGAL
fast.playouts(
    np.zeros(2, game.rules.State), seats, np.array(game.codes(seats), np.int64), 1, 1,
    np.zeros(most, np.int32), np.zeros(most, np.int32), np.zeros(4, np.int64),
)
"""


def first_game(name: str, cache: str | None = None) -> float:
    """Returns the seconds from starting Python to the end of the first compiled game."""
    env = dict(os.environ) if cache is None else {**os.environ, "MATOU_CACHE": cache}
    start = perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_GAME, name], env=env, check=True)
    return perf_counter() - start


def cold_start(name: str) -> float:
    """Returns the same with an empty cache, so that everything is compiled."""
    with tempfile.TemporaryDirectory(prefix="matou-cold-") as cache:
        return first_game(name, cache)
