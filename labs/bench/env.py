"""``matou bench env``: steps a second of many games at once, ours and others' in one run.

A step is one decision of one game: it chooses and plays a random legal action, lets chance play,
restarts an ended game, and fills arrays with the mask of legal actions and the observation of the
seat to act. All may use every processor. A heat finds each one's fastest
variant: the number of games at once; for ours, one thread or one for each processor; for pgx, how
to choose an action. Compiling does not count. Then contestants take turns in many rounds of 0.02
seconds, each after a step that does not count. The best round of each counts: other work on the
machine only takes time away, and all share its quiet moments. The median of the ratios round by
round is printed too; on a quiet machine it is the same.

Ours: ``matou.research.gymnasium.VectorEnv``, two seats, random actions by ``sample``, games at all
stages, as WebAssembly; with ``--native`` compiled by numba, too. pgx: one compiled call a step
chooses, plays and restarts. OpenSpiel: its SyncVectorEnv over its own C++ games. PettingZoo: its
own classic environments, one game, random actions by mask.

Games of like size have 60 actions or more: Othello and Hex, which are pgx's fastest board games of
that size, and Backgammon with its dice, which both OpenSpiel and pgx have. Connect Four and
Tic-tac-toe are far smaller, and only shown. Each of ours is compared with the fastest of like size.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from labs.bench.env_peers import Entrant, Variant, peers
from labs.bench.measure import Contestant, take_turns
from matou.core.registry import find, names

ROUNDS, HEATS, SECONDS = 75, 15, 0.02
QUICK_ROUNDS, QUICK_HEATS = 5, 2
SIZES = (256, 1024, 4096, 16384)  # games stepped at once
MOMENTS = 128  # more than the decisions of our shortest games
LEAST = 10.0
OURS = "matou"


@dataclass(frozen=True)
class Speed:
    """How fast a contestant was, and in which variant."""

    who: str
    game: str
    actions: int
    numbers: int
    is_like_size: bool
    variant: str
    steps: float  # a second, in the best round
    rounds: tuple[float, ...]  # and in each


def processors() -> int:
    """Returns how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ours(name: str, sizes: Sequence[int], threads: int, backend: str) -> Entrant:
    from matou.research.observations import encoder_of

    def variant(games: int, share: int) -> Variant:
        says = f"{games:,} games at once, {share} thread{'s' if share > 1 else ''}"
        return Variant(says, lambda: stepping(name, games, share, backend))

    game = find(name)
    variants = [variant(games, share) for games in sizes for share in sorted({1, threads})]
    called = name if backend == "wasm" else f"{name}, {backend}"
    return Entrant(OURS, called, game.rules.ACTIONS, encoder_of(game).SIZE, variants)


def stepping(name: str, games: int, threads: int, backend: str) -> Contestant:
    """Returns our environment, ready to be stepped."""
    from matou.research.gymnasium import VectorEnv

    env = VectorEnv(find(name), games, threads=threads, backend=backend)
    env.reset(seed=1)
    spread(env)

    def run(steps: int) -> int:
        for _ in range(steps):
            env.step(env.sample())
        return steps * games

    return Contestant(name, run)


def spread(env: Any) -> None:
    """Leaves the games at different stages.

    Some of our games are all equally long. They would stay in step for ever, and a round could
    consist of nothing but openings, which are quick.
    """
    games = env.batch.arrays
    rows = [games.states, games.listed, games.counts, games.mask, games.seen, games.turn]
    rows += [games.luck, games.dice]
    before = [array.copy() for array in rows]
    for moment in range(MOMENTS):
        env.step(env.sample())
        for array, old in zip(rows, before, strict=True):
            old[moment::MOMENTS] = array[moment::MOMENTS]
    for array, old in zip(rows, before, strict=True):
        array[:] = old


def tick(name: str) -> None:
    """Shows on a terminal who is running."""
    if sys.stderr.isatty():
        print(f"\r\033[K{name}{' …' if name else ''}", end="", file=sys.stderr, flush=True)


def fastest_variant(entrant: Entrant, heats: int) -> tuple[Variant, Contestant]:
    """Returns the variant that is fastest here, ready to run."""
    tick(f"{entrant.who}, {entrant.game}")
    ready = [variant.make() for variant in entrant.variants]
    if len(ready) > 1:
        take_turns(ready, heats, SECONDS, lambda _: None, warm=True)
    chosen = min(range(len(ready)), key=lambda i: ready[i].best)
    found = ready[chosen]
    return entrant.variants[chosen], Contestant(f"{entrant.who}, {entrant.game}", found.run)


def measured(field: Sequence[Entrant], rounds: int, heats: int) -> list[Speed]:
    """Measures all contestants in one run."""
    running = [fastest_variant(entrant, heats) for entrant in field]
    take_turns([contestant for _, contestant in running], rounds, SECONDS, tick, warm=True)
    tick("")
    return [
        Speed(e.who, e.game, e.actions, e.numbers, e.is_like_size, v.says, c.rate, tuple(c.rates))
        for e, (v, c) in zip(field, running, strict=True)
    ]


def fastest(speeds: list[Speed]) -> Speed | None:
    """Returns the fastest peer with a game of like size."""
    others = [s for s in speeds if s.who != OURS and s.is_like_size]
    return max(others, key=lambda s: s.steps, default=None)


def middle(mine: Speed, theirs: Speed) -> float:
    """Returns the median of the ratios round by round."""
    return median(a / b for a, b in zip(mine.rounds, theirs.rounds, strict=True))


def run(args: argparse.Namespace) -> int:
    """Returns 1 if, with ``--strict``, a game is too slow."""
    sizes = SIZES if args.at_once is None else (args.at_once,)
    others, notes = peers(sizes)
    threads = args.threads or processors()
    backends = ("wasm", "native") if args.native else ("wasm",)
    field = [
        ours(name, sizes, threads, backend)
        for name in args.games or names()
        for backend in backends
    ]
    how = (QUICK_ROUNDS, QUICK_HEATS) if args.quick else (ROUNDS, HEATS)
    speeds = measured(field + others, *how)
    best = fastest(speeds)
    mine = [s for s in speeds if s.who == OURS]
    ratios = {s.game: s.steps / best.steps for s in mine} if best else {}
    middles = {s.game: middle(s, best) for s in mine} if best else {}
    if args.json:
        found = {
            "speeds": [asdict(s) for s in speeds],
            "beside": [best.who, best.game] if best else None,
            "ratios": ratios,
            "middle_ratios": middles,
            "least": LEAST,
            "notes": notes,
        }
        print(json.dumps(found, indent=2))
    else:
        show(speeds, best, ratios, middles, notes)
    called = args.games or names()
    ours_best = [
        max((r for g, r in ratios.items() if g.startswith(name)), default=LEAST) for name in called
    ]
    return 1 if args.strict and min(ours_best) < LEAST else 0


def show(
    speeds: list[Speed],
    best: Speed | None,
    ratios: dict[str, float],
    middles: dict[str, float],
    notes: list[str],
) -> None:
    print("steps a second, random legal actions")
    for s in speeds:
        size = f"{s.actions:,} actions, {s.numbers:,} numbers seen"
        line = f"  {s.who + ' ' + s.game:<28}{round(s.steps):>12,}   {size:<36}{s.variant}"
        print(line + ("" if s.is_like_size else "; a smaller game"))
    if best is not None:
        print(f"\nbeside {best.who} {best.game}, the fastest of like size")
        for game, ratio in ratios.items():
            sign = "✓" if ratio >= LEAST else "✗"
            line = f"  {OURS + ' ' + game:<28}{ratio:>10.1f} × {sign}"
            print(line + f"   {middles[game]:.1f} × in the median round")
    for note in notes:
        print(note)
    print("\n" + (__doc__ or "").partition("\n\n")[2].strip())
