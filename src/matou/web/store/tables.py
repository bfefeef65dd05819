"""Tables in a store: their events, seats, chat and clocks; lists of them; texts kept for a while.

The same statements for both stores. How events are appended is each store's own, since that has to
be quick.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, NamedTuple, ParamSpec, TypeVar

from matou.kit.linking import OVER
from matou.play.keeping import CHAT_KEPT, Conflict, Gone, Kept, News, Said, Timed
from matou.play.seats import Seat
from matou.web.store.between_servers import BetweenServers
from matou.web.store.jobs import SIGNALLED, Missed, Statement, one
from matou.web.store.results import GameResults, Result, Search

P = ParamSpec("P")
T = TypeVar("T")


def sensible(ask: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """What was read and makes no sense, no JSON or no seat, is damage, and a `StoreFailed`."""

    @functools.wraps(ask)
    async def asked(*args: P.args, **more: P.kwargs) -> T:
        try:
            return await ask(*args, **more)
        except (ValueError, TypeError) as error:
            store: Any = args[0]
            raise store._unreadable(error) from error

    return asked


KEPT = (
    "id, game, version, options, seed, commitment, created, touched, settings, over, rematch, turn,"
    " sitting, talked, clock"
)
SEAT = "kind, level, owner, name, colour, invite, program, weakest"
LINE = "seat, name, said, at, owner"
LATEST = 500  # tables in play that are looked at for those to watch


class Loaded(NamedTuple):
    """A table as it is kept, all of one moment."""

    kept: Kept
    events: list[int]
    chat: list[Said]
    seen: dict[str, float]  # who was at it of late, and how many seconds ago


class Tables(BetweenServers, GameResults):
    """The tables that a store keeps."""

    WATCHED = ""  # does the table let others watch?

    async def create(
        self, table: Kept, events: Sequence[int] = (), after: Sequence[str] = ()
    ) -> str:
        """A new table, with the events that it begins with; the id of the one that stands.

        ``after`` are the tables that it follows, as a rematch does. Each is followed by one: where
        there is one already, none is made.
        """
        row = (
            table.id,
            table.game,
            table.version,
            json.dumps(table.options),
            len(table.seats),
            table.seed,
            table.commitment,
            table.created,
            table.touched,
            json.dumps(table.settings),
            int(table.over),
            table.turn,
            len(events),
            str(table.settings.get("host", "")),
        )
        statements = [
            one(
                "INSERT INTO tables (id, game, version, options, seats, seed, commitment, created,"
                " touched, settings, over, turn, number, host)"
                " VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)",
                *row,
            ),
            put_seats(table.id, table.seats),
            Statement(
                "INSERT INTO actions (tbl, number, action) VALUES ($1,$2,$3)",
                [(table.id, i, event) for i, event in enumerate(events)],
            ),
        ]
        sql = "UPDATE tables SET rematch = $1 WHERE id = $2 AND rematch = '' RETURNING id"
        fences = [one(sql, table.id, id, must=True) for id in sorted(after)]
        try:
            await self._write(*fences, *statements, hint=after[0] if after else "")
        except Missed:
            (found,) = await self._read(("SELECT rematch FROM tables WHERE id = $1", after[0]))
            if not found:
                raise Gone(after[0]) from None
            return str(found[0][0])
        return table.id

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:
        fence = (
            f"UPDATE tables SET sitting = sitting + 1, touched = {self.NOW}"
            " WHERE id = $1 AND sitting = $2 RETURNING id"
        )
        try:
            await self._write(
                one(fence, table, sitting, must=True), put_seats(table, seats), hint=table
            )
        except Missed:
            raise await self._refused(table) from None

    async def save_clock(self, table: str, number: int, was: str, timed: Timed) -> None:
        fence = (
            "UPDATE tables SET clock = $4, deadline = $5"
            " WHERE id = $1 AND number = $2 AND clock = $3 RETURNING id"
        )
        try:
            await self._write(
                one(fence, table, number, was, timed.clock, timed.deadline, must=True), hint=table
            )
        except Missed:
            raise await self._refused(table) from None

    async def time_up(
        self,
        table: str,
        number: int,
        event: int,
        turn: int,
        sitting: int,
        seats: Sequence[Seat],
        timed: Timed,
    ) -> None:
        """One event, and who sits where after it: of two servers that noticed, one does it."""
        fence = (
            "UPDATE tables SET number = number + 1, sitting = sitting + 1, clock = $4,"
            f" deadline = $5, touched = {self.NOW}, turn = $6, over = $7,"
            " turned = CASE WHEN turn = $6 THEN turned ELSE number + 1 END"
            " WHERE id = $1 AND number = $2 AND sitting = $3 RETURNING id"
        )
        try:
            await self._write(
                one(
                    fence,
                    *(table, number, sitting, timed.clock, timed.deadline, turn),
                    int(turn == OVER),
                    must=True,
                ),
                one(
                    "INSERT INTO actions (tbl, number, action, remaining) VALUES ($1, $2, $3, 0)",
                    *(table, number, event),
                ),
                put_seats(table, seats),
                hint=table,
            )
        except Missed:
            raise await self._refused(table) from None

    async def _refused(self, table: str) -> Exception:
        """Why something could not be written about a table: it is gone, or another was faster."""
        (found,) = await self._read(("SELECT id FROM tables WHERE id = $1", table))
        return Conflict(f"table {table} has moved on") if found else Gone(table)

    async def say(self, table: str, said: Said) -> int:
        """Keep a line of chat after the others, and of the others only the latest."""
        counted = "UPDATE tables SET talked = talked + 1 WHERE id = $1 RETURNING talked - 1"
        last = "(SELECT talked - 1 FROM tables WHERE id = $1)"
        try:
            found = await self._write(
                one(counted, table, must=True),
                one(
                    f"INSERT INTO chat (tbl, number, {LINE})"
                    f" VALUES ($1, {last}, $2, $3, $4, $5, $6)",
                    *(table, said.seat, said.name, said.said, said.at, said.owner),
                ),
                one(f"DELETE FROM chat WHERE tbl = $1 AND number <= {last} - {CHAT_KEPT}", table),
                hint=table,
            )
        except Missed:
            raise Gone(table) from None
        return int(found[0][0])

    @sensible
    async def load(self, table: str) -> Loaded | None:
        """A table with its events and the last of its chat."""
        tables, seats, chat, actions, seen = await self._read(
            (f"SELECT {KEPT} FROM tables WHERE id = $1", table),
            (f"SELECT {SEAT} FROM seats WHERE tbl = $1 ORDER BY seat", table),
            (
                f"SELECT {LINE} FROM chat WHERE tbl = $1 ORDER BY number DESC LIMIT {CHAT_KEPT}",
                table,
            ),
            ("SELECT action FROM actions WHERE tbl = $1 ORDER BY number", table),
            (self._seen_at("tbl = $1"), table),
        )
        if not tables:
            return None
        kept = kept_of(tables[0], [seat_of(seat) for seat in seats])
        said = [Said(*line) for line in reversed(chat)]
        return Loaded(kept, [row[0] for row in actions], said, {row[1]: row[2] for row in seen})

    @sensible
    async def news(self, table: str, number: int, talked: int) -> News | None:
        tables, seats, chat, actions, seen, signals = await self._read(
            ("SELECT sitting, talked, rematch, clock, host FROM tables WHERE id = $1", table),
            (f"SELECT {SEAT} FROM seats WHERE tbl = $1 ORDER BY seat", table),
            (
                f"SELECT {LINE} FROM chat WHERE tbl = $1 AND number >= $2 ORDER BY number",
                *(table, talked),
            ),
            (
                "SELECT action FROM actions WHERE tbl = $1 AND number >= $2 ORDER BY number",
                *(table, number),
            ),
            (self._seen_at("tbl = $1"), table),
            (
                "SELECT name, message FROM signals WHERE tbl = $1"
                f" AND at > {self.NOW} - {SIGNALLED} ORDER BY at",
                table,
            ),
        )
        if not tables:
            return None
        sitting, talked, rematch, clock, host = tables[0]
        return News(
            events=[row[0] for row in actions],
            seats=[seat_of(seat) for seat in seats],
            sitting=sitting,
            said=[Said(*line) for line in chat],
            talked=talked,
            rematch=rematch,
            signals=[(name, message) for name, message in signals],
            seen={row[1]: row[2] for row in seen},
            clock=clock,
            host=host,
        )

    async def events(self, table: str) -> list[int]:
        """All that has happened at a table, what was taken back and the taking back included."""
        (found,) = await self._read(
            ("SELECT action FROM actions WHERE tbl = $1 ORDER BY number", table)
        )
        return [row[0] for row in found]

    async def remaining(self, table: str) -> dict[int, float]:
        """What whoever moved had left, in seconds, by the number of the event."""
        (found,) = await self._read(
            (
                "SELECT number, remaining FROM actions"
                " WHERE tbl = $1 AND remaining IS NOT NULL ORDER BY number",
                table,
            )
        )
        return {row[0]: row[1] for row in found}

    @sensible
    async def _tables(self, where: str, *values: Any) -> list[Kept]:
        tables, seats = await self._read(
            (f"SELECT {KEPT} FROM tables {where}", *values),
            (
                f"SELECT tbl, {SEAT} FROM seats"
                f" WHERE tbl IN (SELECT id FROM tables {where}) ORDER BY tbl, seat",
                *values,
            ),
        )
        sitting: dict[str, list[Seat]] = {}
        for table, *seat in seats:
            sitting.setdefault(table, []).append(seat_of(seat))
        return [kept_of(row, sitting.get(row[0], [])) for row in tables]

    async def tables_of(self, owner: str, most: int = 30) -> list[Kept]:
        """The tables somebody sits at, those in play first, the latest first."""
        tables = await self._tables(
            f"WHERE id IN ({self._in_play}) ORDER BY +over, touched DESC LIMIT $2", owner, most
        )
        if len(tables) < most:
            finished = await self.finished_of(owner, Search(), most - len(tables))
            there = {kept.id for kept in tables}  # one may have been recorded between the two
            tables += [kept for kept, _ in finished[0] if kept.id not in there]
        return tables

    @property
    def _in_play(self) -> str:
        """The tables of somebody's that are not recorded; ``+over`` beside it lets SQLite take no
        index of all tables instead, whatever it knows of their numbers."""
        where = "WHERE owner = $1 AND owner <> '' AND done = 0"
        return f"SELECT tbl FROM seats {self._by('seats_in_play')} {where}"

    async def in_play_of(self, owner: str, most: int, skip: int = 0) -> list[Kept]:
        """What somebody plays now: where it is their turn first, the latest first."""
        theirs = "EXISTS (SELECT 1 FROM seats WHERE tbl = id AND seat = turn AND owner = $1)"
        return await self._tables(
            f"WHERE id IN ({self._in_play}) AND +over = 0"
            f" ORDER BY CASE WHEN {theirs} THEN 0 ELSE 1 END,"
            " touched DESC LIMIT $2 OFFSET $3",
            *(owner, most, skip),
        )

    async def finished_of(
        self, owner: str, search: Search, most: int, skip: int = 0
    ) -> tuple[list[tuple[Kept, Result]], int]:
        """Somebody's finished games, the latest first, and how many are found in all."""
        results, count = await self.results_of(owner, search, most, skip)
        names = self._list([result.tbl for result in results])
        tables = await self._tables(f"WHERE id {self.AMONG}", names) if results else []
        by_id = {kept.id: kept for kept in tables}
        return [(by_id[r.tbl], r) for r in results if r.tbl in by_id], count

    async def tables_to_watch(self, most: int = 30) -> list[Kept]:
        """Tables in play that let others watch, the latest first, of those where somebody moved
        last: however many are open, no more of them are looked at."""
        latest = (
            "SELECT id, touched, settings FROM tables WHERE over = 0"
            f" ORDER BY touched DESC LIMIT {LATEST}"
        )
        (found,) = await self._read(
            (
                f"SELECT id FROM ({latest}) AS latest WHERE {self.WATCHED}"
                " ORDER BY touched DESC LIMIT $1",
                most,
            )
        )
        names = self._list([row[0] for row in found])
        order = f"WHERE id {self.AMONG} ORDER BY touched DESC"
        return await self._tables(order, names) if found else []

    # Texts kept for a while

    async def keep_paper(self, kind: str, key: str, text: str, days: float, most: int) -> None:
        """Keep a text for some days, and of its kind only the latest ``most``."""
        await self._write(
            one(f"DELETE FROM papers WHERE until < {self.NOW}"),
            one(
                "INSERT INTO papers (kind, key, text, until)"
                f" VALUES ($1, $2, $3, {self.NOW} + $4 * 86400.0)"
                " ON CONFLICT (kind, key) DO UPDATE SET text = excluded.text,"
                " until = excluded.until",
                *(kind, key, text, float(days)),
            ),
            one(
                "DELETE FROM papers WHERE kind = $1 AND key NOT IN"
                " (SELECT key FROM papers WHERE kind = $1 ORDER BY until DESC LIMIT $2)",
                *(kind, most),
            ),
        )

    async def paper(self, kind: str, key: str) -> tuple[str, float] | None:
        """A text that is kept, and until when."""
        (found,) = await self._read(
            (
                "SELECT text, until FROM papers"
                f" WHERE kind = $1 AND key = $2 AND until >= {self.NOW}",
                *(kind, key),
            )
        )
        return (found[0][0], found[0][1]) if found else None


def put_seats(table: str, seats: Sequence[Seat]) -> Statement:
    return Statement(
        f"INSERT INTO seats (tbl, seat, {SEAT}) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)"
        " ON CONFLICT (tbl, seat) DO UPDATE SET kind = excluded.kind, level = excluded.level,"
        " owner = excluded.owner, name = excluded.name, colour = excluded.colour,"
        " invite = excluded.invite, program = excluded.program, weakest = excluded.weakest",
        [
            (
                *(table, i, s.kind, s.level, s.owner, s.name, s.colour, s.invite),
                *(int(s.program), s.weakest),
            )
            for i, s in enumerate(seats)
        ],
    )


def seat_of(row: Sequence[Any]) -> Seat:
    seat = Seat(*row)
    seat.program = bool(seat.program)
    return seat


def kept_of(row: Sequence[Any], seats: list[Seat]) -> Kept:
    return Kept(
        id=row[0],
        game=row[1],
        version=row[2],
        options=json.loads(row[3]),
        seats=seats,
        seed=row[4],
        commitment=row[5],
        created=row[6],
        touched=row[7],
        settings=json.loads(row[8]),
        over=bool(row[9]),
        rematch=row[10],
        turn=row[11],
        sitting=row[12],
        talked=row[13],
        clock=row[14],
    )
