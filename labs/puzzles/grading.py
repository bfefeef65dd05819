"""Grades puzzles by how often each bot level finds the answer."""

from __future__ import annotations

import random
from typing import Any

from labs.studies import strongest
from matou.bots import Bot, make
from matou.bots.levels import LEVELS
from matou.core.game import Game
from matou.core.puzzles import Puzzle, Step

TRIES = (10, 10, 10, 5, 3)  # for each level
ANCHORS = (800, 1100, 1400, 1700, 2000)  # the levels' ratings as solvers
MIDDLE, PRIOR = 1400, 1.0  # as if a solver of this rating had solved half of PRIOR tries
SPREAD = 400  # points at which ten are solved for one


def graded(game: Game, data: dict[str, Any], seed: int) -> dict[str, Any]:
    """Returns a puzzle with its grade and its rating."""
    found = [
        round(100 * share_found(game, data, level.key, tries, seed))
        for level, tries in zip(LEVELS, TRIES, strict=True)
    ]
    return {**data, "found": found, "rating": rating_of(found)}


def share_found(game: Game, data: dict[str, Any], key: str, tries: int, seed: int) -> float:
    name = strongest(game.name) if key == LEVELS[-1].key else key
    first = Puzzle(game, data).first
    solved = 0
    for i in range(tries):
        solved += is_solved(first, make(game, name, seed=seed + i), random.Random(seed + i))
    return solved / tries


def is_solved(first: Step, bot: Bot, rng: random.Random) -> bool:
    """Returns whether a bot finds every decision of a puzzle, with chance as it comes."""
    step: Step | None = first
    while step is not None:
        chosen = bot.choose(step.position)
        if chosen not in step.right:
            return False
        # After an answer as good as the best one the puzzle is solved.
        step = step.reply(step.sample(rng)) if chosen == step.answer else None
    return True


def expected(rating: float) -> float:
    """Returns how many tries of all levels would solve a puzzle of a rating, and the prior's."""
    tries = [*zip(ANCHORS, TRIES, strict=True), (MIDDLE, PRIOR)]
    return sum(n / (1 + 10 ** ((rating - anchor) / SPREAD)) for anchor, n in tries)


def rating_of(found: list[int]) -> int:
    """Returns the likeliest rating of a puzzle, by Elo's formula.

    >>> rating_of([0, 0, 50, 100, 100]), rating_of([100] * 5), rating_of([0] * 5)
    (1430, 250, 2360)
    """
    solved = sum(share * n / 100 for share, n in zip(found, TRIES, strict=True)) + PRIOR / 2
    low, high = 0.0, 4000.0
    while high - low > 1:
        middle = (low + high) / 2
        low, high = (middle, high) if expected(middle) > solved else (low, middle)
    return 10 * round(low / 10)
