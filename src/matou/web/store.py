"""Where tables are kept: SQLite, one writer thread, many writes to a commit.

What is awaited here is durable when it returns. Events of a table are numbered from 0
and only ever added; taking an action back is an event too (``UNDO``), so nothing that
was once acknowledged is lost.
"""

from __future__ import annotations

import asyncio
import json
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from matou.core.kit import CHANCE, OVER

UNDO = -1
MOST_IN_A_COMMIT = 2000

# One script per schema version; user_version counts those that have run.
MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, version INTEGER NOT NULL,
        options TEXT NOT NULL, seats INTEGER NOT NULL,
        seed TEXT NOT NULL, commitment TEXT NOT NULL,
        created REAL NOT NULL, touched REAL NOT NULL,
        settings TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0, turn INTEGER NOT NULL DEFAULT -1,
        rematch TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX tables_by_touched ON tables (over, touched);
    CREATE TABLE actions (
        tbl TEXT NOT NULL, number INTEGER NOT NULL, action INTEGER NOT NULL,
        PRIMARY KEY (tbl, number)
    ) WITHOUT ROWID;
    CREATE TABLE seats (
        tbl TEXT NOT NULL, seat INTEGER NOT NULL, kind TEXT NOT NULL, level INTEGER NOT NULL,
        owner TEXT NOT NULL, name TEXT NOT NULL, colour INTEGER NOT NULL, invite TEXT NOT NULL,
        PRIMARY KEY (tbl, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_by_owner ON seats (owner) WHERE owner != '';
    CREATE TABLE chat (
        tbl TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,
        name TEXT NOT NULL, said TEXT NOT NULL, at REAL NOT NULL,
        PRIMARY KEY (tbl, number)
    ) WITHOUT ROWID;
    """,
)


class Conflict(Exception):
    """Somebody else has already written an event of that number."""


@dataclass
class Seat:
    """Who sits at a seat; ``owner`` is a hash of a person's secret, '' if nobody's."""

    kind: str = "open"  # open, person or bot
    level: int = 0
    owner: str = ""
    name: str = ""
    colour: int = 0
    invite: str = ""


@dataclass
class Said:
    """A line of chat; seat -1 is a spectator."""

    seat: int
    name: str
    said: str
    at: float


@dataclass
class Kept:
    """A table as it is kept."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: list[Seat]
    seed: str
    commitment: str
    created: float = field(default_factory=time.time)
    touched: float = field(default_factory=time.time)
    settings: dict[str, Any] = field(default_factory=dict)
    over: bool = False
    rematch: str = ""
    turn: int = CHANCE


class Store(Protocol):
    """What the site asks of a store; another database can stand behind it."""

    async def create(self, table: Kept) -> None: ...
    async def append(self, table: str, number: int, actions: Sequence[int], turn: int) -> None: ...
    async def save_seats(self, table: str, seats: Sequence[Seat]) -> None: ...
    async def save_rematch(self, table: str, rematch: str) -> str: ...
    async def say(self, table: str, number: int, said: Said) -> None: ...
    def load(self, table: str) -> tuple[Kept, list[int], list[Said]] | None: ...
    def tables_of(self, owner: str, most: int) -> list[Kept]: ...
    def tables_to_watch(self, most: int) -> list[Kept]: ...
    def close(self) -> None: ...


Job = Callable[[sqlite3.Connection], Any]


class SqliteStore:
    """The embedded store: a file, in WAL mode, synced before anything is acknowledged."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._reader = self._connect()
        migrate(self._reader)
        self._jobs: queue.SimpleQueue[
            tuple[Job, asyncio.Future[Any], asyncio.AbstractEventLoop] | None
        ] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA busy_timeout=5000")
        return db

    # Writing

    def _write(self) -> None:
        db = self._connect()
        while True:
            job = self._jobs.get()
            if job is None:
                break
            jobs = [job]
            stop = False
            while len(jobs) < MOST_IN_A_COMMIT:
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
                if job is None:
                    stop = True
                    break
                jobs.append(job)
            self._commit(db, jobs)
            if stop:
                break
        db.close()

    def _commit(self, db: sqlite3.Connection, jobs: list[Any]) -> None:
        answers: dict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Any], Any]]] = {}
        try:
            db.execute("BEGIN IMMEDIATE")
            for work, future, loop in jobs:
                db.execute("SAVEPOINT job")
                try:
                    answer = work(db)
                except Exception as error:
                    db.execute("ROLLBACK TO job")
                    answer = error
                db.execute("RELEASE job")
                answers.setdefault(loop, []).append((future, answer))
            db.execute("COMMIT")
        except Exception as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            answers = {}
            for _work, future, loop in jobs:
                answers.setdefault(loop, []).append((future, error))
        for loop, replies in answers.items():
            try:
                loop.call_soon_threadsafe(tell, replies)
            except RuntimeError:  # that loop has closed: nobody waits any more
                continue

    async def _do(self, work: Job) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put((work, future, loop))
        # A caller that is cancelled must not take a write with it that others rely on.
        return await asyncio.shield(future)

    async def create(self, table: Kept) -> None:
        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO tables (id, game, version, options, seats, seed, commitment, created,"
                " touched, settings) VALUES (?,?,?,?,?,?,?,?,?,?)",
                (
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
                ),
            )
            put_seats(db, table.id, table.seats)

        await self._do(work)

    async def append(self, table: str, number: int, actions: Sequence[int], turn: int) -> None:
        """Add events from ``number`` on, all or none; Conflict if one is already there.

        ``turn`` is who acts then, for lists of tables.
        """
        rows = [x for i, a in enumerate(actions) for x in (table, number + i, a)]
        places = ",".join(["(?,?,?)"] * len(actions))
        now = time.time()

        def work(db: sqlite3.Connection) -> None:
            try:
                db.execute(f"INSERT INTO actions (tbl, number, action) VALUES {places}", rows)
            except sqlite3.IntegrityError:
                raise Conflict(f"event {number} of table {table} is already there") from None
            db.execute(
                "UPDATE tables SET touched = ?, turn = ?, over = ? WHERE id = ?",
                (now, turn, turn == OVER, table),
            )

        await self._do(work)

    async def save_seats(self, table: str, seats: Sequence[Seat]) -> None:
        copies = [Seat(**vars(seat)) for seat in seats]
        await self._do(lambda db: put_seats(db, table, copies))

    async def save_rematch(self, table: str, rematch: str) -> str:
        """Name a table's rematch, once; the one that stands."""

        def work(db: sqlite3.Connection) -> str:
            db.execute(
                "UPDATE tables SET rematch = ? WHERE id = ? AND rematch = ''", (rematch, table)
            )
            row = db.execute("SELECT rematch FROM tables WHERE id = ?", (table,)).fetchone()
            return str(row[0]) if row else ""

        return str(await self._do(work))

    async def say(self, table: str, number: int, said: Said) -> None:
        await self._do(
            lambda db: db.execute(
                "INSERT INTO chat VALUES (?,?,?,?,?,?)",
                (table, number, said.seat, said.name, said.said, said.at),
            )
        )

    # Reading

    def load(self, table: str) -> tuple[Kept, list[int], list[Said]] | None:
        """A table with its events and its chat."""
        found = self._tables("WHERE id = ?", (table,))
        if not found:
            return None
        db = self._reader
        events = db.execute("SELECT action FROM actions WHERE tbl = ? ORDER BY number", (table,))
        chat = db.execute(
            "SELECT seat, name, said, at FROM chat WHERE tbl = ? ORDER BY number", (table,)
        )
        return found[0], [row[0] for row in events], [Said(*row) for row in chat]

    def _tables(self, where: str, values: tuple[Any, ...]) -> list[Kept]:
        tables = []
        for row in self._reader.execute(
            "SELECT id, game, version, options, seed, commitment, created, touched, settings,"
            f" over, rematch, turn FROM tables {where}",
            values,
        ).fetchall():
            seats = self._reader.execute(
                "SELECT kind, level, owner, name, colour, invite FROM seats WHERE tbl = ?"
                " ORDER BY seat",
                (row[0],),
            )
            tables.append(
                Kept(
                    id=row[0],
                    game=row[1],
                    version=row[2],
                    options=json.loads(row[3]),
                    seats=[Seat(*seat) for seat in seats],
                    seed=row[4],
                    commitment=row[5],
                    created=row[6],
                    touched=row[7],
                    settings=json.loads(row[8]),
                    over=bool(row[9]),
                    rematch=row[10],
                    turn=row[11],
                )
            )
        return tables

    def tables_of(self, owner: str, most: int = 30) -> list[Kept]:
        """The tables somebody sits at, those in play first, the latest first."""
        return self._tables(
            "WHERE id IN (SELECT tbl FROM seats WHERE owner = ?)"
            " ORDER BY over, touched DESC LIMIT ?",
            (owner, most),
        )

    def tables_to_watch(self, most: int = 30) -> list[Kept]:
        """Tables in play that let others watch, the latest first."""
        return self._tables(
            "WHERE over = 0 AND json_extract(settings, '$.watch') ORDER BY touched DESC LIMIT ?",
            (most,),
        )

    def close(self) -> None:
        """Write what waits, then stop."""
        self._jobs.put(None)
        self._thread.join(timeout=5)
        self._reader.close()


def tell(replies: list[tuple[asyncio.Future[Any], Any]]) -> None:
    """Hand the answers of one commit out."""
    for future, answer in replies:
        if future.done():
            continue
        if isinstance(answer, BaseException):
            future.set_exception(answer)
        else:
            future.set_result(answer)


def put_seats(db: sqlite3.Connection, table: str, seats: Sequence[Seat]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO seats VALUES (?,?,?,?,?,?,?,?)",
        [
            (table, i, s.kind, s.level, s.owner, s.name, s.colour, s.invite)
            for i, s in enumerate(seats)
        ],
    )


def migrate(db: sqlite3.Connection) -> None:
    """Bring a file to the newest schema; refuse one from the future."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > len(MIGRATIONS):
        raise RuntimeError(
            f"the store is of version {version}, newer than this Matou knows "
            f"({len(MIGRATIONS)}): update Matou"
        )
    for number in range(version, len(MIGRATIONS)):
        db.executescript(f"BEGIN; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;")
