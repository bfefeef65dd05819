"""Players for the arena that use a network in a file: one action ahead, or with a search.

``labs.training.network_players:search:FILE@2000`` is level 5's search with 2,000 iterations a move
and that network in place of the game's own; ``…:ahead:FILE`` looks one action ahead. Needs numba.
"""

from __future__ import annotations

import struct
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from labs.training import network_rules
from matou.bots import levels, plain, search
from matou.bots.memory import Params, Tree
from matou.bots.players import SAMPLES, Searcher, first_decision
from matou.bots.search import AT_ONCE
from matou.core.game import Game, linked
from matou.core.state import Observation
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link
from matou.kit.network import SECOND, NetworkMemory, lengths, load
from matou.kit.rng import WORDS
from matou.kit.running import BackendName, Native


def ahead(path: Path) -> str:
    """Returns the arena's name of the player that looks one action ahead with a network."""
    return f"{__name__}:ahead:{path}"


def searching(path: Path, iterations: int) -> str:
    """Returns the arena's name of the player that searches with a network."""
    return f"{__name__}:search:{path}@{iterations}"


def brief(name: str) -> str:
    """Returns a player's name without module and folder: search:clocktowers-3fa9c1d2@2000."""
    module, _, own = name.partition(":")
    if module != __name__:
        return name
    how, _, path = own.partition(":")
    return f"{how}:{Path(path).name.replace('.network', '')}"


def make(game: Game, name: str, *, seed: int, backend: BackendName | None = None) -> ByNetwork:
    """Returns the player of that name; raises ValueError if the name is wrong."""
    how, _, path = name.partition(":")
    level = replace(levels.level("level5"), seconds=0.0)
    if how == "ahead":
        return Ahead(game, level, Path(path), seed=seed)
    path, _, limit = path.rpartition("@")
    if how != "search" or not path or not limit.isdigit() or not 0 < int(limit) <= 10**9:
        raise ValueError("name a file and 1 to 10^9 iterations: search:FILE@2000, or ahead:FILE")
    return ByNetwork(game, replace(level, iterations=int(limit)), Path(path), seed=seed)


_linked: dict[str, Linked] = {}


def bound(game: Game) -> Linked:
    """Returns the search and the look-ahead compiled for a game, once for this process."""
    if game.rules.__name__ not in _linked:  # type: ignore[attr-defined]
        assert game.hints is not None
        assert game.hints.inputs is not None
        base = linked(game.rules)
        for template in (plain, game.hints.rules, game.hints.inputs, network_rules, search):
            base = link(template, base=base)
        _linked[game.rules.__name__] = base  # type: ignore[attr-defined]
    return _linked[game.rules.__name__]  # type: ignore[attr-defined]


class Judged(Native):
    """Native code that uses a network from a file in place of the game's."""

    def __init__(self, linked: Linked, memory: Any) -> None:
        super().__init__(linked)
        self.memory = memory

    def records(self, kind: type[Any], n: int, first: Any = None) -> Any:
        return self.memory if kind is NetworkMemory else super().records(kind, n, first)


def read(game: Game, path: Path) -> Any:
    """Returns a record with the weights in a file; raises ValueError if they do not fit."""
    import numpy as np

    inputs: Any = game.hints.inputs if game.hints is not None else None
    if inputs is None:
        raise ValueError(f"{game.name} has no input features for a network")
    try:
        tables: Any = load(path)
    except (OSError, ValueError, struct.error):
        tables = ((), (), ())
    wide = len(tables[1]) // SECOND
    if not wide or tuple(map(len, tables)) != lengths(inputs.INPUTS, wide):
        raise ValueError(f"{path} is not a network for {game.name}")
    memory = np.zeros(1, dtype_of(network_rules.memory_of(inputs.INPUTS, wide)))
    memory["teams"] = game.team is not None
    for field, table in zip(("rows", "middle", "last"), tables, strict=True):
        memory[field][0] = table
    return memory


class ByNetwork(Searcher):
    """Searches as level 5 does, with a network from a file."""

    def __init__(self, game: Game, level: levels.Level, path: Path, *, seed: int) -> None:
        super().__init__(game, level, seed=seed, backend="native")
        self.path = path
        self.judged = Judged(bound(game), read(game, path))

    def parts(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "judged"}

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), self.game, self.level, self.path, seed=self.seed), ()

    def new_tree(self, view: Observation, s: Any, number: int, nodes: int) -> Tree:
        hints = self.game.hints
        assert hints is not None
        params = Params(AT_ONCE, explore=hints.explore, worlds=hints.worlds)
        seed = self.seed_of(view) + number
        return Tree(self.judged, self.game.rules, s, view.seats, seed, nodes=nodes, params=params)


class Ahead(ByNetwork):
    """Looks one action ahead."""

    def prepare(self) -> None:
        view = first_decision(self.game)
        self.chances(view, view.legal())

    def chances(self, view: Observation, legal: list[int]) -> list[float]:
        """Returns the expected return of the seat after each action, 0 to 1."""
        judged = self.judged
        states = judged.records(self.game.rules.State, 3, view.s)
        actions, values = judged.ints(len(legal)), judged.floats(len(legal))
        actions[:] = legal
        judged.call(
            "look_ahead", states, view.seat, actions, len(legal), SAMPLES, self.seed_of(view),
            judged.floats(view.seats), values, judged.memory, judged.ints(WORDS),
        )  # fmt: skip
        return [float(x) / SAMPLES for x in values]

    def pick(self, view: Observation, legal: list[int]) -> int:
        chances = self.chances(view, legal)
        return legal[chances.index(max(chances))]
