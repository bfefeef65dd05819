"""``matou bench env``: steps a second of many games at once, with the peers beside us in one run.

A step is one decision of one game: a random legal action is chosen and played, chance plays, an
ended game starts again, and the mask of legal actions and the observation of the seat to act are
there to be read, in arrays, after every call. Everybody may use every processor, and runs in the
way that is fastest here, found in a heat before: how many games at once; ours, with one thread or
as many as there are processors; in pgx, how an action is chosen. Compiling is over before the
clock starts. Then contestants take turns in short rounds: a speed is the median of its rounds, a
ratio the median of the ratios round by round, so that a machine busy with other things slows both
sides.

Ours: the vectorised environment of ``matou.adapters.gymnasium``, two seats, a random action by
its ``sample``, games at all stages. pgx: one compiled call a step chooses, plays and restarts.
OpenSpiel: its SyncVectorEnv over its own C++ games. PettingZoo: its own classic environments, one
game, random actions by mask.

A game of like size has 60 actions or more: Othello and Hex, of which pgx steps the most among
the board games of that size, and Backgammon, which both OpenSpiel and pgx have, with its dice.
Connect Four and Tic-tac-toe are far smaller, and only shown. Each of ours is compared with the
fastest of like size.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from matou.bench.env_peers import Entrant, Way, peers
from matou.bench.measure import Contestant, take_turns
from matou.games import find, names

ROUNDS, SECONDS = 21, 0.1
HEATS, HEAT_SECONDS = 3, 0.05
QUICK_ROUNDS, QUICK_SECONDS = 3, 0.05
SIZES = (1024, 4096)  # games stepped at once
MOMENTS = 128  # more than the decisions of our shortest games
LEAST = 10.0
OURS = "matou"


@dataclass(frozen=True)
class Speed:
    """How fast somebody was, and in which way."""

    who: str
    game: str
    actions: int
    numbers: int
    is_like_size: bool
    way: str
    steps: float  # a second


def processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def ours(name: str, sizes: Sequence[int], threads: int) -> Entrant:
    """Our vectorised environment, two seats."""
    from matou.adapters.lines import encoder_of

    def way(games: int, share: int) -> Way:
        says = f"{games:,} games at once, {share} thread{'s' if share > 1 else ''}"
        return Way(says, lambda: stepping(name, games, share))

    game = find(name)
    ways = [way(games, share) for games in sizes for share in sorted({1, threads})]
    return Entrant(OURS, name, game.rules.ACTIONS, encoder_of(game).SIZE, ways)


def stepping(name: str, games: int, threads: int) -> Contestant:
    """Our environment, ready to be stepped."""
    from matou.adapters.gymnasium import Many

    env = Many(find(name), games, threads=threads)
    env.reset(seed=1)
    spread(env)

    def run(steps: int) -> int:
        for _ in range(steps):
            env.step(env.sample())
        return steps * games

    return Contestant(name, run)


def spread(env: Any) -> None:
    """Leave the games at different moments.

    Some of ours are all equally long: they would stay in step for ever, and a round could be of
    nothing but beginnings, which are quick.
    """
    rows = [env.states, env.listed, env.counts, env.mask, env.seen, env.turn, env.luck, env.dice]
    kept = [array.copy() for array in rows]
    for moment in range(MOMENTS):
        env.step(env.sample())
        for array, keep in zip(rows, kept, strict=True):
            keep[moment::MOMENTS] = array[moment::MOMENTS]
    for array, keep in zip(rows, kept, strict=True):
        array[:] = keep


def tick(name: str) -> None:
    """Say on a terminal who is at it."""
    if sys.stderr.isatty():
        print(f"\r\033[K{name}{' …' if name else ''}", end="", file=sys.stderr, flush=True)


def best_way(entrant: Entrant) -> tuple[Way, Contestant]:
    """The way that is fastest here, ready to run."""
    ready = [way.make() for way in entrant.ways]
    if len(ready) > 1:
        take_turns(ready, HEATS, HEAT_SECONDS, lambda _: tick(f"{entrant.who}, {entrant.game}"))
    chosen = min(range(len(ready)), key=lambda i: ready[i].best)
    found = ready[chosen]
    return entrant.ways[chosen], Contestant(f"{entrant.who}, {entrant.game}", found.run)


def measured(
    field: Sequence[Entrant], rounds: int, seconds: float
) -> tuple[list[Speed], dict[tuple[str, str], list[float]]]:
    """Everybody's speed in one run, and all their rounds."""
    running = [best_way(entrant) for entrant in field]
    take_turns([contestant for _, contestant in running], rounds, seconds, tick)
    tick("")
    speeds = []
    all_rounds = {}
    for entrant, (way, contestant) in zip(field, running, strict=True):
        who, game = entrant.who, entrant.game
        all_rounds[who, game] = contestant.rates
        speeds.append(
            Speed(
                who,
                game,
                entrant.actions,
                entrant.numbers,
                entrant.is_like_size,
                way.says,
                median(contestant.rates),
            )
        )
    return speeds, all_rounds


def fastest(speeds: list[Speed]) -> Speed | None:
    """The fastest peer on a game of like size."""
    others = [s for s in speeds if s.who != OURS and s.is_like_size]
    return max(others, key=lambda s: s.steps, default=None)


def main(argv: list[str]) -> int:
    """0 when it ran (with ``--strict``: and every game is fast enough), 1 if not, 2 bad usage."""
    p = argparse.ArgumentParser(
        prog="matou bench env",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("games", nargs="*", metavar="GAME", help="which games (otherwise: all)")
    p.add_argument("--at-once", type=int, metavar="N", help="games at once, everybody's")
    p.add_argument("--threads", type=int, default=processors(), metavar="N", help="of our own")
    p.add_argument("--quick", action="store_true", help="fewer, shorter rounds: a rough idea")
    p.add_argument("--json", action="store_true", help="the figures for machines")
    p.add_argument("--strict", action="store_true", help="exit code 1 if a ratio is below 10")
    try:
        args = p.parse_args(argv)
        for name in args.games:
            if name not in names():
                p.error(f"there is no game {name!r}; there are {', '.join(names())}")
    except SystemExit as stop:
        return int(stop.code or 0)
    if importlib.util.find_spec("gymnasium") is None:
        print("Gymnasium is not installed: pip install 'matou[research]'", file=sys.stderr)
        return 1
    sizes = SIZES if args.at_once is None else (args.at_once,)
    others, notes = peers(sizes)
    field = [ours(name, sizes, args.threads) for name in args.games or names()]
    how = (QUICK_ROUNDS, QUICK_SECONDS) if args.quick else (ROUNDS, SECONDS)
    speeds, all_rounds = measured(field + others, *how)
    best = fastest(speeds)
    ratios = {
        s.game: median(
            mine / theirs
            for mine, theirs in zip(
                all_rounds[s.who, s.game], all_rounds[best.who, best.game], strict=True
            )
        )
        for s in speeds
        if s.who == OURS and best is not None
    }
    if args.json:
        found = {
            "speeds": [asdict(s) for s in speeds],
            "beside": asdict(best) if best else None,
            "ratios": ratios,
            "least": LEAST,
            "notes": notes,
        }
        print(json.dumps(found, indent=2))
    else:
        show(speeds, best, ratios, notes)
    return 1 if args.strict and any(r < LEAST for r in ratios.values()) else 0


def show(
    speeds: list[Speed], best: Speed | None, ratios: dict[str, float], notes: list[str]
) -> None:
    """The figures for people."""
    print("steps a second, random legal actions")
    for s in speeds:
        size = f"{s.actions:,} actions, {s.numbers:,} numbers seen"
        line = f"  {s.who + ' ' + s.game:<28}{round(s.steps):>12,}   {size:<36}{s.way}"
        print(line + ("" if s.is_like_size else "; a smaller game"))
    if best is not None:
        print(f"\nbeside {best.who} {best.game}, the fastest of like size")
        for game, ratio in ratios.items():
            print(f"  {OURS + ' ' + game:<28}{ratio:>10.1f} × {'✓' if ratio >= LEAST else '✗'}")
    for note in notes:
        print(note)
    print("\n" + (__doc__ or "").partition("\n\n")[2].strip())
