"""How much there is to be taken from a bot: what it gives away in whole games, as level 5 sees it.

Who never errs takes half of the points and what the bot gives away. So where luck decides most,
this tells how far above one half good play leads.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from matou.arena import guests
from matou.bots.analyse import looked_at
from matou.bots.levels import level
from matou.bots.players import Searcher
from matou.core.game import Game
from matou.core.registry import find, names
from matou.core.state import State
from matou.core.words import Refusal
from matou.kit.linking import CHANCE
from matou.studies.endings import mean_of, points
from matou.studies.machine import machine
from matou.studies.pages import made_by, put, table

FINE, USAGE = 0, 2
BOT = "level5-2026@100000"
JUDGE = 6000  # iterations of whoever judges
AGAINST = 500  # …and of whoever plays against the bot
ABOUT = (
    "What a bot gives away in a game of two, from both seats in turn with the same luck, against "
    f"`level5@{AGAINST}`. At each of its decisions `level5@{JUDGE}` is shown what the bot saw. "
    "Where it would have played something else, both moves are played and looked at again for as "
    "long, with other random numbers, so that no move seems better by luck alone; the difference "
    "in points of winning chance (of 100) is what was given away, and may be negative. Who gives "
    "nothing away takes 50 and that from the bot, on average over both seats; more takes who leads "
    "it on purpose to where it errs, or sees what the judge does not. 95 % intervals over games."
)

HEADS = (
    *("game", "bot", "games", "decisions", "not the judge's", "given away (95 %)"),
    "can be taken",
)


@dataclass(frozen=True)
class Played:
    """One game of the bot."""

    decisions: int
    others: int  # in which the judge would have played something else
    lost: float  # winning chance, all in all


def one_game(game: Game, bot: str, number: int, seed: int, judge: int = JUDGE) -> Played:
    """The bot plays; two games with each luck, one from either seat."""
    rng, seat = random.Random(f"{seed} {number // 2}"), number % 2
    player = guests.seat(game, bot, seed=seed + number, is_short=True)
    other = guests.seat(game, f"level5@{AGAINST}", seed=seed + number + 1, is_short=True)
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
    return Played(len(lost), others, sum(lost))


def worth(state: State, action: int, judge: Searcher) -> float:
    """The chances of whoever is to act, after an action."""
    seat, after = state.actor, state.copy()
    after.play(action)
    if after.over:
        return after.returns[seat]
    return looked_at(judge, after.observe(seat))[1][seat]


def by_name(name: str, bot: str, number: int, seed: int) -> Played:
    """For a process of its own."""
    return one_game(find(name), bot, number, seed)


def games_of(
    name: str, bot: str, games: int, seed: int, workers: int, minutes: float
) -> Iterator[Played]:
    """All games, in order, on many processes; or as many as there is time for."""
    until = time.monotonic() + 60 * minutes if minutes else None
    with ProcessPoolExecutor(workers) as pool:
        coming = [pool.submit(by_name, name, bot, number, seed) for number in range(games)]
        try:
            for one in coming:
                left = None if until is None else until - time.monotonic()
                yield one.result(left)
        except TimeoutError:
            pass
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def row(name: str, bot: str, played: Sequence[Played]) -> str:
    given = mean_of([[one.lost] for one in played], least=-1.0)
    low, takes, high = (f"{50 + 100 * x:.1f}" for x in (given.low, given.mean, given.high))
    decisions = sum(one.decisions for one in played) / len(played)
    others = sum(one.others for one in played) / len(played)
    return (
        f"| {find(name).words.TITLE.en} | {bot} | {len(played)} | {decisions:.0f} | {others:.0f} | "
        f"{points(given)} | {takes} % ({low} to {high}) |"
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
) -> int:
    """Play, judge, write the page; the exit code."""
    games, seed = 40 if games is None else games, seed or 0
    if games < 2:
        print(f"{games} games is no study", file=sys.stderr)
        return USAGE
    try:
        for name in only or names():
            guests.seat(find(name), bot, seed=0)
    except Refusal as refused:
        print(refused.says.en, file=sys.stderr)
        return USAGE
    command = f"python -m matou.studies ceiling --bot {bot} --games {games} --seed {seed}"
    command += "".join(f" --only {name}" for name in only or ())
    rows = []
    for name in only or names():
        played = []
        for one in games_of(name, bot, games, seed, workers, minutes):
            played.append(one)
            print(f"{name}: {len(played)} of {games} games", file=sys.stderr, flush=True)
        if len(played) > 1:
            rows.append(row(name, bot, played[: len(played) // 2 * 2]))
    put("ceiling", out, ABOUT, made_by(command, [machine(workers)]), table(HEADS, rows))
    return FINE
