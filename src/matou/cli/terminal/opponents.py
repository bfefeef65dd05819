"""Who can sit at a table besides people: kinds of players, by name.

A stronger kind joins by ``register(kind, title, make)``. A player is made with a seed of its own,
the same again when a saved game is resumed, and is given an observation, never the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from matou.bots.levels import LEVELS, RANDOM
from matou.core.game import Game
from matou.core.words import Words
from matou.play.players import Player
from matou.play.seats import FAMILIES

Make = Callable[[Game, int], Player]  # for a game, with a seed


class Kind(NamedTuple):
    title: Words
    make: Make


def bot(game: Game, seed: int, kind: str) -> Player:
    """One of our bots; what it needs is loaded here and not before."""
    from matou.bots.players import make as make_bot

    return make_bot(game, kind, seed=seed)


_kinds: dict[str, Kind] = {}


def register(kind: str, title: Words, make: Make) -> None:
    """Add a kind of player."""
    _kinds[kind] = Kind(title, make)


def kinds() -> list[str]:
    """The kinds there are."""
    return list(_kinds)


def is_kind(name: str) -> bool:
    """Is this a kind of player, rather than a person's name?"""
    return name in _kinds


def title(kind: str) -> Words:
    """What a kind is called at the table."""
    return _kinds[kind].title


def family(kind: str) -> Sequence[str]:
    """What a second, a third… player of a kind is called; no names where a kind has none."""
    keys = [level.key for level in LEVELS]
    return FAMILIES[keys.index(kind)] if kind in keys else ()


def make(kind: str, game: Game, seed: int) -> Player:
    """A player of that kind for a game."""
    return _kinds[kind].make(game, seed)


DEFAULT = LEVELS[1].key  # whom one meets who asks for nobody: no beginner's luck, no despair

for _level in (RANDOM, *LEVELS):
    register(_level.key, _level.name, partial(bot, kind=_level.key))
