"""``matou bench engine``: measures how fast the rules run, ours and others'."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from labs.bench import contestants as who, figures
from labs.bench.figures import Figures, GameFigures, Peer
from labs.bench.measure import Contestant, take_turns
from labs.bench.report import show
from labs.bench.starts import cold_start, first_game
from matou.core.game import Game
from matou.core.registry import find, names
from matou.kit.layout import dtype_of

ROUNDS, SECONDS, STARTS = 9, 0.2, 5
QUICK_ROUNDS, QUICK_SECONDS, QUICK_STARTS = 3, 0.05, 1
PLAIN = "clocktowers"  # the game to compare others with
TO_COPY, TO_PLAY, TO_STEP = "copies", "compiled", "interpreted"


def run(args: argparse.Namespace) -> int:
    """Returns 1 if a game cannot be loaded or, with ``--strict``, a target is missed."""
    games, broken = load(args.games or list(names()))
    found = timed(games, quick=args.quick, cold=args.cold)
    found.notes.extend(broken)
    if args.json:
        print(json.dumps(found.as_json(), indent=2, ensure_ascii=False))
    else:
        show(found, Console())
    missed = args.strict and not all(target.met for target in found.targets())
    return 1 if broken or missed else 0


def load(wanted: list[str]) -> tuple[list[Game], list[str]]:
    """Returns the games that can be loaded, and a sentence for each that cannot."""
    games, broken = [], []
    for name in wanted:
        try:
            games.append(find(name))
        except Exception as error:
            broken.append(f"{name} cannot be loaded: {type(error).__name__}: {error}")
    return games, broken


def timed(games: list[Game], *, quick: bool = False, cold: bool = False) -> Figures:
    """Times everything."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    seconds = QUICK_SECONDS if quick else SECONDS
    starts = QUICK_STARTS if quick else STARTS
    notes: list[str] = []
    beside = any(game.name == PLAIN for game in games)
    peers = who.PEERS if beside and who.openspiel_is_here() else ()
    if beside and not peers:
        notes.append(f"OpenSpiel is not installed, so it is not in this table: {who.PIP}")
    raced = beside and who.reference().exists()
    if beside and not raced:
        notes.append("Plain Python is not in this table: its Clocktowers is among the tests")
    steps = (3 * len(games) + raced + len(peers)) * (rounds + 1)
    steps += len(games) * (starts + 1 + cold)
    with progress(steps) as tick:
        field: dict[tuple[str, str], Contestant] = {}
        for game in games:
            tick(f"compiling {game.name}")
            field[game.name, TO_PLAY] = who.compiled(game)
            field[game.name, TO_PLAY].run(1)
            field[game.name, TO_COPY] = who.copied(game)
            field[game.name, TO_STEP] = who.interpreted(game)
        others = [who.plain(find(PLAIN).min_seats)] if raced else []
        others += [who.openspiel(name) for name in peers]
        take_turns([*field.values(), *others], rounds, seconds, tick)
        cold_starts: dict[str, float] = {}
        warm: dict[str, list[float]] = {game.name: [] for game in games}
        for _ in range(starts):
            for game in games:
                tick(f"{game.name}, warm start")
                warm[game.name].append(first_game(game.name))
        for game in games if cold else ():
            tick(f"{game.name}, cold start")
            cold_starts[game.name] = cold_start(game.name)
    rows = [
        GameFigures(
            name=game.name,
            seats=game.min_seats,
            record_bytes=dtype_of(game.rules.State).itemsize,
            moves_a_game=field[game.name, TO_PLAY].things,
            compiled=field[game.name, TO_PLAY].best,
            interpreted=field[game.name, TO_STEP].best,
            copy=field[game.name, TO_COPY].best,
            warm_start=min(warm[game.name]),
            cold_start=cold_starts.get(game.name),
        )
        for game in games
    ]
    table = [
        Peer(
            name=other.name,
            rate=other.rate,
            ratio=field[PLAIN, TO_PLAY].rate / other.rate,
            interpreted_ratio=field[PLAIN, TO_STEP].rate / other.rate,
            least=figures.PLAIN_RATIO if raced and other is others[0] else figures.PEER_RATIO,
        )
        for other in others
    ]
    return Figures(rows, table, notes)


@contextmanager
def progress(steps: int) -> Iterator[Callable[[str], None]]:
    """Shows a progress bar on a terminal's error stream; yields a function that advances it."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(),
        console=console, transient=True, disable=not sys.stderr.isatty(),
    )  # fmt: skip
    with bar:
        task = bar.add_task("", total=steps)

        def tick(what: str) -> None:
            bar.update(task, advance=1, description=what)

        yield tick
