"""Tables in the database: events, seats, chat, clocks, presence, and signals between servers.

Appending events must be fast, so the database layer does it (`Database.append`).
"""

import contextlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from typing import Any, NamedTuple

from matou.kit.linking import OVER
from matou.play import keeping
from matou.play.keeping import MOST_CHAT, Conflict, Gone, News, Retired, Said, TableRow, Timed
from matou.play.presence import RELOAD
from matou.play.seats import Seat
from matou.web.db.database import MOST_HINTED, Database, Missed, Repository, Rows, Statement, one

PRESENT = 120.0  # seconds for which a presence row is valid
SIGNALLED = 10.0  # seconds for which a signal can be read
LATEST = 500  # tables in play that are searched for public ones
# A field of TableRow is a column of ``tables``, one of Seat a column of ``seats``.
COLUMNS = [field.name for field in fields(TableRow) if field.name != "seats"]
TABLE = ", ".join(COLUMNS)
SEATS = [field.name for field in fields(Seat)]
SEAT = ", ".join(SEATS)
LINE = "seat, name, said, at, owner"
SEEN = f"SELECT tbl, owner, NOW - seen FROM presence WHERE seen > NOW - {PRESENT}"


class Presence(Repository):
    EXPIRED = (
        f"DELETE FROM presence WHERE seen < NOW - {PRESENT}",
        f"DELETE FROM signals WHERE at < NOW - {SIGNALLED}",
    )

    async def mark(self, tables_owners: Iterable[tuple[str, str]], at_once: bool = False) -> None:
        """Marks people as present at tables. ``at_once`` notifies the other servers."""
        rows = sorted(set(tables_owners))  # a fixed order prevents deadlocks
        await self.db.execute_many(
            "INSERT INTO presence (tbl, owner, seen) VALUES ($1, $2, NOW)"
            " ON CONFLICT (tbl, owner) DO UPDATE SET seen = excluded.seen",
            rows,
            hint=",".join(sorted({row[0] for row in rows})[:MOST_HINTED]) if at_once else "",
            light=True,
        )

    async def unmark(self, table: str, owner: str) -> None:
        """Marks a person as gone, unless another server has just seen them."""
        await self.db.execute(
            f"DELETE FROM presence WHERE tbl = $1 AND owner = $2 AND seen < NOW - {RELOAD}",
            *(table, owner),
            hint=table,
            light=True,
        )

    async def seen(self, tables: Sequence[str]) -> dict[str, dict[str, float]]:
        """Returns the people seen at tables lately, with the seconds since, by table and owner."""
        people: dict[str, dict[str, float]] = {}
        for table, owner, ago in await self.db.fetch(f"{SEEN} AND tbl = ANY($1)", [*tables]):
            people.setdefault(table, {})[owner] = ago
        return people

    async def signal(self, table: str, name: str, message: str) -> None:
        await self.db.execute(
            "INSERT INTO signals (tbl, name, message, at) VALUES ($1, $2, $3, NOW)",
            *(table, name, message),
            hint=table,
            light=True,
        )


class Head(NamedTuple):
    """A table's counters: events, seat changes and lines of chat."""

    number: int
    sitting: int
    talked: int


class Tables(Repository):
    """The tables of a site. Implements `play.keeping.Keeper`."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self.append = db.append

    @property
    def ill(self) -> str:
        return self.db.ill

    async def create(
        self,
        table: TableRow,
        events: Sequence[int] = (),
        after: Sequence[str] = (),
        fences: Sequence[Statement] = (),
    ) -> str:
        """Adds a table with its first events and returns its id.

        ``fences`` are written with it. If one of them misses, nothing is added: returns ''.

        ``after`` are the tables that it follows, as a rematch does. A table has only one successor:
        if there is one already, nothing is added, and the id of that one is returned.
        """
        row = {
            **vars(table),
            "options": json.dumps(table.options),
            "settings": json.dumps(table.settings),
            "over": int(table.over),
            "seats": len(table.seats),
            "number": len(events),
            "host": str(table.settings.get("host", "")),
        }
        statements = [
            one(f"INSERT INTO tables ({', '.join(row)}) VALUES {places(len(row))}", *row.values()),
            put_seats(table.id, table.seats),
            Statement(
                "INSERT INTO actions (tbl, number, action) VALUES ($1,$2,$3)",
                [(table.id, i, event) for i, event in enumerate(events)],
            ),
        ]
        sql = "UPDATE tables SET rematch = $1 WHERE id = $2 AND rematch = '' RETURNING id"
        fences = [*fences, *(one(sql, table.id, id, must=True) for id in sorted(after))]
        if await self.db.try_write(*fences, *statements, hint=after[0] if after else ""):
            return table.id
        if not after:
            return ""
        found = await self.db.fetch("SELECT rematch FROM tables WHERE id = $1", after[0])
        if not found:
            raise Gone(after[0])
        return str(found[0][0])

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:
        fence = (
            "UPDATE tables SET sitting = sitting + 1, touched = NOW"
            " WHERE id = $1 AND sitting = $2 RETURNING id"
        )
        await self._fenced(table, one(fence, table, sitting, must=True), put_seats(table, seats))

    async def save_clock(self, table: str, number: int, was: str, timed: Timed) -> None:
        fence = (
            "UPDATE tables SET clock = $4, deadline = $5"
            " WHERE id = $1 AND number = $2 AND clock = $3 RETURNING id"
        )
        values = table, number, was, timed.clock, timed.deadline
        await self._fenced(table, one(fence, *values, must=True))

    async def retire(self, table: str, number: int, retired: Retired) -> None:
        event, turn, sitting, seats, timed = retired
        fence = (
            "UPDATE tables SET number = number + 1, sitting = sitting + 1, clock = $4,"
            " deadline = $5, touched = NOW, turn = $6, over = $7,"
            " turned = CASE WHEN turn = $6 THEN turned ELSE number + 1 END"
            " WHERE id = $1 AND number = $2 AND sitting = $3 RETURNING id"
        )
        values = table, number, sitting, timed.clock, timed.deadline, turn, int(turn == OVER)
        added = "INSERT INTO actions (tbl, number, action, remaining) VALUES ($1, $2, $3, 0)"
        await self._fenced(
            table,
            one(fence, *values, must=True),
            one(added, table, number, event),
            put_seats(table, seats),
        )

    async def _fenced(self, table: str, *statements: Statement) -> None:
        """Writes statements. Raises `Gone` or `Conflict` if the table was deleted or changed."""
        if await self.db.try_write(*statements, hint=table):
            return
        there = await self.db.fetch("SELECT id FROM tables WHERE id = $1", table)
        raise Conflict(f"table {table} has moved on") if there else Gone(table)

    async def say(self, table: str, said: Said) -> int:
        """Adds a line of chat, deletes old lines, and returns the new line's number."""
        counted = "UPDATE tables SET talked = talked + 1 WHERE id = $1 RETURNING talked - 1"
        last = "(SELECT talked - 1 FROM tables WHERE id = $1)"
        try:
            found = await self.db.write(
                one(counted, table, must=True),
                one(
                    f"INSERT INTO chat (tbl, number, {LINE})"
                    f" VALUES ($1, {last}, $2, $3, $4, $5, $6)",
                    *(table, said.seat, said.name, said.said, said.at, said.owner),
                ),
                one(f"DELETE FROM chat WHERE tbl = $1 AND number <= {last} - {MOST_CHAT}", table),
                hint=table,
            )
        except Missed:
            raise Gone(table) from None
        return int(found[0][0])

    @contextlib.contextmanager
    def _readable(self) -> Iterator[None]:
        """Reports damage and raises `StoreFailed` if the block reads invalid data."""
        try:
            yield
        except (ValueError, TypeError) as error:
            raise self.db.unreadable(error) from error

    async def _read(self, table: str, columns: str, number: int, talked: int) -> list[Rows]:
        """Reads a table's row, seats, latest chat, events, presence and signals in one snapshot."""
        return await self.db.read(
            (f"SELECT {columns} FROM tables WHERE id = $1", table),
            (f"SELECT {SEAT} FROM seats WHERE tbl = $1 ORDER BY seat", table),
            (
                f"SELECT {LINE} FROM chat WHERE tbl = $1 AND number >= $2"
                f" ORDER BY number DESC LIMIT {MOST_CHAT}",
                *(table, talked),
            ),
            (
                "SELECT action FROM actions WHERE tbl = $1 AND number >= $2 ORDER BY number",
                *(table, number),
            ),
            (f"{SEEN} AND tbl = $1", table),
            (
                "SELECT name, message FROM signals WHERE tbl = $1"
                f" AND at > NOW - {SIGNALLED} ORDER BY at",
                table,
            ),
        )

    async def load(self, table: str) -> keeping.Loaded | None:
        """Returns a table with its events and latest chat, or None."""
        with self._readable():
            found, seats, chat, actions, seen, _ = await self._read(table, TABLE, 0, 0)
            if not found:
                return None
            return keeping.Loaded(
                table_of(found[0], [seat_of(seat) for seat in seats]),
                [row[0] for row in actions],
                [Said(*line) for line in reversed(chat)],
                {row[1]: row[2] for row in seen},
            )

    async def news(self, table: str, number: int, talked: int) -> News | None:
        with self._readable():
            columns = "sitting, talked, rematch, clock, host"
            found, seats, chat, actions, seen, signals = await self._read(
                table, columns, number, talked
            )
            if not found:
                return None
            return News(
                **dict(zip(columns.split(", "), found[0], strict=True)),
                events=[row[0] for row in actions],
                seats=[seat_of(seat) for seat in seats],
                said=[Said(*line) for line in reversed(chat)],
                signals=[(name, message) for name, message in signals],
                seen={row[1]: row[2] for row in seen},
            )

    async def heads(self, tables: Sequence[str]) -> dict[str, Head]:
        query = "SELECT id, number, sitting, talked FROM tables WHERE id = ANY($1)"
        return {id: Head(*head) for id, *head in await self.db.fetch(query, [*tables])}

    async def events(self, table: str) -> list[int]:
        """Returns all events of a table, including undone actions and undos."""
        query = "SELECT action FROM actions WHERE tbl = $1 ORDER BY number"
        return await self.db.column(query, table)

    async def remaining(self, table: str) -> dict[int, float]:
        """Returns the player's remaining seconds after each move, by event number."""
        query = (
            "SELECT number, remaining FROM actions"
            " WHERE tbl = $1 AND remaining IS NOT NULL ORDER BY number"
        )
        return {row[0]: row[1] for row in await self.db.fetch(query, table)}

    async def where(self, where: str, *values: Any) -> list[TableRow]:
        """Returns the tables that an SQL clause (``WHERE …``) selects."""
        with self._readable():
            tables, seats = await self.db.read(
                (f"SELECT {TABLE} FROM tables {where}", *values),
                (
                    f"SELECT tbl, {SEAT} FROM seats"
                    f" WHERE tbl IN (SELECT id FROM tables {where}) ORDER BY tbl, seat",
                    *values,
                ),
            )
            sitting: dict[str, list[Seat]] = {}
            for table, *seat in seats:
                sitting.setdefault(table, []).append(seat_of(seat))
            return [table_of(row, sitting.get(row[0], [])) for row in tables]

    async def by_id(self, ids: Sequence[str]) -> dict[str, TableRow]:
        if not ids:
            return {}
        found = await self.where("WHERE id = ANY($1)", [*ids])
        return {row.id: row for row in found}

    async def to_watch(self, most: int = 30) -> list[TableRow]:
        """Returns the latest tables in play that anybody may watch, without cats of the day."""
        latest = (
            "SELECT id, touched, settings FROM tables WHERE over = 0"
            f" ORDER BY touched DESC LIMIT {LATEST}"
        )
        ids = await self.db.column(
            f"SELECT id FROM ({latest}) AS latest WHERE IS_WATCHED"
            " AND settings NOT LIKE '%\"daily\": %' ORDER BY touched DESC LIMIT $1",
            most,
        )
        return sorted((await self.by_id(ids)).values(), key=lambda row: -row.touched)


def places(count: int) -> str:
    """Returns SQL placeholders for ``count`` values: ``($1,$2)``."""
    return f"({','.join(f'${i}' for i in range(1, count + 1))})"


PUT_SEAT = (
    f"INSERT INTO seats (tbl, seat, {SEAT}) VALUES {places(2 + len(SEATS))}"
    " ON CONFLICT (tbl, seat) DO UPDATE SET "
    + ", ".join(f"{name} = excluded.{name}" for name in SEATS)
)


def put_seats(table: str, seats: Sequence[Seat]) -> Statement:
    rows = [
        (table, i, *(int(value) if isinstance(value, bool) else value for value in astuple(seat)))
        for i, seat in enumerate(seats)
    ]
    return Statement(PUT_SEAT, rows)


def seat_of(row: Sequence[Any]) -> Seat:
    seat = Seat(*row)
    seat.program, seat.hinted = bool(seat.program), bool(seat.hinted)
    return seat


def table_of(row: Sequence[Any], seats: list[Seat]) -> TableRow:
    columns = dict(zip(COLUMNS, row, strict=True))
    columns["options"] = json.loads(columns["options"])
    columns["settings"] = json.loads(columns["settings"])
    columns["over"] = bool(columns["over"])
    return TableRow(seats=seats, **columns)
