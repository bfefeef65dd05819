"""The interface that repositories use, for both SQLite and PostgreSQL.

Repositories write one SQL, with parameters ``$1``, ``$2``…, and each database translates it
(``DIALECT``) from these words:

- ``NOW``: seconds since 1970 by the database's clock
- ``= ANY($1)``: is in a list
- ``INDEXED BY name``: forces an index in SQLite, which without statistics would scan whole tables
- ``FOR UPDATE SKIP LOCKED``: leaves out rows that another process has locked, in PostgreSQL
- ``CLOCK_KIND`` and ``IS_WATCHED``: the kind of a table's clock, and whether anybody may watch it

Several processes may share one database (``shared``). The number of a table's next event serves as
a fence: if two processes append the same event, the slower one gets a `Conflict`. After a write, a
process sends the others a hint with the table and its latest event. Hints may be lost.
"""

import asyncio
import functools
import re
import secrets
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, ClassVar, NamedTuple

from matou.play.keeping import StoreFailed, Timed
from matou.web.ops.logs import log

LOOK = -1  # the number in a hint that is not about events: read the table again
MOST_HINTED = 200  # tables per hint
MOST_STATEMENTS = 1000  # translations to remember

Rows = list[Sequence[Any]]


class Statement(NamedTuple):
    """A statement in a transaction. Runs once for each row of values."""

    sql: str
    rows: Sequence[Sequence[Any]]
    must: bool = False  # if it returns no rows, the transaction is rolled back (`Missed`)


class Missed(Exception):
    """A statement with ``must`` returned no rows. Nothing was written."""


def one(sql: str, *values: Any, must: bool = False) -> Statement:
    return Statement(sql, [values], must)


def resolve(future: asyncio.Future[Any], answer: Any) -> None:
    """Sets the result of a future, or its exception, unless its caller was cancelled."""
    if future.done():
        return
    if isinstance(answer, BaseException):
        future.set_exception(answer)
    else:
        future.set_result(answer)


class Database:
    """The base class of databases. Failures raise `StoreFailed`; ``ill`` holds the reason."""

    DIALECT: ClassVar[dict[str, str]]  # regular expressions for our words, and what replaces them

    def __init__(self) -> None:
        self.server = secrets.token_hex(6)  # identifies this process in leases
        self.key = ""  # signs cookies; set by ``start``
        self.damage = ""  # why some data can never be read
        self.shared = False  # whether other processes may write, too
        self.on_commit: Callable[[float], object] = float  # called with the seconds of a commit
        self.on_hint: Callable[[str, int], object] = lambda table, number: None  # noqa: ARG005
        self.on_gap: Callable[[], object] = lambda: None  # called when hints may have been lost
        self.translated = functools.lru_cache(MOST_STATEMENTS)(self._translated)

    def _translated(self, sql: str) -> str:
        for ours, theirs in self.DIALECT.items():
            sql = re.sub(ours, theirs, sql)
        return sql

    async def start(self) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    @property
    def ill(self) -> str:
        """Returns why the database may fail again, or '' if it is healthy."""
        raise NotImplementedError

    async def answers(self) -> None:
        """Returns if the database can be written. Raises StoreFailed otherwise."""
        raise NotImplementedError

    def size(self) -> int:
        raise NotImplementedError

    # Reading and writing

    async def read(self, *queries: tuple[Any, ...]) -> list[Rows]:
        """Returns the rows of each query (SQL, values…). All read the same snapshot."""
        raise NotImplementedError

    async def fetch(self, sql: str, *values: Any) -> Rows:
        return (await self.read((sql, *values)))[0]

    async def first(self, sql: str, *values: Any) -> Sequence[Any] | None:
        """Returns the first row, or None."""
        return next(iter(await self.fetch(sql, *values)), None)

    async def column(self, sql: str, *values: Any) -> list[Any]:
        return [row[0] for row in await self.fetch(sql, *values)]

    async def write(self, *statements: Statement, hint: str = "", light: bool = False) -> Rows:
        """Runs statements in one transaction and returns the rows of the first.

        The data is durable when this returns. With ``light``, it does not wait for the disk.
        ``hint`` names the changed tables for other processes. Raises `Missed` if a statement with
        ``must`` returns no rows.
        """
        raise NotImplementedError

    async def execute(self, sql: str, *values: Any, hint: str = "", light: bool = False) -> Rows:
        """Runs one statement. See `write`."""
        return await self.write(one(sql, *values), hint=hint, light=light)

    async def execute_many(
        self, sql: str, rows: Sequence[Sequence[Any]], hint: str = "", light: bool = False
    ) -> None:
        """Runs one statement for each row of values, if there are any. See `write`."""
        if rows:
            await self.write(Statement(sql, rows), hint=hint, light=light)

    async def try_write(self, *statements: Statement, hint: str = "") -> bool:
        """Runs `write` and returns True, or False if nothing was written (`Missed`)."""
        try:
            await self.write(*statements, hint=hint)
        except Missed:
            return False
        return True

    def append(
        self, table: str, number: int, actions: Sequence[int], turn: int, timed: Timed | None = None
    ) -> Awaitable[None]:
        """Appends events from ``number`` on; ``turn`` acts next. Raises Conflict if too late."""
        raise NotImplementedError

    # Hints and damage

    def hear(self, hint: str) -> None:
        """Calls ``on_hint`` for each table in a hint: ``6d2f0c9a11be 17,0a…``."""
        for part in hint.split(","):
            table, _, number = part.partition(" ")
            if table:
                self.on_hint(table, int(number) if number.isdigit() else LOOK)

    def report_damage(self, why: str) -> None:
        """Records and logs damage. Only the operator can repair it."""
        if not self.damage:
            log.error("the store is damaged", extra={"why": why})
        self.damage = self.damage or why

    def unreadable(self, error: Exception) -> StoreFailed:
        """Reports damage for data that cannot be decoded, and returns the exception to raise."""
        why = f"{type(error).__name__}: {error}"
        self.report_damage(why)
        log.error("the store cannot be read", extra={"why": why})
        return StoreFailed(why)


class Repository:
    """Base class of repositories: the queries of one feature."""

    EXPIRED: ClassVar[tuple[str, ...]] = ()  # statements that delete expired data

    def __init__(self, db: Database) -> None:
        self.db = db


def storable(queries: Iterable[tuple[Any, ...]]) -> bool:
    """Returns whether every value can be stored (valid Unicode without NUL characters)."""
    texts = [value for _, *values in queries for value in values if isinstance(value, str)]
    try:
        return not any(b"\0" in text.encode() for text in texts)
    except UnicodeEncodeError:
        return False
