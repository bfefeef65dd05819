"""Plays one game between bots."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from matou.arena import players
from matou.arena.luck_adjustment import LuckAdjustment
from matou.arena.plan import Match, Task
from matou.arena.players import Entrant
from matou.bots import binding
from matou.core.messages import say
from matou.core.refusals import IllegalAction, Refusal
from matou.core.registry import find
from matou.core.state import State
from matou.kit.linking import CHANCE


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
    record: str = field(default="", compare=False, repr=False)  # if the match is recorded

    @classmethod
    def of(cls, data: dict[str, Any]) -> Result:
        lists: dict[str, Any] = {k: tuple(v) if isinstance(v, list) else v for k, v in data.items()}
        return cls(**lists)

    def data(self) -> dict[str, Any]:
        """Returns the result as a journal stores it, without the record."""
        data = asdict(self)
        del data["record"]
        return data


class IllegalChoice(Refusal):
    """A player chose an action that is not legal, so that its game cannot go on."""

    def __init__(
        self, name: str, chosen: object, seat: int, played: int, refused: IllegalAction
    ) -> None:
        super().__init__(
            say(
                "“{name}” chose {chosen} in seat {seat} after {played} actions, which is not "
                "legal: {why}",
                name=name,
                chosen=repr(chosen),
                seat=seat,
                played=played,
                why=refused.says,
            )
        )


class Luck:
    """Draws chance events by their number, so that games of one round get the same luck."""

    def __init__(self, seed: int, round_: int) -> None:
        self.key = f"{seed} {round_}"
        self.event = 0

    def draw(self, state: State) -> int:
        self.event += 1
        return state.sample(random.Random(f"{self.key} {self.event}"))


def seed_of(text: str) -> int:
    return random.Random(text).getrandbits(40)


def play(match: Match, task: Task) -> Result:
    game, key = match.having(), f"{match.seed} {task.number}"
    state = game.start(match.seats)
    bots = [
        players.seat(game, match.entrants[which], seed=seed_of(f"bot {key} {seat}"))
        for seat, which in enumerate(task.lineup)
    ]
    choosing = [players.policy(bot) for bot in bots]
    luck = Luck(match.seed, task.round)
    adjustment = None
    if match.luck_adjusted:
        adjustment = LuckAdjustment(
            state, seed=seed_of(f"fortune {key}"), backend=binding.usual(game)
        )
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
        chosen = choosing[seat](state.observe(seat))
        seconds[seat] += time.perf_counter() - start
        decisions[seat] += 1
        if adjustment is not None:
            adjustment.last = seat
        try:
            state.play(chosen)
        except IllegalAction as refused:
            name = match.names[task.lineup[seat]]
            raise IllegalChoice(name, chosen, seat, len(state.history), refused) from None
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
        record_of(match, task, state) if match.is_recorded else "",
    )


def record_of(match: Match, task: Task, state: State) -> str:
    """Returns the text of a game's record, with the names of its players."""
    names = {seat: match.names[which] for seat, which in enumerate(task.lineup)}
    id = f"{match.digest()}-{task.number}"
    return state.record().signed(id=id, commitment="", players=names).dumps()


def prepare(match: Match, entrants: Sequence[Entrant] = ()) -> None:
    """Loads what the bots of a match need. Native code goes to a cache that processes share.

    They try it at the smallest table, which may not suit the match's own options.
    """
    game = find(match.game)
    for entrant in entrants or match.entrants:
        getting_ready = getattr(players.seat(game, entrant, seed=0), "prepare", None)
        if callable(getting_ready):
            getting_ready()
