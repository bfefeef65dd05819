"""Where tables are kept: SQLite, read here, written by one thread (``writer.py``).

What is awaited here is durable when it returns.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from matou.kit.linking import OVER
from matou.play.keeping import CHAT_KEPT, Conflict, Gone, Kept, Said, StoreFailed
from matou.play.seats import Seat
from matou.web.store.damage import CHECK_SECONDS, Check, Files, files_of, is_damage
from matou.web.store.schema import damaged, migrate, unusable
from matou.web.store.writer import Writer, explained

log = logging.getLogger("matou.web")


class SqliteStore:
    """The embedded store: a file, in WAL mode, synced before anything is acknowledged."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.damage = ""  # what was found that cannot be read, for good
        try:
            self._reader, writer = self._open(), self._connect()
            self._check = Check(connect(path), self.report_damage)
            found = self._check.wait(CHECK_SECONDS)
        except sqlite3.Error as error:
            why = damaged if is_damage(error) else unusable
            raise why(path, error) from None
        if found:
            self._reader.close()
            writer.close()
            raise damaged(path, found)
        self.writer = Writer(writer, Files(path), self.report_damage)
        self._do = self.writer.do

    def _open(self) -> sqlite3.Connection:
        """The file, made if there is none, brought up to date if it is old."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):  # seeds lie in it: for our eyes alone
            os.close(os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        with contextlib.closing(connect(self.path)) as db:
            migrate(db, self.path)
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = connect(self.path)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("SELECT 1 FROM tables LIMIT 1").fetchone()  # all its files are there from now on
        return db

    # How it is

    @property
    def ill(self) -> str:
        """Why it cannot be relied upon; '' as long as it can."""
        return self.damage or self.writer.trouble

    def report_damage(self, why: str) -> None:
        """Something that is kept makes no sense: only whoever runs the site can mend that."""
        if not self.damage:
            log.error("the store is damaged", extra={"why": why})
        self.damage = self.damage or why

    # Writing

    async def create(self, table: Kept, events: Sequence[int] = (), rematch_of: str = "") -> str:
        """A new table, with the events that it begins with; the id of the one that stands.

        A table has one rematch: where it has one already, none is made.
        """

        def work(db: sqlite3.Connection) -> str:
            if rematch_of:
                must_stand(db, rematch_of)
                asked = "SELECT rematch FROM tables WHERE id = ?"
                if standing := db.execute(asked, (rematch_of,)).fetchone()[0]:
                    return str(standing)
                db.execute("UPDATE tables SET rematch = ? WHERE id = ?", (table.id, rematch_of))
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
            db.executemany(
                "INSERT INTO actions (tbl, number, action) VALUES (?,?,?)",
                [(table.id, i, event) for i, event in enumerate(events)],
            )
            db.execute(
                "UPDATE tables SET turn = ?, over = ? WHERE id = ?",
                (table.turn, table.over, table.id),
            )
            return table.id

        return str(await self._do(work))

    async def keep_paper(self, kind: str, key: str, text: str, days: float, most: int) -> None:
        """Keep a text for some days, and of its kind only the latest ``most``."""
        now = time.time()

        def work(db: sqlite3.Connection) -> None:
            db.execute("DELETE FROM papers WHERE until < ?", (now,))
            db.execute(
                "INSERT OR REPLACE INTO papers VALUES (?,?,?,?)",
                (kind, key, text, now + days * 86400),
            )
            db.execute(
                "DELETE FROM papers WHERE kind = ? AND key NOT IN"
                " (SELECT key FROM papers WHERE kind = ? ORDER BY until DESC LIMIT ?)",
                (kind, kind, most),
            )

        await self._do(work)

    async def append(self, table: str, number: int, actions: Sequence[int], turn: int) -> None:
        """Add events from ``number`` on, all or none; Conflict if one is already there.

        ``turn`` is who acts then, for lists of tables.
        """
        rows = [x for i, a in enumerate(actions) for x in (table, number + i, a)] + [table]
        places = ",".join(["(?,?,?)"] * len(actions))
        now = time.time()

        def work(db: sqlite3.Connection) -> None:
            try:
                added = db.execute(
                    "INSERT INTO actions (tbl, number, action)"
                    f" SELECT * FROM (VALUES {places}) WHERE EXISTS"
                    " (SELECT 1 FROM tables WHERE id = ?)",
                    rows,
                )
            except sqlite3.IntegrityError:
                raise Conflict(f"event {number} of table {table} is already there") from None
            if not added.rowcount:
                raise Gone(table)
            db.execute(
                "UPDATE tables SET touched = ?, turn = ?, over = ? WHERE id = ?",
                (now, turn, turn == OVER, table),
            )

        # What it refuses it refuses before it has written anything.
        await self._do(work, is_whole=True)

    async def save_seats(self, table: str, seats: Sequence[Seat]) -> None:
        copies = [Seat(**vars(seat)) for seat in seats]

        def work(db: sqlite3.Connection) -> None:
            must_stand(db, table)
            put_seats(db, table, copies)

        await self._do(work)

    async def say(self, table: str, said: Said) -> None:
        """Keep a line of chat after the others, and of the others only the latest."""

        def work(db: sqlite3.Connection) -> None:
            must_stand(db, table)
            last = db.execute("SELECT max(number) FROM chat WHERE tbl = ?", (table,)).fetchone()[0]
            number = 0 if last is None else last + 1
            db.execute(
                "INSERT INTO chat VALUES (?,?,?,?,?,?)",
                (table, number, said.seat, said.name, said.said, said.at),
            )
            oldest = number - CHAT_KEPT
            db.execute("DELETE FROM chat WHERE tbl = ? AND number <= ?", (table, oldest))

        await self._do(work)

    async def answers(self) -> None:
        """Come back once what waits is written, if it can be."""
        await self.writer.answers()

    # Reading

    @contextlib.contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """What cannot be read is a `StoreFailed`; what never will be is damage."""
        try:
            yield self._reader
        except (sqlite3.Error, ValueError, TypeError) as error:
            # What is not SQLite's own word: it handed over what is no text, no JSON, no seat.
            if is_damage(error) or not hasattr(error, "sqlite_errorcode"):
                self.report_damage(explained(error))
            log.error("the store cannot be read", extra={"why": explained(error)})
            raise StoreFailed(explained(error)) from error

    def paper(self, kind: str, key: str) -> tuple[str, float] | None:
        """A text that is kept, and until when."""
        with self._reading() as db:
            found: tuple[str, float] | None = db.execute(
                "SELECT text, until FROM papers WHERE kind = ? AND key = ? AND until >= ?",
                (kind, key, time.time()),
            ).fetchone()
        return found

    def load(self, table: str) -> tuple[Kept, list[int], list[Said]] | None:
        """A table with its events and the last of its chat."""
        found = self._tables("WHERE id = ?", (table,))
        if not found:
            return None
        with self._reading() as db:
            chat = db.execute(
                "SELECT seat, name, said, at FROM chat WHERE tbl = ? ORDER BY number DESC LIMIT ?",
                (table, CHAT_KEPT),
            )
            said = [Said(*row) for row in chat][::-1]
        return found[0], self.events(table), said

    def events(self, table: str) -> list[int]:
        """All that has happened at a table, what was taken back and the taking back included."""
        with self._reading() as db:
            found = db.execute("SELECT action FROM actions WHERE tbl = ? ORDER BY number", (table,))
            return [row[0] for row in found]

    def _tables(self, where: str, values: tuple[Any, ...]) -> list[Kept]:
        with self._reading() as db:
            return self._tables_in(db, where, values)

    def _tables_in(self, db: sqlite3.Connection, where: str, values: tuple[Any, ...]) -> list[Kept]:
        tables = []
        for row in db.execute(
            "SELECT id, game, version, options, seed, commitment, created, touched, settings,"
            f" over, rematch, turn FROM tables {where}",
            values,
        ).fetchall():
            seats = db.execute(
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

    def size(self) -> int:
        """Bytes on disk, what is not yet merged into the file included."""
        return sum(file.stat().st_size for file in files_of(self.path)[:2] if file.exists())

    def close(self) -> None:
        """Write what waits, then stop."""
        self._check.stop()
        self.writer.close()
        self._reader.close()


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA busy_timeout=5000")
    return db


def must_stand(db: sqlite3.Connection, table: str) -> None:
    """Write nothing about a table that is no more."""
    if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
        raise Gone(table)


def put_seats(db: sqlite3.Connection, table: str, seats: Sequence[Seat]) -> None:
    db.executemany(
        "INSERT OR REPLACE INTO seats VALUES (?,?,?,?,?,?,?,?)",
        [
            (table, i, s.kind, s.level, s.owner, s.name, s.colour, s.invite)
            for i, s in enumerate(seats)
        ],
    )
