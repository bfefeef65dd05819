"""What both stores do alike: the statements that SQLite and PostgreSQL read the same way.

A store brings the two ways to the database (``_read``, ``_write``), its own words for what differs
(``NOW`` and the like) and the way events are appended, which is the one that has to be quick.
"""

from __future__ import annotations

import functools
import json
import logging
import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any, NamedTuple, ParamSpec, TypeVar

from matou.play.keeping import CHAT_KEPT, Conflict, Gone, Kept, News, Said, StoreFailed
from matou.play.seats import Seat
from matou.web.store.interface import LOOK, Head, Job, Loaded

log = logging.getLogger("matou.web")

P = ParamSpec("P")
T = TypeVar("T")

PRESENT = 120.0  # seconds for which it is worth knowing that somebody was at a table
SIGNALLED = 10.0  # seconds for which a signal can be heard
MOST_HINTED = 200  # tables in one hint
LONGEST_LEASE = 3600.0  # seconds; one that ends later was made before a clock was put back


class Step(NamedTuple):
    """One statement of a transaction."""

    sql: str
    rows: Sequence[Sequence[Any]]  # carried out once for each
    must: bool = False  # return something, or nothing of the transaction is done


class Missed(Exception):
    """A statement that had to find something did not."""


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


def one(sql: str, *values: Any, must: bool = False) -> Step:
    return Step(sql, [values], must)


KEPT = (
    "id, game, version, options, seed, commitment, created, touched, settings, over, rematch, turn,"
    " sitting, talked"
)
SEAT = "kind, level, owner, name, colour, invite"


class SqlStore:
    """The part of a store that is the same whatever database it is."""

    NOW = ""  # seconds since 1970, by the database's own clock
    AMONG = ""  # "is one of the list $1", after the name of a column
    WATCHED = ""  # does the table let others watch?
    SKIP_LOCKED = ""  # leave what another process is just taking

    def __init__(self) -> None:
        self.key = ""
        self.damage = ""
        self.shared = False
        self.server = secrets.token_hex(6)  # what this process is called in jobs
        self.on_commit: Callable[[float], object] = float
        self.on_hint: Callable[[str, int], object] = lambda table, number: None  # noqa: ARG005
        self.on_gap: Callable[[], object] = lambda: None

    def report_damage(self, why: str) -> None:
        """Something that is kept makes no sense: only whoever runs the site can mend that."""
        if not self.damage:
            log.error("the store is damaged", extra={"why": why})
        self.damage = self.damage or why

    def _unreadable(self, error: Exception) -> StoreFailed:
        """What was handed over makes no sense."""
        why = f"{type(error).__name__}: {error}"
        self.report_damage(why)
        log.error("the store cannot be read", extra={"why": why})
        return StoreFailed(why)

    # What a store brings

    async def _read(self, *asked: tuple[Any, ...]) -> list[list[Sequence[Any]]]:
        """The rows of each statement with its values, all of one moment."""
        raise NotImplementedError

    async def _write(
        self, *steps: Step, hint: str = "", light: bool = False
    ) -> list[Sequence[Any]]:
        """Carry out all or none, and tell others of a table; the rows of the first.

        Durable when it returns, unless it is ``light``: not worth waiting for the disk.
        """
        raise NotImplementedError

    def _list(self, values: Sequence[str]) -> Any:
        """A list as ``AMONG`` reads it."""
        raise NotImplementedError

    # Tables

    async def create(self, table: Kept, events: Sequence[int] = (), rematch_of: str = "") -> str:
        """A new table, with the events that it begins with; the id of the one that stands.

        A table has one rematch: where it has one already, none is made.
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
        )
        steps = [
            one(
                "INSERT INTO tables (id, game, version, options, seats, seed, commitment, created,"
                " touched, settings, over, turn, number)"
                " VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13)",
                *row,
            ),
            put_seats(table.id, table.seats),
            Step(
                "INSERT INTO actions (tbl, number, action) VALUES ($1,$2,$3)",
                [(table.id, i, event) for i, event in enumerate(events)],
            ),
        ]
        if rematch_of:
            sql = "UPDATE tables SET rematch = $1 WHERE id = $2 AND rematch = '' RETURNING id"
            steps.insert(0, one(sql, table.id, rematch_of, must=True))
        try:
            await self._write(*steps, hint=rematch_of)
        except Missed:
            (found,) = await self._read(("SELECT rematch FROM tables WHERE id = $1", rematch_of))
            if not found:
                raise Gone(rematch_of) from None
            return str(found[0][0])
        return table.id

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:
        fence = (
            "UPDATE tables SET sitting = sitting + 1 WHERE id = $1 AND sitting = $2 RETURNING id"
        )
        try:
            await self._write(
                one(fence, table, sitting, must=True), put_seats(table, seats), hint=table
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
                    "INSERT INTO chat (tbl, number, seat, name, said, at)"
                    f" VALUES ($1, {last}, $2, $3, $4, $5)",
                    *(table, said.seat, said.name, said.said, said.at),
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
                "SELECT seat, name, said, at FROM chat WHERE tbl = $1 ORDER BY number DESC"
                f" LIMIT {CHAT_KEPT}",
                table,
            ),
            ("SELECT action FROM actions WHERE tbl = $1 ORDER BY number", table),
            (self._seen_at("tbl = $1"), table),
        )
        if not tables:
            return None
        kept = kept_of(tables[0], [Seat(*seat) for seat in seats])
        said = [Said(*line) for line in reversed(chat)]
        return Loaded(kept, [row[0] for row in actions], said, {row[1]: row[2] for row in seen})

    def _seen_at(self, where: str) -> str:
        return (
            f"SELECT tbl, owner, {self.NOW} - seen FROM presence"
            f" WHERE {where} AND seen > {self.NOW} - {PRESENT}"
        )

    @sensible
    async def news(self, table: str, number: int, talked: int) -> News | None:
        tables, seats, chat, actions, seen, signals = await self._read(
            ("SELECT sitting, talked, rematch FROM tables WHERE id = $1", table),
            (f"SELECT {SEAT} FROM seats WHERE tbl = $1 ORDER BY seat", table),
            (
                "SELECT seat, name, said, at FROM chat WHERE tbl = $1 AND number >= $2"
                " ORDER BY number",
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
        sitting, talked, rematch = tables[0]
        return News(
            events=[row[0] for row in actions],
            seats=[Seat(*seat) for seat in seats],
            sitting=sitting,
            said=[Said(*line) for line in chat],
            talked=talked,
            rematch=rematch,
            signals=[(name, message) for name, message in signals],
            seen={row[1]: row[2] for row in seen},
        )

    async def events(self, table: str) -> list[int]:
        """All that has happened at a table, what was taken back and the taking back included."""
        (found,) = await self._read(
            ("SELECT action FROM actions WHERE tbl = $1 ORDER BY number", table)
        )
        return [row[0] for row in found]

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
            sitting.setdefault(table, []).append(Seat(*seat))
        return [kept_of(row, sitting.get(row[0], [])) for row in tables]

    async def tables_of(self, owner: str, most: int = 30) -> list[Kept]:
        """The tables somebody sits at, those in play first, the latest first."""
        return await self._tables(
            "WHERE id IN (SELECT tbl FROM seats WHERE owner = $1)"
            " ORDER BY over, touched DESC LIMIT $2",
            *(owner, most),
        )

    async def tables_to_watch(self, most: int = 30) -> list[Kept]:
        """Tables in play that let others watch, the latest first."""
        return await self._tables(
            f"WHERE over = 0 AND {self.WATCHED} ORDER BY touched DESC LIMIT $1", most
        )

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

    # Between processes

    async def heads(self, tables: Sequence[str]) -> dict[str, Head]:
        """How far tables are."""
        (found,) = await self._read(
            (
                f"SELECT id, number, sitting, talked FROM tables WHERE id {self.AMONG}",
                self._list(tables),
            )
        )
        return {row[0]: Head(row[1], row[2], row[3]) for row in found}

    async def saw(self, tables_owners: Iterable[tuple[str, str]], at_once: bool = False) -> None:
        """Those people are at those tables now; others are told ``at_once``, or find it."""
        rows = sorted(set(tables_owners))  # in one order everywhere: nobody waits in a circle
        if rows:
            await self._write(
                Step(
                    f"INSERT INTO presence (tbl, owner, seen) VALUES ($1, $2, {self.NOW})"
                    " ON CONFLICT (tbl, owner) DO UPDATE SET seen = excluded.seen",
                    rows,
                ),
                hint=",".join(sorted({row[0] for row in rows})[:MOST_HINTED]) if at_once else "",
                light=True,
            )

    async def seen(self, tables: Sequence[str]) -> dict[str, dict[str, float]]:
        """Who was at tables of late, and how many seconds ago."""
        (found,) = await self._read((self._seen_at(f"tbl {self.AMONG}"), self._list(tables)))
        people: dict[str, dict[str, float]] = {}
        for table, owner, ago in found:
            people.setdefault(table, {})[owner] = ago
        return people

    async def signal(self, table: str, name: str, message: str) -> None:
        """A message to all who have a table open now, wherever; it is not kept."""
        await self._write(
            one(
                f"INSERT INTO signals (tbl, name, message, at) VALUES ($1, $2, $3, {self.NOW})",
                *(table, name, message),
            ),
            hint=table,
            light=True,
        )

    # Jobs

    @property
    def _free(self) -> str:
        """Has nobody taken a job, or has whoever did been silent for too long?"""
        return f"(jobs.until < {self.NOW} OR jobs.until > {self.NOW} + {LONGEST_LEASE})"

    async def put_job(self, kind: str, key: str, payload: str = "", wait: float = 0.0) -> None:
        """Have something done, unless it waits already; one that failed is tried again."""
        await self._write(
            one(
                "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
                f" VALUES ($1, $2, $3, {self.NOW} + $4, '', 0, 0, 0)"
                " ON CONFLICT (kind, key) DO UPDATE SET payload = excluded.payload,"
                " due = excluded.due, taker = '', until = 0, part = 0, failed = 0"
                " WHERE jobs.failed = 1",
                *(kind, key, payload, float(wait)),
            )
        )

    async def job(self, kind: str, key: str) -> Job | None:
        (found,) = await self._read(
            (
                "SELECT kind, key, payload, part,"
                f" CASE WHEN taker <> '' AND NOT {self._free} THEN 1 ELSE 0 END, failed,"
                " (SELECT count(*) FROM jobs AS other WHERE other.kind = jobs.kind"
                " AND other.failed = 0 AND other.due < jobs.due)"
                " FROM jobs WHERE kind = $1 AND key = $2",
                *(kind, key),
            )
        )
        if not found:
            return None
        kind, key, payload, part, taken, failed, ahead = found[0]
        return Job(kind, key, payload, part, bool(taken), bool(failed), ahead)

    async def count_jobs(self, kind: str) -> int:
        """How many of a kind wait or are being done."""
        asked = "SELECT count(*) FROM jobs WHERE kind = $1 AND failed = 0"
        (found,) = await self._read((asked, kind))
        return int(found[0][0])

    async def take_jobs(self, kind: str, seconds: float, most: int) -> list[Job]:
        """Take what is due and nobody else has: for so long, unless renewed."""
        found = await self._write(
            one(
                f"UPDATE jobs SET taker = $2, until = {self.NOW} + $3 WHERE kind = $1 AND key IN"
                f" (SELECT key FROM jobs WHERE kind = $1 AND failed = 0 AND due <= {self.NOW}"
                f" AND {self._free} ORDER BY due LIMIT $4 {self.SKIP_LOCKED})"
                " RETURNING kind, key, payload, part",
                *(kind, self.server, float(seconds), most),
            ),
            light=True,
        )
        return [Job(row[0], row[1], row[2], row[3], is_taken=True) for row in found]

    async def take_job(self, kind: str, key: str, seconds: float) -> bool:
        """Take one that may not be there yet; not if another process has it."""
        found = await self._write(
            one(
                "INSERT INTO jobs (kind, key, payload, due, taker, until, part, failed)"
                f" VALUES ($1, $2, '', {self.NOW}, $3, {self.NOW} + $4, 0, 0)"
                " ON CONFLICT (kind, key) DO UPDATE SET taker = excluded.taker,"
                f" until = excluded.until WHERE jobs.taker = excluded.taker OR {self._free}"
                " RETURNING key",
                *(kind, key, self.server, float(seconds)),
            ),
            light=True,
        )
        return bool(found)

    async def renew_job(self, kind: str, key: str, seconds: float, part: float = 0) -> bool:
        """Keep what one has taken; False if it is another's by now."""
        found = await self._write(
            one(
                f"UPDATE jobs SET until = {self.NOW} + $4, part = $5"
                " WHERE kind = $1 AND key = $2 AND taker = $3 RETURNING key",
                *(kind, key, self.server, float(seconds), float(part)),
            ),
            light=True,
        )
        return bool(found)

    async def renew_jobs(self, kind: str, keys: Sequence[str], seconds: float) -> None:
        """Keep all of those that one has taken."""
        if keys:
            await self._write(
                Step(
                    f"UPDATE jobs SET until = {self.NOW} + $4"
                    " WHERE kind = $1 AND key = $2 AND taker = $3",
                    [(kind, key, self.server, float(seconds)) for key in sorted(keys)],
                ),
                light=True,
            )

    async def end_job(self, kind: str, key: str, failed: bool = False) -> None:
        """It is done, or cannot be."""
        mine = "WHERE kind = $1 AND key = $2 AND taker = $3"
        change = f"UPDATE jobs SET failed = 1, taker = '', until = {self.NOW}"
        await self._write(
            one(f"{change if failed else 'DELETE FROM jobs'} {mine}", kind, key, self.server),
            light=True,
        )

    async def clean_up(self) -> None:
        """Delete what is no longer worth knowing."""
        await self._write(
            one(f"DELETE FROM papers WHERE until < {self.NOW}"),
            one(f"DELETE FROM presence WHERE seen < {self.NOW} - {PRESENT}"),
            one(f"DELETE FROM signals WHERE at < {self.NOW} - {SIGNALLED}"),
            one(f"DELETE FROM jobs WHERE failed = 1 AND until < {self.NOW} - 86400"),
            light=True,
        )


def put_seats(table: str, seats: Sequence[Seat]) -> Step:
    return Step(
        f"INSERT INTO seats (tbl, seat, {SEAT}) VALUES ($1,$2,$3,$4,$5,$6,$7,$8)"
        " ON CONFLICT (tbl, seat) DO UPDATE SET kind = excluded.kind, level = excluded.level,"
        " owner = excluded.owner, name = excluded.name, colour = excluded.colour,"
        " invite = excluded.invite",
        [
            (table, i, s.kind, s.level, s.owner, s.name, s.colour, s.invite)
            for i, s in enumerate(seats)
        ],
    )


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
    )


def hints(text: str) -> Iterable[tuple[str, int]]:
    """The tables and numbers that a hint names: ``6d2f0c9a11be 17,0a…``; no number: look."""
    for part in text.split(","):
        table, _, number = part.partition(" ")
        if table:
            yield table, int(number) if number.isdigit() else LOOK


def storable(asked: Iterable[tuple[Any, ...]]) -> bool:
    """Can what is asked for be in a database at all? An address may hold anything."""
    for _, *values in asked:
        for value in values:
            if isinstance(value, str):
                try:
                    value.encode()
                except UnicodeEncodeError:
                    return False
                if "\x00" in value:
                    return False
    return True
