"""Group commit for SQLite: one thread writes, and syncs many writes in one commit.

If one write fails, its caller gets the error, and the thread continues.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from matou.play.keeping import StoreFailed
from matou.web.db.damage import Files, is_damage
from matou.web.db.database import resolve
from matou.web.ops.logs import log

MOST_IN_A_COMMIT = 2000

Work = Callable[[sqlite3.Connection], Any]


# Work, the future of its answer, and whether it needs no savepoint: if it raises, it wrote nothing.
Write = tuple[Work, asyncio.Future[Any], bool]


class Asked(NamedTuple):
    """The writes of one iteration of an event loop; all go into one commit."""

    loop: asyncio.AbstractEventLoop
    writes: list[Write]


class Writer:
    def __init__(
        self, db: sqlite3.Connection, files: Files, report_damage: Callable[[str], object]
    ) -> None:
        self.on_commit: Callable[[float], object] = float  # called with the duration of each commit
        self.trouble = ""  # why the last commit failed; '' after a successful one
        self._db = db
        self._files = files
        self._report_damage = report_damage
        self._writes: queue.SimpleQueue[list[Write] | None] = queue.SimpleQueue()
        # By thread, because finding the running event loop is a system call.
        self._asked: dict[int, Asked] = {}
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while True:
            asked = self._writes.get()
            if asked is None:
                break
            writes = [*asked]
            stop = False
            while len(writes) < MOST_IN_A_COMMIT:
                try:
                    asked = self._writes.get_nowait()
                except queue.Empty:
                    break
                if asked is None:
                    stop = True
                    break
                writes += asked
            self._commit(self._db, writes)
            if stop:
                break
        with contextlib.suppress(sqlite3.Error):  # all acknowledged data is already in the files
            self._db.close()

    def _commit(self, db: sqlite3.Connection, writes: list[Write]) -> None:
        answers: list[tuple[asyncio.Future[Any], Any]] = []
        began, trouble = time.perf_counter(), ""
        try:
            self._files.must_be_there()
            if db.in_transaction:  # an earlier rollback failed
                db.execute("ROLLBACK")
            db.execute("BEGIN IMMEDIATE")
            for work, future, is_whole in writes:
                if not is_whole:
                    db.execute("SAVEPOINT one")
                try:
                    answer = work(db)
                except Exception as error:
                    if is_whole and isinstance(error, sqlite3.Error):
                        raise  # for example a full disk: roll back the whole commit
                    if not is_whole:
                        db.execute("ROLLBACK TO one")
                    answer = error
                    if isinstance(error, sqlite3.Error):  # for example a full disk
                        answer = self._failed(error)
                        trouble = str(answer)
                if not is_whole:
                    db.execute("RELEASE one")
                answers.append((future, answer))
            db.execute("COMMIT")
        except Exception as error:
            failed = self._failed(error)
            trouble = str(failed)
            roll_back(db)
            answers = [(future, failed) for _, future, _ in writes]
        self._note(trouble)
        if not trouble and any(work != self._probe for work, _, _ in writes):
            self.on_commit(time.perf_counter() - began)
        for loop in {future.get_loop() for future, _ in answers}:
            replies = [reply for reply in answers if reply[0].get_loop() is loop]
            with contextlib.suppress(RuntimeError):  # the event loop has closed
                loop.call_soon_threadsafe(resolve_all, replies)

    def _failed(self, error: Exception) -> StoreFailed:
        if isinstance(error, StoreFailed):
            return error
        if is_damage(error):
            self._report_damage(explained(error))
        failed = StoreFailed(explained(error))
        failed.__cause__ = error
        return failed

    def do(self, work: Work, is_whole: bool = False) -> asyncio.Future[Any]:
        """Queues a write for the next commit. It runs even if the caller is cancelled."""
        thread = threading.get_ident()
        asked = self._asked.get(thread)
        if asked is None or asked.loop.is_closed():
            asked = self._asked[thread] = Asked(asyncio.get_running_loop(), [])
            asked.loop.call_soon(self._hand_over, thread)
        future: asyncio.Future[Any] = asked.loop.create_future()
        if self._closed:  # too late: fail instead of waiting forever
            future.set_exception(StoreFailed("the store is closed"))
        else:
            asked.writes.append((work, future, is_whole))
        return future

    def _hand_over(self, thread: int) -> None:
        if (asked := self._asked.pop(thread, None)) is not None:
            self._writes.put(asked.writes)

    async def answers(self) -> None:
        """Returns after all earlier writes. Raises StoreFailed if nothing can be written."""
        await self.do(self._probe)

    def _probe(self, db: sqlite3.Connection) -> None:
        db.execute("SELECT 1 FROM tables LIMIT 1").fetchone()
        if self.trouble:  # test whether there is space again: write something and delete it
            db.execute(
                "INSERT INTO chat (tbl, number, seat, name, said, at)"
                " VALUES ('', 0, 0, '', zeroblob(20000), 0)"
            )
            db.execute("DELETE FROM chat WHERE tbl = ''")

    def _note(self, trouble: str) -> None:
        """Stores the result of the last commit, and logs a change."""
        if trouble and not self.trouble:
            log.error("the store cannot write", extra={"why": trouble})
        elif self.trouble and not trouble:
            log.warning("the store can write again")
        self.trouble = trouble

    def close(self) -> None:
        """Writes the queued data, then stops the thread."""
        self._closed = True
        for thread in [*self._asked]:
            self._hand_over(thread)
        self._writes.put(None)
        self._thread.join(timeout=5)


def resolve_all(replies: list[tuple[asyncio.Future[Any], Any]]) -> None:
    for reply in replies:
        resolve(*reply)


def roll_back(db: sqlite3.Connection) -> None:
    """Rolls back. If that fails, the next commit tries again."""
    with contextlib.suppress(sqlite3.Error):
        if db.in_transaction:
            db.execute("ROLLBACK")


def explained(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
