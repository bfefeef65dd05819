"""Opens a database: SQLite, or PostgreSQL if an address is given."""

from __future__ import annotations

from pathlib import Path

from matou.kit.extras import install
from matou.web.db.database import Database
from matou.web.db.errors import BAD_ADDRESS, NO_DRIVER, BadStore, shown
from matou.web.db.files import server_key
from matou.web.db.sqlite import SqliteDatabase
from matou.web.db.worker_processes import WorkerProcesses

SCHEMES = ("postgresql://", "postgres://")


def open_database(
    data: Path, address: str = "", workers: WorkerProcesses | None = None
) -> Database:
    """Opens the file in the folder ``data``, or the database at ``address``. May raise BadStore."""
    if address:
        if not address.startswith(SCHEMES):
            raise BadStore(BAD_ADDRESS, shown=shown(address))
        try:
            from matou.web.db.postgres import PostgresDatabase
        except ImportError:
            raise BadStore(NO_DRIVER, how=install("site")) from None
        return PostgresDatabase(address)
    db = SqliteDatabase(data / "tables.db", workers)
    db.key = server_key(data)
    return db


async def check_database(data: Path, address: str) -> None:
    """Migrates a database. Raises BadStore if it cannot be used."""
    db = open_database(data, address)
    await db.start()
    await db.close()
