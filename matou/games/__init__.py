"""The games: one folder each, found by looking, named nowhere else."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from matou.core.game import Game, listed


@cache
def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def find(name: str) -> Game:
    """A game by its name, with default options; ValueError lists the names there are."""
    if name not in names():
        raise ValueError(f"there is no game {name!r}; there is {listed(names())}")
    game = importlib.import_module(f"{__name__}.{name}").GAME
    assert isinstance(game, Game)
    return game
