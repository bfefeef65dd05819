"""Everything that is kept of a person, by their ``owner``: moved to another, told, taken away.

Whoever adds a table with rows of a person adds it to ``OWNED``; a test finds those who did not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from matou.web.store.jobs import MOST_HINTED, Jobs, Statement, one

STANDS_IN = 3  # the level of the bot that plays on for somebody who is gone


class Owned(NamedTuple):
    """A table of the store with rows of a person."""

    table: str
    column: str = "owner"
    tells: str = (
        ""  # the columns that an export shows, separated by commas; no secrets of anybody's
    )
    key: tuple[str, ...] | None = None  # what is unique with the owner: a person has one of each
    stays: bool = False  # when a person is forgotten, does the row stay, with no owner?


OWNED = (
    Owned("tables", "host", tells="id, game, created", stays=True),
    Owned("seats", tells="tbl, seat, kind, name, colour", stays=True),
    Owned(
        "channels",
        tells="kind, tbl, shown, lang, confirmed, created",
        key=("kind", "tbl", "address"),
    ),
    Owned("presence", tells="tbl, seen", key=("tbl",)),
    Owned("kept_names", tells="name, made", key=()),
    Owned("passkeys", tells="name, made, used"),
    Owned("devices", tells="name, made, seen"),
    Owned("tickets", tells="kind, until"),
    Owned("results", tells="tbl, game, seat, outcome, seconds, ended", key=("tbl",)),
    Owned("chat", tells="tbl, said, at"),
    Owned("strangers", tells="program, only_people", key=()),
    Owned("avoided", tells="kind, name, at", key=("other",)),
    Owned("avoided", "other", key=("owner",)),  # nobody is told who avoids them…
    Owned("sanctions", tells="kind, at", key=("kind",)),
    Owned("reports", "reporter", tells="name, reason, at", stays=True),
    Owned("reports", stays=True),  # …or has reported them
    Owned("wants_rating", tells="since", key=()),
    Owned("ratings", tells="game, mu, sigma, games", key=("game",)),
    Owned("rated", tells="table_id, game, mu, sigma, place, places, at", key=("table_id",)),
    Owned("ladder", tells="game, level, games, won, best", key=("game", "level")),
)


# What is deleted with a table, all of it keyed by ``tbl``.
OF_TABLE = (
    "actions",
    "seats",
    "chat",
    "presence",
    "signals",
    "results",
    "offers",
    "channels",
    "notices",
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
        statements = [
            one(
                "UPDATE tables SET sitting = sitting + 1, settings = replace(settings, $1, $2)"
                " WHERE id IN (SELECT tbl FROM seats WHERE owner = $1) OR host = $1",
                *(old, new),
            )
        ]
        for owned in OWNED:
            statements += moved(owned, old, new)
        await self._write(*statements, hint=",".join(tables[:MOST_HINTED]))
        return tables

    async def forget_owner(self, owner: str) -> list[str]:
        """Nothing is kept of a person any more; the tables that changed, or are gone.

        What they played alone or with bots goes with them. Where others sit, the game stays: the
        seat has no name, nothing that they said is there, and a bot plays on for them.
        """
        if not owner:
            return []
        tables = await self._tables_with(owner)
        asked = f"SELECT tbl FROM seats WHERE tbl {self.AMONG} AND owner <> '' AND owner <> $2"
        (met,) = await self._read((asked, self._list(tables), owner))
        alone = self._list(sorted({*tables} - {row[0] for row in met}))
        theirs = "SELECT tbl FROM seats WHERE owner = $1"
        statements = [
            *(one(f"DELETE FROM {name} WHERE tbl {self.AMONG}", alone) for name in OF_TABLE),
            one(f"DELETE FROM tables WHERE id {self.AMONG}", alone),
            one(
                "DELETE FROM chat WHERE EXISTS (SELECT 1 FROM seats WHERE seats.tbl = chat.tbl"
                " AND seats.seat = chat.seat AND seats.owner = $1) AND chat.owner IN ('', $1)",
                owner,
            ),
            one(
                "UPDATE tables SET sitting = sitting + 1, settings = replace(settings, $1, '')"
                f" WHERE id IN ({theirs}) OR host = $1",
                owner,
            ),
            one(
                "UPDATE seats SET name = '', kind = CASE WHEN done = 0 THEN 'bot' ELSE kind END,"
                f" level = CASE WHEN done = 0 THEN {STANDS_IN} ELSE level END WHERE owner = $1",
                owner,
            ),
        ]
        for owned in OWNED:
            where = f"WHERE {owned.column} = $1"
            statements.append(
                one(f"UPDATE {owned.table} SET {owned.column} = '' {where}", owner)
                if owned.stays
                else one(f"DELETE FROM {owned.table} {where}", owner)
            )
        await self._write(*statements, hint=",".join(tables[:MOST_HINTED]))
        return tables

    async def _tables_with(self, owner: str) -> list[str]:
        """Where somebody sits, or is the host; those in play first."""
        (found,) = await self._read(
            (
                f"SELECT id FROM tables WHERE id IN (SELECT tbl FROM seats"
                f" {self._by('seats_by_owner')} WHERE owner = $1 AND owner <> ''"
                " UNION SELECT id FROM tables WHERE host = $1 AND host <> '')"
                " ORDER BY +over, touched DESC",
                owner,
            )
        )
        return [row[0] for row in found]

    async def rows_of(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        """All rows of a person, as an export tells them, by the name of their table."""
        owned_told = [owned for owned in OWNED if owned.tells]
        found = await self._read(
            *((f"SELECT {o.tells} FROM {o.table} WHERE {o.column} = $1", owner) for o in owned_told)
        )
        told: dict[str, list[dict[str, Any]]] = {}
        for owned, rows in zip(owned_told, found, strict=True):
            names = [name.strip() for name in owned.tells.split(",")]
            told.setdefault(owned.table, []).extend(
                dict(zip(names, row, strict=True)) for row in rows
            )
        return told


def moved(owned: Owned, old: str, new: str) -> Sequence[Statement]:
    table, column = owned.table, owned.column
    if owned.key is None:
        return [one(f"UPDATE {table} SET {column} = $2 WHERE {column} = $1", old, new)]
    same = " AND ".join(["1 = 1", *(f"other.{name} = {table}.{name}" for name in owned.key)])
    return [
        one(
            f"UPDATE {table} SET {column} = $2 WHERE {column} = $1 AND NOT EXISTS"
            f" (SELECT 1 FROM {table} AS other WHERE other.{column} = $2 AND {same})",
            *(old, new),
        ),
        one(f"DELETE FROM {table} WHERE {column} = $1", old),
    ]
