"""Everything that is kept of a person, by their ``owner``: moved to another, told, taken away.

Whoever adds a table with rows of a person adds it to ``OWNED``; a test finds those who did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from matou.web.store.jobs import Jobs, Step, one

MOST_HINTED = 200  # tables in one hint


class Owned(NamedTuple):
    """A table of the store with rows of a person."""

    table: str
    column: str = "owner"
    tells: str = ""  # the columns that an export shows, separated by commas; no secrets
    key: tuple[str, ...] = ()  # with the owner a unique key: of two such rows one person has one
    stays: bool = False  # when a person is forgotten, does the row stay, with no owner?


OWNED = (
    Owned("tables", "host", tells="id, game, created", stays=True),
    Owned("seats", tells="tbl, seat, kind, name, colour", stays=True),
    Owned("presence", tells="tbl, seen", key=("tbl",)),
)


class Owners(Jobs):
    """What a store does with all of a person at once."""

    async def move_owner(self, old: str, new: str) -> list[str]:
        """All of one person's is another's from now on; the tables where they sit or are hosts.

        Where each has a row and one person can have only one, the new owner's stays.
        """
        if not old or not new or old == new:
            return []
        tables = await self._tables_with(old)
        steps = [
            one(
                "UPDATE tables SET sitting = sitting + 1, settings = replace(settings, $1, $2)"
                " WHERE id IN (SELECT tbl FROM seats WHERE owner = $1) OR host = $1",
                *(old, new),
            )
        ]
        for owned in OWNED:
            steps += moved(owned, old, new)
        await self._write(*steps, hint=",".join(tables[:MOST_HINTED]))
        return tables

    async def _tables_with(self, owner: str) -> list[str]:
        """Where somebody sits, or is the host; those in play first."""
        (found,) = await self._read(
            (
                "SELECT id FROM tables WHERE id IN (SELECT tbl FROM seats WHERE owner = $1)"
                " OR host = $1 ORDER BY over, touched DESC",
                owner,
            )
        )
        return [row[0] for row in found]

    async def rows_of(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        """All rows of a person, as an export tells them, by the name of their table."""
        found = await self._read(
            *((f"SELECT {o.tells} FROM {o.table} WHERE {o.column} = $1", owner) for o in OWNED)
        )
        told: dict[str, list[dict[str, Any]]] = {}
        for owned, rows in zip(OWNED, found, strict=True):
            names = [name.strip() for name in owned.tells.split(",")]
            told.setdefault(owned.table, []).extend(
                dict(zip(names, row, strict=True)) for row in rows
            )
        return told


def moved(owned: Owned, old: str, new: str) -> Sequence[Step]:
    table, column = owned.table, owned.column
    if not owned.key:
        return [one(f"UPDATE {table} SET {column} = $2 WHERE {column} = $1", old, new)]
    same = " AND ".join(f"other.{name} = {table}.{name}" for name in owned.key)
    return [
        one(
            f"UPDATE {table} SET {column} = $2 WHERE {column} = $1 AND NOT EXISTS"
            f" (SELECT 1 FROM {table} AS other WHERE other.{column} = $2 AND {same})",
            *(old, new),
        ),
        one(f"DELETE FROM {table} WHERE {column} = $1", old),
    ]
