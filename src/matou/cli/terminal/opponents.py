"""Who can sit at a table besides people: kinds of players, by name.

A stronger kind joins by ``register(kind, title, make)``; the table asks only for
``choose``, gives it an observation and never the state, and a source of random
numbers that is the same again when a saved game is resumed.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Protocol

from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.state import Observation
from matou.core.words import Words


class Player(Protocol):
    """Somebody who decides by program."""

    def choose(self, view: Observation, rng: random.Random, /) -> int:
        """One of the legal actions of the view."""


class Kind(NamedTuple):
    title: Words
    make: Callable[[Game], Player]


class RandomPlayer:
    """Any legal action, each as likely as another."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, view: Observation, rng: random.Random) -> int:
        return rng.choice(view.legal())


class LevelPlayer:
    """A bot of one of the five levels; what it needs is loaded when it first decides."""

    def __init__(self, game: Game, key: str) -> None:
        self.game = game
        self.key = key

    def choose(self, view: Observation, rng: random.Random) -> int:
        from matou.bots.players import make as make_bot

        return make_bot(self.game, self.key, seed=rng.getrandbits(48)).choose(view)


_kinds: dict[str, Kind] = {}


def register(kind: str, title: Words, make: Callable[[Game], Player]) -> None:
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


def make(kind: str, game: Game) -> Player:
    """A player of that kind for a game."""
    return _kinds[kind].make(game)


register("random", Words("random", "au hasard"), RandomPlayer)
for _level in LEVELS:
    register(_level.key, _level.name, partial(LevelPlayer, key=_level.key))
