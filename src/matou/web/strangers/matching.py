"""Matches players by game, clock, blocks and rating.

Of the suitable tables, the one with the closest rating comes first. The accepted rating gap grows
with the waiting time. Players without a rating match anybody at once.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from matou.play.keeping import TableRow
from matou.play.seats import Seat
from matou.rating import Rating
from matou.web.strangers.repository import Offered, Stance

EARLY = 15  # events per seat; after that, a quick game does not replace a cat any more
NO_CLOCK = {"kind": ""}
NEXT = 8  # neighbours by rating that each waiting player is compared with
NEAR, WIDER = 150, 10  # accepted rating gap at once, and its growth per second of waiting


class Asker(NamedTuple):
    owner: str
    stance: Stance
    wants: bool = False  # a rating
    ratings: Mapping[str, Rating] = {}  # by game; empty if they want none


@dataclass
class Snapshot:
    """The open tables, and the blocks, preferences and ratings of the players there."""

    tables: list[Offered]
    apart: set[tuple[str, str]] = field(default_factory=set)
    stances: dict[str, Stance] = field(default_factory=dict)
    # By game: players who want a rating and have one.
    ratings: dict[str, dict[str, Rating]] = field(default_factory=dict)
    wanting: set[str] = field(default_factory=set)  # a rating
    lines: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)  # rows to show

    def is_open_to(self, asker: Asker, offered: Offered) -> bool:
        """Returns whether a player may join a table or sits there already."""
        return meets(asker, offered.row.seats, self.apart, self.stances)

    def strengths(self, row: TableRow) -> dict[str, Rating]:
        """Returns the ratings of the players at a table who want one."""
        known = self.ratings.get(row.game, {})
        there = (seat.owner for seat in row.seats if seat.owner in self.wanting)
        return {owner: known.get(owner, Rating()) for owner in there}

    def counts_for(self, asker: Asker, offered: Offered) -> bool:
        """Returns whether the game will be rated once the player has joined it."""
        row = offered.row
        waiting = waits_alone(row, offered.number) if asker.wants else None
        return bool(row.settings.get("rated")) or (
            waiting is not None and waiting.owner in self.wanting
        )

    def gap(self, asker: Asker, row: TableRow) -> int | None:
        """Returns the largest rating gap between a player and a table, or None if unknown."""
        known, own = self.ratings.get(row.game, {}), asker.ratings.get(row.game)
        there = [known[seat.owner].points for seat in row.seats if seat.owner in known]
        if own is None or not there:
            return None
        return max(abs(points - own.points) for points in there)


def fitting(
    found: Snapshot, asker: Asker, game: str, clock: dict[str, Any] | None
) -> list[Offered]:
    """Returns the tables that suit a player's request, the best first."""
    fit: list[tuple[bool, int, Offered]] = []
    for offered in found.tables:
        if not suits(offered, game, clock) or not found.is_open_to(asker, offered):
            continue
        gap = found.gap(asker, offered.row)
        if gap is None or is_near(gap, offered.waited):
            fit.append((gap is None, gap or 0, offered))
    return [offered for *_, offered in sorted(fit, key=lambda one: one[:2])]


def is_near(gap: int, waited: float) -> bool:
    """Returns whether a rating gap is accepted after waiting ``waited`` seconds."""
    return gap <= NEAR + WIDER * waited


def suits(offered: Offered, game: str, clock: dict[str, Any] | None) -> bool:
    """Returns whether a table has the right game and kind of clock and is still early."""
    row = offered.row
    if kind_of(row)[1] != (clock or NO_CLOCK)["kind"]:
        return False
    return game in ("", row.game) and is_early(row, offered.number)


def kind_of(row: TableRow) -> tuple[str, str]:
    return row.game, (row.settings.get("clock") or NO_CLOCK)["kind"]


def is_early(row: TableRow, number: int) -> bool:
    """Returns whether players may still join after ``number`` events."""
    return number <= EARLY * len(row.seats)


def meets(
    asker: Asker, seats: list[Seat], apart: set[tuple[str, str]], stances: dict[str, Stance]
) -> bool:
    """Returns whether no block or preference keeps a player from joining these seats."""
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


def waits_alone(row: TableRow, number: int) -> Seat | None:
    """Returns the only person at a two-seat table, early in a game with a replaceable cat."""
    people = [seat for seat in row.seats if seat.kind == "person"]
    free = row.free_seats
    if len(row.seats) != 2 or len(people) != 1 or len(free) != 1 or not is_early(row, number):
        return None
    return people[0] if row.seats[free[0]].is_warm else None


def pairs(found: Snapshot) -> list[tuple[Offered, Offered]]:
    """Returns pairs of tables whose rated players wait alone and match each other."""
    waiting: list[tuple[Offered, Asker, int]] = []
    for offered in found.tables:
        row, seat = offered.row, waits_alone(offered.row, offered.number)
        rating = found.ratings.get(row.game, {}).get(seat.owner) if seat is not None else None
        if seat is not None and rating is not None:
            asker = Asker(seat.owner, found.stances.get(seat.owner, Stance()), True)
            waiting.append((offered, asker, rating.points))
    # Compares only neighbours by rating, since hundreds may be waiting.
    waiting.sort(key=lambda one: (*kind_of(one[0].row), one[2]))
    near: list[tuple[int, int, int]] = []
    for a, (one, asker, points) in enumerate(waiting):
        for b, (other, them, more) in enumerate(waiting[a + 1 : a + 1 + NEXT], a + 1):
            is_apart = asker.owner == them.owner or kind_of(one.row) != kind_of(other.row)
            if is_apart or not is_near(more - points, min(one.waited, other.waited)):
                continue
            if found.is_open_to(asker, other) and found.is_open_to(them, one):
                near.append((more - points, a, b))
    together: list[tuple[Offered, Offered]] = []
    taken: set[str] = set()  # owners: a player may wait at two tables
    for _, a, b in sorted(near):
        both = {waiting[a][1].owner, waiting[b][1].owner}
        if not taken & both:
            taken |= both
            together.append((waiting[a][0], waiting[b][0]))
    return together
