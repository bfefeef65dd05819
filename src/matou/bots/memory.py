"""The memory a search and a glance work in, in any way of running, and what they found."""

from __future__ import annotations

import ctypes
from typing import Any, NamedTuple

from matou.bots.binding import SEATS
from matou.bots.search import AT_ONCE, DEEPEST, MARKS, MOVES, USED, WORLDS, Node
from matou.core.game import Hints
from matou.kit.hopes import NOTES
from matou.kit.network import Desk
from matou.kit.rng import WORDS
from matou.kit.running import Room


class Params(NamedTuple):
    """How a search weighs things; see ``matou.bots.search``."""

    patience: int = -1  # actions of a playout before it is evaluated; -1: to the end; AT_ONCE
    narrow: int = 6  # with so many outcomes or fewer, each has its own branch at once
    explore: float = 1.5
    caution: float = 0.1
    worlds: int = 0  # imagined and weighed at a time; 0: imagined one by one

    @classmethod
    def of(cls, hints: Hints | None) -> Params:
        """As a game's hints ask for it: by its network, where it has learned one."""
        if hints is None:
            return cls()
        if hints.network is None:
            return cls.without_network(hints)
        return cls(AT_ONCE, explore=hints.explore, worlds=hints.worlds)

    @classmethod
    def without_network(cls, hints: Hints) -> Params:
        """By playouts, and what evaluates those that are cut short."""
        return cls(hints.patience, worlds=hints.worlds)


class Found(NamedTuple):
    """What a tree says of one action at its root."""

    action: int
    visits: int
    value: float  # the mover's returns, summed


class Tree:
    """One search tree over an observation: runs in slices, deterministic by seed."""

    def __init__(
        self,
        room: Room,
        rules: Any,
        s: Any,
        seats: int,
        seed: int,
        *,
        nodes: int,
        params: Params,
    ) -> None:
        self.room = room
        self.params = params
        length = rules.MAX_LEGAL
        self.states = room.records(rules.State, WORLDS + params.worlds, s)
        self.nodes = room.records(Node, nodes)
        self._marks = room.ints(MARKS)
        self.totals = room.floats(seats)
        r = room.ints(WORDS)
        room.call("rng_seed", r, seed)
        room.call("plant", self.nodes, self._marks)
        self._args = (
            self.states,
            self.nodes,
            self._marks,
            room.ints(DEEPEST),
            room.ints(length),
            room.ints(length),
            room.ints(rules.ACTIONS),
            room.floats(seats),
            self.totals,
            room.floats(params.worlds),
            room.ints(NOTES),
            room.records(Desk, 1),
            r,
        )

    def run(self, iterations: int) -> None:
        """Search on. Compiled, other threads run meanwhile."""
        p = self.params
        weighing = (p.patience, p.narrow, float(p.explore), float(p.caution))
        self.room.call("search", *self._args, iterations, *weighing)

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

    def __init__(self, room: Room, rules: Any, s: Any, seats: int) -> None:
        length = rules.MAX_LEGAL
        self.room = room
        self.states = room.records(rules.State, 3, s)
        self.actions = room.ints(length)
        self.values = room.floats(length)
        self._rest = (
            room.ints(length),
            room.ints(length),
            room.ints(SEATS),
            room.floats(seats),
            self.values,
            room.ints(WORDS),
        )

    def look(self, seat: int, actions: list[int], samples: int, seed: int) -> list[float]:
        """How the seat stands after each action, summed over so many guesses more."""
        for i, action in enumerate(actions):
            self.actions[i] = action
        given = (seat, self.actions, len(actions), samples, seed)
        self.room.call("glance", self.states, *given, *self._rest)
        return [float(x) for x in self.values[: len(actions)]]
