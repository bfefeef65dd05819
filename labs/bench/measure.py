"""Times contestants in turn, in short rounds, and takes the best of each.

Noise on a shared machine only adds time, and comes in bursts. Contestants that take turns share the
quiet moments, so that the ratio of their best rounds is fair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from time import perf_counter

FIRST_TRY = 0.01  # seconds that a calibrating run takes at least


@dataclass
class Contestant:
    """Something to time: ``run(amount)`` works and returns how many things it did."""

    name: str
    run: Callable[[int], int]
    amount: int = 1
    best: float = float("inf")  # seconds a thing
    things: float = 0.0  # things per unit of amount: moves a game
    rates: list[float] = field(default_factory=list)  # things a second, round by round

    def calibrate(self, seconds: float) -> None:
        """Finds the amount that takes about this long; lazy set-up happens here."""
        self.run(1)
        took = 0.0
        while took < min(FIRST_TRY, seconds):
            start = perf_counter()
            self.run(self.amount)
            took = perf_counter() - start
            if took < min(FIRST_TRY, seconds):
                self.amount *= 4
        self.amount = max(1, round(self.amount * seconds / took))

    def round(self, *, warm: bool = False) -> None:
        """Times it once; ``warm`` runs it once before to fill the caches."""
        if warm:
            self.run(1)
        start = perf_counter()
        done = self.run(self.amount)
        took = perf_counter() - start
        self.things = done / self.amount
        self.best = min(self.best, took / done)
        self.rates.append(done / took)

    @property
    def rate(self) -> float:
        """Returns things a second in the best round."""
        return 1 / self.best


def take_turns(
    contestants: Iterable[Contestant],
    rounds: int,
    seconds: float,
    tick: Callable[[str], None],
    *,
    warm: bool = False,
) -> None:
    """Runs rounds of about ``seconds`` each; calls ``tick`` before each."""
    all_of_them = list(contestants)
    for contestant in all_of_them:
        tick(contestant.name)
        contestant.calibrate(seconds)
    for _ in range(rounds):
        for contestant in all_of_them:
            tick(contestant.name)
            contestant.round(warm=warm)
