"""Matou: four board games of cats and mice, exact to the last rule.

>>> import matou
>>> state = matou.game("clocktowers", ladder="table").start(seats=3)
>>> state.play("=R3")
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from matou import games as games  # names itself as the home of our games
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.pickling import restored_observation, restored_record, restored_state
from matou.core.record import Record
from matou.core.refusals import BadChoice, BadPosition, BadRecord, IllegalAction, need_package
from matou.core.registry import find, names
from matou.core.state import State
from matou.core.version import VERSION
from matou.kit.linking import CHANCE, OVER
from matou.kit.warning import renamed_keyword

if TYPE_CHECKING:
    from matou import arena as arena, records as records
    from matou.bots import Bot as Bot
    from matou.bots.levels import Level
    from matou.core.puzzles import Puzzle
    from matou.kit.running import BackendName
    from matou.research.playouts import playouts as playouts
    from matou.research.vector import vector as vector

__version__ = VERSION
__all__ = [
    "CHANCE",
    "OVER",
    "BadChoice",
    "BadPosition",
    "BadRecord",
    "Bot",
    "Game",
    "IllegalAction",
    "Observation",
    "Record",
    "State",
    "arena",
    "available",
    "bot",
    "game",
    "playouts",
    "puzzles",
    "records",
    "vector",
]
# Imported when somebody asks for them.
LAZY = {"Bot": "matou.bots", "arena": "matou.arena", "records": "matou.records"}
FAST = {"playouts": "matou.research.playouts", "vector": "matou.research.vector"}

for _function in (restored_observation, restored_record, restored_state):
    _function.__module__ = __name__  # pickles look for them here, wherever they are written


def available() -> list[str]:
    """Returns the names of the games."""
    return list(names())


def game(name: str, version: int | None = None, /, **options: object) -> Game:
    """Returns a game by name, with options; raises BadChoice with a list of the choices.

    Without a version it is the newest; an older one plays by the rules of its time.
    """
    return find(name, version).having(**options)


@renamed_keyword("way", "backend")
def bot(
    game: Game | str,
    level: int | str | Level = 4,
    *,
    seed: int | None = None,
    backend: BackendName | None = None,
    threads: int = 1,
) -> Bot:
    """Returns a player for a game, by level or by name with a limit ('level5@1s', 'greedy').

    It plays at full strength at once, as WebAssembly. ``backend="native"`` compiles it first (with
    numba, the extra ``native``), which pays off if it plays for minutes. ``threads`` search in
    parallel, and their results are added up.
    """
    from matou.bots import make

    return make(game, level, seed=seed, backend=backend, threads=threads)


def puzzles(game: Game | str) -> list[Puzzle]:
    """Returns a game's puzzles, the easiest first: positions with one clearly best action.

    >>> puzzle = puzzles("catymini")[0]
    >>> puzzle.check(puzzle.answer), puzzle.better > 0.1
    (True, True)
    """
    from matou.core.puzzles import puzzles_of

    return puzzles_of(game if isinstance(game, Game) else find(game))


def __getattr__(name: str) -> Any:
    if name in FAST:
        need_package("numpy", "NumPy", "fast")
    elif name not in LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = importlib.import_module({**LAZY, **FAST}[name])
    return getattr(module, name, module)


def __dir__() -> list[str]:
    return [*__all__, "__doc__", "__version__"]
