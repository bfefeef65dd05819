"""A small pool of PostgreSQL connections. Drops a connection after any error.

asyncpg's own pool is slower (``docs/decisions.md``).
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from matou.web.db.errors import BAD_ADDRESS, BadStore, shown, unreachable

CONNECT_SECONDS = 3.0
CLOSE_SECONDS = 0.5  # to wait for connections that are being opened during close
SECONDS = 5.0  # limit for any operation; then the connection is cut
SETTINGS = {
    "application_name": "matou",
    "search_path": "matou",
    "jit": "off",
    # A server that stops during a transaction must not block the others.
    "idle_in_transaction_session_timeout": "3000",
    "statement_timeout": "5000",
}


abandoned: set[asyncio.Task[Any]] = set()  # connection attempts whose callers were cancelled


async def connect(address: str, **settings: str) -> Any:
    """Opens a connection. Its commits are durable unless the settings say otherwise.

    If the caller is cancelled, the attempt still completes, and the connection is dropped. If it
    were cancelled, asyncpg would log "Future exception was never retrieved".
    """
    opening = asyncio.create_task(_connect(address, settings))
    try:
        await asyncio.wait([opening])
    except asyncio.CancelledError:
        abandoned.add(opening)
        opening.add_done_callback(_drop)
        raise
    return opening.result()


def _drop(opened: asyncio.Task[Any]) -> None:
    abandoned.discard(opened)
    if not opened.cancelled() and opened.exception() is None:
        opened.result().terminate()


async def drop_abandoned() -> None:
    """Waits briefly for abandoned connection attempts before the event loop ends."""
    loop = asyncio.get_running_loop()
    ours = [opening for opening in abandoned if opening.get_loop() is loop]
    if ours:
        await asyncio.wait(ours, timeout=CLOSE_SECONDS)


async def _connect(address: str, settings: dict[str, str]) -> Any:
    import asyncpg

    db = await asyncpg.connect(
        address, timeout=CONNECT_SECONDS, server_settings={**SETTINGS, **settings}
    )
    if "synchronous_commit" not in settings:
        await db.execute(
            "SELECT set_config('synchronous_commit', 'on', false)"
            " WHERE current_setting('synchronous_commit') = 'off'"
        )
    return db


@contextlib.asynccontextmanager
async def database(address: str) -> AsyncIterator[Any]:
    """Yields a connection without time limits. Raises BadStore if the database fails."""
    import asyncpg

    unlimited = {"statement_timeout": "0", "idle_in_transaction_session_timeout": "0"}
    try:
        try:
            db = await connect(address, **unlimited)
        except ValueError:
            raise BadStore(BAD_ADDRESS, shown=shown(address)) from None
        try:
            yield db
        finally:
            db.terminate()
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise unreachable(address, " ".join(str(error).split()) or type(error).__name__) from None


class Pool:
    """A limited number of connections, each lent for one operation."""

    def __init__(self, address: str, most: int, **settings: str) -> None:
        self.address = address
        self.settings = settings
        self._free: list[Any] = []
        self._places = asyncio.Semaphore(most)

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """Lends a connection. Drops it after any error."""
        async with asyncio.timeout(SECONDS), self._places:
            db = await self._open()
            try:
                yield db
            except BaseException:
                db.terminate()
                raise
            self._free.append(db)

    async def _open(self) -> Any:
        while self._free:
            db = self._free.pop()
            if not db.is_closed():
                return db
        return await connect(self.address, **self.settings)

    def close(self) -> None:
        for db in self._free:
            db.terminate()
        self._free.clear()
