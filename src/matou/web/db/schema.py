"""The schema for both databases, read from ``schema.sql``."""

from __future__ import annotations

import contextlib
import functools
import re
import sqlite3
from pathlib import Path
from typing import NamedTuple

MARK = 0x4D61746F  # "Mato": SQLite's application_id, and PostgreSQL's lock during migrations
UNLOGGED = ("presence", "signals", "limits")  # PostgreSQL may lose these tables in a crash


class Migration(NamedTuple):
    """A script that migrates PostgreSQL to the next schema version."""

    usable_from: int  # the oldest schema version whose servers can use the new schema
    script: str


def translated(script: str) -> str:
    """Translates a script from SQLite's SQL to PostgreSQL's."""
    for sqlite, postgres in (
        ("REAL", "FLOAT8"),
        (" WITHOUT ROWID", ""),
        ("counter INTEGER", "counter BIGINT"),
        *((f"CREATE TABLE {name} ", f"CREATE UNLOGGED TABLE {name} ") for name in UNLOGGED),
    ):
        script = script.replace(sqlite, postgres)
    return script


def changes() -> tuple[list[str], list[Migration]]:
    """Returns the migration scripts for SQLite and for PostgreSQL."""
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
POSTGRES = (
    Migration(1, f"{_first} ALTER TABLE tables SET (fillfactor = 80);"),
    *_postgres[3:],
)


class Column(NamedTuple):
    """A column. ``in_key`` is its position in the primary key, starting at 1, or 0."""

    name: str
    is_text: bool
    in_key: int


@functools.cache
def columns() -> dict[str, list[Column]]:
    """Returns the columns of each table in the newest schema."""
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
