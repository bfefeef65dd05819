"""Measures what a bot gives away in whole games, as level 5 judges it.

A player that never errs takes half of the points plus what the bot gives away. So this measures how
far above one half good play leads in games where luck decides most.

Every finished game is a line in a journal, so that a stopped study can be resumed. Games of other
code, another bot or another judge have their own journal.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import multiprocessing
import random
import sys
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from labs.machine import machine
from labs.studies.endings import mean_of, points
from labs.studies.pages import made_by, put, table
from matou.arena import players
from matou.arena.plan import Match
from matou.arena.running import end, serve
from matou.bots.analyse import looked_at
from matou.bots.levels import level
from matou.bots.players import Searcher
from matou.core.game import Game
from matou.core.refusals import Refusal
from matou.core.registry import find, names
from matou.core.state import State
from matou.kit.linking import CHANCE

FINE, USAGE, INTERRUPTED = 0, 2, 130
BOT = "level5-2026@100000"
JUDGE = 6000  # iterations of the judge
AGAINST = 500  # iterations of the bot's opponent
ABOUT = (
    f"What a bot gives away in games of two seats against `level5@{AGAINST}`, from both seats in "
    f"turn with the same luck. At each of its decisions the judge, `level5@{JUDGE}`, gets the "
    "bot's observation. If the judge would have played another move, both are played and searched "
    "again for as long with other random numbers, so that no move looks better by luck alone. The "
    "difference in winning chance, in points of 100, is what the bot gave away; it may be "
    "negative. A player who gives nothing away scores 50 points plus that on average over both "
    "seats. A player can score more by leading the bot to positions where it errs, or by seeing "
    "more than the judge. Intervals are 95%, over games."
)

HEADS = (
    *("game", "bot", "games", "decisions", "not the judge's", "given away (95%)"),
    "can be taken",
)


@dataclass(frozen=True)
class Played:
    """One game of the bot."""

    number: int
    decisions: int
    others: int  # where the judge would have played something else
    lost: float  # winning chance, in total


def one_game(game: Game, bot: str, number: int, seed: int, judge: int = JUDGE) -> Played:
    """Plays a game of the bot. Games 2n and 2n + 1 have the same luck and the other seat."""
    rng, seat = random.Random(f"{seed} {number // 2}"), number % 2
    player = players.seat(game, bot, seed=seed + number)
    other = players.seat(game, f"level5@{AGAINST}", seed=seed + number + 1)
    judging = level(f"level5@{judge}")
    first = Searcher(game, judging, seed=2 * (seed + number))
    again = Searcher(game, judging, seed=2 * (seed + number) + 1)
    state = game.start(2)
    lost: list[float] = []
    others = 0
    while not state.over:
        if state.actor == CHANCE:
            state.play(state.sample(rng))
            continue
        view = state.observe(state.actor)
        chosen = (player if state.actor == seat else other).choose(view)
        if state.actor == seat and len(view.legal()) > 1:
            best = looked_at(first, view)[0][0].action
            others += best != chosen
            lost.append(
                0.0 if best == chosen else worth(state, best, again) - worth(state, chosen, again)
            )
        state.play(chosen)
    return Played(number, len(lost), others, sum(lost))


def worth(state: State, action: int, judge: Searcher) -> float:
    """Returns the winning chance of the seat to act after an action."""
    seat, after = state.actor, state.copy()
    after.play(action)
    if after.over:
        return after.returns[seat]
    return looked_at(judge, after.observe(seat))[1][seat]


def by_name(name: str, bot: str, number: int, seed: int) -> Played:
    """Plays a game in a worker process."""
    return one_game(find(name), bot, number, seed)


class Journal:
    """A file with a line for each judged game of a match."""

    def __init__(self, match: Match, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{match.digest()}-{JUDGE}.jsonl"
        self.played: dict[int, Played] = {}
        for line in path.read_text().splitlines()[1:] if path.exists() else ():
            with contextlib.suppress(ValueError, TypeError):  # a line cut by a crash
                one = Played(**json.loads(line))
                self.played[one.number] = one
        good = [match.header(), *map(asdict, self.played.values())]
        path.write_text("".join(json.dumps(line) + "\n" for line in good))
        self.file = path.open("a")

    def add(self, one: Played) -> None:
        self.played[one.number] = one
        self.file.write(json.dumps(asdict(one)) + "\n")
        self.file.flush()

    def whole_pairs(self, games: int) -> list[Played]:
        """Returns the games before the first missing one, since a stop leaves out the longer
        games.
        """
        first = list(itertools.takewhile(self.played.__contains__, range(games)))
        return [self.played[number] for number in first[: len(first) // 2 * 2]]


def games_of(
    name: str, bot: str, numbers: Sequence[int], seed: int, workers: int, minutes: float
) -> Generator[Played]:
    """Yields finished games from many processes, until the time is up."""
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=serve)
    coming = [pool.submit(by_name, name, bot, number, seed) for number in numbers]
    try:
        for one in as_completed(coming, 60 * minutes or None):
            yield one.result()
    except TimeoutError:
        end(pool)
    except BaseException:
        end(pool)
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def row(name: str, bot: str, played: Sequence[Played]) -> str:
    given = mean_of([[one.lost] for one in played], least=-1.0)
    low, takes, high = (f"{50 + 100 * x:.1f}" for x in (given.low, given.mean, given.high))
    decisions = sum(one.decisions for one in played) / len(played)
    others = sum(one.others for one in played) / len(played)
    title = find(name).words.TITLE.say()
    return (
        f"| {title} | {bot} | {len(played)} | {decisions:.0f} | {others:.0f} | "
        f"{points(given)} | {takes}% ({low} to {high}) |"
    )


def main(
    only: Sequence[str] | None,
    games: int | None,
    seed: int | None,
    out: Path,
    *,
    bot: str,
    workers: int,
    minutes: float,
    journals: Path,
    render: bool = False,
) -> int:
    """Plays, judges and writes the page; returns the exit code."""
    games, seed = 40 if games is None else games, seed or 0
    if games < 2:
        print(f"{games} games is no study", file=sys.stderr)
        return USAGE
    try:
        for name in only or names():
            players.seat(find(name), bot, seed=0)
    except Refusal as refused:
        print(refused.says.say(), file=sys.stderr)
        return USAGE
    command = f"python -m labs.studies ceiling --bot {bot} --games {games} --seed {seed}"
    command += "".join(f" --only {name}" for name in only or ())
    rows, stopped = [], False
    for name in only or names():
        match = Match.of(find(name), [bot, f"level5@{AGAINST}"], seats=2, games=games, seed=seed)
        journal = Journal(match, journals)
        missing = [] if stopped or render else [n for n in range(games) if n not in journal.played]
        coming = games_of(name, bot, missing, seed, workers, minutes)
        with contextlib.closing(journal.file), contextlib.closing(coming):
            try:
                for done, one in enumerate(coming, games - len(missing) + 1):
                    journal.add(one)
                    print(f"{name}: {done} of {games} games", file=sys.stderr, flush=True)
            except KeyboardInterrupt:
                stopped = True
        played = journal.whole_pairs(games)
        if played:
            rows.append(row(name, bot, played))
    if render and not rows:
        print(f"there is no such study in {journals}", file=sys.stderr)
        return USAGE
    put("ceiling", out, ABOUT, made_by(command, [machine(workers)]), table(HEADS, rows))
    return INTERRUPTED if stopped else FINE
