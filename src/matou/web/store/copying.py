"""A whole store from SQLite to PostgreSQL and back, compared record by record before it counts.

A backup of either is a SQLite file, so each can be restored into the other.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from matou.web.store.pool import database
from matou.web.store.postgres_schema import migrate, put, shown, signing_key
from matou.web.store.results import RESULT
from matou.web.store.schema import BadStore
from matou.web.store.schema import migrate as migrate_file

ROWS = 2000  # at a time
LEAVING = 3.0  # seconds that connections of a server which has just stopped may take to go
# What is copied, and by what it is ordered; who is where and what is signalled is of the moment.
TABLES: dict[str, tuple[str, tuple[str, ...]]] = {
    "tables": (
        "id, game, version, options, seats, seed, commitment, created, touched, settings, over,"
        " turn, rematch, number, sitting, talked, clock, deadline, host,"
        " recorded, turned, rated",
        ("id",),
    ),
    "actions": ("tbl, number, action, remaining", ("tbl", "number")),
    "seats": (
        "tbl, seat, kind, level, owner, name, colour, invite, done, program, weakest",
        ("tbl", "seat"),
    ),
    "chat": ("tbl, number, seat, name, said, at, owner", ("tbl", "number")),
    "papers": ("kind, key, text, until", ("kind", "key")),
    "kept_names": ("owner, name, recovery, made", ("owner",)),
    "passkeys": ("id, owner, public_key, counter, name, made, used", ("id",)),
    "devices": ("id, owner, name, made, seen", ("id",)),
    "wants_rating": ("owner, since", ("owner",)),
    "ratings": ("owner, game, mu, sigma, games", ("owner", "game")),
    "rated": ("table_id, owner, game, mu, sigma, place, places, at", ("table_id", "owner")),
    "ladder": ("owner, game, level, games, won, best", ("owner", "game", "level")),
    "results": (RESULT, ("tbl", "owner")),
    "uptime": ("id, lost, last", ("last",)),
    "channels": (
        "id, owner, kind, tbl, address, details, lang, shown, confirmed, trouble, created, rest,"
        " taker, until",
        ("id",),
    ),
    "notices": (
        "channel, tbl, turned, seat, state, due, tries, batch",
        ("channel", "tbl", "turned"),
    ),
    "jobs": ("kind, key, payload, due, taker, until, part, failed", ("kind", "key")),
    "offers": ("tbl, since, until", ("tbl",)),
    "strangers": ("owner, program, only_people", ("owner",)),
    "avoided": ("owner, other, kind, name, at", ("owner", "other")),
    "sanctions": ("owner, kind, name, at", ("owner", "kind")),
    "reports": (
        "id, about, owner, name, reporter, reporter_name, reason, lines, at, done",
        ("id",),
    ),
}
# What a server leaves behind that nobody has used yet, and a move replaces.
OWN = ("uptime", "jobs", "papers")
TEXTS = ("id", "tbl", "kind", "key", "owner", "other", "channel", "game", "table_id")


def selected(name: str, collate: str = "") -> str:
    columns, order = TABLES[name]
    by = ", ".join(f"{column}{collate if column in TEXTS else ''}" for column in order)
    return f"SELECT {columns} FROM {name} ORDER BY {by}"


def rows_of(db: sqlite3.Connection, name: str) -> Iterator[tuple[Any, ...]]:
    yield from db.execute(selected(name))


def records_of(db: Any, name: str) -> AsyncIterator[Any]:
    """A table of PostgreSQL's in SQLite's order; within a transaction."""
    cursor: AsyncIterator[Any] = db.cursor(selected(name, ' COLLATE "C"'), prefetch=ROWS)
    return cursor


async def to_sqlite(address: str, path: Path, key: Path) -> None:
    """All of a database at one moment, as a file; servers may go on writing."""
    for new in (path, key):
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    async with database(address) as db:
        await migrate(db, address)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as file:
            migrate_file(file, path)
            file.execute("PRAGMA synchronous=OFF")  # it counts once it is packed, and synced then
            async with db.transaction(isolation="repeatable_read", readonly=True):
                file.execute("BEGIN")
                for name, (columns, _) in TABLES.items():
                    places = ",".join("?" * (columns.count(",") + 1))
                    insert = f"INSERT INTO {name} ({columns}) VALUES ({places})"
                    async for record in records_of(db, name):
                        file.execute(insert, tuple(record))
                file.execute("COMMIT")
                for name in TABLES:
                    await compare(file, db, name)
        key.write_text(await signing_key(db), encoding="ascii")


async def others_stay(db: Any) -> bool:
    """Does a server use this database? What has just stopped may take a moment to be gone."""
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
    """All of a file into a database that holds no tables; what was there is moved aside.

    The name of what was moved; '' if nothing was.
    """
    async with database(address) as db:
        await migrate(db, address)
        if await others_stay(db):
            raise BadStore(
                f"A server is running on {shown(address)}. Stop it first; nothing was changed.",
                f"Un serveur tourne sur {shown(address)}. Arrête-le d’abord ; rien n’a changé.",
            )
        aside = ""
        if any([await has_rows(db, name) for name in TABLES if name not in OWN]):
            if not force:
                raise not_empty(address)
            aside = time.strftime("matou_replaced_%Y%m%d_%H%M%S")
            await db.execute(f"ALTER SCHEMA matou RENAME TO {aside}")
            await migrate(db, address)
        with contextlib.closing(sqlite3.connect(path)) as file:
            async with db.transaction():
                for name in OWN:
                    await db.execute(f"DELETE FROM {name}")
                for name, (columns, _) in TABLES.items():
                    rows = rows_of(file, name)
                    names = [column.strip() for column in columns.split(",")]
                    await db.copy_records_to_table(name, records=rows, columns=names)
                for name in TABLES:
                    await compare(file, db, name)
                if key:
                    await put(db, "key", key)
        await db.execute("ANALYZE")
    return aside


async def has_rows(db: Any, name: str) -> bool:
    return bool(await db.fetchval(f"SELECT EXISTS (SELECT 1 FROM {name})"))


async def compare(file: sqlite3.Connection, db: Any, name: str) -> None:
    """Is every record of a table the same on both sides? BadStore names the first that is not."""
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
        f"A record did not arrive as it was ({where}). Nothing was changed.",
        f"Un enregistrement n’est pas arrivé tel quel ({where}). Rien n’a changé.",
    )


def not_empty(address: str) -> BadStore:
    return BadStore(
        f"{shown(address)} holds tables already. Nothing was changed. An empty database is "
        "needed; restore --force moves what is there aside, into a schema of another name.",
        f"{shown(address)} contient déjà des tables. Rien n’a changé. Il faut une base vide ; "
        "restore --force met de côté ce qui est là, dans un schéma d’un autre nom.",
    )
