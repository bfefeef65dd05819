"""Questions that a page answers by itself, with a game's WebAssembly module in a worker.

A question is an observation that this very page has a right to, and how long a bot would think
about it; nothing else goes along. What the page makes of it is shown to that page alone.
"""

from __future__ import annotations

import base64
from functools import lru_cache
from typing import Any

from matou.bots import binding
from matou.core.game import Game
from matou.core.state import Observation


@lru_cache
def _module(name: str, version: int, home: str) -> str:
    from matou.core.registry import find

    game = find(name, version)
    return binding.module_path(game).name if binding.has_fresh_file(game) else ""


def module(game: Game) -> str:
    """The name of the file that a page loads; '' where a game has none that is fresh."""
    return _module(game.name, game.version, str(binding.module_path(game)))


def question(view: Observation, iterations: int, seed: int) -> dict[str, Any]:
    """An observation to think about, as a page's worker takes it."""
    return {
        "record": base64.b64encode(view.tobytes()).decode(),
        "seats": view.seats,
        "seed": seed,
        "iterations": iterations,
    }
