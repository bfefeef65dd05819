"""A pool of connections to PostgreSQL: a few, opened when needed, dropped when anything is wrong.

Ours, not asyncpg's pool: that one asks the server to reset a connection after every use, one more
round trip each, and waits for a connection that was cut to say goodbye.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

from matou.web.store.postgres_schema import bad_address, unreachable

CONNECT_SECONDS = 3.0
SECONDS = 5.0  # that anything may take; then the connection is cut
SETTINGS = {
    "application_name": "matou",
    "search_path": "matou",
    "jit": "off",
    # A server that stopped in the middle of a transaction does not hold the others up.
    "idle_in_transaction_session_timeout": "3000",
    "statement_timeout": "5000",
}


async def connect(address: str, **settings: str) -> Any:
    """A connection, whose commits are durable unless the settings say otherwise."""
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


async def first(address: str, **settings: str) -> Any:
    """The first connection, at the start: BadStore says why it cannot be had."""
    import asyncpg

    try:
        return await connect(address, **settings)
    except (ValueError, asyncpg.ClientConfigurationError):
        raise bad_address(address) from None
    except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise unreachable(address, " ".join(str(error).split()) or type(error).__name__) from None


@contextlib.asynccontextmanager
async def database(address: str) -> AsyncIterator[Any]:
    """A connection for work that takes its time."""
    import asyncpg

    db = await first(address, statement_timeout="0", idle_in_transaction_session_timeout="0")
    try:
        yield db
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise unreachable(address, " ".join(str(error).split())) from None
    finally:
        db.terminate()


class Pool:
    """So many connections at most, for whoever needs one for a moment."""

    def __init__(self, address: str, most: int, **settings: str) -> None:
        self.address = address
        self.settings = settings
        self._free: list[Any] = []
        self._places = asyncio.Semaphore(most)

    @contextlib.asynccontextmanager
    async def connection(self) -> AsyncIterator[Any]:
        """One connection; whatever goes wrong with it, it is not used again."""
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
