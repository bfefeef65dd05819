"""Plays one game between bots."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
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
        return {name: value for name, value in vars(self).items() if name != "record"}


class IllegalChoice(Refusal):
    """A player chose an action that is not legal, so that its game cannot go on."""


def luck_of(seed: int, round_: int) -> Iterator[random.Random]:
    """Yields the random numbers of each chance event: games of one round have the same luck."""
    return (random.Random(f"{seed} {round_} {event}") for event in itertools.count(1))


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
    luck, adjustment = luck_of(match.seed, task.round), None
    if match.luck_adjusted:
        seed = seed_of(f"fortune {key}")
        adjustment = LuckAdjustment(state, seed=seed, backend=binding.usual(game))
    decisions, seconds = [0] * match.seats, [0.0] * match.seats
    while not state.over:
        seat = state.actor
        if seat == CHANCE:
            action = state.sample(next(luck))
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
            says = say(
                "“{name}” chose {chosen} in seat {seat} after {played} actions, which is not "
                "legal: {why}",
                name=match.names[task.lineup[seat]],
                chosen=repr(chosen),
            )
            played = len(state.history)
            raise IllegalChoice(says.filled(seat=seat, played=played, why=refused.says)) from None
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
        tuple(round(x, 6) for x in adjustment.sums) if adjustment else (),
        record_of(match, task, state) if match.is_recorded else "",
    )


def record_of(match: Match, task: Task, state: State) -> str:
    """Returns the text of a game's record, with the names of its players."""
    names = {seat: match.names[which] for seat, which in enumerate(task.lineup)}
    id = f"{match.digest()}-{task.number}"
    return replace(state.record(), id=id, commitment="", players=names).dumps()


def prepare(match: Match, entrants: Sequence[Entrant] = ()) -> None:
    """Loads what the bots of a match need. Native code goes to a cache that processes share.

    They try it at the smallest table, which may not suit the match's own options.
    """
    game = find(match.game)
    for entrant in entrants or match.entrants:
        getting_ready = getattr(players.seat(game, entrant, seed=0), "prepare", None)
        if callable(getting_ready):
            getting_ready()
