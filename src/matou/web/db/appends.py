"""Group commit for PostgreSQL: appends the events of many tables in one statement.

The statement locks each table's row. If the row expects another event number, another server was
faster: that append fails with `Conflict`, and the others succeed. A row that another server has
locked is left for the next statement, so that no append waits for it.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from matou.kit.linking import OVER
from matou.play.keeping import Conflict, Gone, StoreFailed, Timed
from matou.web.db.database import resolve
from matou.web.db.pool import SECONDS, connect

NOW = "extract(epoch FROM clock_timestamp())::float8"
MOST = 1000  # appends per statement
LONGEST_HINT = 7000  # bytes; PostgreSQL allows 7,999
BUSY_SECONDS = 0.004  # before a locked row is tried again

APPEND = f"""
WITH asked AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::int[], $9::text[], $10::float8[])
        AS a(id, first, last, turn, clock, deadline)
), locked AS (
    SELECT id, number FROM tables WHERE id = ANY($1) FOR UPDATE SKIP LOCKED
), moved AS (
    UPDATE tables AS t
    SET number = a.last, turn = a.turn,
        turned = CASE WHEN t.turn = a.turn THEN t.turned ELSE a.last END,
        over = CASE WHEN a.turn = {OVER} THEN 1 ELSE 0 END,
        touched = {NOW}, clock = coalesce(a.clock, t.clock),
        deadline = CASE WHEN a.clock IS NULL THEN t.deadline ELSE a.deadline END
    FROM asked AS a JOIN locked AS l ON l.id = a.id AND l.number = a.first
    WHERE t.id = a.id RETURNING t.id
), added AS (
    INSERT INTO actions (tbl, number, action, remaining)
    SELECT e.id, e.number, e.action, e.remaining
    FROM unnest($5::text[], $6::int[], $7::int[], $11::float8[])
        AS e(id, number, action, remaining) JOIN moved USING (id)
    ON CONFLICT DO NOTHING RETURNING tbl
)
SELECT a.id, l.id IS NOT NULL, (SELECT count(*) FROM added WHERE tbl = a.id),
       EXISTS (SELECT 1 FROM tables AS t WHERE t.id = a.id)
FROM asked AS a LEFT JOIN locked AS l ON l.id = a.id
UNION ALL SELECT '', pg_notify('matou', h)::text IS NULL, 0, false FROM unnest($8::text[]) AS h
"""


@dataclass
class Append:
    table: str
    number: int
    actions: Sequence[int]
    turn: int
    future: asyncio.Future[None]
    timed: Timed | None = None
    since: float = field(default_factory=time.monotonic)


class Appends:
    """Collects appends while a statement runs, and writes them together in the next one."""

    def __init__(
        self,
        address: str,
        failed: Callable[[Exception], StoreFailed],
        went_well: Callable[[float], object],
    ) -> None:
        self.address = address
        self._failed = failed
        self._went_well = went_well
        self._waiting: list[Append] = []
        self._come = asyncio.Event()
        self._db: Any = None
        self._task = asyncio.create_task(self._run(), name="appends")
        self._closing = False

    def add(
        self, table: str, number: int, actions: Sequence[int], turn: int, timed: Timed | None
    ) -> Awaitable[None]:
        """Queues events for writing. They are written even if the caller is cancelled."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(Append(table, number, list(actions), turn, future, timed))
        self._come.set()
        return future

    async def _run(self) -> None:
        while True:
            await self._come.wait()
            if not self._waiting:
                if self._closing:
                    return
                self._come.clear()
                continue
            batch: list[Append] = []
            rest: list[Append] = []
            tables: set[str] = set()
            for append in self._waiting:  # one append per table, because the next may depend on it
                is_next = append.table not in tables and len(batch) < MOST
                (batch if is_next else rest).append(append)
                tables.add(append.table)
            self._waiting = rest
            busy = await self._commit(batch)
            if busy:
                self._waiting = busy + self._waiting
                await asyncio.sleep(BUSY_SECONDS)

    async def _commit(self, batch: list[Append]) -> list[Append]:
        """Writes a batch. Returns the appends that must be tried again."""
        began = time.perf_counter()
        try:
            async with asyncio.timeout(SECONDS):
                if self._db is None or self._db.is_closed():
                    self._db = await connect(self.address)
                found = await self._db.fetch(APPEND, *columns(batch))
        except Exception as error:
            # The batch may or may not have been written. Callers read the table again.
            if self._db is not None:
                self._db.terminate()
                self._db = None
            failed = self._failed(error)
            for append in batch:
                resolve(append.future, failed)
            return []
        self._went_well(time.perf_counter() - began)
        results = {row[0]: row for row in found}
        busy = []
        for append in batch:
            _, was_locked, added, is_there = results[append.table]
            if added == len(append.actions):
                resolve(append.future, None)
            elif not is_there:
                resolve(append.future, Gone(append.table))
            elif was_locked or added:
                late = Conflict(f"event {append.number} of {append.table} is not next")
                resolve(append.future, late)
            elif time.monotonic() - append.since > SECONDS:
                resolve(append.future, self._failed(TimeoutError("a table stays locked")))
            else:
                busy.append(append)
        return busy

    async def close(self) -> None:
        """Writes the queued appends, then stops."""
        self._closing = True
        self._come.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SECONDS):
                await self._task
        if self._db is not None:
            self._db.terminate()


def columns(batch: list[Append]) -> tuple[Any, ...]:
    events = [
        (a.table, a.number + i, e, a.timed.left if a.timed is not None and i == 0 else None)
        for a in batch
        for i, e in enumerate(a.actions)
    ]
    ends = [a.number + len(a.actions) for a in batch]
    ids, numbers, actions, left = zip(*events, strict=True) if events else ((), (), (), ())
    return (
        [a.table for a in batch],
        [a.number for a in batch],
        ends,
        [a.turn for a in batch],
        ids,
        numbers,
        actions,
        hints_of([f"{a.table} {end}" for a, end in zip(batch, ends, strict=True)]),
        [None if a.timed is None else a.timed.clock for a in batch],
        [None if a.timed is None else a.timed.deadline for a in batch],
        left,
    )


def hints_of(parts: list[str]) -> list[str]:
    """Joins hints into as few payloads as possible."""
    made: list[str] = []
    here: list[str] = []
    long = 0
    for part in parts:
        if here and long + len(part) + 1 > LONGEST_HINT:
            made.append(",".join(here))
            here, long = [], 0
        here.append(part)
        long += len(part.encode()) + 1
    return [*made, ",".join(here)] if here else made
