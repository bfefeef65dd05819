"""``matou arena``: runs a match between bots and shows its result."""

from __future__ import annotations

import argparse
import importlib.util
import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from matou.cli.declaring import INTERRUPTED, OK, OPTION, Arg, Command, CommandError
from matou.cli.files import cannot_write, writing
from matou.cli.lookup import check_fits, find_game, option_of
from matou.cli.parsing import prog
from matou.cli.terminal.narration import warn_if_slow
from matou.cli.terminal.screen import Bar, Screen
from matou.core.messages import say
from matou.core.phrases import percent
from matou.kit.extras import install

if TYPE_CHECKING:
    from matou.arena import Match, Result, Tally
    from matou.arena.running import Journal
    from matou.core.game import Game


def run(args: argparse.Namespace, screen: Screen) -> int:
    from matou.arena.plan import Match
    from matou.arena.report import html

    if args.ray is not None and importlib.util.find_spec("ray") is None:
        raise CommandError("--ray requires Ray: {how}", how=install("cluster"))
    game, here = chosen_game(args), str(Path.cwd())
    if "" not in sys.path and here not in sys.path:
        sys.path.append(here)  # for players that are modules in this folder
    match = Match.of(
        game,
        args.bots,
        seats=args.seats,
        games=args.games,
        seed=args.seed,
        luck_adjusted=args.luck_adjusted,
    )
    check_fits(game, match.seats)
    command = typed_again("arena", args)
    tally = played(
        match,
        args,
        screen,
        command,
        ray=args.ray,
        journal_at=args.journal,
        records=args.records and Path(args.records),
    )
    if tally is None:
        return INTERRUPTED
    if args.report is not None:
        with writing(args.report):
            Path(args.report).write_text(html(tally, command, screen.lang), encoding="utf-8")
    if args.json:
        screen.raw(json.dumps(tally.data()))
    else:
        show(tally, screen)
        if args.report is not None:
            screen.say(say("report: {path}"), path=args.report)
    return OK


def chosen_game(args: argparse.Namespace) -> Game:
    game = find_game(args.game)
    return game.having(**{o.name: value for o, value in (option_of(game, t) for t in args.option)})


def typed_again(name: str, args: argparse.Namespace) -> str:
    return f"{prog()} {name} {shlex.join(word for word in args.typed if word != '--resume')}"


def played(
    match: Match,
    args: argparse.Namespace,
    screen: Screen,
    command: str,
    *,
    ray: str | None = None,
    journal_at: str | None = None,
    records: Path | None = None,
) -> Tally | None:
    """Plays a match with a progress bar and a journal; None if it was interrupted."""
    from matou.arena.running import Journal, run
    from matou.arena.tally import Tally
    from matou.kit.linking import cache_root

    warn_if_slow(find_game(match.game), screen)
    try:
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
        path = journal_at or cache_root() / "arena" / f"{match.digest()}.jsonl"
        journal = Journal(Path(path), match, resume=args.resume)
    except OSError as error:
        raise cannot_write(error, error.filename) from None
    try:
        with Live(match, journal, quiet=args.json, lang=screen.lang) as live:
            run(
                match,
                journal,
                processes=args.processes,
                ray=ray,
                progress=live.show,
                records=records,
            )
    except KeyboardInterrupt:
        says = say("Stopped after {n} of {of} games. To continue: {command} --resume")
        print(file=sys.stderr)  # after ^C
        screen.warn(says, n=len(journal.results), of=match.games, command=command)
        return None
    finally:
        journal.close()
    return Tally(match, journal.results.values())


class Live:
    def __init__(self, match: Match, journal: Journal, *, quiet: bool, lang: str) -> None:
        self.names = match.names
        self.totals = [0.0] * len(match.bots)
        self.counts = [0] * len(match.bots)
        self.lang = lang
        for result in journal.results.values():
            self.count(result)
        self.bar = Bar(match.games, len(journal.results), quiet=quiet)

    def __enter__(self) -> Live:
        self.bar.show(self.bar.done, self.words())
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.__exit__()

    def count(self, result: Result) -> None:
        for seat, bot in enumerate(result.lineup):
            self.totals[bot] += result.returns[seat]
            self.counts[bot] += 1

    def words(self) -> str:
        if not any(self.counts) or len(self.counts) == 1:
            return say("playing").say(self.lang)
        return "  ".join(
            f"{name} {percent(total / count, 1).say(self.lang)}" if count else name
            for name, total, count in zip(self.names, self.totals, self.counts, strict=True)
        )

    def show(self, result: Result) -> None:
        self.count(result)
        self.bar.show(self.bar.done + 1, self.words())


def show(tally: Tally, screen: Screen) -> None:
    from matou.arena.report import interval, number, rows

    lang, match = screen.lang, tally.match
    if len(match.names) > 1:
        screen.columns(rows(tally, lang))
        screen.line()
    for i, seat in enumerate(tally.seats()):
        says = interval(seat, lang)
        if fair_seat := tally.without_luck(seat=i):
            fair = say("{says}; luck-adjusted {fair}", says=says, fair=interval(fair_seat, lang))
            says = screen.text(fair)
        screen.say(say("seat {i}: {says}"), i=i, says=says)
    if match.luck_adjusted and tally.without_luck() is None:
        screen.say(say("Luck-adjusted scores need at least ten rounds."))
    if length := tally.data()["actions"]:
        mean = number(length["mean"], lang, 2)
        about = say("actions per game: {least} to {most}, {mean} on average")
        screen.say(about, **{**length, "mean": mean})
    ends = ", ".join(f"{rule} {count}" for rule, count in tally.endings().items())
    screen.say(say("ended by: {says}"), says=ends)


COMMAND = Command(
    "arena",
    say("run matches between bots"),
    say(
        "Runs a match between bots. Seats rotate, and all games of a round share the same luck. "
        "Bots: random, greedy, level1, level2 …, a search with an optional limit (level5@1s, "
        "level4@2000), OpenSpiel’s (openspiel:mcts@1s), or your own: module:Class, where the "
        "class has choose(observation). Use the same bot in every seat to study balance. Continue "
        "a stopped match with --resume."
    ),
    (
        Arg("game GAME", say("the game (see: matou games)")),
        Arg("bots BOT", say("one or more bots"), many=True),
        Arg("--games N", say("number of games, rounded up to whole rounds"), (1, 10_000_000), 100),
        Arg("--seats N", say("number of seats (default: 2)"), (1, 99)),
        OPTION,
        Arg("--seed N", say("random seed for the games and the bots (default: 0)"), (0, 2**62), 0),
        Arg(
            "--luck-adjusted",
            say(
                "also report luck-adjusted scores: narrower intervals from the same games, "
                "but slower"
            ),
        ),
        Arg("--json", say("print the result as one line of JSON")),
        Arg("--report FILE.html", say("also write an HTML report with charts")),
        Arg("--resume", say("continue a stopped match")),
        Arg("--records FOLDER", say("also write a record of each game into a folder")),
        Arg("--journal FILE", say("where to save finished games (default: in the cache)")),
        Arg(
            "--processes N", say("number of worker processes (default: one per core)"), (0, 4096), 0
        ),
        Arg("--ray ADDRESS", say("run on a Ray cluster")),
    ),
    {
        "arena {game} level4 level2 --games 200": say("is level 4 stronger than level 2?"),
        "arena {game} level4 --seats {most} --report balance.html": say(
            "which seat has the advantage?"
        ),
        "arena {game} level5@1s openspiel:mcts@1s --json": say(
            "against OpenSpiel, with equal time"
        ),
    },
    run,
)
