"""Looking after a database of tables: count what is in it, clear it out."""

from __future__ import annotations

import time
from typing import Any

from matou.web.store.counting import BATCH, Purged, counted, doomed
from matou.web.store.owners import OF_TABLE
from matou.web.store.pool import database
from matou.web.store.postgres_schema import age, migrate, shown


async def stats(address: str) -> dict[str, Any]:
    """What a database holds, in numbers."""
    async with database(address) as db:
        await migrate(db, address)
        async with db.transaction(isolation="repeatable_read", readonly=True):
            tables = await db.fetch(
                "SELECT game, version, over, count(*) FROM tables GROUP BY game, version, over"
            )
            actions = await db.fetch(
                "SELECT game, count(*) FROM actions JOIN tables ON tables.id = tbl GROUP BY game"
            )
            people = await db.fetchval("SELECT count(DISTINCT owner) FROM seats WHERE owner <> ''")
            latest = await db.fetchval("SELECT max(touched) FROM tables")
            size = await db.fetchval("SELECT pg_database_size(current_database())")
            version, _ = await age(db)
        return counted(shown(address), version, size, tables, actions, people, latest)


async def purge(address: str, days: float, kinds: list[int], dry_run: bool) -> Purged:
    """Delete tables that nobody has moved at for so many days, while servers may run."""
    purged, before = Purged(), time.time() - days * 86400.0
    async with database(address) as db:
        await migrate(db, address)
        old = await db.fetch(doomed(kinds, "$1"), before)
        if dry_run:
            purged.add(old)
            return purged
        for start in range(0, len(old), BATCH):
            part = old[start : start + BATCH]
            async with db.transaction():
                # Somebody may have come back to it since it was listed.
                gone = await db.fetch(
                    "DELETE FROM tables WHERE id = ANY($1) AND touched < $2 RETURNING id",
                    [row[0] for row in part],
                    before,
                )
                ids = [row[0] for row in gone]
                for name in OF_TABLE:
                    await db.execute(f"DELETE FROM {name} WHERE tbl = ANY($1)", ids)
            purged.add(row for row in part if row[0] in set(ids))
    return purged
