"""The SQLite database: one thread reads, another writes (``writer.py``). All writes are durable."""

import asyncio
import contextlib
import json
import sqlite3
import time
from collections.abc import Awaitable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

from matou.kit.linking import OVER
from matou.play.keeping import Conflict, Gone, StoreFailed, Timed
from matou.web.db import files, schema, worker_processes
from matou.web.db.damage import CHECK_SECONDS, Check, Files, files_of, is_damage
from matou.web.db.database import Database, Missed, Rows, Statement, storable
from matou.web.db.errors import DAMAGED, UNUSABLE, BadStore
from matou.web.db.writer import Writer, explained
from matou.web.ops.logs import log

MOVED = (
    "UPDATE tables SET touched = ?, turned = CASE WHEN turn = ? THEN turned ELSE ? END, turn = ?,"
    " over = ?, number = ? WHERE id = ? AND number = ?"
)
TAKEN_BACK = "DELETE FROM actions WHERE tbl = ? AND number BETWEEN ? AND ?"


@cache
def insertion(events: int, is_timed: bool) -> str:
    """Returns the SQL that appends events; with a clock the first has a remaining time."""
    # Values that are None or bool take the sqlite3 module longer than all others together.
    rows = ["(?,?,?,?)" if is_timed and not i else "(?,?,?,NULL)" for i in range(events)]
    return f"INSERT INTO actions (tbl, number, action, remaining) VALUES {','.join(rows)}"


class SqliteDatabase(Database):
    """A file in WAL mode. Every commit is synced before it is acknowledged."""

    DIALECT: ClassVar = {
        r"\bNOW\b": "((julianday('now') - 2440587.5) * 86400.0)",
        r"= ANY\((\$\d+)\)": r"IN (SELECT value FROM json_each(\1))",
        "FOR UPDATE SKIP LOCKED": "",
        "CLOCK_KIND": "coalesce(json_extract(settings, '$.clock.kind'), '')",
        "IS_WATCHED": "json_extract(settings, '$.watch')",
    }

    def __init__(self, path: Path, workers: worker_processes.WorkerProcesses | None = None) -> None:
        super().__init__()
        self.path = path
        self.workers = workers  # the processes of this server that share the file
        self.shared = workers is not None
        self._hints: worker_processes.Hints | None = None
        try:
            self.reader, writer = self._open(), self._connect()
            self._check = Check(connect(path), self.report_damage)
            found = self._check.wait(CHECK_SECONDS)
        except sqlite3.Error as error:
            says = DAMAGED if is_damage(error) else UNUSABLE
            raise BadStore(says, path=path, why=error) from None
        if found:
            self.reader.close()
            writer.close()
            raise BadStore(DAMAGED, path=path, why=found)
        self.readers = ThreadPoolExecutor(1, "store reader")
        self.writer = Writer(writer, Files(path), self.report_damage)

    def _open(self) -> sqlite3.Connection:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            files.make_private(self.path)
        with contextlib.closing(connect(self.path)) as db:
            schema.migrate_file(db, self.path)
        return self._connect()

    def _connect(self) -> sqlite3.Connection:
        db = connect(self.path)
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("SELECT 1 FROM tables LIMIT 1").fetchone()  # creates the -wal and -shm files
        return db

    async def start(self) -> None:
        """Starts listening for hints. The file is already open."""
        self.writer.on_commit = self.on_commit
        if self.workers is not None and self._hints is None:
            self._hints = worker_processes.Hints(self.workers, self.hear)

    @property
    def ill(self) -> str:
        return self.damage or self.writer.trouble

    async def answers(self) -> None:
        await self.writer.answers()

    def size(self) -> int:
        """Returns the bytes on disk, including the write-ahead log."""
        return sum(file.stat().st_size for file in files_of(self.path)[:2] if file.exists())

    async def close(self) -> None:
        if self._hints is not None:
            self._hints.close()
        self.shut()

    def shut(self) -> None:
        """Writes the queued data, then closes."""
        self._check.stop()
        self.writer.close()
        self.readers.shutdown()
        self.reader.close()

    # Reading and writing

    async def write(self, *statements: Statement, hint: str = "", light: bool = False) -> Rows:  # noqa: ARG002
        def work(db: sqlite3.Connection) -> Rows:
            first: Rows | None = None
            for sql, rows, must in statements:
                found: Rows = []
                for row in rows:
                    found = db.execute(self.translated(sql), bound(row)).fetchall()
                if must and not found:
                    raise Missed
                first = found if first is None else first
            return first or []

        written: Rows = await self.writer.do(work)
        if self._hints is not None and hint:
            self._hints.send(hint)
        return written

    def append(
        self, table: str, number: int, actions: Sequence[int], turn: int, timed: Timed | None = None
    ) -> Awaitable[None]:
        last = number + len(actions)
        added: list[Any] = []
        for i, action in enumerate(actions, number):
            added += (table, i, action)
        if timed is not None:
            added.insert(3, timed.left)
        moved = (time.time(), turn, last, turn, int(turn == OVER), last, table, number)

        def work(db: sqlite3.Connection) -> None:
            try:
                db.execute(insertion(len(actions), timed is not None), added)
            except sqlite3.IntegrityError:
                raise Conflict(f"event {number} of table {table} is already there") from None
            if not db.execute(MOVED, moved).rowcount:
                db.execute(TAKEN_BACK, (table, number, last - 1))
                if db.execute("SELECT 1 FROM tables WHERE id = ?", (table,)).fetchone() is None:
                    raise Gone(table)
                raise Conflict(f"event {number} is not the next one of table {table}")
            if timed is not None:
                db.execute(
                    "UPDATE tables SET clock = ?, deadline = ? WHERE id = ?",
                    (timed.clock, timed.deadline, table),
                )

        # If it raises, it has written nothing.
        written = self.writer.do(work, is_whole=True)
        return written if self._hints is None else self._hint_after(written, f"{table} {last}")

    async def _hint_after(self, written: Awaitable[None], hint: str) -> None:
        await written
        assert self._hints is not None
        self._hints.send(hint)

    async def read(self, *asked: tuple[Any, ...]) -> list[Rows]:
        if not storable(asked):
            return [[] for _ in asked]

        def work() -> list[Rows]:
            if len(asked) > 1:
                self.reader.execute("BEGIN")
            try:
                queries = [(self.translated(sql), bound(values)) for sql, *values in asked]
                return [self.reader.execute(*query).fetchall() for query in queries]
            finally:
                if len(asked) > 1:
                    self.reader.execute("COMMIT")

        try:
            return await asyncio.get_running_loop().run_in_executor(self.readers, work)
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise self.unreadable(error) from error
        except RuntimeError as error:  # the executor is shut down
            raise StoreFailed(explained(error)) from error

    def unreadable(self, error: Exception) -> StoreFailed:
        # An error without a code does not come from SQLite: a value could not be decoded.
        if hasattr(error, "sqlite_errorcode") and not is_damage(error):
            log.error("the store cannot be read", extra={"why": explained(error)})
            return StoreFailed(explained(error))
        return super().unreadable(error)


def bound(values: Sequence[Any]) -> dict[str, Any]:
    """Returns the parameters ``$1``, ``$2``…, with lists as JSON."""
    return {
        str(i): json.dumps(value) if isinstance(value, list) else value
        for i, value in enumerate(values, 1)
    }


def connect(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA busy_timeout=5000")
    return db
