"""Rates players by Weng and Lin's model (``openskill``).

A rating is an estimate (``mu``) with its uncertainty (``sigma``). Players see it on a scale like
that of chess: 20 points for 1 of ``mu``, so that 120 points more win three games of four. The bots'
ratings come from the arena and are fixed (``cats.py``), so that newcomers are measured from their
first game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU, SIGMA = 25.0, 25.0 / 3  # of a new player; openskill's defaults
MIDDLE, STEP = 1500, 20  # points for MU, and for each 1 of ``mu``
NEWCOMER = 0.1  # the least weight of a game against an unknown player
SURE = 2  # sigmas on either side that hold the true strength 19 times in 20


@dataclass(frozen=True)
class Rating:
    """A player's strength.

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
        """Returns the half-width of the 95% interval, in points."""
        return round(SURE * STEP * self.sigma)

    def __str__(self) -> str:
        return f"{self.points} ± {self.margin}"


@cache
def model(drifts: bool) -> PlackettLuce:
    """Returns the model; if it ``drifts``, uncertainty grows a little with each game."""
    from openskill.models import PlackettLuce

    return PlackettLuce() if drifts else PlackettLuce(tau=0.0)


def rate(
    sides: Sequence[Sequence[Rating]], places: Sequence[int], *, drifts: bool = True
) -> list[list[Rating]]:
    """Returns all ratings after a game. ``places`` ranks the sides, 0 is best; equals share one.

    A team counts as one player of its mean strength, whatever its size: the rules already balance
    one cat against four mice. The team's gain is split as the model does: uncertain members move
    more.
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


def reliability(other: Rating) -> float:
    """Returns the weight of a game against a player, from 0.1 for a newcomer to nearly 1.

    It is the part of their initial uncertainty that is gone. It is never 0, so that two newcomers
    who only play each other get ratings in time.

    >>> reliability(Rating()), round(reliability(Rating(25.0, 3.0)), 2)
    (0.1, 0.87)
    """
    return max(NEWCOMER, 1 - (other.sigma / SIGMA) ** 2)


def partly(before: Rating, after: Rating, part: float) -> Rating:
    """Moves a rating's mean and variance a part of the way."""
    variance = before.sigma**2 + part * (after.sigma**2 - before.sigma**2)
    return Rating(before.mu + part * (after.mu - before.mu), variance**0.5)


def together(side: Sequence[Rating]) -> Rating:
    """Returns a side as one player."""
    n = len(side)
    return Rating(sum(r.mu for r in side) / n, (sum(r.sigma**2 for r in side) / n) ** 0.5)


def places(
    sides: Sequence[int],
    winners: Sequence[int],
    scores: Sequence[int],
    out: Sequence[int] = (),
    left: Sequence[int] = (),
) -> list[int]:
    """Returns the place of each side: winners first, the others by score; all equal if nobody won.

    ``sides`` gives each seat's side. In games without teams, seats that ``left`` share a place
    after all that stayed. Seats that ran out of time (``out``) come last, the first of them at the
    very end.

    >>> places([0, 1, 2], winners=[1], scores=[9, 12, 4])
    [1, 0, 2]
    """
    keys: dict[int, tuple[int, int]] = {}
    for seat, side in enumerate(sides):
        key = (0, 0) if seat in winners or not winners else (1, -scores[seat])
        keys[side] = min(key, keys.get(side, key))
    if max(sides, default=0) + 1 == len(sides):  # no teams
        for seat in left:
            keys[sides[seat]] = (2, 0)
        for i, seat in enumerate(out):
            keys[sides[seat]] = (3, -i)
    order = sorted(set(keys.values()))
    return [order.index(keys[side]) for side in range(len(keys))]


def by_side(sides: Sequence[int], ratings: Sequence[Rating]) -> list[list[Rating]]:
    found: Mapping[int, list[Rating]] = {side: [] for side in range(max(sides) + 1)}
    for side, rating in zip(sides, ratings, strict=True):
        found[side].append(rating)
    return list(found.values())
