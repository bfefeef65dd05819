"""One game between bots, and what came of it."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from matou.arena import guests
from matou.arena.fortune import Fortune
from matou.arena.plan import Match, Task
from matou.core.game import Game
from matou.core.registry import find
from matou.core.state import State
from matou.kit.linking import CHANCE

FEW = 100  # games that are over before native code would have made up for its compilation


@dataclass(frozen=True)
class Result:
    """What came of a game."""

    number: int
    round: int
    lineup: tuple[int, ...]
    returns: tuple[float, ...]
    scores: tuple[int, ...]
    actions: int
    ended_by: str
    decisions: tuple[int, ...]  # by seat
    seconds: tuple[float, ...]  # by seat, thinking
    luck: tuple[float, ...] = ()  # by seat, what chance brought; where a match is told without it

    @classmethod
    def of(cls, data: dict[str, Any]) -> Result:
        """A result as a journal has it."""
        lists: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**lists)

    def data(self) -> dict[str, Any]:
        """The result as a journal has it."""
        return asdict(self)


class Luck:
    """Chance by the number of its event: games of one round meet the same."""

    def __init__(self, seed: int, round_: int) -> None:
        self.key = f"{seed} {round_}"
        self.event = 0

    def draw(self, state: State) -> int:
        """The outcome of the event a state waits for."""
        self.event += 1
        return state.sample(random.Random(f"{self.key} {self.event}"))


def fortune_of(match: Match, task: Task, state: State) -> Fortune:
    """Who looks at a game's luck, by random numbers that neither bots nor chance have."""
    own = random.Random(f"fortune {match.seed} {task.number}").getrandbits(40)
    way = guests.way(match.having(), match.bots, match.games < FEW)
    return Fortune(state, seed=own, way=way)


def seated(match: Match, game: Game, bot: str, seed: int) -> Any:
    return guests.seat(game, bot, seed=seed, beside=match.bots, is_short=match.games < FEW)


def seat_bots(match: Match, task: Task) -> list[Any]:
    """The bots of a game, each with a seed of its own."""
    game = match.having()
    bots = []
    for seat, which in enumerate(task.lineup):
        own = random.Random(f"bot {match.seed} {task.number} {seat}").getrandbits(40)
        bots.append(seated(match, game, match.bots[which], own))
    return bots


def play(match: Match, task: Task) -> Result:
    """Play one game."""
    state = match.having().start(match.seats)
    bots = seat_bots(match, task)
    luck = Luck(match.seed, task.round)
    fortune = fortune_of(match, task, state) if match.luck_adjusted else None
    decisions = [0] * match.seats
    seconds = [0.0] * match.seats
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            action = luck.draw(state)
            if fortune is not None:
                fortune.count(state, action)
            state.play(action)
            continue
        start = time.perf_counter()
        action = bots[seat].choose(state.observe(seat))
        seconds[seat] += time.perf_counter() - start
        decisions[seat] += 1
        if fortune is not None:
            fortune.last = seat
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
        tuple(round(x, 6) for x in fortune.sums) if fortune is not None else (),
    )


def prepare(match: Match, bots: Sequence[str] = ()) -> None:
    """Compile what bots need for the match, and leave it in the cache for other processes.

    They try it at the smallest table, which the match's own options need not suit.
    """
    game = find(match.game)
    for spec in bots or match.bots:
        seated(match, game, spec, 0).prepare()
