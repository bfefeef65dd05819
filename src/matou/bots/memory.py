"""Memory and results of a search, and of a look one ply ahead, on any backend."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from matou.bots.binding import SEATS
from matou.bots.search import AT_ONCE, DEEPEST, MARKS, MOVES, USED, WORLDS, Node
from matou.core.game import Game, Hints
from matou.kit.chances import NOTES
from matou.kit.network import NetworkMemory
from matou.kit.rng import WORDS
from matou.kit.running import Backend


class Params(NamedTuple):
    """The parameters of a search; see ``matou.bots.search``."""

    patience: int = -1  # actions of a playout before it is evaluated; -1: to the end; AT_ONCE
    narrow: int = 6  # with at most this many outcomes, each has its own branch at once
    explore: float = 1.5
    caution: float = 0.1
    worlds: int = 0  # imagined and weighed at a time; 0: imagined one by one

    @classmethod
    def of(cls, game: Game) -> Params:
        """Returns the parameters for a game: with its network if it has one, and by its hints."""
        hints = game.hints
        if hints is None:
            return cls()
        if game.network is None:
            return cls.without_network(hints)
        return cls(AT_ONCE, explore=hints.explore, worlds=hints.worlds)

    @classmethod
    def without_network(cls, hints: Hints) -> Params:
        """Returns the parameters for playouts, evaluated if they are cut short."""
        return cls(hints.patience, worlds=hints.worlds)


class Found(NamedTuple):
    """The statistics of one action at the root."""

    action: int
    visits: int
    value: float  # the mover's returns, summed


class Tree:
    """A search tree over an observation: runs in slices, deterministic by seed."""

    def __init__(
        self,
        backend: Backend,
        rules: Any,
        s: Any,
        seats: int,
        seed: int,
        *,
        nodes: int,
        params: Params,
    ) -> None:
        self.backend = backend
        self.params = params
        self.states = backend.records(rules.State, WORLDS + params.worlds, s)
        self.nodes = backend.records(Node, nodes)
        self._marks = backend.ints(MARKS)
        self.totals = backend.floats(seats)
        r = backend.ints(WORDS)
        backend.call("rng_seed", r, seed)
        backend.call("plant", self.nodes, self._marks)
        sizes = (DEEPEST, rules.MAX_LEGAL, rules.MAX_LEGAL, rules.ACTIONS)
        self._args = (
            *(self.states, self.nodes, self._marks, *map(backend.ints, sizes)),
            *(backend.floats(seats), self.totals, backend.floats(params.worlds)),
            *(backend.ints(NOTES), backend.records(NetworkMemory, 1), r),
        )

    def run(self, iterations: int) -> None:
        """Searches on. Other threads can run while compiled code does."""
        p = self.params
        weighing = (p.patience, p.narrow, float(p.explore), float(p.caution))
        self.backend.call("search", *self._args, iterations, *weighing)

    @property
    def iterations(self) -> int:
        return int(_get(self.nodes[0], "visits"))

    @property
    def full(self) -> bool:
        """Returns whether no node is left. The search then only adds playouts."""
        return bool(self._marks[USED] >= len(self.nodes))

    @property
    def moves(self) -> int:
        return int(self._marks[MOVES])

    def found(self) -> list[Found]:
        result, child = [], _get(self.nodes[0], "child")
        while child >= 0:
            x = self.nodes[child]
            action, visits, value = (_get(x, name) for name in Found._fields)
            result.append(Found(int(action), int(visits), float(value)))
            child = _get(x, "sibling")
        return result


def _get(x: Any, name: str) -> Any:
    return getattr(x, name) if isinstance(x, ctypes.Structure) else x[name]


class OnePly:
    """Memory for ``one_ply``: how a seat stands after each of its actions."""

    def __init__(self, backend: Backend, rules: Any, s: Any, seats: int) -> None:
        length = rules.MAX_LEGAL
        self.backend = backend
        self.states = backend.records(rules.State, 3, s)
        self.actions = backend.ints(length)
        self.values = backend.floats(length)
        self._rest = (
            *(backend.ints(length), backend.ints(length), backend.ints(SEATS)),
            *(backend.floats(seats), self.values, backend.ints(WORDS)),
        )

    def look(self, seat: int, actions: list[int], samples: int, seed: int) -> list[float]:
        """Returns the standing after each action, summed over ``samples`` more samples."""
        for i, action in enumerate(actions):
            self.actions[i] = action
        given = (seat, self.actions, len(actions), samples, seed)
        self.backend.call("one_ply", self.states, *given, *self._rest)
        return [float(x) for x in self.values[: len(actions)]]
