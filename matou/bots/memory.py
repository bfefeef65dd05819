"""The memory a search works in, compiled (NumPy) or interpreted (ctypes), and what it found."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

from matou.bots.binding import compiled, interpreted
from matou.bots.search import DEEPEST, MOVES, USED, Node
from matou.core.layout import copy_into, dtype_of
from matou.core.rng import WORDS, rng_seed

SEATS = 8  # more than any game has


class Params(NamedTuple):
    """How a search weighs things; see ``matou.bots.search``."""

    patience: int = -1  # actions of a playout before it is evaluated; -1: to the end
    narrow: int = 6  # with so many outcomes or fewer, each has its own branch at once
    explore: float = 1.5
    caution: float = 0.1


class Found(NamedTuple):
    """What a tree says of one action at its root."""

    action: int
    visits: int
    value: float  # summed


class Tree:
    """One search tree over an observation: runs in slices, deterministic by seed."""

    def __init__(
        self,
        rules: Any,
        s: Any,
        seats: int,
        seed: int,
        *,
        nodes: int,
        params: Params,
        compile: bool = True,
    ) -> None:
        self.params = params
        length = rules.MAX_LEGAL
        if compile:
            import numpy as np

            linked = compiled(rules)
            self.states: Any = np.zeros(2, dtype_of(rules.State))
            self.states[:1] = np.frombuffer(bytes(s), self.states.dtype)
            self.nodes: Any = np.zeros(nodes, dtype_of(Node))
            self._marks: Any = np.zeros(3, np.int64)
            path: Any = np.zeros(DEEPEST, np.int64)
            out, weights = np.zeros(length, np.int32), np.zeros(length, np.int32)
            seen: Any = np.zeros(rules.ACTIONS, np.int64)
            rewards, self.totals = np.zeros(seats), np.zeros(seats)
            r: Any = np.zeros(WORDS, np.int64)
            linked.rng_seed(r, seed)
        else:
            linked = interpreted(rules)
            self.states = (rules.State * 2)()
            copy_into(self.states[0], s)
            self.nodes = (Node * nodes)()  # type: ignore[operator]
            self._marks, path = [0] * 3, [0] * DEEPEST
            out, weights = [0] * length, [0] * length
            seen = [0] * rules.ACTIONS
            rewards, self.totals = [0.0] * seats, [0.0] * seats
            r = [0] * WORDS
            rng_seed(r, seed)
        linked.plant(self.nodes, self._marks)
        self._args = (
            self.states, self.nodes, self._marks, path, out, weights, seen, rewards,
            self.totals, r,
        )  # fmt: skip
        self._search: Callable[..., None] = linked.search

    def run(self, iterations: int) -> None:
        """Search on. Compiled, other threads run meanwhile."""
        p = self.params
        self._search(
            *self._args, iterations, p.patience, p.narrow, float(p.explore), float(p.caution)
        )

    @property
    def iterations(self) -> int:
        """How many were done so far."""
        return int(self.nodes[0].visits if hasattr(self.nodes[0], "visits") else self.nodes[0]["visits"])

    @property
    def full(self) -> bool:
        """Is the store of nodes used up? Then only playouts go on."""
        return bool(self._marks[USED] >= len(self.nodes))

    @property
    def moves(self) -> int:
        """Actions taken in all iterations together."""
        return int(self._marks[MOVES])

    def found(self) -> list[Found]:
        """The root's actions, as they stand."""
        result = []
        child = _get(self.nodes[0], "child")
        while child >= 0:
            x = self.nodes[child]
            result.append(
                Found(int(_get(x, "action")), int(_get(x, "visits")), float(_get(x, "value")))
            )
            child = _get(x, "sibling")
        return result


def _get(x: Any, name: str) -> Any:
    return getattr(x, name) if isinstance(x, ctypes.Structure) else x[name]


class Glimpse:
    """Memory for ``glance``: how a seat stands after each of its actions."""

    def __init__(self, rules: Any, s: Any, seats: int, *, compile: bool = True) -> None:
        length = rules.MAX_LEGAL
        if compile:
            import numpy as np

            self.linked: Any = compiled(rules)
            self.states: Any = np.zeros(3, dtype_of(rules.State))
            self.states[:1] = np.frombuffer(bytes(s), self.states.dtype)
            self.actions: Any = np.zeros(length, np.int32)
            out, weights = np.zeros(length, np.int32), np.zeros(length, np.int32)
            points: Any = np.zeros(SEATS, np.int32)
            rewards, self.values = np.zeros(seats), np.zeros(length)
            r: Any = np.zeros(WORDS, np.int64)
        else:
            self.linked = interpreted(rules)
            self.states = (rules.State * 3)()
            copy_into(self.states[0], s)
            self.actions = [0] * length
            out, weights, points = [0] * length, [0] * length, [0] * SEATS
            rewards, self.values = [0.0] * seats, [0.0] * length
            r = [0] * WORDS
        self._rest = (out, weights, points, rewards, self.values, r)

    def look(self, seat: int, actions: list[int], samples: int, seed: int) -> list[float]:
        """How the seat stands after each action, summed over so many guesses more."""
        for i, action in enumerate(actions):
            self.actions[i] = action
        self.linked.glance(
            self.states, seat, self.actions, len(actions), samples, seed, *self._rest
        )
        return [float(x) for x in self.values[: len(actions)]]
