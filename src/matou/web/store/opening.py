"""Which store it is: the one place that knows."""

from __future__ import annotations

from pathlib import Path

from matou.web.store.interface import Store
from matou.web.store.key import server_key
from matou.web.store.postgres_schema import bad_address, no_driver
from matou.web.store.siblings import Siblings
from matou.web.store.sqlite import SqliteStore

SCHEMES = ("postgresql://", "postgres://")


def open_store(data: Path, address: str = "", siblings: Siblings | None = None) -> Store:
    """The store of a site: a file in its folder, or a database; BadStore if it cannot be used.

    ``siblings``: the processes of this server, if it has several.
    """
    if address:
        if not address.startswith(SCHEMES):
            raise bad_address(address)
        try:
            from matou.web.store.postgres import PostgresStore
        except ImportError:
            raise no_driver() from None
        return PostgresStore(address)
    store = SqliteStore(data / "tables.db", siblings)
    store.key = server_key(data)
    return store


async def check_store(data: Path, address: str) -> None:
    """Can it be used? BadStore says why not; it is brought up to date on the way."""
    store = open_store(data, address)
    await store.start()
    await store.close()
