"""Puzzles from solved endings: the value of every action is exact."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from labs.per_game import module_for
from labs.puzzles import kinds
from labs.puzzles.finding import SHOWN, names_of
from labs.puzzles.grading import graded
from labs.studies import solvable
from labs.studies.solved import Solved
from matou.core.game import Game
from matou.core.registry import find, names as all_names
from matou.core.state import State

GAP = 0.06
LOWEST, HIGHEST = 0.1, 0.98  # winning chance after the answer
TRIES = 20_000  # positions to look at for each ending


def endings(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yields ``count`` puzzles of the solved endings of each game, from all of them alike."""
    for name in all_names():
        positions = module_for(solvable, name)
        if positions is None:
            continue
        each = -(-count // len(positions.POSITIONS))
        for ending, start in positions.POSITIONS.items():
            yield from of_one(find(name), ending, start, each, seed)


def of_one(game: Game, ending: str, start: Any, count: int, seed: int) -> Iterator[dict[str, Any]]:
    solved = Solved(game, start)
    rng = random.Random(f"{ending} {seed}")
    found = 0
    for _ in range(TRIES):
        if found == count:
            return
        state = State(game, 2, solved.some(rng))
        data = puzzle_at(solved, state, ending, rng)
        if data is not None:
            found += 1
            yield graded(game, data, seed)


def puzzle_at(
    solved: Solved, state: State, ending: str, rng: random.Random
) -> dict[str, Any] | None:
    own = module_for(kinds, state.game.name)
    assert own is not None
    before = state.copy()
    thrown = state.sample(rng)
    throw = state.legal().index(thrown)
    state.play(thrown)
    seat = state.actor
    if seat < 0 or len(state.legal()) < own.LEAST:
        return None
    chances = {
        w.action: w.chance if seat == 0 else 1 - w.chance for w in solved.answers(before.s, throw)
    }
    values = dict(sorted(chances.items(), key=lambda item: -item[1]))
    first, second = [*values.values()][:2]
    if first - second < GAP or not LOWEST <= first <= HIGHEST:
        return None
    view = state.observe(seat)
    answer = next(iter(values))
    return {
        "position": view.to_text(),
        "kind": own.kind(view, answer, {}, False),
        "values": names_of(view, dict([*values.items()][:SHOWN])),
        "log": {"game": state.game.name, "solved": ending, "gaps": [round(first - second, 3)]},
    }
