"""Where tables are kept: PostgreSQL, by asyncpg, for any number of servers.

What is awaited here is durable when it returns (presence, signals and jobs excepted: they may be
lost with the database's machine, and come again). Connections that break are opened anew when next
needed; meanwhile ``ill`` says why. One connection listens for hints and does nothing else: no
pooler may stand before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from typing import Any

from matou.play.keeping import StoreFailed, Timed
from matou.web.store.appends import Appends
from matou.web.store.between_servers import hints
from matou.web.store.interface import Store
from matou.web.store.jobs import Missed, Statement, storable
from matou.web.store.pool import SECONDS, Pool, connect, database
from matou.web.store.postgres_schema import NOW, migrate, signing_key, unreachable

log = logging.getLogger("matou.web")

MOST_CONNECTIONS = 8  # for reads and for what is no append
ASK_SECONDS = 5.0  # between two questions on the connection that listens: is it still there?
AGAIN_SECONDS = 0.5  # until a connection is tried again
MEASURE_SECONDS = 60.0  # between two looks at how large the database is


class PostgresStore(Store):
    """The store of many servers."""

    NOW = NOW
    AMONG = "= ANY($1::text[])"
    WATCHED = "(settings::json->>'watch') = 'true'"
    SKIP_LOCKED = "FOR UPDATE SKIP LOCKED"

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.shared = True
        self.trouble = ""
        self._bytes = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connect, bring the schema up to date, listen; BadStore if that cannot be."""
        if self._tasks:
            return
        async with database(self.address) as db:
            await migrate(db, self.address)
            self.key = await signing_key(db)
        self._pool = Pool(self.address, MOST_CONNECTIONS)
        self._light = Pool(self.address, 2, synchronous_commit="off")
        self._appends = Appends(self.address, self._failed, self._went_well)
        self.listening = asyncio.Event()
        chores = (self._listen(), self._mind(), self._measure())
        self._tasks = [asyncio.create_task(chore) for chore in chores]
        try:
            async with asyncio.timeout(SECONDS):
                await self.listening.wait()
        except TimeoutError:
            raise unreachable(self.address, "it does not answer") from None

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await self._appends.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.close()
        self._light.close()

    # How it is

    @property
    def ill(self) -> str:
        return self.damage or self.trouble

    def size(self) -> int:
        return self._bytes

    def _failed(self, error: Exception) -> StoreFailed:
        """An error of the database or on the way to it, as whoever asked is told it."""
        why = f"{type(error).__name__}: {error}"
        state = getattr(error, "sqlstate", None) or ""
        if state.startswith("XX"):  # its own word for what must not be: data corrupted
            self.report_damage(why)
        if state.startswith("22"):  # what it was given is at fault: it is well, for everybody else
            log.error("the store was given what it cannot keep", extra={"why": why})
        else:
            if not self.trouble:
                log.error("the store cannot be reached or written", extra={"why": why})
            self.trouble = why
        failed = StoreFailed(why)
        failed.__cause__ = error
        return failed

    def _is_well(self) -> None:
        if self.trouble:
            log.warning("the store can be written again")
        self.trouble = ""

    def _went_well(self, seconds: float) -> None:
        self._is_well()
        self.on_commit(seconds)

    async def answers(self) -> None:
        """Come back if it can be written."""
        try:
            async with self._pool.connection() as db:
                if await db.fetchval("SELECT pg_is_in_recovery()"):
                    raise StoreFailed("the database is a standby: it can only be read")
                if self.trouble:
                    await db.execute(
                        "INSERT INTO about VALUES ('probe', repeat('x', 9000))"
                        " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
                    )
        except Exception as error:
            raise self._failed(error) from error
        self._is_well()

    async def _mind(self) -> None:
        """While something is wrong, look whether it still is."""
        while True:
            await asyncio.sleep(AGAIN_SECONDS)
            if self.trouble:
                with contextlib.suppress(StoreFailed):
                    await self.answers()

    async def _measure(self) -> None:
        while True:
            with contextlib.suppress(Exception):
                async with self._pool.connection() as db:
                    self._bytes = await db.fetchval("SELECT pg_database_size(current_database())")
            await asyncio.sleep(MEASURE_SECONDS)

    # Hints

    async def _listen(self) -> None:
        """Hear what other servers have written, for as long as this one runs."""
        while True:
            db = None
            try:
                db = await connect(self.address, synchronous_commit="off")
                await db.add_listener("matou", self._heard)
                self.listening.set()
                self.on_gap()  # whatever was said before was not heard
                cut = asyncio.Event()
                db.add_termination_listener(lambda _, cut=cut: cut.set())
                while not db.is_closed():
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(ASK_SECONDS):
                            await cut.wait()
                    async with asyncio.timeout(SECONDS):
                        await db.execute("SELECT 1")
            except Exception as error:
                log.warning("hints are not heard", extra={"why": f"{error}"})
            finally:
                if db is not None:
                    db.terminate()
            await asyncio.sleep(AGAIN_SECONDS)

    def _heard(self, _db: Any, _pid: int, _channel: str, text: str) -> None:
        for table, number in hints(text):
            self.on_hint(table, number)

    # Ways to the database

    def _list(self, values: Sequence[str]) -> Any:
        return list(values)

    async def append(
        self,
        table: str,
        number: int,
        actions: Sequence[int],
        turn: int,
        timed: Timed | None = None,
    ) -> None:
        """Add events from ``number`` on, all or none; Conflict if that is not the next one."""
        await self._appends.add(table, number, actions, turn, timed)

    async def _read(self, *asked: tuple[Any, ...]) -> list[list[Sequence[Any]]]:
        if not storable(asked):
            return [[] for _ in asked]
        try:
            async with self._pool.connection() as db:
                if len(asked) == 1:
                    return [await db.fetch(*asked[0])]
                async with db.transaction(isolation="repeatable_read", readonly=True):
                    return [await db.fetch(*question) for question in asked]
        except Exception as error:
            raise self._failed(error) from error

    async def _write(
        self, *statements: Statement, hint: str = "", light: bool = False
    ) -> list[Any]:
        pool = self._light if light else self._pool
        found: list[Any] | None
        try:
            async with pool.connection() as db:
                if len(statements) == 1 and len(statements[0].rows) == 1 and not hint:
                    found = await db.fetch(statements[0].sql, *statements[0].rows[0])
                else:
                    found = await self._transaction(db, statements, hint)
        except Exception as error:
            raise self._failed(error) from error
        self._is_well()
        if found is None:
            raise Missed
        return list(found)

    async def _transaction(
        self, db: Any, statements: Sequence[Statement], hint: str
    ) -> list[Any] | None:
        """The rows of the first statement; None, and nothing done, if one missed what it must."""
        first: list[Any] | None = None
        transaction = db.transaction()
        await transaction.start()
        for sql, rows, must in statements:
            if len(rows) == 1:
                found = await db.fetch(sql, *rows[0])
            else:
                found = []
                await db.executemany(sql, rows)
            if must and not found:
                await transaction.rollback()
                return None
            first = found if first is None else first
        if hint:
            await db.execute("SELECT pg_notify('matou', $1)", hint)
        await transaction.commit()
        return first or []
