"""Copies a whole database from SQLite to PostgreSQL or back, and compares every row.

Backups of both are SQLite files, so a backup of one can be restored into the other.
"""

import asyncio
import contextlib
import itertools
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from matou.core.messages import say
from matou.web.db.errors import IN_USE, BadStore, shown
from matou.web.db.files import make_private
from matou.web.db.pool import database
from matou.web.db.schema import columns, migrate, migrate_file, put, signing_key

ROWS = 2000  # per batch
LEAVING = 3.0  # seconds for the connections of a stopped server to close
MOMENTARY = ("presence", "signals", "limits", "tickets")  # short-lived data, not copied
OWN = ("uptime", "jobs", "papers")  # servers write these by themselves; copying replaces them

NOT_EMPTY = say(
    "{shown} already contains tables. Nothing was changed. Use an empty database, or "
    "restore --force, which moves the existing tables to a schema with another name."
)


def tables() -> list[str]:
    return [name for name in columns() if name not in MOMENTARY]


def names_of(table: str) -> list[str]:
    return [column.name for column in columns()[table]]


def selected(table: str, collate: str = "") -> str:
    key = sorted((c for c in columns()[table] if c.in_key), key=lambda c: c.in_key)
    by = ", ".join(f"{c.name}{collate if c.is_text else ''}" for c in key)
    return f"SELECT {', '.join(names_of(table))} FROM {table} ORDER BY {by}"


def rows_of(db: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    yield from db.execute(selected(table))


def records_of(db: Any, table: str) -> AsyncIterator[Any]:
    """Yields PostgreSQL's rows in SQLite's order. Requires a transaction."""
    cursor: AsyncIterator[Any] = db.cursor(selected(table, ' COLLATE "C"'), prefetch=ROWS)
    return cursor


async def to_sqlite(address: str, path: Path, key: Path) -> None:
    """Copies a snapshot of a database into a file. Servers may keep writing."""
    for new in (path, key):
        make_private(new)
    async with database(address) as db:
        await migrate(db, address)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
            migrate_file(file, path)
            file.execute("PRAGMA synchronous=OFF")  # it is synced when it is packed
            async with db.transaction(isolation="repeatable_read", readonly=True):
                file.execute("BEGIN")
                for name in tables():
                    names = names_of(name)
                    places = ",".join("?" * len(names))
                    insert = f"INSERT INTO {name} ({', '.join(names)}) VALUES ({places})"
                    async for record in records_of(db, name):
                        file.execute(insert, tuple(record))
                file.execute("COMMIT")
                for name in tables():
                    await compare(file, db, name)
        key.write_text(await signing_key(db), encoding="ascii")


async def others_stay(db: Any) -> bool:
    """Returns whether a server uses this database. Waits briefly for one that has just stopped."""
    end = time.monotonic() + LEAVING
    while await db.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'matou'"
        " AND datname = current_database() AND pid <> pg_backend_pid()"
    ):
        if time.monotonic() > end:
            return True
        await asyncio.sleep(0.05)
    return False


async def to_postgres(path: Path, key: str, address: str, force: bool = False) -> str:
    """Copies a file into an empty database. Returns the schema with the old contents, or ''."""
    async with database(address) as db:
        await migrate(db, address)
        if await others_stay(db):
            raise BadStore(IN_USE, data=shown(address))
        aside = ""
        found = " UNION ALL ".join(f"SELECT 1 FROM {name}" for name in tables() if name not in OWN)
        if await db.fetchval(f"SELECT EXISTS ({found})"):
            if not force:
                raise BadStore(NOT_EMPTY, shown=shown(address))
            aside = time.strftime("matou_replaced_%Y%m%d_%H%M%S")
            await db.execute(f"ALTER SCHEMA matou RENAME TO {aside}")
            await migrate(db, address)
        with contextlib.closing(sqlite3.connect(path)) as file:
            async with db.transaction():
                for name in OWN:
                    await db.execute(f"DELETE FROM {name}")
                for name in tables():
                    rows = rows_of(file, name)
                    await db.copy_records_to_table(name, records=rows, columns=names_of(name))
                for name in tables():
                    await compare(file, db, name)
                if key:
                    await put(db, "key", key)
        await db.execute("ANALYZE")
    return aside


async def compare(file: sqlite3.Connection, db: Any, name: str) -> None:
    """Raises BadStore if a row differs between the two databases."""
    rows = rows_of(file, name)
    async for record in records_of(db, name):
        row = next(rows, None)
        if row is None or tuple(record) != row:
            raise differs(name, row or tuple(record))
    for row in itertools.islice(rows, 1):
        raise differs(name, row)


def differs(name: str, row: tuple[Any, ...]) -> BadStore:
    where = f"{name}: {row[0]}, {row[1]}"
    return BadStore(
        "A record was not copied correctly ({where}). Nothing was changed.", where=where
    )
