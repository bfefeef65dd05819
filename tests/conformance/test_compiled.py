"""Interpreted and compiled rules agree byte for byte, in 200 matches of each game."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from typing import Any

import numpy as np
import pytest
from conformance import tracing
from conformance.support import TABLES, Table

import matou
from matou.core.game import linked
from matou.kit.layout import as_bytes, clone, dtype_of
from matou.kit.linking import OVER, Linked, link
from matou.kit.rng import rng_words

pytestmark = pytest.mark.heavy
GAMES_EACH = 200  # shared among a game's tables
LONGEST = 20_000


@cache
def compiled(name: str, boundscheck: bool = False) -> Linked:
    rules = Table(name, 2).game.rules
    return link(tracing, base=linked(rules, boundscheck=boundscheck), boundscheck=boundscheck)


class Memory:
    """Arrays for one traced game, because compiled code allocates nothing."""

    def __init__(self, table: Table, bounds: bool = False) -> None:
        rules = table.game.rules
        self.table = table
        self.fast = compiled(table.name, bounds)
        self.states = np.zeros(LONGEST, dtype_of(rules.State))
        self.lists = np.zeros((LONGEST, rules.MAX_LEGAL), np.int32)
        self.weights = np.zeros((LONGEST, rules.MAX_LEGAL), np.int32)
        self.counts = np.zeros(LONGEST, np.int32)
        self.actions = np.zeros(LONGEST, np.int32)
        self.r = np.zeros(4, np.int64)
        self.options = np.array(table.game.codes(table.seats), np.int64)

    def play(self, seed: int) -> int:
        self.states[0] = np.zeros((), self.states.dtype)
        n: int = self.fast.trace(
            self.states, self.table.seats, self.options, seed,
            self.lists, self.weights, self.counts, self.actions, self.r,
        )  # fmt: skip
        assert n > 0, "the game is longer than there is room for"
        return n


def follow(memory: Memory, n: int) -> Any:
    """Plays the traced game interpreted and compares every position; returns the last one."""
    table = memory.table
    rules = table.game.rules
    s = rules.State()
    rules.setup(s, table.seats, table.game.codes(table.seats))
    raw = memory.states[: n + 1].tobytes()
    size = memory.states.dtype.itemsize
    out, weights = [0] * rules.MAX_LEGAL, [0] * rules.MAX_LEGAL
    actions, counts = memory.actions[:n].tolist(), memory.counts[:n].tolist()
    lists, weight_lists = memory.lists[:n].tolist(), memory.weights[:n].tolist()
    for i in range(n):
        assert as_bytes(s) == raw[i * size : (i + 1) * size], f"position {i} differs"
        count = rules.legal(s, out, weights)
        assert count == counts[i]
        assert out[:count] == lists[i][:count]
        if rules.actor(s) == -1:
            assert weights[:count] == weight_lists[i][:count]
        rules.apply(s, actions[i])
    assert as_bytes(s) == raw[n * size :]
    assert rules.actor(s) == OVER
    return s


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_interpreted_equals_compiled(table: Table) -> None:
    memory = Memory(table)
    rules = table.game.rules
    share = GAMES_EACH // sum(1 for t in TABLES if t.name == table.name) + 1
    worth, points = np.zeros(table.seats), np.zeros(table.seats, np.int64)
    for seed in range(share):
        n = memory.play(seed)
        s = follow(memory, n)
        returns, scores = [0.0] * table.seats, [0] * table.seats
        rules.returns(s, returns)
        rules.scores(s, scores)
        code = memory.fast.results(memory.states[n], worth, points)
        assert worth.tolist() == returns
        assert points.tolist() == scores
        assert code == rules.winners(s) * 64 + rules.ended(s)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_observe_and_imagine_are_the_same_compiled(table: Table) -> None:
    memory = Memory(table)
    for seed in range(1000, 1012):
        n = memory.play(seed)
        for i in range(seed % 27, n, 27):
            look(memory, i, seed)


# One game is enough for the compiler's bounds checks, which need another slow compilation: the
# interpreted games are the same, and there an index beyond the end is an error.
@pytest.mark.parametrize("table", [t for t in TABLES if t.name == "catymini"], ids=str)
def test_compiled_with_bounds_checks_on_gives_the_same_games(table: Table) -> None:
    plain, checked = Memory(table), Memory(table, bounds=True)
    for seed in range(1000, 1012):
        n = plain.play(seed)
        assert checked.play(seed) == n
        assert plain.states[: n + 1].tobytes() == checked.states[: n + 1].tobytes()
        for i in range(seed % 27, n, 27):
            look(checked, i, seed)


def look(memory: Memory, i: int, seed: int) -> None:
    """Compares ``observe`` and ``imagine`` of a position, compiled and interpreted."""
    table = memory.table
    rules = table.game.rules
    work = np.zeros(3, memory.states.dtype)
    for seat in range(-1, table.seats):
        work[0] = memory.states[i]
        words = rng_words(seed)
        memory.fast.looks(work, seat, np.array(words, np.int64), 0)
        s = rules.State.from_buffer_copy(memory.states[i].tobytes())
        a = int(memory.actions[i])
        if rules.actor(s) >= 0:
            assert bool(memory.fast.shows(work[0], a)) == rules.reveals(s, a)
        rules.observe(s, seat)
        assert as_bytes(s) == work[1].tobytes()
        whole = clone(s)
        rules.imagine(whole, words)
        assert as_bytes(whole) == work[2].tobytes()


WARM = """
import numpy as np, matou
for name in matou.available():
    game = matou.game(name)
    rules = game.compiled
    states = np.zeros(1, game.rules.State)
    rules.setup(states[0], game.min_seats, np.zeros(len(game.options), np.int64))
    rules.actor(states[0])
    hits = sum(rules.setup.stats.cache_hits.values()) + sum(rules.actor.stats.cache_hits.values())
    print(name, hits, sum(rules.actor.stats.cache_misses.values()))
"""


def test_a_second_process_finds_the_compiled_rules_in_the_cache() -> None:
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", WARM], capture_output=True, text=True, check=True
        )
    assert ran.stdout.splitlines() == [f"{name} 2 0" for name in matou.available()]


def test_playing_interpreted_never_imports_numba_or_numpy() -> None:
    code = """
import sys, random, matou
for name in matou.available():
    state = matou.game(name).start(matou.game(name).min_seats)
    rng = random.Random(1)
    for _ in range(40):
        if not state.over:
            state.play(state.sample(rng))
    state.observe(0).text(), state.svg(0)
assert "numba" not in sys.modules and "numpy" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
