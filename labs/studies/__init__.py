"""``python -m labs.studies STUDY``: the studies under ``docs/balance``.

- ``balance``: level 5 with few iterations in every seat, for each game and number of players;
- ``strength``: each level against the one below;
- ``second``: level 5 at one second a move against greedy;
- ``values``: searches with a learned value against the same without, for games that have one;
- ``rivals``: level 5 against OpenSpiel's searches, in equal time;
- ``archived``: level 5 against the archived one of 2026, in equal time and in a tenth of it;
- ``leaderboard``: all levels, OpenSpiel's searches and players of your own, in equal time;
- ``cats``: all levels against each other, with every number of seats, for their ratings;
- ``endings``: bots against perfect play in solved endings (takes minutes, keeps no journal);
- ``ceiling``: what a bot gives away in whole games, which anybody could take from it.

A study runs on many processes of one thread each, so that a second a move is a second of one core.
Each finished game is a line in a journal. So a stopped study can be resumed, and ``--render``
writes the page of the games so far, on any machine. Only rounds before the first missing game
count, since a stop would otherwise leave out the longer games.
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

from labs.machine import machine
from labs.studies import ceiling, endings, leaderboard, pages, rated_cats
from matou.arena.one_game import Result
from matou.arena.plan import Match
from matou.arena.running import Job, Journal, WrongJournal, cores, here, left, on_cores, read
from matou.arena.tally import Tally
from matou.bots.levels import LEVELS
from matou.core.refusals import BadChoice, Missing, Refusal
from matou.core.registry import find, names
from matou.kit.linking import cache_root
from matou.rating.cats import FILE

FOLDER = Path("docs/balance")
FINE, USAGE, INTERRUPTED = 0, 2, 130
LUCKY = 4  # times as many games are needed where luck weighs more
TENTH = 0.1  # seconds a move, by default


def is_lucky(game: str) -> bool:
    hints = find(game).hints
    return hints is not None and hints.is_lucky


@dataclass(frozen=True)
class Pairing:
    """A match of a study, the command that plays it alone, and the goal for its first bot."""

    match: Match
    command: str
    goal: str = ""

    @classmethod
    def of(
        cls, game: str, bots: Sequence[str], seats: int, games: int, seed: int, goal: str = ""
    ) -> Pairing:
        match = Match.of(find(game), list(bots), seats=seats, games=games, seed=seed)
        words = [game, *bots, "--seats", str(seats), "--games", str(match.games)]
        words += ["--seed", str(seed)]
        return cls(match, "./matou arena " + " ".join(words), goal)

    def luck_adjusted(self) -> Pairing:
        match = replace(self.match, luck_adjusted=True)
        return replace(self, match=match, command=f"{self.command} --luck-adjusted")

    @property
    def name(self) -> str:
        """Returns the name of its journal."""
        m = self.match
        bots = m.bots if len(m.bots) <= len(LEVELS) else (m.digest(),)  # names may be long
        name = "-".join([m.game, str(m.seats), *bots, f"seed{m.seed}"])
        return name.replace("@", "_").replace(":", "-") + ".jsonl"


Plan = Callable[..., list[Pairing]]  # takes games' names, the number of games, a seed (, seconds)


def asks_network(game: str) -> bool:
    """Returns whether level 5 uses a network in the game, and so needs fewer iterations."""
    hints = find(game).hints
    return hints is not None and hints.network is not None


def strongest(game: str) -> str:
    """Returns level 5 with a limit in iterations, which mean the same on any machine."""
    return "level5@1000" if asks_network(game) else "level5@5000"


def balance(only: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Plans level 5 in every seat, with few iterations, since more games tell more."""
    bots = {g: "level5@100" if asks_network(g) else "level5@500" for g in only}
    tables = [(g.name, n) for g in map(find, only) for n in range(g.min_seats, g.max_seats + 1)]
    return [Pairing.of(name, [bots[name]], n, games, seed) for name, n in tables]


def strength(only: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Plans each level against the one below, with more games where luck weighs more."""
    steps = (
        ("greedy", "level1", "65%"),
        ("level3", "greedy", "65%"),
        ("level4", "level3", "low > 50%"),
        ("level5", "level4", "low > 50%"),
    )
    times = {g: LUCKY if is_lucky(g) else 1 for g in only}
    return [
        Pairing.of(g, [strongest(g) if a == "level5" else a, b], 2, games * times[g], seed, goal)
        for g in only
        for a, b, goal in steps
    ]


def second(only: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Plans level 5 at a second a move against greedy."""
    return [
        Pairing.of(g, ["level5@1s", "greedy"], 2, games, seed, f"{100 * hope(g):.0f}%")
        for g in only
    ]


def hope(game: str) -> float:
    """Returns the target for level 5 against greedy: lower where luck weighs more."""
    return 0.75 if is_lucky(game) else 0.9


def values(only: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Plans searches with and without the learned value, at equal iterations and in equal time."""
    pairs = (("level4", "level4-plain"), ("level5@0.1s", "level5-plain@0.1s"))
    learned = [g for g in only if (hints := find(g).hints) is not None and hints.network]
    return [
        Pairing.of(g, list(pair), 2, games, seed, "low > 50%") for g in learned for pair in pairs
    ]


def rivals(only: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Plans level 5 against OpenSpiel's searches, at a tenth of a second a move."""
    import matou.research.rivals  # noqa: F401  (raises Missing without OpenSpiel)

    pairings = []
    for g in only:
        for theirs in ("openspiel:mcts@0.1s", "openspiel:ismcts@0.1s"):
            with contextlib.suppress(BadChoice):  # ismcts plays only games with hidden information
                pairings.append(Pairing.of(g, ["level5@0.1s", theirs], 2, games, seed, "75%"))
    return pairings


def archived(only: Sequence[str], games: int, seed: int, seconds: float = TENTH) -> list[Pairing]:
    """Plans level 5 against the archived one, in equal time and in a tenth of it."""
    theirs, tenth = f"level5-2026@{seconds:g}s", f"level5@{seconds / 10:g}s"
    pairings = []
    for g in only:
        times, equal = (2, "60%") if is_lucky(g) else (1, "75%")
        for ours, goal in ((f"level5@{seconds:g}s", equal), (tenth, "50%")):
            pairings.append(Pairing.of(g, [ours, theirs], 2, games * times, seed, goal))
    return pairings


def leaders(
    only: Sequence[str],
    games: int,
    seed: int,
    seconds: float = leaderboard.SECONDS,
    players: Sequence[str] = (),
) -> list[Pairing]:
    """Plans everybody against everybody."""
    return [Pairing.of(g, leaderboard.entrants(g, seconds, players), 2, games, seed) for g in only]


def cats(only: Sequence[str], games: int, seed: int) -> list[Pairing]:
    """Plans all levels against each other."""
    pairings = []
    for g in map(find, only):
        keys = [level.key for level in LEVELS]
        levels = [strongest(g.name) if key == "level5" else key for key in keys]
        for seats in range(g.min_seats, g.max_seats + 1):
            pairings.append(Pairing.of(g.name, levels, seats, games, seed))
    return pairings


STUDIES: dict[str, Plan] = {
    "balance": balance,
    "strength": strength,
    "second": second,
    "values": values,
    "rivals": rivals,
    "archived": archived,
    "leaderboard": leaders,
    "cats": cats,
}
TIMED = ("archived", "leaderboard")  # studies that take --seconds


def jobs_of(pairings: Sequence[Pairing], journals: dict[Match, Journal]) -> list[Job]:
    """Returns the games still to play, so that all matches progress alike."""
    jobs = [(b.match, task) for b in pairings for task in left(b.match, journals[b.match])]
    return sorted(jobs, key=lambda job: job[1].number / job[0].games)


def whole_rounds(match: Match, results: Sequence[Result]) -> list[Result]:
    """Returns the games before the first missing one, in whole rounds."""
    played = {r.number: r for r in results}
    n = 0
    while n in played and n < match.games:
        n += 1
    size = len(match.lineups())
    return [played[i] for i in range(n - n % size)]


def play(pairings: Sequence[Pairing], folder: Path, workers: int, minutes: float) -> None:
    """Plays the rest of a study, and writes each finished game to its journal."""
    journals = {b.match: Journal(folder / b.name, b.match, resume=True) for b in pairings}
    try:
        jobs = jobs_of(pairings, journals)
        until = time.monotonic() + 60 * minutes if minutes else math.inf
        workers = min(workers, len(jobs))
        games = here(jobs) if workers < 2 else on_cores(jobs, workers, until)
        last = time.monotonic()
        with closing(games):
            for done, (match, result) in enumerate(games, 1):
                journals[match].add(result)
                now = time.monotonic()
                if now - last > 20 or done == len(jobs):
                    last = now
                    print(f"{done} of {len(jobs)} games", file=sys.stderr, flush=True)
                if now > until:
                    break
    finally:
        for journal in journals.values():
            journal.close()


def tallies(pairings: Sequence[Pairing], folder: Path) -> list[Tally]:
    """Returns the statistics of a study's journals."""
    found = []
    for pairing in pairings:
        path = folder / pairing.name
        head, results = read(path) if path.exists() else ({}, [])
        code = pairing.match.header()["code"]
        if head and head.get("code") != code:
            print(f"{path.name}: played by other code ({head.get('code')})", file=sys.stderr)
        found.append(Tally(pairing.match, whole_rounds(pairing.match, results)))
    return found


def parser() -> argparse.ArgumentParser:
    p = argparse.ArgumentParser(
        prog="python -m labs.studies",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    p.add_argument("study", choices=(*STUDIES, "endings", "ceiling"))
    p.add_argument("--games", type=int, help="per match (default 200; with --render: as played)")
    p.add_argument("--seed", type=int, help="random seed of games and bots (default 0)")
    p.add_argument("--only", action="append", choices=names(), help="a game; may be repeated")
    p.add_argument(
        "--luck-adjusted",
        action="store_true",
        help="also report luck-adjusted scores: narrower intervals from the same games, but slower",
    )
    p.add_argument(
        "--seconds",
        type=float,
        help=f"time per move (only for {' and '.join(TIMED)}; default {TENTH:g} and "
        f"{leaderboard.SECONDS:g})",
    )
    p.add_argument(
        "--player",
        action="append",
        dest="players",
        metavar="module:Class",
        help="a player of your own, named as for the arena (only for leaderboard; may be repeated)",
    )
    p.add_argument("--bot", help=f"the bot to measure (only for ceiling; default {ceiling.BOT})")
    p.add_argument("--workers", type=int, default=0, help="processes (default: one per core)")
    p.add_argument("--minutes", type=float, default=0, help="stop after this many minutes")
    p.add_argument("--out", type=Path, default=FOLDER, help=f"for the pages (default {FOLDER})")
    p.add_argument("--journals", type=Path, help="folder for the journals (default: in the cache)")
    p.add_argument("--data", type=Path, default=FILE, help="file for the cats' ratings")
    p.add_argument("--render", action="store_true", help="play nothing, only write the pages")
    return p


class Unusable(Exception):
    """The arguments ask for something that cannot be done; the message says why."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a study; returns the exit code."""
    try:
        return run(parser().parse_args(argv))
    except Unusable as wrong:
        print(wrong, file=sys.stderr)
        return USAGE


def run(args: argparse.Namespace) -> int:
    if args.bot is not None and args.study != "ceiling":
        raise Unusable(f"{args.study} chooses its own bots: --bot is only for ceiling")
    if args.study == "endings":
        if args.render:
            raise Unusable("endings keep no journal to render from")
        return endings.main(args.only, args.games, args.seed, args.out)
    folder = (args.journals or cache_root() / "studies") / args.study
    workers = args.workers or cores()
    if args.study == "ceiling":
        return ceiling.main(
            args.only, args.games, args.seed, args.out, bot=args.bot or ceiling.BOT,
            workers=workers, minutes=args.minutes, journals=folder, render=args.render,
        )  # fmt: skip
    about = settings(args, folder / "study.json", workers)
    pairings = planned(args.study, about)
    stopped = False
    if not args.render:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "study.json").write_text(json.dumps(about) + "\n")
        try:
            play(pairings, folder, workers, args.minutes)
        except WrongJournal as wrong:
            raise Unusable(f"{wrong}; choose another folder with --journals") from None
        except KeyboardInterrupt:
            stopped = True
    args.out.mkdir(parents=True, exist_ok=True)
    found, source = tallies(pairings, folder), (command(args.study, about), about["machines"])
    if args.study == "leaderboard":
        leaderboard.write(args.out, found, *source)
    elif args.study == "cats":
        rated_cats.write(args.out, args.data, found, *source)
    else:
        matches = [(p.command, p.goal) for p in pairings]
        pages.write(args.study, args.out, matches, found, *source)
    return INTERRUPTED if stopped else FINE


def settings(args: argparse.Namespace, path: Path, workers: int) -> dict[str, Any]:
    """Returns the settings of a study: those given, and with --render those it was played with."""
    before = dict(json.loads(path.read_text())) if path.exists() else {}
    if args.render and not before:
        raise Unusable(f"there is no study in {path.parent}")
    if args.seconds is not None and args.study not in TIMED:
        only = " and ".join(TIMED)
        raise Unusable(f"{args.study} has no time limit to choose: --seconds is only for {only}")
    if args.players is not None and args.study != "leaderboard":
        raise Unusable(f"{args.study} chooses its own bots: --player is only for leaderboard")
    about: dict[str, Any] = {"games": 200, "seed": 0, "only": list(names()), "luck_adjusted": False}
    about |= before if args.render else {}
    given = {key: getattr(args, key) for key in ("games", "seed", "only", "seconds", "players")}
    about |= {key: value for key, value in given.items() if value is not None}
    about["luck_adjusted"] |= args.luck_adjusted
    if about["games"] < 1:
        raise Unusable(f"{about['games']} games is no match")
    if not args.render:
        machines = [*before.get("machines", []), machine(workers)]
        about["machines"] = list(dict.fromkeys(machines))
    return about


def planned(study: str, about: dict[str, Any]) -> list[Pairing]:
    """Returns the matches of a study with these settings."""
    more = {key: about[key] for key in ("seconds", "players") if key in about}
    try:
        pairings = STUDIES[study](about["only"], about["games"], about["seed"], **more)
    except (Missing, Refusal) as refused:  # a package is missing, or a bot refuses its limit
        raise Unusable(refused.says.say()) from None
    return [p.luck_adjusted() for p in pairings] if about["luck_adjusted"] else pairings


def command(study: str, about: dict[str, Any]) -> str:
    """Returns the command line that plays a study with these settings."""
    words = [study, "--games", str(about["games"]), "--seed", str(about["seed"])]
    words += [f"--seconds {about['seconds']:g}"] if "seconds" in about else []
    words += [f"--player {player}" for player in about.get("players", ())]
    if set(about["only"]) != set(names()):
        words += [f"--only {name}" for name in about["only"]]
    words += ["--luck-adjusted"] if about["luck_adjusted"] else []
    return "python -m labs.studies " + " ".join(words)
