"""Finds games: every package inside a registered package.

``matou.games`` registers itself when it is imported, as by ``import matou``. Your own games can be
in a package of yours: ``look_in("my.games")``. A game whose rules have changed has the older
ones in a subfolder ``vN``, so that games begun under them can be finished and replayed.
"""

import importlib
import pkgutil
import re
from functools import cache

from matou.core.game import Game, choices
from matou.core.refusals import BadChoice

homes: list[str] = []


def look_in(package: str) -> None:
    """Registers a package: every package inside it is a game."""
    if package not in homes:
        homes.append(package)
        look_again()


def look_again() -> None:
    """Forgets the games found so far, because one was added, removed or changed."""
    for cached in (_places, versions, _found):
        cached.cache_clear()


@cache
def _places() -> dict[str, str]:
    return {
        found.name: f"{home}.{found.name}"
        for home in homes
        for found in pkgutil.iter_modules(importlib.import_module(home).__path__)
        if found.ispkg
    }


def names() -> tuple[str, ...]:
    """Returns the names of all games, sorted."""
    return tuple(sorted(_places()))


@cache
def versions(name: str) -> tuple[int, ...]:
    """Returns the playable versions of a game, the newest last."""
    package = importlib.import_module(_places()[name])
    found = (re.fullmatch(r"v([1-9]\d*)", m.name) for m in pkgutil.iter_modules(package.__path__))
    return (*sorted(int(m[1]) for m in found if m is not None), find(name).version)


def find(name: str, version: int | None = None) -> Game:
    """Returns a game with default options; raises a BadChoice that lists the games or versions.

    Without a version it is the newest; older ones are in the game's folder.
    """
    if not isinstance(name, str) or name not in names():
        raise BadChoice(
            "unknown game {name}; choose from: {choices}", name=repr(name), choices=choices(names())
        )
    return _found(name, version)


@cache
def _found(name: str, version: int | None) -> Game:
    game = importlib.import_module(_places()[name]).GAME
    assert isinstance(game, Game)
    if version is None or version == game.version:
        return game
    if version not in versions(name):
        raise BadChoice(
            "{name} has no version {version}; choose from: {choices}",
            version=version,
            name=name,
            choices=choices(versions(name)),
        )
    older = importlib.import_module(f"{_places()[name]}.v{version}").GAME
    assert isinstance(older, Game)
    assert (older.name, older.version) == (name, version)
    return older
