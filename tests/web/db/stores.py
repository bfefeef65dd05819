"""The stores that tests run on: SQLite, SQLite shared by several processes, PostgreSQL."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from matou.play.keeping import TableRow
from matou.play.seats import Seat
from matou.web.db import schema
from matou.web.db.pool import database
from matou.web.db.sqlite import connect
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.store import Store, open_store


class Stores:
    """Opens the same store once for each server."""

    def __init__(self, data: Path, address: str = "", shared: bool = False) -> None:
        self.data, self.address, self.shared = data, address, shared
        self.open: list[Store] = []

    async def one(self) -> Store:
        workers = WorkerProcesses(self.data, len(self.open), 2) if self.shared else None
        store = open_store(self.data, self.address, workers)
        await store.db.start()
        self.open.append(store)
        return store

    async def close(self) -> None:
        for store in self.open:
            await store.db.close()


@contextlib.asynccontextmanager
async def two_stores(stores: Stores) -> AsyncIterator[tuple[Store, Store]]:
    """Opens the same store twice."""
    try:
        yield await stores.one(), await stores.one()
    finally:
        await stores.close()


def a_table(id: str = "0123456789ab", **more: object) -> TableRow:
    seats = [Seat("person", 0, "ada", "Ada", 1, ""), Seat("open", 0, "", "", 2, "link")]
    fields = {"settings": {"watch": True, "host": "ada"}, **more}
    return TableRow(id, "catymini", 1, {"toys": "six"}, seats, "5eed", "c0de", **fields)  # type: ignore[arg-type]


# Stores of older versions: the same rows in an older schema


def downgrade_sqlite(path: Path, version: int) -> None:
    """Rewrites a file with the schema of an older version."""
    young = path.with_suffix(".young")
    with contextlib.closing(connect(path)) as db:
        db.execute("PRAGMA journal_mode=DELETE")
    path.rename(young)
    with contextlib.closing(connect(path)) as db:
        script = "".join(schema.SQLITE[:version])
        db.executescript(f"BEGIN; {script} PRAGMA user_version = {version}; COMMIT;")
        db.execute("ATTACH ? AS young", (str(young),))
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            columns = ", ".join(row[1] for row in db.execute(f"PRAGMA table_info({name})"))
            db.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM young.{name}")
    young.unlink()


async def downgrade_postgres(address: str, version: int) -> None:
    """Rewrites a database with the schema of an older version."""
    async with database(address) as db, db.transaction():
        await db.execute("ALTER SCHEMA matou RENAME TO young")
        await db.execute("CREATE SCHEMA matou")
        await db.execute(schema.ABOUT)
        for _, script in schema.POSTGRES[:version]:
            await db.execute(script)
        asked = (
            "SELECT table_name, string_agg(column_name, ', ') FROM information_schema.columns"
            " WHERE table_schema = 'matou' GROUP BY table_name"
        )
        for name, columns in await db.fetch(asked):
            await db.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM young.{name}")
        await schema.put(db, "version", str(version))
        await db.execute("DROP SCHEMA young CASCADE")
