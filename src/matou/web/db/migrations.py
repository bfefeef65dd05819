"""Migrates a database to the newest schema (``schema.py``), and rejects foreign databases.

An older SQLite file is first copied to a file beside it. All scripts run in one transaction. If
several servers start with one PostgreSQL database, the first one migrates it.
"""

from __future__ import annotations

import contextlib
import secrets
import sqlite3
import time
from pathlib import Path
from typing import Any

from matou.web.db import errors, schema
from matou.web.db.errors import BadStore, shown
from matou.web.db.files import write_copy
from matou.web.ops.logs import log

ABOUT = "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL)"


# SQLite


def version_of_file(db: sqlite3.Connection, path: Path) -> int:
    """Returns the schema version of a file, 0 if empty.

    Raises BadStore if it is foreign or too new.
    """
    try:
        version = int(db.execute("PRAGMA user_version").fetchone()[0])
        mark = db.execute("PRAGMA application_id").fetchone()[0]
        found = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    except sqlite3.OperationalError:
        raise  # locked or not readable, which says nothing about its contents
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_CORRUPT:
            raise BadStore(errors.DAMAGED, path=path, why=error) from None
        raise BadStore(errors.NOT_OURS, path=path) from None
    known, ours = len(schema.SQLITE), {"tables", "actions", "seats"} <= found
    if mark not in (0, schema.MARK) or (found and not ours):
        raise BadStore(errors.NOT_OURS, path=path)
    if version > known:
        raise BadStore(errors.NEWER, path=path, version=version, known=known)
    if (version > 0) != ours:
        raise BadStore(errors.NOT_OURS, path=path)
    return version


def migrate_file(db: sqlite3.Connection, path: Path) -> None:
    """Migrates a file to the newest schema. Leaves a copy of the old version beside it."""
    version, newest = version_of_file(db, path), len(schema.SQLITE)
    if version == newest:
        return
    copy = path.with_name(
        f"{path.stem}-schema{version}-{time.strftime('%Y%m%d-%H%M%S')}{path.suffix}"
    )
    try:
        if version:
            write_copy(db, copy)
    except (sqlite3.Error, OSError) as error:
        raise BadStore(errors.NOT_COPIED, path=path, why=error) from None
    script = "".join(schema.SQLITE[version:])
    try:
        db.executescript(f"BEGIN EXCLUSIVE; {script} PRAGMA user_version = {newest}; COMMIT;")
    except sqlite3.Error as error:
        with contextlib.suppress(sqlite3.Error):
            if db.in_transaction:
                db.execute("ROLLBACK")
        if version_of_file(db, path) == newest:  # another process was faster
            return
        if not version:
            raise BadStore(errors.NOT_BEGUN, path=path, why=error) from None
        details = {"version": version, "migrations": newest, "error": error, "copy": copy}
        raise BadStore(errors.NOT_MIGRATED, path=path, **details) from None
    if version:
        log.warning("store.migrated", extra={"was": version, "now": newest, "copy": copy.name})


# PostgreSQL


async def migrate(db: Any, address: str) -> None:
    """Migrates a database to our schema. Raises BadStore if its schema is too new for us."""
    await db.execute("SELECT pg_advisory_lock($1)", schema.MARK)
    try:
        await db.execute("CREATE SCHEMA IF NOT EXISTS matou")
        async with db.transaction():
            await db.execute(ABOUT)
            version, usable_from = await version_of(db)
            known = len(schema.POSTGRES)
            if version > known and usable_from > known:
                place = shown(address)
                raise BadStore(errors.TOO_NEW, place=place, version=version, known=known)
            for usable_from, script in schema.POSTGRES[version:]:
                await db.execute(script)
                await put(db, "usable_from", str(usable_from))
            if version < known:
                await put(db, "version", str(known))
            await db.execute(
                "INSERT INTO about VALUES ('key', $1) ON CONFLICT DO NOTHING", secrets.token_hex(32)
            )
    finally:
        await db.execute("SELECT pg_advisory_unlock($1)", schema.MARK)


async def version_of(db: Any) -> tuple[int, int]:
    """Returns the schema version (0 if none) and the oldest version that can use this database."""
    found = dict(await db.fetch("SELECT key, value FROM about"))
    return int(found.get("version", 0)), int(found.get("usable_from", 0))


async def put(db: Any, key: str, value: str) -> None:
    sql = "INSERT INTO about VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2"
    await db.execute(sql, key, value)


async def signing_key(db: Any) -> str:
    return str(await db.fetchval("SELECT value FROM about WHERE key = 'key'"))
