"""Finds puzzles: plays games between weak levels, and looks for one clearly best action.

A short search looks at every decision, and longer ones only where it sees a gap. A position is a
puzzle if several deep searches with different seeds agree on the best action, each by a clear gap
over every other one. Then one more deep search, by which nothing is chosen, audits the answer.
Searches know what the seat to move may know, as the bots do.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from labs.per_game import module_for
from labs.puzzles import kinds
from labs.puzzles.grading import graded
from matou.bots import Bot, make
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.puzzles import Step
from matou.core.registry import find
from matou.core.state import State

GLANCE, QUICK, DEEP = 300, 2000, 40_000  # iterations of a search
SEEN = 2000  # an action counts with one visit in 2000…
LEAST_VISITS = 3  # …but never with fewer than these
LOWEST = 0.15  # winning chance after the answer
EVEN, CLEAR = 0.015, 0.03  # among replies: as good as the best, and clearly worse
MOST_OUTCOMES = 100  # of chance after an answer…
MOST_REPLIES = 9  # …and of those after which the same seat decides
LONGEST = 3  # decisions of a puzzle
SHOWN = 5  # actions of a decision whose value is stored
APART = 6  # decisions between two puzzles of one game
PLAYERS = ("level2", "level3")


@dataclass(frozen=True)
class Look:
    """The result of a search of a position."""

    values: dict[int, float]  # by action, the most visited first

    @property
    def best(self) -> int:
        return next(iter(self.values))

    @property
    def gap(self) -> float:
        """Returns how much better the best action is than every other one."""
        first, *rest = self.values.values()
        return first - max(rest, default=first)


def look(view: Observation, iterations: int, seed: int) -> Look:
    bot = make(view.game, f"level5@{iterations}", seed=seed)
    least = max(LEAST_VISITS, iterations // SEEN)
    thoughts = [t for t in bot.consider(view) if t.visits >= least]
    return Look({t.action: t.win_chance for t in thoughts})


def mean(looks: list[Look]) -> dict[int, float]:
    """Returns the mean value of each action that all searches looked at, the best first."""
    common = [a for a in looks[0].values if all(a in one.values for one in looks)]
    values = {a: sum(one.values[a] for one in looks) / len(looks) for a in common}
    return dict(sorted(values.items(), key=lambda item: -item[1]))


def confirmed(view: Observation, answer: int, seed: int) -> list[Look] | None:
    """Returns the deep searches that agree on an answer; None if one does not."""
    bar = module_for(kinds, view.game.name)
    assert bar is not None
    looks: list[Look] = []
    for i in range(bar.SEARCHES):
        looks.append(look(view, DEEP, seed + i))
        if looks[-1].best != answer or looks[-1].gap < bar.GAP:
            return None
    return looks


def names_of(view: Observation, values: dict[int, float], most: int = SHOWN) -> dict[str, int]:
    """Returns values as a puzzle stores them: by notation, in per cent."""
    return {view.name(a): round(100 * v) for a, v in [*values.items()][:most]}


def then(view: Observation, answer: int, seed: int, decisions: int) -> dict[str, Any]:
    """Returns the best reply to everything that chance can do after an answer.

    Empty if the seat has nothing more to decide, or if some reply is not clear.
    """
    step = Step(view, {answer: 1.0})
    outcomes = list(islice(step.outcomes(), MOST_OUTCOMES + 1))
    mine = [(n, s) for n, s in outcomes if s.actor == view.seat and len(s.legal()) > 1]
    if decisions >= LONGEST or len(outcomes) > MOST_OUTCOMES or len(mine) > MOST_REPLIES:
        return {}
    found = {}
    for names, state in mine:
        reply = reply_to(state.observe(view.seat), seed, decisions + 1)
        if reply is None:
            return {}
        found[names] = reply
    return found


def reply_to(view: Observation, seed: int, decisions: int) -> dict[str, Any] | None:
    looks = [look(view, DEEP // 2, seed + i) for i in range(2)]
    values = mean(looks)
    best = max(values.values())
    even = [a for a, v in values.items() if v >= best - EVEN]
    clear = all(v <= best - CLEAR for a, v in values.items() if a not in even)
    if not clear or 2 * len(even) > len(view.legal()) or len(even) == len(values):
        return None
    if any(one.best not in even for one in looks):
        return None
    data: dict[str, Any] = {"values": names_of(view, values, max(SHOWN, len(even) + 1))}
    if len(even) > 1:
        data["equal"] = len(even)
    else:
        later = then(view, even[0], seed, decisions)
        if later:
            data["then"] = later
    return data


def puzzle_at(state: State, seed: int) -> dict[str, Any] | None:
    """Returns the puzzle of a position, with the log of its confirmation; None if it is none."""
    seat = state.actor
    view = state.observe(seat)
    own = module_for(kinds, state.game.name)
    assert own is not None
    if len(view.legal()) < own.LEAST or own.is_dull(view):
        return None
    for iterations, share in ((GLANCE, 0.5), (QUICK, 1.0)):
        first = look(view, iterations, seed)
        if first.gap < share * own.GAP or first.values[first.best] < LOWEST:
            return None
    answer = first.best
    looks = confirmed(view, answer, seed + 1)
    if looks is None:
        return None
    text, names = own.line(state, answer, seed)
    values = mean(looks)
    later = then(view, answer, seed + 10, 1)
    audit = look(view, DEEP, seed + 100)
    data: dict[str, Any] = {"position": text, "kind": own.kind(view, answer, later, bool(names))}
    if names:
        data["line"] = names
    data["values"] = names_of(view, values)
    if later:
        data["then"] = later
    data = graded(state.game, data, seed + 200)
    data["log"] = {
        "game": state.game.name,
        "seed": seed,
        "gaps": [round(one.gap, 3) for one in looks],
        "audit": [view.name(audit.best), round(audit.gap, 3)],
    }
    return data


def games(name: str, seed: int, until: float) -> Iterator[dict[str, Any]]:
    """Yields puzzles from games of weak levels until the time is up."""
    game = find(name)
    rng = random.Random(f"{name} {seed}")
    while time.time() < until:
        yield from puzzles_in(game, rng, until)


def puzzles_in(game: Game, rng: random.Random, until: float) -> Iterator[dict[str, Any]]:
    seats = 2
    bots: list[Bot] = [
        make(game, rng.choice(PLAYERS), seed=rng.getrandbits(32)) for _ in range(seats)
    ]
    state, last, made = game.start(seats), -APART, 0
    met: set[tuple[int, ...]] = set()  # choices: weak players may go round in circles
    while not state.over and time.time() < until:
        if state.actor < 0:
            state.play(state.sample(rng))
            continue
        made += 1
        choice = tuple(state.legal())
        if made - last >= APART and choice not in met:
            met.add(choice)
            found = puzzle_at(state, rng.getrandbits(30))
            if found is not None:
                last = made
                yield found
        state.play(bots[state.actor].choose(state.observe(state.actor)))
