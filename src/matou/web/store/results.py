"""How games ended for each person: recorded once when a game is over, for lists and figures.

A row a person and game, found by its owner alone, so that ten thousand games are listed as quickly
as ten. Seats of recorded games are ``done``: what is still in play is found without them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from matou.play.seats import folded
from matou.web.store.jobs import Jobs, Missed, Statement, one

WON, DRAWN, LOST, NOT_COUNTED = 1, 0, -1, 9


class Result(NamedTuple):
    """How a game ended for one who played it."""

    tbl: str
    owner: str
    game: str
    seat: int  # the first of theirs
    outcome: int  # NOT_COUNTED: they sat on several chairs, or its rules are gone
    winners: str  # seats, "0,2"
    levels: str  # of the bots they met, each once: "24"
    people: int  # whom they met
    seconds: float  # from the first moment to the last
    ended: float


class Figure(NamedTuple):
    """So many games that were alike."""

    game: str
    seat: int
    outcome: int
    levels: str
    people: int
    games: int
    seconds: float


class Search(NamedTuple):
    """Which finished games are looked for."""

    game: str = ""
    name: str = ""  # a part of an opponent's name…
    cats: Sequence[tuple[int, int]] = ()  # …or one of these (``seats.cats_called``)


RESULT = ", ".join(Result._fields)


class GameResults(Jobs):
    """The results that a store keeps."""

    async def to_record(self, most: int) -> list[str]:
        """Tables whose games are over and not recorded, the latest first."""
        (found,) = await self._read(
            (
                f"SELECT id FROM tables {self._by('tables_to_record')}"
                " WHERE over = 1 AND recorded = 0 ORDER BY touched DESC LIMIT $1",
                most,
            )
        )
        return [row[0] for row in found]

    async def record(self, table: str, results: Sequence[Result]) -> bool:
        """How a game ended for each of its people; False if that was recorded already."""
        fence = "UPDATE tables SET recorded = 1 WHERE id = $1 AND recorded = 0 RETURNING id"
        places = ", ".join(f"${i}" for i in range(1, len(Result._fields) + 1))
        try:
            await self._write(
                one(fence, table, must=True),
                Statement(f"INSERT INTO results ({RESULT}) VALUES ({places})", results),
                one("UPDATE seats SET done = 1 WHERE tbl = $1", table),
            )
        except Missed:
            return False
        return True

    async def results_of(
        self, owner: str, search: Search, most: int, skip: int = 0
    ) -> tuple[list[Result], int]:
        """Somebody's finished games, the latest first, and how many there are in all."""
        values = [owner]
        if search.name:
            values = [self._list(await self._met(owner, search.name)), owner]
        me = f"${len(values)}"
        where = [f"owner = {me}"]
        if search.game:
            values.append(search.game)
            where.append(f"game = ${len(values)}")
        if search.name:
            found = [
                "EXISTS (SELECT 1 FROM seats AS other WHERE other.tbl = results.tbl AND"
                f" other.owner <> {me} AND other.name {self.AMONG})"
            ]
            found += [cat_met(level, nth) for level, nth in search.cats]
            where.append(f"({' OR '.join(found)})")
        which = f"{self._by('results_by_owner')} WHERE {' AND '.join(where)}"
        rows, count = await self._read(
            (
                f"SELECT {RESULT} FROM results {which} ORDER BY ended DESC, tbl"
                f" LIMIT {int(most)} OFFSET {int(skip)}",
                *values,
            ),
            (f"SELECT count(*) FROM results {which}", *values),
        )
        return [Result(*row) for row in rows], int(count[0][0])

    async def _met(self, owner: str, name: str) -> list[str]:
        """The names of those whom somebody has met that have something in them."""
        (found,) = await self._read(
            (
                f"SELECT DISTINCT other.name FROM results {self._by('results_by_owner')}"
                " JOIN seats AS other"
                " ON other.tbl = results.tbl WHERE results.owner = $1 AND other.owner <> $1"
                " AND other.name <> ''",
                owner,
            )
        )
        asked = folded(name)
        return sorted(row[0] for row in found if asked in folded(row[0]))

    async def count_games(self, owner: str) -> int:
        """How many games somebody has, in play and finished."""
        (found,) = await self._read(
            (
                f"SELECT count(DISTINCT tbl) FROM seats {self._by('seats_by_owner')}"
                " WHERE owner = $1 AND owner <> ''",
                owner,
            )
        )
        return int(found[0][0])

    async def figures_of(self, owner: str) -> list[Figure]:
        """All that was counted, added up."""
        (found,) = await self._read(
            (
                "SELECT game, seat, outcome, levels, people, count(*), sum(seconds) FROM results"
                f" {self._by('results_by_owner')} WHERE owner = $1 AND outcome <> {NOT_COUNTED}"
                " GROUP BY game, seat, outcome, levels, people",
                owner,
            )
        )
        return [Figure(*row) for row in found]


def cat_met(level: int, nth: int) -> str:
    """Was that cat among those whom somebody met? Each after the first has another name."""
    if nth == 0:
        return f"levels LIKE '%{int(level)}%'"
    return (
        "(SELECT count(*) FROM seats AS cat WHERE cat.tbl = results.tbl AND cat.kind = 'bot'"
        f" AND cat.level = {int(level)}) > {int(nth)}"
    )
