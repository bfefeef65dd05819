"""The games: one folder each, found by looking, named nowhere else."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from matou.core.game import Game, listed
from matou.core.words import BadChoice, Words


@cache
def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def find(name: str) -> Game:
    """A game by its name, with default options; a BadChoice lists those there are."""
    if name not in names():
        raise BadChoice(
            Words(
                f"there is no game {name!r}; there is {listed(names()).en}",
                f"il n’y a pas de jeu {name!r} ; il y a {listed(names()).fr}",
            )
        )
    game = importlib.import_module(f"{__name__}.{name}").GAME
    assert isinstance(game, Game)
    return game
