"""Ratings: how strong somebody is, by Weng and Lin's model (``openskill``), and how sure that is.

A rating is a guess (``mu``) and its uncertainty (``sigma``); each game that counts moves both. What
is shown is on a scale like that of chess: 20 points for one of ``mu``, so that 120 points more are
three games of four. The cats' ratings come from the arena and stay as they are
(``cats.py``): whoever is new is measured by them from the first game on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3  # of whoever has not played: as openskill has them
MIDDLE, STEP = 1500, 20  # points for MU, and for each one of ``mu``
SURE = 2  # so many sigmas either side hold it 19 times in 20


@dataclass(frozen=True)
class Rating:
    """How strong somebody is.

    >>> Rating().points, Rating().margin
    (1500, 333)
    """

    mu: float = MU
    sigma: float = SIGMA

    @property
    def points(self) -> int:
        return round(MIDDLE + STEP * (self.mu - MU))

    @property
    def margin(self) -> int:
        """It lies within so many points, 19 times in 20."""
        return round(SURE * STEP * self.sigma)

    def __str__(self) -> str:
        return f"{self.points} ± {self.margin}"


@cache
def model(drifts: bool) -> PlackettLuce:
    """Weng and Lin's model; ``drifts``: people change, so one is never quite sure of them."""
    from openskill.models import PlackettLuce

    return PlackettLuce() if drifts else PlackettLuce(tau=0.0)


def rate(
    sides: Sequence[Sequence[Rating]], places: Sequence[int], *, drifts: bool = True
) -> list[list[Rating]]:
    """What everybody is rated after a game; ``places`` of the sides, 0 the best, equals alike.

    Those who play together count as one player of their mean strength, however many they are: a
    cat alone is a match for four mice by the rules already. What their side gains or loses is
    shared as the model shares it within a team: who is less sure moves more.
    """
    known = model(drifts)
    one = [together(side) for side in sides]
    teams = [[known.rating(side.mu, side.sigma)] for side in one]
    after = known.rate(teams, ranks=[float(place) for place in places])
    rated = []
    for side, before, (now,) in zip(sides, one, after, strict=True):
        gain, sure = now.mu - before.mu, now.sigma / before.sigma
        rated.append(
            [Rating(r.mu + gain * (r.sigma / before.sigma) ** 2, r.sigma * sure) for r in side]
        )
    return rated


def together(side: Sequence[Rating]) -> Rating:
    """A side as one player."""
    n = len(side)
    return Rating(sum(r.mu for r in side) / n, (sum(r.sigma**2 for r in side) / n) ** 0.5)


def places(
    sides: Sequence[int], winners: Sequence[int], scores: Sequence[int], last: Sequence[int] = ()
) -> list[int]:
    """The place of each side: who won, then by score; nobody won: all alike.

    ``sides`` says for each seat which side is its own; the seats in ``last`` come after all others
    of their own making, the first of them as the very last.

    >>> places([0, 1, 2], winners=[1], scores=[9, 12, 4])
    [1, 0, 2]
    """
    keys: dict[int, tuple[int, int]] = {}
    for seat, side in enumerate(sides):
        key = (0, 0) if seat in winners or not winners else (1, -scores[seat])
        keys[side] = min(key, keys.get(side, key))
    if max(sides, default=0) + 1 == len(sides):  # nobody plays together with anybody
        for i, seat in enumerate(last):
            keys[sides[seat]] = (2, -i)
    order = sorted(set(keys.values()))
    return [order.index(keys[side]) for side in range(len(keys))]


def by_side(sides: Sequence[int], ratings: Sequence[Rating]) -> list[list[Rating]]:
    """Ratings of seats, put together by sides."""
    found: Mapping[int, list[Rating]] = {side: [] for side in range(max(sides) + 1)}
    for side, rating in zip(sides, ratings, strict=True):
        found[side].append(rating)
    return list(found.values())
