"""``python -m matou.studies STUDY``: the studies under ``docs/balance``.

- ``balance``: level 5, thinking briefly, in every seat, for each game and number of players;
- ``strength``: each level against the one below;
- ``second``: level 5 at one second a move against greedy;
- ``values``: searches with a learned value against the same without, where a game has one;
- ``rivals``: level 5 against OpenSpiel's searches, in equal time;
- ``kept``: level 5 against the one of 2026 that was kept, in equal time and in a tenth of it;
- ``cats``: the five levels among each other, at every number of seats: what each is rated;
- ``endings``: bots beside perfect play, in endings that are solved exactly (no journal: minutes);
- ``ceiling``: what a bot gives away in whole games, so what anybody can take from it.

A study plays on many processes, each of one thread, so that a second a move is a second
of one core. Every game is a line in a journal as soon as it is over: a study that was
stopped goes on where it was, and ``--render`` makes the page of what there is, on any
machine. Only the rounds before the first that is missing are counted: a stop would
otherwise leave out the longer games.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from matou.arena.one_game import Result
from matou.arena.plan import Match
from matou.arena.running import Job, Journal, WrongJournal, cores, here, left, on_cores, read
from matou.arena.tally import Tally
from matou.core.registry import find, names
from matou.core.words import BadChoice, Refusal
from matou.kit.linking import cache_root
from matou.rating.cats import FILE
from matou.studies import ceiling, endings, pages, rated_cats
from matou.studies.machine import machine

FOLDER = Path("docs/balance")
FINE, USAGE, INTERRUPTED = 0, 2, 130
LUCKY = 4  # times as many games tell the same where luck weighs more
TENTH = 0.1  # seconds a move, unless a study is told another time


def is_lucky(game: str) -> bool:
    """Does the game say that luck weighs much in it?"""
    hints = find(game).hints
    return hints is not None and hints.is_lucky


@dataclass(frozen=True)
class Bout:
    """A match of a study, the command that plays it alone, and what is asked of its first bot."""

    match: Match
    command: str
    asked: str = ""

    @classmethod
    def of(
        cls, game: str, bots: Sequence[str], seats: int, games: int, seed: int, asked: str = ""
    ) -> Bout:
        match = Match.of(find(game), list(bots), seats=seats, games=games, seed=seed)
        words = [game, *bots, "--seats", str(seats), "--games", str(match.games)]
        words += ["--seed", str(seed)]
        return cls(match, "./matou arena " + " ".join(words), asked)

    def luck_adjusted(self) -> Bout:
        """The same, told without luck too."""
        match = replace(self.match, luck_adjusted=True)
        return replace(self, match=match, command=f"{self.command} --luck-adjusted")

    @property
    def name(self) -> str:
        """Of its journal."""
        m = self.match
        name = "-".join([m.game, str(m.seats), *m.bots, f"seed{m.seed}"])
        return name.replace("@", "_").replace(":", "-") + ".jsonl"


Plan = Callable[..., list[Bout]]  # of games' names, how many games, a seed; kept: of seconds too


def asks_network(game: str) -> bool:
    """Does level 5 ask a network in the game? Then it needs fewer iterations."""
    hints = find(game).hints
    return hints is not None and hints.network is not None


def strongest(game: str) -> str:
    """Level 5 by iterations, which are the same on any machine: a fraction of its second."""
    return "level5@1000" if asks_network(game) else "level5@5000"


def balance(only: Sequence[str], games: int, seed: int) -> list[Bout]:
    """Level 5 in every seat, with few iterations: more games tell more."""
    bots = {g: "level5@100" if asks_network(g) else "level5@500" for g in only}
    tables = [(g.name, n) for g in map(find, only) for n in range(g.min_seats, g.max_seats + 1)]
    return [Bout.of(name, [bots[name]], n, games, seed) for name, n in tables]


def strength(only: Sequence[str], games: int, seed: int) -> list[Bout]:
    """Each level against the one below; more games where luck weighs more."""
    steps = (
        ("greedy", "level1", "65 %"),
        ("level3", "greedy", "65 %"),
        ("level4", "level3", "low > 50 %"),
        ("level5", "level4", "low > 50 %"),
    )
    times = {g: LUCKY if is_lucky(g) else 1 for g in only}
    return [
        Bout.of(g, [strongest(g) if a == "level5" else a, b], 2, games * times[g], seed, asked)
        for g in only
        for a, b, asked in steps
    ]


def second(only: Sequence[str], games: int, seed: int) -> list[Bout]:
    """The strongest, at a second a move, against greedy."""
    return [
        Bout.of(g, ["level5@1s", "greedy"], 2, games, seed, f"{100 * hope(g):.0f} %") for g in only
    ]


def hope(game: str) -> float:
    """What the strongest should take from greedy: less where luck weighs more."""
    return 0.75 if is_lucky(game) else 0.9


def values(only: Sequence[str], games: int, seed: int) -> list[Bout]:
    """With the learned value and without: at equal iterations, and in equal time."""
    pairs = (("level4", "level4-plain"), ("level5@0.1s", "level5-plain@0.1s"))
    learned = [g for g in only if (hints := find(g).hints) is not None and hints.network]
    return [Bout.of(g, list(pair), 2, games, seed, "low > 50 %") for g in learned for pair in pairs]


def rivals(only: Sequence[str], games: int, seed: int) -> list[Bout]:
    """The strongest against searches that nobody here wrote, a tenth of a second a move each."""
    bouts = []
    for g in only:
        for theirs in ("openspiel:mcts@0.1s", "openspiel:ismcts@0.1s"):
            with contextlib.suppress(BadChoice):  # one of them plays only games with secrets
                bouts.append(Bout.of(g, ["level5@0.1s", theirs], 2, games, seed, "75 %"))
    return bouts


def kept(only: Sequence[str], games: int, seed: int, seconds: float = TENTH) -> list[Bout]:
    """The strongest against that of an earlier year: in equal time, and in a tenth of it."""
    theirs, tenth = f"level5-2026@{seconds:g}s", f"level5@{seconds / 10:g}s"
    bouts = []
    for g in only:
        times, equal = (2, "60 %") if is_lucky(g) else (1, "75 %")
        for ours, asked in ((f"level5@{seconds:g}s", equal), (tenth, "50 %")):
            bouts.append(Bout.of(g, [ours, theirs], 2, games * times, seed, asked))
    return bouts


def cats(only: Sequence[str], games: int, seed: int) -> list[Bout]:
    """The five levels among each other."""
    bouts = []
    for g in map(find, only):
        levels = ["level1", "level2", "level3", "level4", strongest(g.name)]
        for seats in range(g.min_seats, g.max_seats + 1):
            bouts.append(Bout.of(g.name, levels, seats, games, seed))
    return bouts


STUDIES: dict[str, Plan] = {
    "balance": balance,
    "strength": strength,
    "second": second,
    "values": values,
    "rivals": rivals,
    "kept": kept,
    "cats": cats,
}


def jobs_of(bouts: Sequence[Bout], journals: dict[Match, Journal]) -> list[Job]:
    """What is left to play, all matches coming on side by side."""
    jobs = [(b.match, task) for b in bouts for task in left(b.match, journals[b.match])]
    return sorted(jobs, key=lambda job: job[1].number / job[0].games)


def whole_rounds(match: Match, results: Sequence[Result]) -> list[Result]:
    """The games before the first that is missing, in whole rounds."""
    played = {r.number: r for r in results}
    n = 0
    while n in played and n < match.games:
        n += 1
    size = len(match.lineups())
    return [played[i] for i in range(n - n % size)]


def play(bouts: Sequence[Bout], folder: Path, workers: int, minutes: float) -> None:
    """Play what is left of a study, each game a line on disk once it is over."""
    journals = {b.match: Journal(folder / b.name, b.match, resume=True) for b in bouts}
    try:
        jobs = jobs_of(bouts, journals)
        until = time.monotonic() + 60 * minutes if minutes else math.inf
        workers = min(workers, len(jobs))
        games = here(jobs) if workers < 2 else on_cores(jobs, workers, until)
        told = time.monotonic()
        with closing(games):
            for done, (match, result) in enumerate(games, 1):
                journals[match].add(result)
                now = time.monotonic()
                if now - told > 20 or done == len(jobs):
                    told = now
                    print(f"{done} of {len(jobs)} games", file=sys.stderr, flush=True)
                if now > until:
                    break
    finally:
        for journal in journals.values():
            journal.close()


def tallies(bouts: Sequence[Bout], folder: Path) -> list[Tally]:
    """What the journals of a study say so far."""
    found = []
    for bout in bouts:
        path = folder / bout.name
        head, results = read(path) if path.exists() else ({}, [])
        code = bout.match.header()["code"]
        if head and head.get("code") != code:
            print(f"{path.name}: played by other code ({head.get('code')})", file=sys.stderr)
        found.append(Tally(bout.match, whole_rounds(bout.match, results)))
    return found


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="python -m matou.studies",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("study", choices=(*STUDIES, "endings", "ceiling"))
    p.add_argument("--games", type=int, help="of each match (otherwise 200; with --render: as was)")
    p.add_argument("--seed", type=int, help="of all luck, and of the bots (otherwise 0)")
    p.add_argument("--only", action="append", choices=names(), help="a game; may be repeated")
    p.add_argument(
        "--luck-adjusted",
        action="store_true",
        help="scores without luck, too: narrower intervals from the same games (slower)",
    )
    p.add_argument(
        "--seconds", type=float, help=f"a move, of the kept bot's (kept only; otherwise {TENTH:g})"
    )
    p.add_argument("--bot", help=f"of whom the ceiling is told (otherwise {ceiling.BOT})")
    p.add_argument("--workers", type=int, default=0, help="processes (otherwise one a core)")
    p.add_argument("--minutes", type=float, default=0, help="stop after so long")
    p.add_argument("--out", type=Path, default=FOLDER, help=f"for the pages (otherwise {FOLDER})")
    p.add_argument("--journals", type=Path, help="where games are kept (otherwise in the cache)")
    p.add_argument("--data", type=Path, default=FILE, help="where cats keep what they are rated")
    p.add_argument("--render", action="store_true", help="play nothing, only write the pages")
    return p


def remembered(path: Path) -> dict[str, Any]:
    """How a study was played, as its folder says."""
    return dict(json.loads(path.read_text())) if path.exists() else {}


def main(argv: Sequence[str] | None = None) -> int:
    """Run a study; the exit code."""
    args = parser().parse_args(argv)
    if args.bot is not None and args.study != "ceiling":
        print(f"{args.study} chooses its bots itself: --bot is for ceiling", file=sys.stderr)
        return USAGE
    if args.study == "endings" and args.render:
        print("endings keep no journal to render from", file=sys.stderr)
        return USAGE
    if args.study == "endings":
        return endings.main(args.only, args.games, args.seed, args.out)
    folder = (args.journals or cache_root() / "studies") / args.study
    if args.study == "ceiling":
        return ceiling.main(
            args.only,
            args.games,
            args.seed,
            args.out,
            bot=args.bot or ceiling.BOT,
            workers=args.workers or cores(),
            minutes=args.minutes,
            journals=folder,
            render=args.render,
        )
    before = remembered(folder / "study.json")
    if args.render and not before:
        print(f"there is no study in {folder}", file=sys.stderr)
        return USAGE
    known = before if args.render else {}
    games = args.games if args.games is not None else known.get("games", 200)
    seed = args.seed if args.seed is not None else known.get("seed", 0)
    only = args.only or known.get("only") or list(names())
    if games < 1:
        print(f"{games} games is no match", file=sys.stderr)
        return USAGE
    if args.seconds is not None and args.study != "kept":
        print(f"{args.study} has no time to choose: --seconds is for kept", file=sys.stderr)
        return USAGE
    seconds = args.seconds if args.seconds is not None else known.get("seconds")
    timed = {} if seconds is None else {"seconds": seconds}
    try:
        bouts = STUDIES[args.study](only, games, seed, **timed)
    except Refusal as refused:  # others' bots are not installed, or nobody thinks for so long
        print(refused.says.en, file=sys.stderr)
        return USAGE
    adjusted = args.luck_adjusted or known.get("luck_adjusted", False)
    if adjusted:
        bouts = [b.luck_adjusted() for b in bouts]
    stopped = False
    if not args.render:
        workers = args.workers or cores()
        mine = machine(workers)
        about = {"games": games, "seed": seed, "only": only, "luck_adjusted": adjusted, **timed}
        about["machines"] = list(dict.fromkeys([*before.get("machines", []), mine]))
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "study.json").write_text(json.dumps(about) + "\n")
        before = about
        try:
            play(bouts, folder, workers, args.minutes)
        except WrongJournal as wrong:
            print(f"{wrong}; choose another folder with --journals", file=sys.stderr)
            return USAGE
        except KeyboardInterrupt:
            stopped = True
    words = [args.study, "--games", str(games), "--seed", str(seed)]
    words += [f"--seconds {seconds:g}"] if timed else []
    if set(only) != set(names()):
        words += [f"--only {name}" for name in only]
    words += ["--luck-adjusted"] if adjusted else []
    args.out.mkdir(parents=True, exist_ok=True)
    if args.study == "cats":
        rated_cats.write(
            args.out,
            args.data,
            tallies(bouts, folder),
            command="python -m matou.studies " + " ".join(words),
            machines=before["machines"],
        )
        return INTERRUPTED if stopped else FINE
    pages.write(
        args.study,
        args.out,
        [(b.command, b.asked) for b in bouts],
        tallies(bouts, folder),
        command="python -m matou.studies " + " ".join(words),
        machines=before["machines"],
    )
    return INTERRUPTED if stopped else FINE
