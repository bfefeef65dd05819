"""Players for the arena that use a network in a file: one action ahead, or with a search.

``labs.training.network_players:ByNetwork:FILE@2000`` is level 5's search with 2,000 iterations a
move and that network in place of the game's own; ``…:Ahead:FILE`` looks one action ahead. Needs
numba.
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
from matou.core.observation import Observation
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link
from matou.kit.network import SECOND, NetworkMemory, lengths, load
from matou.kit.rng import WORDS
from matou.kit.running import Native


def ahead(path: Path) -> str:
    """Returns the arena's name of the player that looks one action ahead with a network."""
    return f"{__name__}:Ahead:{path}"


def searching(path: Path, iterations: int) -> str:
    """Returns the arena's name of the player that searches with a network."""
    return f"{__name__}:ByNetwork:{path}@{iterations}"


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

    def __init__(self, file: str, *, game: Game, seed: int) -> None:
        path, _, limit = file.rpartition("@")
        if not path or not limit.isdigit() or not 0 < int(limit) <= 10**9:
            raise ValueError("name a file and 1 to 10^9 iterations: FILE@2000")
        self._open(game, Path(path), int(limit), seed)
        self.name = f"search:{Path(path).stem}@{limit}"

    def _open(self, game: Game, path: Path, iterations: int, seed: int) -> None:
        level = replace(levels.level("level5"), seconds=0.0, iterations=iterations)
        Searcher.__init__(self, game, level, seed=seed, backend="native")
        self.path = path
        self.judged = Judged(bound(game), read(game, path))

    def parts(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "judged"}

    def __reduce__(self) -> tuple[Any, ...]:
        file = f"{self.path}@{self.level.iterations}"
        return partial(type(self), file, game=self.game, seed=self.seed), ()

    def new_tree(self, view: Observation, s: Any, number: int, nodes: int) -> Tree:
        hints = self.game.hints
        assert hints is not None
        params = Params(AT_ONCE, explore=hints.explore, worlds=hints.worlds)
        seed = self.seed_of(view) + number
        return Tree(self.judged, self.game.rules, s, view.seats, seed, nodes=nodes, params=params)


class Ahead(ByNetwork):
    """Looks one action ahead."""

    def __init__(self, file: str, *, game: Game, seed: int) -> None:
        self._open(game, Path(file), 0, seed)
        self.name = f"ahead:{self.path.stem}"

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), str(self.path), game=self.game, seed=self.seed), ()

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
