"""Luck: what each die, card and tile of a game was worth, against what was to be expected.

Where chance decides, the search looks at every outcome that was possible, as somebody knew it
who saw it. What came, less the mean of all by their weights, is luck: over all games it is
nothing, whatever the search thinks of positions, since each outcome is as lucky as it is rare.
The rest of a result is skill.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from matou.core.record import Record
from matou.core.state import Observation, State
from matou.kit.linking import CHANCE

Look = Callable[
    [Observation, int], Sequence[float]
]  # everybody's chances, after so many iterations
LEAST = 32  # iterations for an outcome, however rare


@dataclass(frozen=True)
class Outcome:
    """What might have come."""

    part: float  # how likely, 0 to 1
    view: Observation | None  # what is known then; None: the game is over
    returns: tuple[float, ...]  # then

    def iterations(self, came: bool, all_in_all: int) -> int:
        """How long it is looked at: the one that came as long as all together."""
        return all_in_all if came else max(LEAST, round(self.part * all_in_all))


@dataclass(frozen=True)
class Draw:
    """Chance deciding between several outcomes."""

    number: int  # of the action, from 1
    came: int  # which of the outcomes
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Luck:
    """What a draw was worth to each seat, against what was to be expected."""

    number: int
    gains: tuple[float, ...]


def draws(record: Record) -> Iterator[Draw]:
    """Everything that chance decided in a game."""
    state = record.game.start(record.seats)
    last = 0  # who chose last
    for number, name in enumerate(record.actions, 1):
        if state.actor != CHANCE:
            last = state.actor
            state.play(name)
            continue
        legal = state.legal()
        if len(legal) > 1:
            yield Draw(number, legal.index(state.parse(name)), outcomes(state, last))
        state.play(name)


def outcomes(state: State, last: int) -> tuple[Outcome, ...]:
    """All that may come where chance decides; ``last`` is who chose last."""
    found = []
    weights = state.weights()
    for action, weight in zip(state.legal(), weights, strict=True):
        then = state.copy()
        then.play(action)
        secret = then.history[-1].secret
        seat = secret.owner if secret else then.actor if then.actor >= 0 else last
        view = None if then.over else then.observe(seat)
        returns = tuple(then.returns) if then.over else ()
        found.append(Outcome(weight / sum(weights), view, returns))
    return tuple(found)


def gains(draw: Draw, chances: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """What came, less the mean: each seat's chances after every outcome are given."""
    seats = range(len(chances[draw.came]))
    mean = [
        sum(o.part * row[i] for o, row in zip(draw.outcomes, chances, strict=True)) for i in seats
    ]
    return tuple(chances[draw.came][i] - mean[i] for i in seats)


def lucks(record: Record, look: Look, iterations: int) -> Iterator[Luck]:
    """Every draw of a game, judged by a search (``static/replay/analysis.js`` does the same)."""
    for draw in draws(record):
        chances = [
            outcome.returns
            if outcome.view is None
            else look(outcome.view, outcome.iterations(i == draw.came, iterations))
            for i, outcome in enumerate(draw.outcomes)
        ]
        yield Luck(draw.number, gains(draw, chances))
