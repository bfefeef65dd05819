"""The memory a search works in, compiled (NumPy) or interpreted (ctypes), and what it found."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any, NamedTuple

from matou.bots.binding import bound
from matou.bots.search import DEEPEST, MOVES, USED, Node
from matou.core.game import Hints
from matou.kit.hopes import NOTES
from matou.kit.layout import copy_into, dtype_of
from matou.kit.rng import WORDS

SEATS = 8  # more than any game has


def records(kind: type[Any], n: int, first: Any, compile: bool) -> Any:
    """So many blank records, the first a copy of one where that is given."""
    if not compile:
        made: Any = (kind * n)()
        if first is not None:
            copy_into(made[0], first)
        return made
    import numpy as np

    blank = np.zeros(n, dtype_of(kind))
    if first is not None:
        blank[:1] = np.frombuffer(bytes(first), blank.dtype)
    return blank


def ints(n: int, compile: bool) -> Any:
    """So many whole numbers."""
    if not compile:
        return [0] * n
    import numpy as np

    return np.zeros(n, np.int64)


def floats(n: int, compile: bool) -> Any:
    """So many floating-point numbers."""
    if not compile:
        return [0.0] * n
    import numpy as np

    return np.zeros(n)


class Params(NamedTuple):
    """How a search weighs things; see ``matou.bots.search``."""

    patience: int = -1  # actions of a playout before it is evaluated; -1: to the end
    narrow: int = 6  # with so many outcomes or fewer, each has its own branch at once
    explore: float = 1.5
    caution: float = 0.1

    @classmethod
    def of(cls, hints: Hints | None) -> Params:
        """As a game's hints ask for it."""
        return cls() if hints is None else cls(hints.patience)


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
        hints: Hints | None,
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
        linked = bound(rules, hints, compile)
        self.states = records(rules.State, 2, s, compile)
        self.nodes = records(Node, nodes, None, compile)
        self._marks = ints(3, compile)
        self.totals = floats(seats, compile)
        r = ints(WORDS, compile)
        linked.rng_seed(r, seed)
        linked.plant(self.nodes, self._marks)
        self._args = (
            self.states,
            self.nodes,
            self._marks,
            ints(DEEPEST, compile),
            ints(length, compile),
            ints(length, compile),
            ints(rules.ACTIONS, compile),
            floats(seats, compile),
            self.totals,
            ints(NOTES, compile),
            r,
        )
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
        return int(_get(self.nodes[0], "visits"))

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

    def __init__(
        self, rules: Any, hints: Hints | None, s: Any, seats: int, *, compile: bool = True
    ) -> None:
        length = rules.MAX_LEGAL
        self.linked = bound(rules, hints, compile)
        self.states = records(rules.State, 3, s, compile)
        self.actions = ints(length, compile)
        self.values = floats(length, compile)
        self._rest = (
            ints(length, compile),
            ints(length, compile),
            ints(SEATS, compile),
            floats(seats, compile),
            self.values,
            ints(WORDS, compile),
        )

    def look(self, seat: int, actions: list[int], samples: int, seed: int) -> list[float]:
        """How the seat stands after each action, summed over so many guesses more."""
        for i, action in enumerate(actions):
            self.actions[i] = action
        self.linked.glance(
            self.states, seat, self.actions, len(actions), samples, seed, *self._rest
        )
        return [float(x) for x in self.values[: len(actions)]]
