"""Presence of players at tables, and short-lived signals between pages, across servers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matou.play.presence import RELOAD
from matou.web.db.database import MOST_HINTED, Database, Repository, Statement, one

PRESENT = 120.0  # seconds for which a presence row is valid
SIGNALLED = 10.0  # seconds for which a signal can be read


class Presence(Repository):
    async def mark(self, tables_owners: Iterable[tuple[str, str]], at_once: bool = False) -> None:
        """Marks people as present at tables. ``at_once`` notifies the other servers."""
        rows = sorted(set(tables_owners))  # a fixed order prevents deadlocks
        if rows:
            await self.db.write(
                Statement(
                    f"INSERT INTO presence (tbl, owner, seen) VALUES ($1, $2, {self.db.NOW})"
                    " ON CONFLICT (tbl, owner) DO UPDATE SET seen = excluded.seen",
                    rows,
                ),
                hint=",".join(sorted({row[0] for row in rows})[:MOST_HINTED]) if at_once else "",
                light=True,
            )

    async def unmark(self, table: str, owner: str) -> None:
        """Marks a person as gone, unless another server has just seen them."""
        await self.db.execute(
            "DELETE FROM presence WHERE tbl = $1 AND owner = $2"
            f" AND seen < {self.db.NOW} - {RELOAD}",
            *(table, owner),
            hint=table,
            light=True,
        )

    async def seen(self, tables: Sequence[str]) -> dict[str, dict[str, float]]:
        """Returns the people seen at tables lately, with the seconds since, by table and owner."""
        query = seen_at(self.db, f"tbl {self.db.AMONG}")
        people: dict[str, dict[str, float]] = {}
        for table, owner, ago in await self.db.fetch(query, self.db.listed(tables)):
            people.setdefault(table, {})[owner] = ago
        return people

    async def signal(self, table: str, name: str, message: str) -> None:
        await self.db.execute(
            f"INSERT INTO signals (tbl, name, message, at) VALUES ($1, $2, $3, {self.db.NOW})",
            *(table, name, message),
            hint=table,
            light=True,
        )

    def expired(self) -> list[Statement]:
        return [
            one(f"DELETE FROM presence WHERE seen < {self.db.NOW} - {PRESENT}"),
            one(f"DELETE FROM signals WHERE at < {self.db.NOW} - {SIGNALLED}"),
        ]


def seen_at(db: Database, where: str) -> str:
    return (
        f"SELECT tbl, owner, {db.NOW} - seen FROM presence"
        f" WHERE {where} AND seen > {db.NOW} - {PRESENT}"
    )
