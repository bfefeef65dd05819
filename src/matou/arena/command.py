"""``matou arena GAME BOT BOT … --games N``: reading the command, the progress bar, the words."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from matou.arena.one_game import Result
from matou.arena.plan import Match
from matou.arena.report import html, number, percent
from matou.arena.running import Journal, WrongJournal, run
from matou.arena.tally import Tally
from matou.core.game import Game, Value
from matou.core.record import shown
from matou.core.registry import find
from matou.core.words import Words
from matou.kit.linking import cache_root

FINE, USAGE, INTERRUPTED = 0, 2, 130
PLAYING = Words("playing", "on joue")
STOPPED = Words(
    "Stopped after {n} of {of} games. To go on: {command} --resume",
    "Arrêté après {n} parties sur {of}. Pour reprendre : {command} --resume",
)
HEADS = (
    Words("bot", "joueur"),
    Words("score (95 %)", "score (95 %)"),
    Words("Elo (95 %)", "Elo (95 %)"),
    Words("a decision", "une décision"),
)
SEAT = Words("seat {i}: {says}", "siège {i} : {says}")
LENGTH = Words("actions a game: {least} to {most}, {mean} on average",
               "actions par partie : {least} à {most}, {mean} en moyenne")  # fmt: skip
ENDED = Words("ended by: {says}", "fin par : {says}")
WRITTEN = Words("report: {path}", "rapport : {path}")


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="matou arena",
        description="A match between bots: seats are turned, games of a round share their luck. "
        "Bots: random, greedy, level1 … level5, a search with an optional limit "
        "(level5@1s, level4@2000). The same bot everywhere is a balance study.",
    )
    p.add_argument("game")
    p.add_argument("bots", nargs="+", metavar="BOT")
    p.add_argument("--games", type=int, default=100, help="how many, made up to whole rounds")
    p.add_argument("--seats", type=int, help="at the table (otherwise 2)")
    p.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    p.add_argument("--seed", type=int, default=0, help="of all luck, and of the bots")
    p.add_argument("--json", action="store_true", help="the result for machines, on one line")
    p.add_argument("--report", type=Path, metavar="FILE.html")
    p.add_argument("--resume", action="store_true", help="go on with a match that was stopped")
    p.add_argument("--journal", type=Path, help="where games are kept (otherwise in the cache)")
    p.add_argument("--processes", type=int, default=0, help="otherwise one a core")
    p.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster (extra [cluster])")
    p.add_argument("--lang", choices=("en", "fr"), help="otherwise what $LANG says")
    return p


def options(game: Game, given: Sequence[str]) -> dict[str, Value | str]:
    """``NAME=VALUE`` as values of the game's options."""
    chosen: dict[str, Value | str] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"“{pair}” should read NAME=VALUE")
        known = {shown(v): v for o in game.options if o.name == name for v in o.values}
        chosen[name] = known.get(value, value)
    return chosen


def language(asked: str | None) -> str:
    """The language to speak."""
    spoken = next(
        (os.environ[k] for k in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(k)), ""
    )
    return asked or ("fr" if spoken.lower().startswith("fr") else "en")


def main(argv: Sequence[str]) -> int:
    """Run the command; the exit code."""
    try:
        args = parser().parse_args(list(argv))
    except SystemExit as stop:
        return int(stop.code or 0)
    lang = language(args.lang)
    errors = Console(stderr=True, highlight=False)
    try:
        if args.games < 1:
            raise ValueError(f"{args.games} games is no match")
        if args.ray is not None:
            try:
                import ray  # noqa: F401
            except ImportError:
                raise ValueError("--ray needs Ray: install matou[cluster]") from None
        game = find(args.game)
        game = game.having(**options(game, args.option))
        match = Match.of(game, args.bots, seats=args.seats, games=args.games, seed=args.seed)
        path = args.journal or cache_root() / "arena" / f"{match.digest()}.jsonl"
        journal = Journal(path, match, resume=args.resume)
    except (ValueError, WrongJournal) as wrong:
        errors.print(str(wrong), markup=False)
        return USAGE
    command = "./matou arena " + " ".join(a for a in argv if a not in ("--resume",))
    try:
        with Live(match, journal, quiet=args.json, lang=lang) as live:
            run(match, journal, processes=args.processes, ray=args.ray, told=live.tell)
    except KeyboardInterrupt:
        says = STOPPED.say(lang).format(n=len(journal.results), of=match.games, command=command)
        errors.print("\n" + says, markup=False, soft_wrap=True)
        return INTERRUPTED
    finally:
        journal.close()
    tally = Tally(match, journal.results.values())
    if args.report is not None:
        args.report.write_text(html(tally, command, lang), encoding="utf-8")
    if args.json:
        sys.stdout.write(json.dumps(tally.data()) + "\n")
    else:
        show(tally, lang)
        if args.report is not None:
            Console(highlight=False).print(WRITTEN.say(lang).format(path=args.report))
    return FINE


class Live:
    """A progress bar with the running score."""

    def __init__(self, match: Match, journal: Journal, *, quiet: bool, lang: str) -> None:
        self.match = match
        self.totals = [0.0] * len(match.bots)
        self.counts = [0] * len(match.bots)
        self.lang = lang
        self.progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            disable=quiet,
        )
        done = list(journal.results.values())
        for result in done:
            self.count(result)
        self.task = self.progress.add_task(self.words(), total=match.games, completed=len(done))

    def __enter__(self) -> Live:
        self.progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.progress.stop()

    def count(self, result: Result) -> None:
        for seat, bot in enumerate(result.lineup):
            self.totals[bot] += result.returns[seat]
            self.counts[bot] += 1

    def words(self) -> str:
        if not any(self.counts) or len(self.counts) == 1:
            return PLAYING.say(self.lang)
        return "  ".join(
            f"{name} {100 * total / count:.1f} %" if count else name
            for name, total, count in zip(self.match.bots, self.totals, self.counts, strict=True)
        )

    def tell(self, result: Result) -> None:
        self.count(result)
        self.progress.update(self.task, advance=1, description=self.words())


def show(tally: Tally, lang: str) -> None:
    """The result, for people."""
    console = Console(highlight=False)
    match = tally.match
    if len(match.bots) > 1:
        grid = Table(*(h.say(lang) for h in HEADS))
        elo = tally.elo()
        for b, name in enumerate(match.bots):
            rating = f"{elo[b].mean:+.0f} ({elo[b].low:+.0f} … {elo[b].high:+.0f})"
            took = f"{number(1000 * tally.seconds(b), lang, 2)} ms"
            grid.add_row(name, percent(tally.score(b), lang), rating, took)
        console.print(grid)
    for i, seat in enumerate(tally.seats()):
        console.print(SEAT.say(lang).format(i=i, says=percent(seat, lang)))
    length = tally.data()["actions"]
    if length:
        mean = number(length["mean"], lang, 2)
        console.print(LENGTH.say(lang).format(**{**length, "mean": mean}))
    ends = ", ".join(f"{rule} {count}" for rule, count in tally.endings().items())
    console.print(ENDED.say(lang).format(says=ends))
