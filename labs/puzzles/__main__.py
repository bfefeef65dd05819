"""``python -m labs.puzzles find | endings | review | settle | audit | strategy | pack``."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import queue
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from labs import puzzles
from labs.puzzles import packing
from labs.puzzles.reviewing import audited, reviewed, settled
from matou.core.registry import names

REVIEWS = {"review": reviewed, "settle": settled, "audit": audited}
GRACE = 20  # seconds for a worker to finish its current puzzle


def work(plan: list[tuple[str, int]], seed: int, until: float, out: Any) -> None:
    """Finds puzzles of one game after another, up to each game's number, until the time is up."""
    from labs.puzzles.finding import games

    for name, most in plan:
        for n, found in enumerate(games(name, seed, until), 1):
            out.put(found)
            if n >= most:
                break
    out.put(None)


def plans(shares: Sequence[str], workers: int) -> list[list[tuple[str, int]]]:
    """Returns the games of each worker: 'catymini=1:300' gives one worker 300 puzzles to find.

    With nothing left to find, a worker goes on with the game named last.
    """
    found, last = [], shares[-1].partition("=")[0]
    for share in shares:
        name, _, rest = share.partition("=")
        count, _, most = rest.partition(":")
        found += [[(name, int(most or 10**9)), (last, 10**9)] for _ in range(int(count or 1))]
    return [found[i % len(found)] for i in range(workers)]


def find(args: argparse.Namespace) -> None:
    out: Any = multiprocessing.Queue()
    until = time.time() + 60 * args.minutes
    workers = args.workers or os.cpu_count() or 1
    games = args.games or list(names())
    processes = [
        multiprocessing.Process(target=work, args=(plan, args.seed + i, until, out), daemon=True)
        for i, plan in enumerate(plans(games, workers))
    ]
    for process in processes:
        process.start()
    counts: Counter[str] = Counter()
    running = len(processes)
    with args.out.open("a") as file:
        while running and time.time() < until + GRACE:
            try:
                found = out.get(timeout=5)
            except queue.Empty:
                continue
            if found is None:
                running -= 1
                continue
            file.write(json.dumps(found, separators=(",", ":")) + "\n")
            file.flush()
            counts[f"{found['log']['game']} {found['kind']}"] += 1
    print(sorted(counts.items()), file=sys.stderr)


def review(args: argparse.Namespace) -> None:
    """Reviews, settles or audits the puzzles in some files; without files, those of the package."""
    read = packing.read(args.files).values() if args.files else [packing.unpacked()]
    found = [p for puzzles in read for p in puzzles]
    searched = [p for p in found if "audit" in p["log"]]
    games = {g: [p for p in searched if p["log"]["game"] == g] for g in args.games or names()}
    if args.command == "audit":  # a sample
        games = {g: some[:: -(-len(some) // args.count) or 1] for g, some in games.items()}
    jobs = [(p, args.seed) for some in games.values() for p in some]
    again = REVIEWS[args.command]
    with multiprocessing.Pool(args.workers or os.cpu_count()) as pool, args.out.open("a") as file:
        for done in pool.imap_unordered(again, jobs):
            file.write(json.dumps(done, separators=(",", ":")) + "\n")
            file.flush()


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="python -m labs.puzzles",
        description=puzzles.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("command", choices=("find", "endings", *REVIEWS, "strategy", "pack"))
    p.add_argument(
        "files", nargs="*", type=Path, help="what was found (for review, settle, audit and pack)"
    )
    p.add_argument(
        "--games", nargs="+", metavar="GAME=WORKERS:MOST", help="for find, and others without ="
    )
    p.add_argument("--minutes", type=float, default=1, help="for find (default 1)")
    p.add_argument("--workers", type=int, default=0, help="for find (default: one per core)")
    p.add_argument(
        "--count", type=int, default=40, help="for endings, strategy and audit (default 40)"
    )
    p.add_argument("--seed", type=int, default=1, help="random seed (default 1)")
    p.add_argument(
        "--made", default="", help="how the puzzles were found, for the study (for pack)"
    )
    p.add_argument(
        "--again",
        action="store_true",
        help="for pack: the files hold packed puzzles, and the counts of what was found stay",
    )
    p.add_argument("--out", type=Path, default=Path("found.jsonl"), help="file to append to")
    return p


def main(argv: Sequence[str] | None = None) -> None:
    args = parser().parse_args(argv)
    if args.command == "find":
        find(args)
    elif args.command == "strategy":
        from labs.puzzles.strategy import study

        study(args.games or (), args.count, args.seed, args.workers or os.cpu_count() or 1)
    elif args.command in REVIEWS:
        review(args)
    elif args.command == "endings":
        from labs.puzzles.endings import endings

        with args.out.open("a") as file:
            for found in endings(args.count, args.seed):
                file.write(json.dumps(found, separators=(",", ":")) + "\n")
    else:
        packing.pack(args.files, args.made, again=args.again)


if __name__ == "__main__":
    main()
