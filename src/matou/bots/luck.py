"""Luck: the value of each die roll, card and tile against expectation.

At a chance event the search evaluates every possible outcome, as a seat that saw it knew it. Luck
is the value of the actual outcome minus the weighted mean of all outcomes. Its expectation is 0
even if the search misjudges positions. The rest of a result is skill.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from matou.core.observation import Observation
from matou.core.record import Record
from matou.core.state import State
from matou.kit.linking import CHANCE

# Returns each seat's chances, after this many iterations.
Look = Callable[[Observation, int], Sequence[float]]
LEAST = 32  # iterations for the rarest outcome


class Outcome(NamedTuple):
    part: float  # its probability
    view: Observation | None  # after the outcome; None: the game is over
    returns: tuple[float, ...]  # if the game is over

    def iterations(self, came: bool, all_in_all: int) -> int:
        """Returns the iterations for this outcome; the actual one gets as many as all together."""
        return all_in_all if came else max(LEAST, round(self.part * all_in_all))


class Draw(NamedTuple):
    number: int  # of the action, from 1
    came: int  # index of the actual outcome
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True)
class Luck:
    """How much a chance event gained each seat, compared with the expectation."""

    number: int
    gains: tuple[float, ...]


def draws(record: Record) -> Iterator[Draw]:
    state = record.game.start(record.seats)
    last = 0  # the seat that acted last
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
    """Returns the possible outcomes of a chance event; ``last`` is the seat that acted last."""
    found, weights = [], state.weights()
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
    """Returns each seat's luck, given its chances after every outcome."""
    seats = range(len(chances[draw.came]))
    mean = [
        sum(o.part * row[i] for o, row in zip(draw.outcomes, chances, strict=True)) for i in seats
    ]
    return tuple(chances[draw.came][i] - mean[i] for i in seats)


def lucks(record: Record, look: Look, iterations: int) -> Iterator[Luck]:
    """Yields every chance event of a game, judged by a search.

    ``static/replay/analysis.js`` does the same in a page.
    """
    for draw in draws(record):
        chances = [
            outcome.returns
            if outcome.view is None
            else look(outcome.view, outcome.iterations(i == draw.came, iterations))
            for i, outcome in enumerate(draw.outcomes)
        ]
        yield Luck(draw.number, gains(draw, chances))
