"""Where tables are kept: SQLite, read by one thread, written by another (``writer.py``).

What is awaited here is durable when it returns.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import sqlite3
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from matou.kit.linking import OVER
from matou.play.keeping import Conflict, Gone, StoreFailed, Timed
from matou.web.store.between_servers import hints
from matou.web.store.damage import CHECK_SECONDS, Check, Files, files_of, is_damage
from matou.web.store.interface import Store
from matou.web.store.jobs import Missed, Statement, storable
from matou.web.store.schema import damaged, migrate, unusable
from matou.web.store.siblings import HintSocket, Siblings
from matou.web.store.writer import Writer, explained

log = logging.getLogger("matou.web")


class SqliteStore(Store):
    """The embedded store: a file, in WAL mode, synced before anything is acknowledged."""

    NOW = "((julianday('now') - 2440587.5) * 86400.0)"
    AMONG = "IN (SELECT value FROM json_each($1))"
    WATCHED = "json_extract(settings, '$.watch')"

    def __init__(self, path: Path, siblings: Siblings | None = None) -> None:
        super().__init__()
        self.path = path
        self.siblings = siblings  # other processes of this server, which use the same file
        self.shared = siblings is not None
        self._hints: HintSocket | None = None
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
        self._readers = ThreadPoolExecutor(1, "store reader")
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

    async def start(self) -> None:
        """It is open already; from now on hints are heard."""
        self.writer.on_commit = self.on_commit
        if self.siblings is not None and self._hints is None:
            self._hints = HintSocket(self.siblings, self._heard)

    def _heard(self, text: str) -> None:
        for table, number in hints(text):
            self.on_hint(table, number)

    # How it is

    @property
    def ill(self) -> str:
        """Why it cannot be relied upon; '' as long as it can."""
        return self.damage or self.writer.trouble

    async def answers(self) -> None:
        """Come back once what waits is written, if it can be."""
        await self.writer.answers()

    def size(self) -> int:
        """Bytes on disk, what is not yet merged into the file included."""
        return sum(file.stat().st_size for file in files_of(self.path)[:2] if file.exists())

    async def close(self) -> None:
        if self._hints is not None:
            self._hints.close()
        self.shut()

    def shut(self) -> None:
        """Write what waits, then stop."""
        self._check.stop()
        self.writer.close()
        self._readers.shutdown()
        self._reader.close()

    # Ways to the database

    def _by(self, index: str) -> str:
        """Named, or without statistics, or by those of a day with few games, all would be read."""
        return f"INDEXED BY {index}"

    def _list(self, values: Sequence[str]) -> str:
        return json.dumps(list(values))

    async def _write(
        self,
        *statements: Statement,
        hint: str = "",
        light: bool = False,  # noqa: ARG002
    ) -> list[Sequence[Any]]:
        def work(db: sqlite3.Connection) -> list[Sequence[Any]]:
            first: list[Sequence[Any]] | None = None
            for sql, rows, must in statements:
                found: list[Sequence[Any]] = []
                for row in rows:
                    found = db.execute(sql, bound(row)).fetchall()
                if must and not found:
                    raise Missed
                first = found if first is None else first
            return first or []

        written: list[Sequence[Any]] = await self._do(work)
        if self._hints is not None and hint:
            self._hints.send(hint)
        return written

    async def append(
        self,
        table: str,
        number: int,
        actions: Sequence[int],
        turn: int,
        timed: Timed | None = None,
    ) -> None:
        """Add events from ``number`` on, all or none; Conflict if that is not the next one.

        ``turn`` is who acts then, for lists of tables.
        """
        lefts = [None if timed is None else timed.left, *([None] * (len(actions) - 1))]
        rows = [
            x
            for i, (a, left) in enumerate(zip(actions, lefts, strict=True))
            for x in (table, number + i, a, left)
        ]
        rows += [table, number]
        places = ",".join(["(?,?,?,?)"] * len(actions))
        last = number + len(actions)
        now = time.time()

        def work(db: sqlite3.Connection) -> None:
            try:
                added = db.execute(
                    "INSERT INTO actions (tbl, number, action, remaining)"
                    f" SELECT * FROM (VALUES {places}) WHERE EXISTS"
                    " (SELECT 1 FROM tables WHERE id = ? AND number = ?)",
                    rows,
                )
            except sqlite3.IntegrityError:
                raise Conflict(f"event {number} of table {table} is already there") from None
            if not added.rowcount:
                if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
                    raise Gone(table)
                raise Conflict(f"event {number} is not the next one of table {table}")
            db.execute(
                "UPDATE tables SET touched = ?, turned = CASE WHEN turn = ? THEN turned ELSE ? END,"
                " turn = ?, over = ?, number = ? WHERE id = ?",
                (now, turn, last, turn, turn == OVER, last, table),
            )
            if timed is not None:
                db.execute(
                    "UPDATE tables SET clock = ?, deadline = ? WHERE id = ?",
                    (timed.clock, timed.deadline, table),
                )

        # What it refuses it refuses before it has written anything.
        await self._do(work, is_whole=True)
        if self._hints is not None:
            self._hints.send(f"{table} {last}")

    async def _read(self, *asked: tuple[Any, ...]) -> list[list[Sequence[Any]]]:
        if not storable(asked):
            return [[] for _ in asked]

        def work() -> list[list[Sequence[Any]]]:
            db = self._reader
            if len(asked) == 1:
                return [db.execute(asked[0][0], bound(asked[0][1:])).fetchall()]
            db.execute("BEGIN")
            try:
                return [db.execute(sql, bound(values)).fetchall() for sql, *values in asked]
            finally:
                db.execute("COMMIT")

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise self._unreadable(error) from error
        except RuntimeError as error:  # it is closed: whoever still asks comes too late
            raise StoreFailed(explained(error)) from error

    def _unreadable(self, error: Exception) -> StoreFailed:
        """What cannot be read is a `StoreFailed`; what never will be is damage."""
        # What has no code is not SQLite's own word: it handed over what is no text.
        if hasattr(error, "sqlite_errorcode") and not is_damage(error):
            log.error("the store cannot be read", extra={"why": explained(error)})
            return StoreFailed(explained(error))
        return super()._unreadable(error)


def bound(values: Sequence[Any]) -> dict[str, Any]:
    """Values for ``$1``, ``$2``…"""
    return {str(i): value for i, value in enumerate(values, 1)}


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA busy_timeout=5000")
    return db
