"""Reviews puzzles: asks one more deep search, with a new seed, about every decision.

Nothing is chosen by the answers: they tell how often an answer changes with another seed. Puzzles
of one decision get their later ones first, if these are clear.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from labs.puzzles.finding import DEEP, look, then
from labs.puzzles.grading import graded
from matou.core.puzzles import Puzzle, Step
from matou.core.registry import find


def decisions(step: Step) -> Iterator[Step]:
    yield step
    for names in step.then:
        reply = step.reply(names)
        assert reply is not None
        yield from decisions(reply)


def reviewed(job: tuple[dict[str, Any], int]) -> dict[str, Any]:
    """Returns a puzzle with the decisions that followed, and how many answers changed."""
    data, seed = job
    seed = random.Random(f"{seed} {data['position']}").getrandbits(30)
    game = find(data["log"]["game"])
    first = Puzzle(game, data).first
    if "then" not in data:
        later = then(first.position, first.answer, seed, 1)
        if later:
            data = graded(game, {**data, "then": later}, seed)
            first = Puzzle(game, data).first
    steps = [*decisions(first)]
    changed = sum(look(s.position, DEEP, seed + 1).best not in s.right for s in steps)
    return {**data, "log": {**data["log"], "again": [len(steps), changed]}}
