"""Counts the contents of a database and deletes old tables, also while servers run."""

import asyncio
import contextlib
import sqlite3
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from matou.core.messages import say
from matou.web.db import files, pool, schema
from matou.web.db.errors import BadStore, Taken, shown
from matou.web.db.schema import migrate, version_of, version_of_file

STORE = "tables.db"
BATCH = 500  # tables deleted per transaction, so that a running server never waits long
DAY = 86400.0

NO_STORE = say(
    "There are no tables in {data}: the file {store} is missing. Choose the folder with --data."
)


@contextlib.contextmanager
def reading(data: Path) -> Iterator[sqlite3.Connection]:
    path = data / STORE
    if not path.is_file():
        raise BadStore(NO_STORE, data=data, store=STORE)
    try:
        db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=10)
        with contextlib.closing(db):
            if version_of_file(db, path) == 0:
                raise BadStore(NO_STORE, data=data, store=STORE)
            yield db
    except sqlite3.Error as error:
        raise BadStore("{file} cannot be read: {why}", file=path, why=error) from None


# Counting

COUNTS = (
    "SELECT game, version, over, count(*) FROM tables GROUP BY game, version, over",
    "SELECT game, count(*) FROM actions JOIN tables ON tables.id = tbl GROUP BY game",
    "SELECT count(DISTINCT owner), (SELECT max(touched) FROM tables) FROM seats WHERE owner <> ''",
)


def stats(data: Path, store: str = "") -> dict[str, Any]:
    if store:
        return asyncio.run(stats_of_postgres(store))
    with reading(data) as db:
        size = sum(path.stat().st_size for path in data.glob(STORE + "*"))
        found = [db.execute(query).fetchall() for query in COUNTS]
        return counted(str(data), version_of_file(db, data / STORE), size, found)


async def stats_of_postgres(address: str) -> dict[str, Any]:
    async with pool.database(address) as db:
        await migrate(db, address)
        async with db.transaction(isolation="repeatable_read", readonly=True):
            size = await db.fetchval("SELECT pg_database_size(current_database())")
            version, _ = await version_of(db)
            found = [await db.fetch(query) for query in COUNTS]
    return counted(shown(address), version, size, found)


def counted(data: str, schema: int, size: int, found: list[Any]) -> dict[str, Any]:
    """Returns the statistics. ``found`` has the rows of each of ``COUNTS``."""
    tables, actions, ((owners, latest),) = found
    games: dict[str, dict[str, Any]] = {}
    for game, version, over, number in tables:
        of = games.setdefault(
            game, {"tables": 0, "open": 0, "over": 0, "actions": 0, "versions": {}}
        )
        of["tables"] += number
        of["over" if over else "open"] += number
        of["versions"][str(version)] = of["versions"].get(str(version), 0) + number
    for game, number in actions:
        games[game]["actions"] = number
    keys = ("tables", "open", "over", "actions")
    return {
        "data": data,
        "schema": schema,
        "bytes": size,
        **{key: sum(of[key] for of in games.values()) for key in keys},
        "people": owners,
        "latest": latest and time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(latest)),
        "games": dict(sorted(games.items())),
    }


# Deleting


@dataclass
class Purged:
    over: Counter[str] = field(default_factory=Counter)  # by game
    abandoned: Counter[str] = field(default_factory=Counter)
    actions: int = 0
    bytes_freed: int = 0
    compact: bool = False  # whether the file was shrunk; not possible while a server has it open

    @property
    def tables(self) -> int:
        return self.over.total() + self.abandoned.total()

    def add(self, rows: Iterable[Sequence[Any]]) -> None:
        for _id, game, is_over, actions in rows:
            (self.over if is_over else self.abandoned)[game] += 1
            self.actions += actions


def old_tables(kinds: Sequence[int], before: str) -> str:
    """Returns the query for tables, by their ``over``, that were not touched since a time."""
    return (
        "SELECT id, game, over, (SELECT count(*) FROM actions WHERE tbl = id) FROM tables"
        f" WHERE touched < {before} AND over IN ({','.join(map(str, kinds))})"
    )


def purge(
    data: Path, days: float, kinds: Sequence[int] = (0, 1), dry_run: bool = False, store: str = ""
) -> Purged:
    """Deletes tables that were not touched for ``days``: abandoned (0), finished (1), or both."""
    before = time.time() - days * DAY
    if store:
        return asyncio.run(purge_postgres(store, before, kinds, dry_run))
    with reading(data) as db:
        old = db.execute(old_tables(kinds, "?"), (before,)).fetchall()
    if not dry_run:
        return purge_file(data, before, old)
    purged = Purged()
    purged.add(old)
    return purged


def purge_file(data: Path, before: float, old: Sequence[Sequence[Any]]) -> Purged:
    purged, path = Purged(), data / STORE
    size = path.stat().st_size
    with contextlib.closing(sqlite3.connect(path, isolation_level=None, timeout=30)) as db:
        about = [  # those that exist in this file's schema
            name
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if name in schema.of_game_tables()
        ]
        for start in range(0, len(old), BATCH):
            db.execute("BEGIN IMMEDIATE")
            for row in old[start : start + BATCH]:
                # Skips a table that was touched since it was listed.
                sql = "DELETE FROM tables WHERE id = ? AND touched < ?"
                if not db.execute(sql, (row[0], before)).rowcount:
                    continue
                for name in about:
                    db.execute(f"DELETE FROM {name} WHERE tbl = ?", (row[0],))
                purged.add([row])
            db.execute("COMMIT")
        if purged.tables:
            with contextlib.suppress(Taken), files.locked(data):
                db.execute("VACUUM")
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                purged.compact = True
                purged.bytes_freed = max(0, size - path.stat().st_size)
    return purged


async def purge_postgres(store: str, before: float, kinds: Sequence[int], dry_run: bool) -> Purged:
    purged = Purged()
    async with pool.database(store) as db:
        await migrate(db, store)
        old = await db.fetch(old_tables(kinds, "$1"), before)
        if dry_run:
            purged.add(old)
            return purged
        for start in range(0, len(old), BATCH):
            part = old[start : start + BATCH]
            async with db.transaction():
                # Skips tables that were touched since they were listed.
                gone = await db.fetch(
                    "DELETE FROM tables WHERE id = ANY($1) AND touched < $2 RETURNING id",
                    [row[0] for row in part],
                    before,
                )
                ids = [row[0] for row in gone]
                for name in schema.of_game_tables():
                    await db.execute(f"DELETE FROM {name} WHERE tbl = ANY($1)", ids)
            purged.add(row for row in part if row[0] in set(ids))
    return purged
