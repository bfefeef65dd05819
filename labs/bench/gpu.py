"""``matou bench gpu``: actions a second on one GPU, ours and pgx's.

*Playouts*: whole random games, one thread a game; every action counts, chance too. *Steps*: steps
of ``matou.vector`` with random legal actions, which write observations, masks, seats and rewards;
a step is one decision of one game. pgx: one compiled call a step chooses, plays and restarts; its
states hold observation and mask.

Timed by CUDA events, after a warm-up that takes games to all their stages. The median of five runs
counts; compiling does not.
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

from labs.bench import gpu_playouts
from labs.bench.env_peers import by_count, by_weight, pgx_steps
from matou.core.registry import find, names
from matou.kit import ptx
from matou.kit.layout import as_bytes

SIZES = tuple(1 << k for k in (10, 12, 14, 16, 18, 20))
QUICK_SIZES = (1 << 16,)
THEIR_SIZES = (1 << 14, 1 << 16, 1 << 18)
THEIRS = ("connect_four", "othello", "hex", "backgammon")
ROUNDS, STEPS, WARM, PLAYED, MOST_ROUNDS = 5, 100, 400, 1 << 21, 16


@dataclass(frozen=True)
class Rate:
    """A speed: things a second, with a number of games at once."""

    who: str
    game: str
    what: str
    games: int
    rate: float


def timed(cp: Any, work: Callable[[], None], rounds: int = ROUNDS) -> float:
    """Returns the seconds that work takes on the GPU: the median of some rounds."""
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
    import numpy as np

    game = find(name)
    loaded = gpu_playouts.kernels(game)
    opening = cp.asarray(np.frombuffer(as_bytes(game.start(game.min_seats).s), np.uint8)[None])
    states = cp.zeros((games, opening.shape[1]), cp.uint8)
    moves = cp.zeros(games, cp.int32)
    rounds = min(MOST_ROUNDS, max(1, PLAYED // games))
    given = ptx.kernel_args(gpu_playouts.KINDS, states, opening, moves, 1, rounds)
    seconds = timed(cp, lambda: loaded.launch("playouts", games, given), 3)
    return Rate("matou", name, "playouts", games, int(moves.sum()) / seconds)


def steps(cp: Any, name: str, games: int) -> Rate:
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
    """Measures pgx on the same GPU, choosing actions in the faster of two ways."""
    pgx: Any = importlib.import_module("pgx")
    best = 0.0
    for choose in (by_weight, by_count):
        run = pgx_steps(pgx.make(name), games, choose, "gpu")
        took = []
        for turn in range(ROUNDS + 2):
            start = time.perf_counter()
            run(20)
            if turn > 1:
                took.append(time.perf_counter() - start)
        best = max(best, 20 * games / median(took))
    return Rate("pgx", name, "steps", games, best)


def machine(cp: Any) -> dict[str, Any]:
    """Returns a description of the machine, and the date."""
    info = {"card": cp.cuda.runtime.getDeviceProperties(0)["name"].decode()}
    info["driver (CUDA)"] = str(cp.cuda.runtime.driverGetVersion())
    info["date"] = datetime.now(UTC).strftime("%Y-%m-%d")
    info["python"] = sys.version.split()[0]
    for package in ("cupy", "numpy", "jax", "pgx"):
        if importlib.util.find_spec(package) is not None:
            info[package] = importlib.import_module(package).__version__
    return info


def measured(cp: Any, wanted: Sequence[str], sizes: Sequence[int]) -> list[Rate]:
    """Measures everything, and reports progress."""
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
    """Returns 2 if there is no GPU."""
    try:
        cp = ptx.cupy()
    except ptx.NoGPU as wrong:
        print(wrong, file=sys.stderr)
        return 2
    rates = measured(cp, args.games or names(), QUICK_SIZES if args.quick else SIZES)
    info = machine(cp)
    if args.json:
        print(json.dumps({"machine": info, "rates": [asdict(r) for r in rates]}, indent=2))
    else:
        print(table(info, rates))
    return 0


def table(info: dict[str, Any], rates: Sequence[Rate]) -> str:
    """Returns the figures in Markdown."""
    lines = [", ".join(f"{key} {value}" for key, value in info.items()), ""]
    sizes = sorted({r.games for r in rates})
    lines.append("| million a second | " + " | ".join(f"{s:,}" for s in sizes) + " |")
    lines.append("|---|" + "---:|" * len(sizes))
    for key in dict.fromkeys((r.who, r.game, r.what) for r in rates):
        by = {r.games: r.rate for r in rates if (r.who, r.game, r.what) == key}
        cells = [f"{by[s] / 1e6:,.1f}" if s in by else "" for s in sizes]
        lines.append(f"| {' '.join(key)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)
