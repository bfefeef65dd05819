"""Plays one game between bots."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from matou.arena import guests
from matou.arena.luck_adjustment import LuckAdjustment
from matou.arena.plan import Match, Task
from matou.core.game import Game
from matou.core.registry import find
from matou.core.state import State
from matou.kit.linking import CHANCE

FEW = 100  # shorter matches end before compiling native code pays off


@dataclass(frozen=True)
class Result:
    """The result of one game, as a journal stores it."""

    number: int
    round: int
    lineup: tuple[int, ...]
    returns: tuple[float, ...]
    scores: tuple[int, ...]
    actions: int
    ended_by: str
    decisions: tuple[int, ...]  # by seat
    seconds: tuple[float, ...]  # by seat, thinking
    luck: tuple[float, ...] = ()  # by seat; empty unless the match is luck-adjusted

    @classmethod
    def of(cls, data: dict[str, Any]) -> Result:
        lists: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**lists)

    def data(self) -> dict[str, Any]:
        return asdict(self)


class Luck:
    """Draws chance events by their number, so that games of one round get the same luck."""

    def __init__(self, seed: int, round_: int) -> None:
        self.key = f"{seed} {round_}"
        self.event = 0

    def draw(self, state: State) -> int:
        self.event += 1
        return state.sample(random.Random(f"{self.key} {self.event}"))


def adjustment_of(match: Match, task: Task, state: State) -> LuckAdjustment:
    """Returns the luck adjustment of a game, with random numbers of its own."""
    own = random.Random(f"fortune {match.seed} {task.number}").getrandbits(40)
    backend = guests.backend_for(match.having(), match.bots, match.games < FEW)
    return LuckAdjustment(state, seed=own, backend=backend)


def seated(match: Match, game: Game, bot: str, seed: int) -> Any:
    return guests.seat(game, bot, seed=seed, beside=match.bots, is_short=match.games < FEW)


def seat_bots(match: Match, task: Task) -> list[Any]:
    """Returns the bots of a game, each with its own seed."""
    game = match.having()
    bots = []
    for seat, which in enumerate(task.lineup):
        own = random.Random(f"bot {match.seed} {task.number} {seat}").getrandbits(40)
        bots.append(seated(match, game, match.bots[which], own))
    return bots


def play(match: Match, task: Task) -> Result:
    state = match.having().start(match.seats)
    bots = seat_bots(match, task)
    luck = Luck(match.seed, task.round)
    adjustment = adjustment_of(match, task, state) if match.luck_adjusted else None
    decisions = [0] * match.seats
    seconds = [0.0] * match.seats
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            action = luck.draw(state)
            if adjustment is not None:
                adjustment.count(state, action)
            state.play(action)
            continue
        start = time.perf_counter()
        action = bots[seat].choose(state.observe(seat))
        seconds[seat] += time.perf_counter() - start
        decisions[seat] += 1
        if adjustment is not None:
            adjustment.last = seat
        state.play(action)
    assert state.ended_by is not None
    return Result(
        task.number,
        task.round,
        task.lineup,
        tuple(state.returns),
        tuple(state.scores),
        len(state.history),
        state.ended_by,
        tuple(decisions),
        tuple(round(s, 4) for s in seconds),
        tuple(round(x, 6) for x in adjustment.sums) if adjustment is not None else (),
    )


def prepare(match: Match, bots: Sequence[str] = ()) -> None:
    """Compiles what the bots of a match need, into the cache that other processes share.

    They try it at the smallest table, which may not suit the match's own options.
    """
    game = find(match.game)
    for spec in bots or match.bots:
        seated(match, game, spec, 0).prepare()
