"""Who is brought together: by game and clock, by who wants to meet whom, and by strength.

Of the tables that fit, the one nearest in rating comes first, where both have one. What is near
enough grows while one waits, until anybody is; whoever has no rating meets anybody at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from matou.play.keeping import Kept
from matou.play.seats import Seat
from matou.rating import Rating
from matou.web.store.strangers import Offered, Stance

EARLY = 15  # events a seat, up to which a quick game takes a cat's place
NO_CLOCK = {"kind": ""}
NEXT = 8  # of those who wait, how many are compared with one of them
NEAR, WIDER = 150, 10  # points between two who meet at once, and more for each second of waiting


class Asker(NamedTuple):
    """Somebody who looks for a table."""

    owner: str
    stance: Stance
    wants: bool = False  # a rating
    ratings: Mapping[str, Rating] = {}  # by game, of who wants one


class Snapshot(NamedTuple):
    """What is offered, and who of those that sit there is not to meet whom."""

    tables: list[Offered]
    apart: set[tuple[str, str]]
    stances: dict[str, Stance]
    ratings: dict[str, dict[str, Rating]]  # by game: of those who want one and have played
    wanting: set[str]  # a rating

    def is_open_to(self, asker: Asker, offered: Offered) -> bool:
        """May somebody join a table, or do they sit there already?"""
        return meets(asker, offered.kept.seats, self.apart, self.stances)

    def strengths(self, kept: Kept) -> dict[str, Rating]:
        """What those at a table are rated who want a rating, as the table itself shows it."""
        known = self.ratings.get(kept.game, {})
        there = (seat.owner for seat in kept.seats if seat.owner in self.wanting)
        return {owner: known.get(owner, Rating()) for owner in there}

    def counts_for(self, asker: Asker, offered: Offered) -> bool:
        """Does a game count, once somebody has joined it?"""
        kept = offered.kept
        waiting = waits_alone(kept, offered.number) if asker.wants else None
        return bool(kept.settings.get("rated")) or (
            waiting is not None and waiting.owner in self.wanting
        )

    def gap(self, asker: Asker, kept: Kept) -> int | None:
        """How far somebody's strength is from those at a table; None where it is not known."""
        known, own = self.ratings.get(kept.game, {}), asker.ratings.get(kept.game)
        there = [known[seat.owner].points for seat in kept.seats if seat.owner in known]
        if own is None or not there:
            return None
        return max(abs(points - own.points) for points in there)


def fitting(
    found: Snapshot, asker: Asker, game: str, clock: dict[str, Any] | None
) -> list[Offered]:
    """The tables for somebody who asks for a game and a clock, the best first."""
    fit: list[tuple[bool, int, Offered]] = []
    for offered in found.tables:
        if not suits(offered, game, clock) or not found.is_open_to(asker, offered):
            continue
        gap = found.gap(asker, offered.kept)
        if gap is None or is_near(gap, offered.waited):
            fit.append((gap is None, gap or 0, offered))
    return [offered for *_, offered in sorted(fit, key=lambda one: one[:2])]


def is_near(gap: int, waited: float) -> bool:
    """Are two near enough in strength, after so many seconds?"""
    return gap <= NEAR + WIDER * waited


def suits(offered: Offered, game: str, clock: dict[str, Any] | None) -> bool:
    """Is it what somebody asks for: the game, the kind of clock, and not too far gone?"""
    kept = offered.kept
    if kind_of(kept)[1] != (clock or NO_CLOCK)["kind"]:
        return False
    return game in ("", kept.game) and is_early(kept, offered.number)


def kind_of(kept: Kept) -> tuple[str, str]:
    """What is played, and by which kind of clock."""
    return kept.game, (kept.settings.get("clock") or NO_CLOCK)["kind"]


def is_early(kept: Kept, number: int) -> bool:
    """May others come in after so many events?"""
    return number <= EARLY * len(kept.seats)


def meets(
    asker: Asker, seats: list[Seat], apart: set[tuple[str, str]], stances: dict[str, Stance]
) -> bool:
    """May somebody sit with those who sit there: does nobody avoid the other?"""
    for seat in seats:
        if not seat.owner or seat.owner == asker.owner:
            continue
        if (asker.owner, seat.owner) in apart:
            return False
        if asker.stance.only_people and seat.program:
            return False
        if asker.stance.program and stances.get(seat.owner, Stance()).only_people:
            return False
    return True


def waits_alone(kept: Kept, number: int) -> Seat | None:
    """Whoever waits at a table for two, early in a game with a cat that keeps the seat warm."""
    people = [seat for seat in kept.seats if seat.kind == "person"]
    free = kept.free_seats
    if len(kept.seats) != 2 or len(people) != 1 or len(free) != 1 or not is_early(kept, number):
        return None
    return people[0] if kept.seats[free[0]].is_warm else None


def pairs(found: Snapshot) -> list[tuple[Offered, Offered]]:
    """Those who wait alone, both with a rating, and have waited long enough for each other."""
    waiting: list[tuple[Offered, Asker, int]] = []
    for offered in found.tables:
        kept, seat = offered.kept, waits_alone(offered.kept, offered.number)
        rating = found.ratings.get(kept.game, {}).get(seat.owner) if seat is not None else None
        if seat is not None and rating is not None:
            asker = Asker(seat.owner, found.stances.get(seat.owner, Stance()), True)
            waiting.append((offered, asker, rating.points))
    # Only those next to each other in strength are compared: there may be hundreds.
    waiting.sort(key=lambda one: (*kind_of(one[0].kept), one[2]))
    near: list[tuple[int, int, int]] = []
    for a, (one, asker, points) in enumerate(waiting):
        for b, (other, them, more) in enumerate(waiting[a + 1 : a + 1 + NEXT], a + 1):
            is_apart = asker.owner == them.owner or kind_of(one.kept) != kind_of(other.kept)
            if is_apart or not is_near(more - points, min(one.waited, other.waited)):
                continue
            if found.is_open_to(asker, other) and found.is_open_to(them, one):
                near.append((more - points, a, b))
    together: list[tuple[Offered, Offered]] = []
    taken: set[str] = set()  # people: somebody may wait at two tables
    for _, a, b in sorted(near):
        both = {waiting[a][1].owner, waiting[b][1].owner}
        if not taken & both:
            taken |= both
            together.append((waiting[a][0], waiting[b][0]))
    return together
