"""``matou bench``: the benchmarks and their arguments."""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Callable, Sequence

from labs.arguments import NATIVE, check, game, number, whole
from matou.cli.declaring import Need
from matou.cli.parsing import prog

MOST = 10_000_000
NEEDS = {"engine": NATIVE, "search": NATIVE, "env": Need("gymnasium", "research")}
ABOUT = {
    "engine": "how fast the rules run: moves a second compiled, interpreted, in plain Python, and "
    "OpenSpiel's; copies of states; how long a start takes",
    "env": "steps a second of many games at once, beside PettingZoo, OpenSpiel and pgx, each in "
    "the way that is fastest here, found in a heat before. Contestants take turns in short "
    "rounds, and the best round of each counts; each of ours is compared with the fastest game of "
    "like size",
    "search": "simulations a second of the bots on each game, one thread: native, as WebAssembly "
    "by wasmtime and in Node's V8, the same trees in each; and on Connect Four beside OpenSpiel's "
    "search: a tree search with one random playout a simulation. Exit code 1: slower than five "
    "times OpenSpiel, or WebAssembly slower than 0.8 of native",
    "site": "durable moves a second at many tables, beside boardgame.io's server: tables of two, "
    "both watching; a move begins when both players have seen the one before. Ours makes every "
    "move durable first. Also: memory of open tables, start and stop, the first page, and from a "
    "click to the frame that shows the move",
    "scale": "the site as it grows: what a move costs the servers, with one process and two, with "
    "SQLite and PostgreSQL, at 10 to 10,000 open tables, and with hundreds who watch one table. "
    "Processor time of the servers' own processes; moves a second, memory and bytes beside it. "
    "Some six minutes",
    "page": "Matou without a server, an exported folder in Chromium: what is downloaded, how soon "
    "a board can be played, from a click to the frame that shows the move beside the server's, "
    "level 5's iterations a second beside the server's, memory. Exit code 1: a figure is beyond "
    "its limit",
    "friends": "tables with friends, an exported folder in Chromium: what a guest downloads, how "
    "soon a guest has a seat, from a click to the frame that shows the move beside a server's, "
    "bytes an action; directly, and by a relay. Exit code 1: a guest downloads more than 150 kB",
    "faults": "a site of many servers, broken on purpose: some servers and a PostgreSQL under load "
    "from real WebSocket clients: kill -9, stops, restarts, cut cables, a full disk, clocks that "
    "jump. A history records what clients sent, received and saw, and a checker that knows "
    "only the rules compares it with the database: nothing acknowledged lost or doubled, nothing "
    "shown that is not stored, no table stuck for ten seconds. Exit code 1: something is violated. "
    "See docs/faults.md",
    "notices": "servers killed while they notify a player by push, mail and webhook (kill -9), "
    "once a round. Every turn must arrive by every channel, under exactly one name. Exit code 1: "
    "one is lost or doubled",
    "gpu": "actions a second on one NVIDIA GPU: whole games at random, and steps of the vector "
    "environment with observations and masks, by how many games are played at once; pgx on the "
    "same card, where it is installed. Exit code 2: there is no GPU",
}


# The benchmarks that have a flag, the flag, its type, default, placeholder and help.
N, SECONDS = "N", "SECONDS"
NUMBERS: tuple[tuple[str, str, Callable[[str], float], float | None, str, str], ...] = (
    ("faults notices", "--seed", whole(0, MOST), 1, N, "seed of the random order"),
    ("env", "--at-once", whole(1, MOST), None, N, "number of games, for all contestants"),
    ("env", "--threads", whole(1, 4096), None, N, "for ours (default: one for each processor)"),
    ("search", "--seconds", number(0.01, 3600), 1.0, SECONDS, "duration for each game"),
    ("search", "--simulations", whole(1, MOST), 20_000, N, "simulations at Connect Four"),
    ("search", "--repeats", whole(1, 1000), 5, N, "number of rounds"),
    ("site", "--games", whole(1, 100_000), 200, N, "tables of two"),
    ("site", "--seconds", number(0.1, 3600), 8.0, SECONDS, "duration for each server"),
    ("site", "--open", whole(1, 1_000_000), 1000, N, "open tables for the memory figure"),
    ("scale", "--tables", whole(11, 1_000_000), 10_000, N, "largest number of open tables"),
    ("scale", "--watchers", whole(2, 10_000), 300, N, "watchers of one table"),
    ("scale", "--seconds", number(0.1, 3600), 6.0, SECONDS, "duration for each store"),
    ("faults", "--seconds", number(1, 1_000_000), 60.0, SECONDS, "duration"),
    ("faults", "--kills", whole(0, MOST), 0, N, "stop after this number of kills"),
    ("faults", "--servers", whole(2, 40), 3, N, "number of servers"),
    ("faults", "--tables", whole(1, 10_000), 24, N, "games at once"),
    ("faults", "--gap", number(0, 3600), 0.3, SECONDS, "between two kills"),
    ("faults", "--every", number(0, 3600), 8.0, SECONDS, "between other faults"),
    ("notices", "--kills", whole(1, MOST), 100, N, "number of kills"),
    ("notices", "--tables", whole(1, 1000), 4, N, "number of tables"),
)
SWITCHES = (
    ("engine env gpu", "--quick", "fewer, shorter rounds"),
    ("engine env search page friends gpu", "--json", "the figures for machines"),
    ("engine", "--cold", "also time a compilation with an empty cache"),
    ("engine", "--strict", "exit code 1 if a target is missed"),
    ("env", "--strict", "exit code 1 if a ratio is below 10"),
    ("env", "--native", "also ours compiled by numba"),
    ("site", "--no-peer", "without boardgame.io"),
    ("notices", "--postgres", "two servers on a PostgreSQL"),
)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog=f"{prog()} bench",
        description="Measures Matou and, in the same run, its peers beside it; ratios are what "
        "counts.",
        allow_abbrev=False,
    )
    some = top.add_subparsers(dest="benchmark", metavar="BENCHMARK", required=True)
    own = {
        name: some.add_parser(
            name, help=about.partition(":")[0], description=f"{about}.", allow_abbrev=False
        )
        for name, about in ABOUT.items()
    }
    for name in ("engine", "env", "page", "friends", "gpu"):
        own[name].add_argument(
            "games", nargs="*", type=game, metavar="GAME", help="which games (otherwise: all)"
        )
    for name in ("site", "scale"):
        own[name].add_argument("--game", type=game, help="which game")
        own[name].add_argument("--json", metavar="FILE", help="write the figures there, too")
    for names, flag, kind, usual, metavar, about in NUMBERS:
        for name in names.split():
            own[name].add_argument(flag, type=kind, default=usual, metavar=metavar, help=about)
    for names, flag, about in SWITCHES:
        for name in names.split():
            own[name].add_argument(flag, action="store_true", help=about)
    return top


def main(argv: Sequence[str]) -> int:
    """Imports and runs a benchmark; returns the exit code."""
    args = parser().parse_args(argv or ["--help"])
    if args.benchmark in NEEDS:
        check(NEEDS[args.benchmark], f"bench {args.benchmark}")
    code: int = importlib.import_module(f"labs.bench.{args.benchmark}").run(args)
    return code
