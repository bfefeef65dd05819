"""Reviews puzzles: asks one more deep search, with a new seed, about every decision.

Nothing is chosen by the answers: they tell how often an answer changes with another seed. Puzzles
of one decision get their later ones first, if these are clear. ``audited`` asks once more, and
changes nothing else.

``settled`` looks closer where the same seat goes on: a search plays badly after actions that it
hardly visits, so each action gets a search of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from labs.puzzles.finding import CLEAR, DEEP, look, names_of, then
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


def audited(job: tuple[dict[str, Any], int]) -> dict[str, Any]:
    """Returns a puzzle with the number of its decisions, and how many answers changed once more."""
    data, seed = job
    seed = random.Random(f"{seed} {data['position']}").getrandbits(30)
    steps = [*decisions(Puzzle(find(data["log"]["game"]), data).first)]
    changed = sum(look(s.position, DEEP, seed).best not in s.right for s in steps)
    return {**data, "log": {**data["log"], "audited": [len(steps), changed]}}


def valued(step: Step, values: dict[int, float], seed: int) -> dict[int, float]:
    """Returns the values of actions, the best first.

    Where the same seat goes on, the value is that of another search after the action.
    """
    values = dict(values)
    for action in step.position.legal():
        state = step.state()
        state.play(action)
        if state.actor == step.position.seat:
            after = look(state.observe(state.actor), DEEP // 4, seed)
            values[action] = after.values[after.best]
    return dict(sorted(values.items(), key=lambda item: -item[1]))


def settled(job: tuple[dict[str, Any], int]) -> dict[str, Any]:
    """Returns a puzzle with the values of a search after each action.

    Its log says how many decisions then have another answer, or one that is not clearly best.
    """
    data, seed = job
    unclear = settle(Puzzle(find(data["log"]["game"]), data).first, data, seed)
    return {**data, "log": {**data["log"], "unclear": unclear}}


def settle(step: Step, data: dict[str, Any], seed: int) -> int:
    """Puts values into a decision and those that follow; returns how many are unclear."""
    values = valued(step, dict(step.values), seed)
    others = [value for action, value in values.items() if action not in step.right]
    unclear = int(max(values[a] for a in step.right) - max(others, default=0.0) < CLEAR)
    right = {a: value for a, value in values.items() if a in step.right}
    data["values"] = names_of(step.position, {**right, **values}, max(len(data["values"]), 2))
    for names, later in data.get("then", {}).items():
        reply = step.reply(names)
        assert reply is not None
        unclear += settle(reply, later, seed)
    return unclear
