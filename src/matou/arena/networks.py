"""Players by a network in a file: one action ahead (``ahead:FILE``), or searching with it.

``search:FILE@2000`` is level 5's search with 2,000 iterations a move, and that network in the
place of the game's own. Native code alone: needs numba.
"""

from __future__ import annotations

import struct
from dataclasses import replace
from pathlib import Path
from typing import Any

from matou.arena import judging
from matou.bots import levels, plain, search
from matou.bots.memory import Params, Tree
from matou.bots.players import SAMPLES, Bot, Searcher, first_decision
from matou.bots.search import AT_ONCE
from matou.core.game import Game, linked
from matou.core.state import Observation
from matou.core.words import BadChoice, Words
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link
from matou.kit.network import SECOND, Desk, lengths, load
from matou.kit.rng import WORDS
from matou.kit.running import Native

AHEAD, SEARCH = "ahead:", "search:"


def is_network(name: str) -> bool:
    """Is it a network that plays, and not a level?"""
    return name.startswith((AHEAD, SEARCH))


def ahead(path: Path) -> str:
    """Who looks one action ahead by a network."""
    return f"{AHEAD}{path}"


def searching(path: Path, iterations: int) -> str:
    """Who searches by a network."""
    return f"{SEARCH}{path}@{iterations}"


def brief(name: str) -> str:
    """The name without the folder: search:clocktowers-3fa9c1d2@2000."""
    how, _, path = name.partition(":")
    return f"{how}:{Path(path).name.replace('.network', '')}"


def parts(name: str) -> tuple[str, Path, int]:
    """How it plays, by which file, with how many iterations (0: none)."""
    how, _, path = name.partition(":")
    if how + ":" == AHEAD:
        return AHEAD, Path(path), 0
    path, _, limit = path.rpartition("@")
    if not path or not limit.isdigit() or not 0 < int(limit) <= 10**9:
        raise BadChoice(
            f"A network searches for 1 to 10^9 iterations: search:FILE@2000, not “{name}”.",
            f"Un réseau cherche de 1 à 10^9 itérations : search:FICHIER@2000, pas « {name} ».",
        )
    return SEARCH, Path(path), int(limit)


def make(game: Game, name: str, *, seed: int) -> Bot:
    """The player of that name; a BadChoice says what is wrong with it."""
    how, path, limit = parts(name)
    level = replace(levels.KNOWN["level5"], iterations=limit, seconds=0.0)
    return (Ahead if how == AHEAD else ByNetwork)(game, level, path, seed=seed)


_linked: dict[str, Linked] = {}


def bound(game: Game) -> Linked:
    """The search and the look ahead, with a network that is given, once for this process."""
    if game.rules.__name__ not in _linked:  # type: ignore[attr-defined]
        assert game.hints is not None
        assert game.hints.inputs is not None
        base = linked(game.rules)
        for template in (plain, game.hints.rules, game.hints.inputs, judging, search):
            base = link(template, base=base)
        _linked[game.rules.__name__] = base  # type: ignore[attr-defined]
    return _linked[game.rules.__name__]  # type: ignore[attr-defined]


class Judged(Native):
    """Native code with a network's desk in the place of the game's."""

    def __init__(self, linked: Linked, desk: Any) -> None:
        super().__init__(linked)
        self.desk = desk

    def records(self, kind: type[Any], n: int, first: Any = None) -> Any:
        return self.desk if kind is Desk else super().records(kind, n, first)


def read(game: Game, path: Path) -> Any:
    """A desk with the weights in a file; a BadChoice where it has none for this game."""
    import numpy as np

    inputs: Any = game.hints.inputs if game.hints is not None else None
    if inputs is None:
        raise BadChoice(*no_inputs(game))
    try:
        tables: Any = load(path)
    except (OSError, ValueError, struct.error):
        tables = ((), (), ())
    wide = len(tables[1]) // SECOND
    if not wide or tuple(map(len, tables)) != lengths(inputs.INPUTS, wide):
        raise BadChoice(
            f"{path} is no network for {game.name}.",
            f"{path} n’est pas un réseau pour {game.name}.",
        )
    desk = np.zeros(1, dtype_of(judging.desk_of(inputs.INPUTS, wide)))
    desk["teams"] = game.team is not None
    for field, table in zip(("rows", "middle", "last"), tables, strict=True):
        desk[field][0] = table
    return desk


def no_inputs(game: Game) -> Words:
    return Words(
        f"{game.name} has no features that a network could be given (inputs.py).",
        f"{game.name} n’a pas de traits à donner à un réseau (inputs.py).",
    )


class ByNetwork(Searcher):
    """Searches as level 5 does, with a network of its own."""

    def __init__(self, game: Game, level: levels.Level, path: Path, *, seed: int) -> None:
        super().__init__(game, level, seed=seed, way="native")
        self.path = path
        self.room = Judged(bound(game), read(game, path))

    def _tree(self, view: Observation, s: Any, number: int, nodes: int) -> Tree:
        hints = self.game.hints
        assert hints is not None
        params = Params(AT_ONCE, explore=hints.explore, worlds=hints.worlds)
        seed = self.seed_of(view) + number
        return Tree(self.room, self.game.rules, s, view.seats, seed, nodes=nodes, params=params)


class Ahead(ByNetwork):
    """Looks one action ahead."""

    def prepare(self) -> None:
        view = first_decision(self.game)
        self.hopes(view, view.legal())

    def hopes(self, view: Observation, legal: list[int]) -> list[float]:
        """What the seat may hope for after each action, 0 to 1."""
        room = self.room
        states = room.records(self.game.rules.State, 3, view.s)
        actions, values = room.ints(len(legal)), room.floats(len(legal))
        actions[:] = legal
        room.call(
            "look_ahead", states, view.seat, actions, len(legal), SAMPLES, self.seed_of(view),
            room.floats(view.seats), values, room.desk, room.ints(WORDS),
        )  # fmt: skip
        return [float(x) / SAMPLES for x in values]

    def pick(self, view: Observation, legal: list[int]) -> int:
        hopes = self.hopes(view, legal)
        return legal[hopes.index(max(hopes))]
