"""A person's games in the database: those in play, and finished ones with results.

When a game ends, `Recorder` stores one row in ``results`` for each person at the table, exactly
once, even if the server crashes. Lists and statistics read these rows by owner, so ten thousand
games are listed as quickly as ten. The seats of recorded games are marked as ``done``, which makes
games in play fast to find.
"""

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

from matou.core import refusals, registry
from matou.core.observation import Observation
from matou.play import daily, seats, timeline
from matou.play.keeping import StoreFailed, TableRow
from matou.play.table import origin_of
from matou.web.db.database import Database, Repository, Statement, one
from matou.web.ops.chores import wait_at_most
from matou.web.ops.logs import log
from matou.web.tables.repository import Tables, places

WON, DRAWN, LOST, NOT_COUNTED = 1, 0, -1, 9
AT_ONCE = 20  # tables per batch
LOOK_EVERY = 30.0  # seconds between two looks for games that other servers left


class Result(NamedTuple):
    """How a game ended for a person."""

    tbl: str
    owner: str
    game: str
    seat: int  # their first one
    outcome: int  # NOT_COUNTED if they had several seats or the rules no longer exist
    winners: str  # seats, "0,2"
    levels: str  # of the opposing bots, without repeats: "24"
    people: int  # number of other people
    seconds: float  # duration of the game
    ended: float


class Figure(NamedTuple):
    """The number of finished games with the same properties."""

    game: str
    seat: int
    outcome: int
    levels: str
    people: int
    games: int
    seconds: float


class Search(NamedTuple):
    game: str = ""
    name: str = ""  # part of an opponent's name…
    cats: Sequence[tuple[int, int]] = ()  # …or one of these cats (``seats.cats_called``)


RESULT = ", ".join(Result._fields)
# The tables of $1 that are not recorded yet. Queries write ``+over``, so that SQLite does not scan
# an index of all tables.
IN_PLAY = (
    "SELECT tbl FROM seats INDEXED BY seats_in_play WHERE owner = $1 AND owner <> '' AND done = 0"
)


class PlayerGames(Repository):
    def __init__(self, db: Database, tables: Tables) -> None:
        super().__init__(db)
        self.tables = tables

    # In play

    async def all_of(self, owner: str, most: int = 30) -> list[TableRow]:
        """Returns a person's tables: those in play first, then the latest first."""
        tables = await self.tables.where(
            f"WHERE id IN ({IN_PLAY}) ORDER BY +over, touched DESC LIMIT $2", owner, most
        )
        if len(tables) < most:
            finished, _ = await self.finished_of(owner, Search(), most - len(tables))
            there = {row.id for row in tables}  # a game may be recorded between the two reads
            tables += [row for row, _ in finished if row.id not in there]
        return tables

    async def in_play_of(self, owner: str, most: int) -> list[TableRow]:
        """Returns a person's games in play: those on their turn first, then the latest first."""
        theirs = "EXISTS (SELECT 1 FROM seats WHERE tbl = id AND seat = turn AND owner = $1)"
        return await self.tables.where(
            f"WHERE id IN ({IN_PLAY}) AND +over = 0"
            f" ORDER BY CASE WHEN {theirs} THEN 0 ELSE 1 END, touched DESC LIMIT $2",
            *(owner, most),
        )

    # Finished

    async def finished_of(
        self, owner: str, search: Search, most: int, skip: int = 0
    ) -> tuple[list[tuple[TableRow, Result]], int]:
        """Returns a page of a person's finished games, the latest first, and the total count."""
        which = "INDEXED BY results_by_owner WHERE owner = $1 AND ($2 = '' OR game = $2)"
        values: list[Any] = [owner, search.game]
        if search.name:
            against = [
                "EXISTS (SELECT 1 FROM seats AS other WHERE other.tbl = results.tbl AND"
                " other.owner <> $1 AND other.name = ANY($3))"
            ]
            against += [cat_met(level, nth) for level, nth in search.cats]
            which += f" AND ({' OR '.join(against)})"
            values.append(await self._met(owner, search.name))
        found, count = await self.db.read(
            (
                f"SELECT {RESULT} FROM results {which} ORDER BY ended DESC, tbl"
                f" LIMIT {int(most)} OFFSET {int(skip)}",
                *values,
            ),
            (f"SELECT count(*) FROM results {which}", *values),
        )
        results = [Result(*row) for row in found]
        rows = await self.tables.by_id([result.tbl for result in results])
        return [(rows[r.tbl], r) for r in results if r.tbl in rows], int(count[0][0])

    async def _met(self, owner: str, name: str) -> list[str]:
        """Returns the names of a person's opponents that contain a text."""
        names = await self.db.column(
            "SELECT DISTINCT other.name FROM results INDEXED BY results_by_owner"
            " JOIN seats AS other ON other.tbl = results.tbl"
            " WHERE results.owner = $1 AND other.owner <> $1 AND other.name <> ''",
            owner,
        )
        return [one for one in names if seats.folded(name) in seats.folded(one)]

    async def count(self, owner: str) -> int:
        """Returns at how many tables a person has a seat."""
        found = await self.db.column(
            "SELECT count(DISTINCT tbl) FROM seats INDEXED BY seats_by_owner"
            " WHERE owner = $1 AND owner <> ''",
            owner,
        )
        return int(found[0])

    async def figures_of(self, owner: str) -> list[Figure]:
        """Returns the numbers of a person's counted games, grouped by their properties."""
        found = await self.db.fetch(
            "SELECT game, seat, outcome, levels, people, count(*), sum(seconds) FROM results"
            f" INDEXED BY results_by_owner WHERE owner = $1"
            f" AND outcome <> {NOT_COUNTED} GROUP BY game, seat, outcome, levels, people",
            owner,
        )
        return [Figure(*row) for row in found]

    # Recording

    async def unrecorded(self, most: int) -> list[str]:
        """Returns finished tables that are not recorded yet, the latest first."""
        return await self.db.column(
            "SELECT id FROM tables INDEXED BY tables_to_record"
            " WHERE over = 1 AND recorded = 0 ORDER BY touched DESC LIMIT $1",
            most,
        )

    async def record(self, table: str, results: Sequence[Result], *more: Statement) -> bool:
        """Stores a game's result for each person. Returns False if that was done before.

        ``more`` is written with it.
        """
        fence = "UPDATE tables SET recorded = 1 WHERE id = $1 AND recorded = 0 RETURNING id"
        insert = f"INSERT INTO results ({RESULT}) VALUES {places(len(Result._fields))}"
        return await self.db.try_write(
            one(fence, table, must=True),
            Statement(insert, results),
            one("UPDATE seats SET done = 1 WHERE tbl = $1", table),
            *more,
        )


def cat_met(level: int, nth: int) -> str:
    """Returns an SQL condition for results against the ``nth`` cat of a level at a table."""
    if nth == 0:
        return f"levels LIKE '%{int(level)}%'"
    return (
        "(SELECT count(*) FROM seats AS cat WHERE cat.tbl = results.tbl AND cat.kind = 'bot'"
        f" AND cat.level = {int(level)}) > {int(nth)}"
    )


class Recorder:
    def __init__(self, games: PlayerGames) -> None:
        self.games = games
        self.ended = asyncio.Event()  # set when a game ends on this server
        self.ended.set()  # there may be games of an earlier server

    async def record_all(self) -> None:
        """Waits for the end of a game, here or elsewhere, and records all finished games."""
        await wait_at_most(self.ended, LOOK_EVERY)
        while await self.record_some():
            pass

    async def record_some(self) -> int:
        recorded = 0
        for id in await self.games.unrecorded(AT_ONCE):
            try:
                found = await self.games.tables.load(id)
            except StoreFailed:
                if not self.games.db.damage:
                    raise
                continue  # an unreadable table must not block the others
            if found is not None:
                end = await asyncio.to_thread(end_of, found.row, found.events)
                results = results_of(found.row, None if end is None else end.winners)
                await self.games.record(id, results, *daily_results(found.row, end, results))
                recorded += 1
        return recorded


def end_of(row: TableRow, events: Sequence[int]) -> Observation | None:
    """Returns how a finished game ended, or None if it cannot be replayed."""
    try:
        game = registry.find(row.game, row.version).having(**row.options)
        state = timeline.Timeline(game, len(row.seats), events, origin_of(row)).state
        return state.observe(None) if state.over else None
    except refusals.BadChoice:
        return None
    except Exception:  # damage is reported when the table is opened
        log.exception("table %s: how it ended is not known", row.id)
        return None


def daily_results(
    row: TableRow, end: Observation | None, results: Sequence[Result]
) -> list[Statement]:
    """Returns the statements that store the results of a cat of the day."""
    if not row.day or end is None:
        return []
    sql = "UPDATE daily_games SET outcome=$1, score=$2, against=$3, ended=$4 WHERE table_id=$5"
    return [one(sql, *daily.outcome(end, r.seat), r.ended, r.tbl) for r in results]


def results_of(row: TableRow, winners: Sequence[int] | None) -> list[Result]:
    results = []
    for owner in dict.fromkeys(seat.owner for seat in row.seats if seat.owner):
        held = [i for i, seat in enumerate(row.seats) if seat.owner == owner]
        others = [seat for seat in row.seats if seat.owner != owner]
        if winners is None or len(held) > 1:
            outcome = NOT_COUNTED
        else:
            outcome = DRAWN if not winners else WON if held[0] in winners else LOST
        results.append(
            Result(
                row.id,
                owner,
                row.game,
                held[0],
                outcome,
                ",".join(map(str, winners or ())),
                "".join(map(str, sorted({seat.level for seat in others if seat.kind == "bot"}))),
                sum(seat.kind == "person" for seat in others),
                max(0.0, row.touched - row.created),
                row.touched,
            )
        )
    return results
