"""Compares bots with perfect play in solved endings."""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from labs.machine import machine
from labs.per_game import module_for
from labs.studies import solvable
from labs.studies.pages import made_by, put, table
from matou.arena import players
from matou.arena.report import interval
from matou.arena.tally import Share, Z, share
from matou.core.game import Game
from matou.core.registry import find, names
from matou.core.state import State
from matou.kit.linking import CHANCE

if TYPE_CHECKING:
    from labs.studies.solved import Solved

FINE, USAGE = 0, 2
BOTS = ("level5@2000", "level5-2026@20000", "level4", "greedy", "random")
GAMES = 20  # for each bot and ending
TURNS = 40  # at most for each game: some never end
EQUAL = 1e-9  # values that differ by less are the same
ABOUT = (
    "Endings solved exactly, and what bots give away in them. A position is what the table shows "
    "at the start of a turn. The rules find all positions that can follow from an ending's first "
    "one; value iteration solves them layer by layer (a change that cannot be undone leads to a "
    "lower layer), with as many sweeps as there may be quiet turns. So the values are those of the "
    "game itself, not of a limit. Two seats. Chop! Chop!: all tiles are face up and all plates "
    "turned; seat 0 is the cat."
)
PLAYED = (
    "Each bot plays both seats from positions drawn evenly from an ending's highest layer, for up "
    f"to {TURNS} turns. A decision counts if its answers differ in value; it is posed as if no "
    "quiet turn came before it. *Agrees*: the bot's move is a best one. *Given away*: how much "
    "less its move is worth than the best, in points of winning chance (of 100) per decision. "
    "Intervals are 95%; each game counts as one."
)

SIZES = (
    *("game", "ending", "positions", "transitions", "layers", "seat 0 wins"),
    "last sweep changed",
)
HEADS = ("ending", "bot", "side", "decisions", "agrees (95%)", "given away (95%)")


@dataclass
class Losses:
    """What a bot gave away in one seat: for each game, the cost of each decision."""

    games: list[list[float]] = field(default_factory=list)

    def agreement(self) -> Share:
        """Returns how often it played a best move."""
        return share([float(x < EQUAL) for x in game] for game in self.games if game)

    def given_away(self) -> Share:
        """Returns the mean cost of a decision."""
        return mean_of([game for game in self.games if game])


def mean_of(groups: Sequence[Sequence[float]], least: float = 0.0) -> Share:
    """Returns the mean of grouped values, with an interval from the spread of the groups."""
    n = sum(map(len, groups))
    if n == 0:
        return Share(0.0, 0.0, 1.0, 0)
    mean = sum(map(sum, groups)) / n
    half = math.inf
    if len(groups) > 1:
        residue = sum((sum(g) - mean * len(g)) ** 2 for g in groups)
        half = Z * math.sqrt(residue * len(groups) / (len(groups) - 1)) / n
    return Share(mean, max(least, mean - half), min(1.0, mean + half), n)


def one_game(solved: Solved, bot: Any, rng: random.Random) -> Iterator[tuple[int, float]]:
    """Lets a bot play itself from an ending; yields the seat and cost of each decision that
    matters.
    """
    state = State(solved.game, 2, solved.some(rng))
    for _ in range(TURNS):
        if state.over:
            return
        solved.same(state.s)
        before = state.copy()
        thrown = state.sample(rng)
        throw = state.legal().index(thrown)
        state.play(thrown)
        seat = state.actor
        if seat < 0:  # nobody could move
            continue
        worth = {way.action: way.chance for way in solved.answers(before.s, throw)}
        chosen = bot.choose(state.observe(seat))
        best = max(worth.values()) if seat == 0 else min(worth.values())
        if max(worth.values()) - min(worth.values()) > EQUAL:
            yield seat, abs(best - worth[chosen])
        state.play(chosen)
        assert state.actor == CHANCE or state.over


def compare(solved: Solved, name: str, games: int, seed: int) -> list[Losses]:
    """Returns what a bot gives away in an ending, by seat. All bots play the same positions."""
    losses = [Losses(), Losses()]
    for number in range(games):
        bot = players.seat(solved.game, name, seed=seed + number)
        costs: list[list[float]] = [[], []]
        for seat, cost in one_game(solved, bot, random.Random(f"{seed} {number}")):
            costs[seat].append(cost)
        for one, cost_of_one in zip(losses, costs, strict=True):
            one.games.append(cost_of_one)
    return losses


def points(x: Share) -> str:
    """Returns a loss of winning chance as text, out of 100."""
    return f"{100 * x.mean:.2f} ({100 * x.low:.2f} to {100 * x.high:.2f})"


def study(game: Game, bots: Iterable[str], games: int, seed: int) -> tuple[list[str], list[str]]:
    """Returns the rows of a game's endings and of the bots in them."""
    from labs.studies.solved import Solved  # needs NumPy, which --help does not

    endings = module_for(solvable, game.name)
    assert endings is not None
    title = game.words.TITLE.say()
    sizes, rows = [], []
    for name, start in endings.POSITIONS.items():
        solved = Solved(game, start)
        layers = len({*solved.layers.tolist()}) - 1
        sizes.append(
            f"| {title} | {name} | {solved.size:,} | {solved.ways:,} | {layers} | "
            f"{100 * solved.value():.4f}% | {solved.change:.0e} |"
        )
        print(sizes[-1], file=sys.stderr, flush=True)
        for bot in bots:
            for seat, losses in enumerate(compare(solved, bot, games, seed)):
                given = losses.given_away()
                side = game.sides(seat).say() if game.sides is not None else f"seat {seat}"
                rows.append(
                    f"| {name} | {bot} | {side} | {given.count} | {interval(losses.agreement())} | "
                    f"{points(given)} |"
                )
                print(rows[-1], file=sys.stderr, flush=True)
    return sizes, rows


def main(only: Sequence[str] | None, games: int | None, seed: int | None, out: Path) -> int:
    """Solves the endings, compares the bots and writes the page; returns the exit code."""
    able = [game for game in map(find, only or names()) if module_for(solvable, game.name)]
    if not able:
        print(f"no endings to solve in {', '.join(only or names())}", file=sys.stderr)
        return USAGE
    games, seed = GAMES if games is None else games, seed or 0
    if games < 1:
        print(f"{games} games is no study", file=sys.stderr)
        return USAGE
    command = f"python -m labs.studies endings --games {games} --seed {seed}"
    command += "".join(f" --only {name}" for name in only or ())
    sizes: list[str] = []
    rows: list[str] = []
    for game in able:
        for all_rows, found in zip((sizes, rows), study(game, BOTS, games, seed), strict=True):
            all_rows += found
    put(
        "endings",
        out,
        ABOUT,
        made_by(command, [machine(1)]),
        table(SIZES, sizes),
        PLAYED,
        table(HEADS, rows),
    )
    return FINE
