"""The stores that tests run on: SQLite, SQLite of several processes, PostgreSQL."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from matou.play.keeping import Kept
from matou.play.seats import Seat
from matou.web.store.interface import Store
from matou.web.store.opening import open_store
from matou.web.store.siblings import Siblings


class Stores:
    """Opens one and the same store, as often as there are servers."""

    def __init__(self, data: Path, address: str = "", shared: bool = False) -> None:
        self.data, self.address, self.shared = data, address, shared
        self.open: list[Store] = []

    async def one(self) -> Store:
        siblings = Siblings(self.data, len(self.open), 2) if self.shared else None
        store = open_store(self.data, self.address, siblings)
        await store.start()
        self.open.append(store)
        return store

    async def close(self) -> None:
        for store in self.open:
            await store.close()


@contextlib.asynccontextmanager
async def two(stores: Stores) -> AsyncIterator[tuple[Store, Store]]:
    """One store, by two ways."""
    try:
        yield await stores.one(), await stores.one()
    finally:
        await stores.close()


def a_table(id: str = "0123456789ab", **more: object) -> Kept:
    seats = [Seat("person", 0, "ada", "Ada", 1, ""), Seat("open", 0, "", "", 2, "link")]
    fields = {"settings": {"watch": True, "host": "ada"}, **more}
    return Kept(id, "catymini", 1, {"toys": "six"}, seats, "5eed", "c0de", **fields)  # type: ignore[arg-type]
