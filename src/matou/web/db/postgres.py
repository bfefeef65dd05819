"""The PostgreSQL database, using asyncpg. Any number of servers can share it.

Writes are durable when they return, except light ones (presence, signals, leases): those may be
lost if the database crashes, and are written again. Broken connections are replaced on the next
use; until then ``ill`` gives the reason. One connection only listens for hints and must not go
through a connection pooler.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Sequence
from typing import Any, ClassVar

from matou.play.keeping import StoreFailed, Timed
from matou.web.db.appends import NOW, Appends
from matou.web.db.database import Database, Missed, Rows, Statement, storable
from matou.web.db.errors import unreachable
from matou.web.db.pool import SECONDS, Pool, connect, database, drop_abandoned
from matou.web.db.schema import migrate, signing_key
from matou.web.ops.chores import Chore, wait_at_most
from matou.web.ops.logs import log

MOST_CONNECTIONS = 8  # for everything but appends
ASK_SECONDS = 5.0  # between two checks of the listening connection
AGAIN_SECONDS = 0.5  # before a failed connection is tried again
MEASURE_SECONDS = 60.0  # between two measurements of the size


class PostgresDatabase(Database):
    DIALECT: ClassVar = {
        r"\bNOW\b": NOW,
        r"INDEXED BY \w+": "",
        "CLOCK_KIND": "coalesce(settings::json->'clock'->>'kind', '')",
        "IS_WATCHED": "(settings::json->>'watch') = 'true'",
    }

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address = address
        self.shared = True
        self.trouble = ""
        self._bytes = 0
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Connects, migrates and starts listening. Raises BadStore if that fails."""
        if self._tasks:
            return
        async with database(self.address) as db:
            await migrate(db, self.address)
            self.key = await signing_key(db)
        self.pool = Pool(self.address, MOST_CONNECTIONS)
        self._light = Pool(self.address, 2, synchronous_commit="off")
        self._appends = Appends(self.address, self._failed, self._went_well)
        self.listening = asyncio.Event()
        chores = (self._listen(), Chore(self._check, AGAIN_SECONDS).repeat(), self._measure())
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
        self.pool.close()
        self._light.close()
        await drop_abandoned()

    @property
    def ill(self) -> str:
        return self.damage or self.trouble

    def size(self) -> int:
        return self._bytes

    def _failed(self, error: Exception) -> StoreFailed:
        """Returns the exception to raise for an error of the database or the network."""
        why = f"{type(error).__name__}: {error}"
        state = getattr(error, "sqlstate", None) or ""
        if state.startswith("XX"):  # data corruption
            self.report_damage(why)
        if state.startswith("22"):  # a bad value; the database itself is healthy
            log.error("the store was given what it cannot keep", extra={"why": why})
        else:
            if not self.trouble:
                log.error("the store cannot be reached or written", extra={"why": why})
            self.trouble = why
        failed = StoreFailed(why)
        failed.__cause__ = error
        return failed

    def recovered(self) -> None:
        if self.trouble:
            log.warning("the store can be written again")
        self.trouble = ""

    def _went_well(self, seconds: float) -> None:
        self.recovered()
        self.on_commit(seconds)

    async def answers(self) -> None:
        try:
            async with self.pool.connection() as db:
                if await db.fetchval("SELECT pg_is_in_recovery()"):
                    raise StoreFailed("the database is a standby: it can only be read")
                if self.trouble:
                    await db.execute(
                        "INSERT INTO about VALUES ('probe', repeat('x', 9000))"
                        " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
                    )
        except Exception as error:
            raise self._failed(error) from error
        self.recovered()

    async def _check(self) -> None:
        """Checks, after a failure, whether the database works again."""
        if self.trouble:
            await self.answers()

    async def _measure(self) -> None:
        while True:
            with contextlib.suppress(Exception):
                async with self.pool.connection() as db:
                    self._bytes = await db.fetchval("SELECT pg_database_size(current_database())")
            await asyncio.sleep(MEASURE_SECONDS)

    # Hints

    async def _listen(self) -> None:
        """Listens for hints from other servers and reconnects when needed."""
        while True:
            db = None
            try:
                db = await connect(self.address, synchronous_commit="off")
                await db.add_listener("matou", lambda _db, _pid, _channel, text: self.hear(text))
                self.listening.set()
                self.on_gap()  # hints may have been missed
                cut = asyncio.Event()
                db.add_termination_listener(lambda _, cut=cut: cut.set())
                while not db.is_closed():
                    await wait_at_most(cut, ASK_SECONDS)
                    async with asyncio.timeout(SECONDS):
                        await db.execute("SELECT 1")
            except Exception as error:
                log.warning("hints are not heard", extra={"why": f"{error}"})
            finally:
                if db is not None:
                    db.terminate()
            await asyncio.sleep(AGAIN_SECONDS)

    # Reading and writing

    def append(
        self, table: str, number: int, actions: Sequence[int], turn: int, timed: Timed | None = None
    ) -> Awaitable[None]:
        return self._appends.add(table, number, actions, turn, timed)

    async def read(self, *asked: tuple[Any, ...]) -> list[Rows]:
        if not storable(asked):
            return [[] for _ in asked]
        queries = [(self.translated(sql), *values) for sql, *values in asked]
        try:
            async with self.pool.connection() as db:
                if len(queries) == 1:
                    return [await db.fetch(*queries[0])]
                async with db.transaction(isolation="repeatable_read", readonly=True):
                    return [await db.fetch(*query) for query in queries]
        except Exception as error:
            raise self._failed(error) from error

    async def write(self, *statements: Statement, hint: str = "", light: bool = False) -> list[Any]:
        pool = self._light if light else self.pool
        try:
            async with pool.connection() as db:
                if len(statements) == 1 and len(statements[0].rows) == 1 and not hint:
                    sql, (values,), _ = statements[0]
                    found = await db.fetch(self.translated(sql), *values)
                else:
                    found = await self._transaction(db, statements, hint)
        except Exception as error:
            raise self._failed(error) from error
        self.recovered()
        if found is None:
            raise Missed
        return list(found)

    async def _transaction(
        self, db: Any, statements: Sequence[Statement], hint: str
    ) -> list[Any] | None:
        """Returns the rows of the first statement, or None if one missed."""
        first: list[Any] | None = None
        transaction = db.transaction()
        await transaction.start()
        for sql, rows, must in statements:
            if len(rows) == 1:
                found = await db.fetch(self.translated(sql), *rows[0])
            else:
                found = []
                await db.executemany(self.translated(sql), rows)
            if must and not found:
                await transaction.rollback()
                return None
            first = found if first is None else first
        if hint:
            await db.execute("SELECT pg_notify('matou', $1)", hint)
        await transaction.commit()
        return first or []
