"""The schema for both databases, read from ``schema.sql``, and migrations to the newest version.

An older SQLite file is first copied to a file beside it. All scripts run in one transaction. If
several servers start with one PostgreSQL database, the first one migrates it.
"""

import contextlib
import functools
import re
import secrets
import sqlite3
import time
from pathlib import Path
from typing import Any, NamedTuple

from matou.web.db import errors
from matou.web.db.errors import BadStore, shown
from matou.web.db.files import write_copy
from matou.web.ops.logs import log

MARK = 0x4D61746F  # "Mato": SQLite's application_id, and PostgreSQL's lock during migrations
UNLOGGED = ("presence", "signals", "limits")  # PostgreSQL may lose these tables in a crash
ABOUT = "CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL)"


class Migration(NamedTuple):
    """A script that migrates PostgreSQL to the next schema version."""

    usable_from: int  # the oldest schema version whose servers can use the new schema
    script: str


def translated(script: str) -> str:
    for sqlite, postgres in (
        ("REAL", "FLOAT8"),
        (" WITHOUT ROWID", ""),
        ("counter INTEGER", "counter BIGINT"),
        *((f"CREATE TABLE {name} ", f"CREATE UNLOGGED TABLE {name} ") for name in UNLOGGED),
    ):
        script = script.replace(sqlite, postgres)
    return script


def changes() -> tuple[list[str], list[Migration]]:
    text = Path(__file__).with_name("schema.sql").read_text(encoding="utf-8")
    _, *parts = re.split(r"^-- change(?:, usable from (\d+))?: .*\n", text, flags=re.MULTILINE)
    for_sqlite, for_postgres = [], []
    for usable_from, change in zip(parts[::2], parts[1::2], strict=True):
        script, _, other = change.partition("-- in PostgreSQL:\n")
        for_sqlite.append(script)
        for_postgres.append(Migration(int(usable_from or 1), translated(other or script)))
    return for_sqlite, for_postgres


# One script per version. PostgreSQL support came with the third change, so its first version
# includes all three.
_sqlite, _postgres = changes()
SQLITE = (_sqlite[0], f"PRAGMA application_id = {MARK};", *_sqlite[1:])
_first = "".join(migration.script for migration in _postgres[:3])
POSTGRES = (Migration(1, f"{_first} ALTER TABLE tables SET (fillfactor = 80);"), *_postgres[3:])


class Column(NamedTuple):
    """A column. ``in_key`` is its position in the primary key, starting at 1, or 0."""

    name: str
    is_text: bool
    in_key: int


@functools.cache
def columns() -> dict[str, list[Column]]:
    with contextlib.closing(sqlite3.connect(":memory:")) as db:
        db.executescript("".join(SQLITE))
        tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            table: [
                Column(name, kind == "TEXT", in_key)
                for _, name, kind, _, _, in_key in db.execute(f"PRAGMA table_info({table})")
            ]
            for (table,) in tables
        }


def of_game_tables() -> list[str]:
    """Returns the tables whose rows belong to a game table (``tbl``) and are deleted with it."""
    return [name for name, found in columns().items() if any(c.name == "tbl" for c in found)]


# SQLite


def version_of_file(db: sqlite3.Connection, path: Path) -> int:
    """Returns the schema version, 0 if empty. Raises BadStore if the file is foreign or too new."""
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
    known, ours = len(SQLITE), {"tables", "actions", "seats"} <= found
    if mark not in (0, MARK) or (found and not ours):
        raise BadStore(errors.NOT_OURS, path=path)
    if version > known:
        raise BadStore(errors.NEWER, path=path, version=version, known=known)
    if (version > 0) != ours:
        raise BadStore(errors.NOT_OURS, path=path)
    return version


def migrate_file(db: sqlite3.Connection, path: Path) -> None:
    """Migrates a file to the newest schema. Leaves a copy of the old version beside it."""
    version, newest = version_of_file(db, path), len(SQLITE)
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
    script = "".join(SQLITE[version:])
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
    await db.execute("SELECT pg_advisory_lock($1)", MARK)
    try:
        await db.execute("CREATE SCHEMA IF NOT EXISTS matou")
        async with db.transaction():
            await db.execute(ABOUT)
            version, usable_from = await version_of(db)
            known = len(POSTGRES)
            if version > known and usable_from > known:
                place = shown(address)
                raise BadStore(errors.TOO_NEW, place=place, version=version, known=known)
            for usable_from, script in POSTGRES[version:]:
                await db.execute(script)
                await put(db, "usable_from", str(usable_from))
            if version < known:
                await put(db, "version", str(known))
            await db.execute(
                "INSERT INTO about VALUES ('key', $1) ON CONFLICT DO NOTHING", secrets.token_hex(32)
            )
    finally:
        await db.execute("SELECT pg_advisory_unlock($1)", MARK)


async def version_of(db: Any) -> tuple[int, int]:
    """Returns the schema version (0 if none) and the oldest version that can use this database."""
    found = dict(await db.fetch("SELECT key, value FROM about"))
    return int(found.get("version", 0)), int(found.get("usable_from", 0))


async def put(db: Any, key: str, value: str) -> None:
    sql = "INSERT INTO about VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET value = $2"
    await db.execute(sql, key, value)


async def signing_key(db: Any) -> str:
    return str(await db.fetchval("SELECT value FROM about WHERE key = 'key'"))
