"""Questions that a page answers by itself, with a game's WebAssembly module in a worker.

A question is an observation that this page may see, and the number of iterations to search it. Only
this page sees the answer.
"""

import base64
from functools import lru_cache

from matou.bots import binding
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.registry import find
from matou.play.protocol.messages import Question


@lru_cache
def _module(name: str, version: int, home: str) -> str:
    game = find(name, version)
    return binding.module_path(game).name if binding.has_fresh_file(game) else ""


def module(game: Game) -> str:
    """Returns the file name of the game's module, or '' if it is missing or out of date."""
    return _module(game.name, game.version, str(binding.module_path(game)))


def question(view: Observation, iterations: int, seed: int) -> Question:
    record = base64.b64encode(view.tobytes()).decode()
    return Question(record, view.seats, seed, iterations)
