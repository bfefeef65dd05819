"""The games there are, found by looking into the packages that were named as homes of games.

``matou.games`` names itself when it is imported, which ``import matou`` does; a game of yours can
live in a package of your own: ``look_in("my.games")``. A game whose rules have changed keeps the
older ones in a folder ``vN`` of its own folder, so that what was begun under them can be played to
its end and replayed for ever.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from functools import cache

from matou.core.game import Game, choices
from matou.core.words import BadChoice

_homes: list[str] = []


def look_in(package: str) -> None:
    """Every package inside this one is a game from now on."""
    if package not in _homes:
        _homes.append(package)
        look_again()


def look_again() -> None:
    """Forget which games were found: one has come, gone or changed since."""
    for kept in (_places, versions, find):
        kept.cache_clear()


@cache
def _places() -> dict[str, str]:
    """The package of each game, by the game's name."""
    return {
        found.name: f"{home}.{found.name}"
        for home in _homes
        for found in pkgutil.iter_modules(importlib.import_module(home).__path__)
        if found.ispkg
    }


def names() -> tuple[str, ...]:
    """The games there are, in alphabetical order."""
    return tuple(sorted(_places()))


@cache
def versions(name: str) -> tuple[int, ...]:
    """The versions of a game that can be played, the newest last."""
    package = importlib.import_module(_places()[name])
    found = (re.fullmatch(r"v([1-9]\d*)", m.name) for m in pkgutil.iter_modules(package.__path__))
    return (*sorted(int(m[1]) for m in found if m is not None), find(name).version)


@cache
def find(name: str, version: int | None = None) -> Game:
    """A game by its name, with default options; a BadChoice lists those there are.

    Without a version it is the newest; an older one is looked for in the game's folder.
    """
    if name not in names():
        raise BadChoice(
            f"there is no game {name!r}; there is {choices(names()).en}",
            f"il n’y a pas de jeu {name!r} ; il y a {choices(names()).fr}",
        )
    game = importlib.import_module(_places()[name]).GAME
    assert isinstance(game, Game)
    if version is None or version == game.version:
        return game
    if version not in versions(name):
        raise BadChoice(
            f"there is no version {version} of {name}; there is {choices(versions(name)).en}",
            f"il n’y a pas de version {version} de {name} ; il y a {choices(versions(name)).fr}",
        )
    older = importlib.import_module(f"{_places()[name]}.v{version}").GAME
    assert isinstance(older, Game)
    assert (older.name, older.version) == (name, version)
    return older
