"""Solves endings exactly: finds all reachable positions and applies value iteration to them.

Irreversible events (winning a cheese, say) lead to a lower layer, so layers are solved from the
lowest up. Within a layer a game may go in circles until it is drawn: the value of a position after
q quiet turns follows from those after q + 1, and after the last it is a draw. So one sweep for each
quiet turn is exact.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from labs.per_game import module_for
from labs.studies import expansion, solvable
from labs.studies.expansion import ENDS
from matou.core.game import Game, linked
from matou.kit.layout import clone, dtype_of
from matou.kit.linking import Linked, link

AT_ONCE = 2048  # positions expanded at a time


def bound(game: Game) -> Linked:
    """Returns the template compiled for a game and its endings."""
    endings = module_for(solvable, game.name)
    assert endings is not None
    return link(expansion, base=link(endings, base=linked(game.rules)))


def words_of(records: Any) -> Any:
    """Returns records as rows of integers."""
    return records.view(np.int64).reshape(len(records), -1)


def keys_of(records: Any) -> Any:
    """Returns a hash for each record. Lookups check that no two records share one."""
    key = np.zeros(len(records), np.uint64)
    for column in words_of(records).astype(np.uint64).T:
        key = (key ^ column) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    return key


class Index:
    """Maps records to nodes."""

    def __init__(self, kind: Any) -> None:
        self.records = np.zeros(ENDS, kind)  # by node; blank for the ends
        self._keys = np.zeros(0, np.uint64)  # ascending…
        self._nodes = np.zeros(0, np.int64)  # …and the node of each

    def find(self, records: Any) -> Any:
        """Returns the node of each record, adding new ones."""
        keys, first, which = np.unique(keys_of(records), return_index=True, return_inverse=True)
        at = np.searchsorted(self._keys, keys)
        known = np.zeros(len(keys), bool)
        inside = at < len(self._keys)
        known[inside] = self._keys[at[inside]] == keys[inside]
        nodes = np.empty(len(keys), np.int64)
        nodes[known] = self._nodes[at[known]]
        fresh = ~known
        nodes[fresh] = len(self.records) + np.arange(fresh.sum())
        self.records = np.concatenate([self.records, records[first[fresh]]])
        order = np.argsort(merged := np.concatenate([self._keys, keys[fresh]]), kind="stable")
        self._keys = merged[order]
        self._nodes = np.concatenate([self._nodes, nodes[fresh]])[order]
        found = nodes[which]
        if not np.array_equal(words_of(self.records[found]), words_of(records)):
            raise RuntimeError("two records share a key: choose another constant in keys_of")
        return found

    def node(self, record: Any) -> int:
        """Returns the node of a known record; raises KeyError for others."""
        key = keys_of(record)[0]
        at = int(np.searchsorted(self._keys, key))
        if at == len(self._keys) or self._keys[at] != key:
            raise KeyError("no position of this ending")
        return int(self._nodes[at])


@dataclass(frozen=True)
class Way:
    """An answer to a throw, and the first seat's winning chance after it."""

    action: int
    chance: float


class Solved:
    """A solved ending: the first seat's winning chance in each of its positions."""

    def __init__(self, game: Game, start: Any) -> None:
        endings = module_for(solvable, game.name)
        assert endings is not None
        self.game = game
        self.same = endings.same
        self._rules = bound(game)
        self._index = Index(dtype_of(game.rules.State))
        self.start = self._index.find(self._row(start))[0]
        self._expand()
        self._solve(endings.PATIENCE)

    def _row(self, s: Any) -> Any:
        known = clone(s)
        self.same(known)
        return np.frombuffer(bytes(known), self._index.records.dtype)

    def _expand(self) -> None:
        """Finds all positions that can follow the first one, and the edges between them."""
        most = self.game.rules.MAX_LEGAL
        wide = AT_ONCE * most
        here = np.zeros(1, self._index.records.dtype)
        after = np.zeros(wide * 4, here.dtype)  # enough for a die with four different faces
        lists = [np.zeros(most, np.int32) for _ in range(4)]
        rewards = np.zeros(self.game.max_seats)
        parts: list[tuple[Any, ...]] = []
        done = ENDS
        while done < len(self._index.records):
            states = self._index.records[done : done + AT_ONCE]
            count = len(states)
            layers, thrown = np.zeros(count, np.int64), np.zeros(count, np.int64)
            chooser, widths = (np.zeros(count * most, np.int64) for _ in range(2))
            chance = np.zeros(count * most)
            played, ends = (np.zeros(len(after), np.int64) for _ in range(2))
            n = self._rules.expand(
                states, count, here, after, *lists, rewards, layers, thrown, chance, chooser,
                widths, played, ends,
            )  # fmt: skip
            if n < 0:
                raise ValueError("a turn of this ending is more than a throw and an answer")
            g = int(thrown.sum())
            leads = ends[:n].copy()
            leads[leads < 0] = self._index.find(after[:n][leads < 0])
            parts.append((layers, thrown, chance[:g], chooser[:g], widths[:g], played[:n], leads))
            done += count
        joined = [np.concatenate(column) for column in zip(*parts, strict=True)]
        layers, thrown, self._chance, self._chooser, widths, self._played, self._leads = joined
        self.layers = np.concatenate([np.full(ENDS, -1), layers])
        self._groups = np.concatenate([np.zeros(ENDS + 1, np.int64), np.cumsum(thrown)])
        self._ways = np.concatenate([np.zeros(1, np.int64), np.cumsum(widths)])

    def _solve(self, patience: int) -> None:
        self._fresh = np.full(len(self.layers), 0.5)  # after no quiet turn
        self._fresh[:ENDS] = [0.0, 0.5, 1.0]
        self._later = self._fresh.copy()  # after one
        self.change = 0.0  # how much the last sweep changed a value
        order = np.argsort(self.layers, kind="stable")
        starts = np.unique(self.layers[order], return_index=True)[1]
        bounds = [*starts.tolist(), len(order)]
        for first, last in pairwise(bounds[1:]):  # without the ends
            before, now = self._fresh.copy(), self._fresh.copy()
            change = 0.0
            for _ in range(patience):
                change = self._rules.sweep(
                    first, last, order, self._groups, self._ways, self._chance, self._chooser,
                    self._leads, before, now,
                )  # fmt: skip
                before, now = now, before
            nodes = order[first:last]
            self._fresh[nodes], self._later[nodes] = before[nodes], now[nodes]
            self.change = max(self.change, change)

    @property
    def size(self) -> int:
        """Returns the number of positions between turns."""
        return len(self.layers) - ENDS

    @property
    def ways(self) -> int:
        """Returns the number of edges over all throws."""
        return len(self._leads)

    def first_seat_chance(self, s: Any) -> float:
        """Returns the first seat's winning chance at the start of a turn, after no quiet turn."""
        return float(self._fresh[self._index.node(self._row(s))])

    def value(self) -> float:
        """Returns the winning chance in the first position."""
        return float(self._fresh[self.start])

    def answers(self, s: Any, throw: int) -> list[Way]:
        """Returns the answers to a throw at the start of a turn."""
        node = self._index.node(self._row(s))
        g = int(self._groups[node]) + throw
        edges = range(int(self._ways[g]), int(self._ways[g + 1]))
        return [Way(int(self._played[e]), self._after(node, int(self._leads[e]))) for e in edges]

    def _after(self, node: int, lead: int) -> float:
        stays = self.layers[lead] == self.layers[node]
        return float((self._later if stays else self._fresh)[lead])

    def some(self, rng: random.Random) -> Any:
        """Returns a random position in the layer of the first position."""
        mine = np.flatnonzero(self.layers == self.layers[self.start])
        return self.game.rules.State.from_buffer_copy(
            self._index.records[mine[rng.randrange(len(mine))]].tobytes()
        )
