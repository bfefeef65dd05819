"""``matou bench gpu``: actions a second on one GPU, with pgx beside us on the same card.

*Playouts*: whole games at random, one thread a game, every action counted, chance too. *Steps*: a
random legal action is chosen and played in every game, chance plays, an ended game begins again,
and observations, masks, seats and rewards are there to be read, on the card, after every step
(``matou.vector``); a step is one decision of one game. pgx: one compiled call a step chooses, plays
and begins again, in the faster of two ways of choosing; its states hold observation and mask.

Timed by the card's own events, after a warm-up that takes games to all their stages; the median of
five runs counts, compiling does not.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from statistics import median
from typing import Any

from matou.core.registry import find, names
from matou.kit import ptx, ptx_playout
from matou.kit.layout import as_bytes

SIZES = tuple(1 << k for k in (10, 12, 14, 16, 18, 20))
QUICK_SIZES = (1 << 16,)
THEIR_SIZES = (1 << 14, 1 << 16, 1 << 18)
THEIRS = ("connect_four", "othello", "hex", "backgammon")
ROUNDS, STEPS, WARM, PLAYED, MOST_ROUNDS = 5, 100, 400, 1 << 21, 16


@dataclass(frozen=True)
class Rate:
    """How many a second of what, by how many games at once."""

    who: str
    game: str
    what: str
    games: int
    rate: float


def timed(cp: Any, work: Callable[[], None], rounds: int = ROUNDS) -> float:
    """Seconds that work takes on the card: the median of some rounds."""
    took: list[float] = []
    for _ in range(rounds):
        before, after = cp.cuda.Event(), cp.cuda.Event()
        before.record()
        work()
        after.record()
        after.synchronize()
        took.append(cp.cuda.get_elapsed_time(before, after) / 1000)
    return median(took)


def playouts(cp: Any, name: str, games: int) -> Rate:
    """Whole games at random."""
    import numpy as np

    from matou.research.cuda import kernels

    game = find(name)
    loaded = kernels(game)
    opening = cp.asarray(np.frombuffer(as_bytes(game.start(game.min_seats).s), np.uint8)[None])
    states = cp.zeros((games, opening.shape[1]), cp.uint8)
    moves = cp.zeros(games, cp.int32)
    rounds = min(MOST_ROUNDS, max(1, PLAYED // games))
    given = ptx.given(ptx_playout.KINDS, states, opening, moves, 1, rounds)
    seconds = timed(cp, lambda: loaded.launch("playouts", games, given), 3)
    return Rate("matou", name, "playouts", games, int(moves.sum()) / seconds)


def steps(cp: Any, name: str, games: int) -> Rate:
    """The vector environment, stepped with random actions."""
    from matou.research.vector import vector

    env = vector(name, games, device="cuda")
    env.reset(1)

    def work(n: int) -> None:
        for _ in range(n):
            env.step(env.sample())

    work(WARM)
    seconds = timed(cp, lambda: work(STEPS))
    return Rate("matou", name, "steps", games, games * STEPS / seconds)


def theirs(name: str, games: int) -> Rate:
    """pgx on the same card."""
    jax: Any = importlib.import_module("jax")
    pgx: Any = importlib.import_module("pgx")
    auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset
    env = pgx.make(name)
    np = jax.numpy

    def by_weight(key: Any, mask: Any) -> Any:
        return jax.random.categorical(key, np.where(mask, 0.0, -np.inf))

    def by_count(key: Any, mask: Any) -> Any:
        counted = np.cumsum(mask)
        return np.argmax(counted > jax.random.randint(key, (), 0, counted[-1]))

    best = 0.0
    for choose in (by_weight, by_count):

        def one(state: Any, key: Any, choose: Any = choose) -> Any:
            act, go = jax.random.split(key)
            return auto_reset(env.step, env.init)(state, choose(act, state.legal_action_mask), go)

        def every(state: Any, key: Any, one: Any = one) -> Any:
            key, own = jax.random.split(key)
            return jax.vmap(one)(state, jax.random.split(own, games)), key

        step = jax.jit(every, donate_argnums=0)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), games))
        key = jax.random.PRNGKey(2)
        took = []
        for turn in range(ROUNDS + 2):
            start = time.perf_counter()
            for _ in range(20):
                state, key = step(state, key)
            jax.block_until_ready(state)
            if turn > 1:
                took.append(time.perf_counter() - start)
        best = max(best, 20 * games / median(took))
    return Rate("pgx", name, "steps", games, best)


def machine(cp: Any) -> dict[str, Any]:
    """What it was measured on, and when."""
    told = {"card": cp.cuda.runtime.getDeviceProperties(0)["name"].decode()}
    told["driver (CUDA)"] = str(cp.cuda.runtime.driverGetVersion())
    told["date"] = datetime.now(UTC).strftime("%Y-%m-%d")
    told["python"] = sys.version.split()[0]
    for package in ("cupy", "numpy", "jax", "pgx"):
        if importlib.util.find_spec(package) is not None:
            told[package] = importlib.import_module(package).__version__
    return told


def measured(cp: Any, wanted: Sequence[str], sizes: Sequence[int]) -> list[Rate]:
    """All of it, said as it comes."""
    found: list[Rate] = []

    def keep(make: Callable[[], Rate], what: str) -> None:
        try:
            found.append(make())
        except Exception as wrong:
            print(f"{what}: {type(wrong).__name__}: {wrong}", file=sys.stderr, flush=True)
        finally:
            cp.get_default_memory_pool().free_all_blocks()
        print(f"{what} …", file=sys.stderr, flush=True)

    for name in wanted:
        for games in sizes:
            keep(lambda n=name, g=games: playouts(cp, n, g), f"{name} playouts {games}")  # type: ignore[misc]
            keep(lambda n=name, g=games: steps(cp, n, g), f"{name} steps {games}")  # type: ignore[misc]
    if importlib.util.find_spec("pgx") is not None and importlib.util.find_spec("jax") is not None:
        for name in THEIRS:
            for games in THEIR_SIZES if len(sizes) > 1 else sizes:
                keep(lambda n=name, g=games: theirs(n, g), f"pgx {name} {games}")  # type: ignore[misc]
    return found


def run(args: argparse.Namespace) -> int:
    """0 when it ran, 2 where there is no GPU."""
    try:
        cp = ptx.cupy()
    except ptx.NoGPU as wrong:
        print(wrong, file=sys.stderr)
        return 2
    rates = measured(cp, args.games or names(), QUICK_SIZES if args.quick else SIZES)
    told = machine(cp)
    if args.json:
        print(json.dumps({"machine": told, "rates": [asdict(r) for r in rates]}, indent=2))
    else:
        print(table(told, rates))
    return 0


def table(told: dict[str, Any], rates: Sequence[Rate]) -> str:
    """The figures for people, in Markdown."""
    lines = [", ".join(f"{key} {value}" for key, value in told.items()), ""]
    sizes = sorted({r.games for r in rates})
    lines.append("| million a second | " + " | ".join(f"{s:,}" for s in sizes) + " |")
    lines.append("|---|" + "---:|" * len(sizes))
    for key in dict.fromkeys((r.who, r.game, r.what) for r in rates):
        by = {r.games: r.rate for r in rates if (r.who, r.game, r.what) == key}
        cells = [f"{by[s] / 1e6:,.1f}" if s in by else "" for s in sizes]
        lines.append(f"| {' '.join(key)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
