"""The games: one folder each, found by looking, named nowhere else.

A game whose rules have changed keeps the older ones in a folder ``vN`` of its own folder, so
that what was begun under them can be played to its end and replayed for ever.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache

from matou.core.game import Game, listed
from matou.core.words import BadChoice, Words


@cache
def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__) if m.ispkg))


@cache
def versions(name: str) -> tuple[int, ...]:
    """The versions of a game that can be played, the newest last."""
    package = importlib.import_module(f"{__name__}.{name}")
    found = (re.fullmatch(r"v([1-9]\d*)", m.name) for m in pkgutil.iter_modules(package.__path__))
    return (*sorted(int(m[1]) for m in found if m is not None), find(name).version)


@cache
def find(name: str, version: int | None = None) -> Game:
    """A game by its name, with default options; a BadChoice lists those there are.

    Without a version it is the newest; an older one is looked for in the game's folder.
    """
    if name not in names():
        raise BadChoice(
            Words(
                f"there is no game {name!r}; there is {listed(names()).en}",
                f"il n’y a pas de jeu {name!r} ; il y a {listed(names()).fr}",
            )
        )
    game = importlib.import_module(f"{__name__}.{name}").GAME
    assert isinstance(game, Game)
    if version is None or version == game.version:
        return game
    if version not in versions(name):
        raise BadChoice(
            Words(
                f"there is no version {version} of {name}; there is {listed(versions(name)).en}",
                f"il n’y a pas de version {version} de {name} ; il y a {listed(versions(name)).fr}",
            )
        )
    older = importlib.import_module(f"{__name__}.{name}.v{version}").GAME
    assert isinstance(older, Game)
    assert (older.name, older.version) == (name, version)
    return older
