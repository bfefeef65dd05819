"""Matou: four board games of cats and mice, exact to the last rule.

>>> import matou
>>> state = matou.game("clocktowers", ladder="table").start(seats=3)
>>> state.play("=R3")
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from matou import games  # names itself as the home of our games
from matou.core.game import Game
from matou.core.record import Record
from matou.core.registry import find, names
from matou.core.state import Observation, State
from matou.core.version import VERSION
from matou.core.words import BadChoice, BadRecord, IllegalAction
from matou.kit.linking import CHANCE, OVER

if TYPE_CHECKING:
    from matou.bots import Bot
    from matou.kit.running import Way
    from matou.research.vector import Vector

__version__ = VERSION
__all__ = [
    "CHANCE",
    "OVER",
    "BadChoice",
    "BadRecord",
    "Game",
    "IllegalAction",
    "Observation",
    "Record",
    "State",
    "available",
    "bot",
    "game",
    "games",
    "vector",
]


def available() -> list[str]:
    """The names of the games there are."""
    return list(names())


def game(name: str, **options: object) -> Game:
    """A game by name, with options; what is unknown is a BadChoice listing the choices."""
    return find(name).having(**options)


def bot(
    game: Game | str, level: int | str = 4, *, seed: int | None = None, way: Way | None = None
) -> Bot:
    """A player for a game: level 1 to 5, or a name with a limit ('level5@1s', 'greedy').

    It plays at full strength at once, as WebAssembly. ``way="native"`` compiles it first (with
    numba, the extra ``fast``), which pays where it plays for minutes.
    """
    from matou.bots import make

    return make(game, level, seed=seed, way=way)


def vector(
    game: Game | str,
    n: int = 1024,
    *,
    device: str = "cpu",
    seats: int | None = None,
    threads: int = 1,
    **options: object,
) -> Vector:
    """Thousands of games stepped at once, on the CPU or an NVIDIA GPU: ``research.vector``.

    ``device="cpu"`` needs the extra ``fast``, ``"cuda"`` the extra ``gpu``.
    """
    from matou.research.vector import vector as make

    return make(game, n, device=device, seats=seats, threads=threads, **options)
