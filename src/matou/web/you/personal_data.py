"""Moves, exports and deletes all data of a person in the database.

Every database table with an owner column must be listed in ``OWNED``. A test finds missing ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from matou.web.db.database import MOST_HINTED, Repository, Statement, one
from matou.web.db.schema import of_game_tables

STANDS_IN = 3  # level of the bot that replaces a player who deleted their data


class Owned(NamedTuple):
    """A database table with rows that belong to people."""

    table: str
    column: str = "owner"
    exports: str = ""  # exported columns, separated by commas; no secrets
    key: tuple[str, ...] | None = None  # columns that are unique together with the owner
    stays: bool = False  # deletion clears the owner instead of removing the row


OWNED = (
    Owned("tables", "host", exports="id, game, created", stays=True),
    Owned("seats", exports="tbl, seat, kind, name, colour", stays=True),
    Owned(
        "channels",
        exports="kind, tbl, shown, lang, confirmed, created",
        key=("kind", "tbl", "address"),
    ),
    Owned("presence", exports="tbl, seen", key=("tbl",)),
    Owned("kept_names", exports="name, made", key=()),
    Owned("passkeys", exports="name, made, used"),
    Owned("devices", exports="name, made, seen"),
    Owned("tickets", exports="kind, until"),
    Owned("results", exports="tbl, game, seat, outcome, seconds, ended", key=("tbl",)),
    Owned("chat", exports="tbl, said, at"),
    Owned("strangers", exports="program, only_people", key=()),
    Owned("avoided", exports="kind, name, at", key=("other",)),
    Owned("avoided", "other", key=("owner",)),  # an export does not reveal who avoids a person…
    Owned("sanctions", exports="kind, at", key=("kind",)),
    Owned("reports", "reporter", exports="name, reason, at", stays=True),
    Owned("reports", stays=True),  # …or who reported them
    Owned("wants_rating", exports="since", key=()),
    Owned("ratings", exports="game, mu, sigma, games", key=("game",)),
    Owned("rated", exports="table_id, game, mu, sigma, place, places, at", key=("table_id",)),
    Owned("ladder", exports="game, level, games, won, best, hinted", key=("game", "level")),
)


class PersonalData(Repository):
    async def move(self, old: str, new: str) -> list[str]:
        """Moves all data to another owner, whose rows win. Returns the tables that changed."""
        if not old or not new or old == new:
            return []
        tables = await self.tables_with(old)
        statements = [
            one(
                "UPDATE tables SET sitting = sitting + 1, settings = replace(settings, $1, $2)"
                " WHERE id IN (SELECT tbl FROM seats WHERE owner = $1) OR host = $1",
                *(old, new),
            )
        ]
        for owned in OWNED:
            statements += moved(owned, old, new)
        await self.db.write(*statements, hint=",".join(tables[:MOST_HINTED]))
        return tables

    async def delete(self, owner: str) -> list[str]:
        """Deletes a person's data. Returns the tables that changed or were deleted.

        Deletes games that they played alone or with bots. Games with other people stay: the seat
        loses its name, the person's chat is deleted, and a bot takes over.
        """
        if not owner:
            return []
        tables, among = await self.tables_with(owner), self.db.AMONG
        query = f"SELECT tbl FROM seats WHERE tbl {among} AND owner <> '' AND owner <> $2"
        met = await self.db.fetch(query, self.db.listed(tables), owner)
        alone = self.db.listed(sorted({*tables} - {row[0] for row in met}))
        theirs = "SELECT tbl FROM seats WHERE owner = $1"
        statements = [
            *(one(f"DELETE FROM {name} WHERE tbl {among}", alone) for name in of_game_tables()),
            one(f"DELETE FROM tables WHERE id {among}", alone),
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
        await self.db.write(*statements, hint=",".join(tables[:MOST_HINTED]))
        return tables

    async def tables_with(self, owner: str) -> list[str]:
        """Returns the tables where a person has a seat or is the host, those in play first."""
        return await self.db.column(
            f"SELECT id FROM tables WHERE id IN (SELECT tbl FROM seats"
            f" {self.db.indexed_by('seats_by_owner')} WHERE owner = $1 AND owner <> ''"
            " UNION SELECT id FROM tables WHERE host = $1 AND host <> '')"
            " ORDER BY +over, touched DESC",
            owner,
        )

    async def export(self, owner: str) -> dict[str, list[dict[str, Any]]]:
        shown = [owned for owned in OWNED if owned.exports]
        found = await self.db.read(
            *((f"SELECT {o.exports} FROM {o.table} WHERE {o.column} = $1", owner) for o in shown)
        )
        data: dict[str, list[dict[str, Any]]] = {}
        for owned, rows in zip(shown, found, strict=True):
            names = owned.exports.split(", ")
            data.setdefault(owned.table, []).extend(
                dict(zip(names, row, strict=True)) for row in rows
            )
        return data


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
