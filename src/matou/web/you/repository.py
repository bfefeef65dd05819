"""Accounts in the database (names, passkeys, signed-in devices, tickets) and personal data.

A ticket is valid once and for a short time: the challenge for a passkey, or the link that adds a
device. Devices, recovery codes and links are stored as hashes, passkeys as public keys. Every
database table with an owner column must be listed in ``OWNED``. A test finds missing ones.
"""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from matou.web.db.database import MOST_HINTED, Repository, Statement, one
from matou.web.db.schema import of_game_tables

MOST_PASSKEYS, MOST_DEVICES = 20, 50  # per account
STANDS_IN = 3  # level of the bot that replaces a player who deleted their data


class Account(NamedTuple):
    owner: str
    name: str
    has_code: bool  # an unused recovery code
    made: float


class Passkey(NamedTuple):
    """A passkey's public key. ``counter`` increases with each use, if the passkey supports it."""

    id: str
    owner: str
    public_key: str
    counter: int
    name: str
    made: float
    used: float


PASSKEY = ", ".join(Passkey._fields)


class Device(NamedTuple):
    """A signed-in browser. ``id`` is the hash of its cookie."""

    id: str
    name: str
    made: float
    seen: float


class Ticket(NamedTuple):
    """The data of a ticket. ``owner`` is '' if it has none yet."""

    owner: str
    text: str


class Accounts(Repository):
    EXPIRED = ("DELETE FROM tickets WHERE until < NOW",)

    async def create(self, owner: str, name: str) -> None:
        await self.db.execute(
            "INSERT INTO kept_names (owner, name, recovery, made) VALUES ($1, $2, '', NOW)",
            *(owner, name),
        )

    async def get(self, owner: str) -> Account | None:
        query = "SELECT name, recovery, made FROM kept_names WHERE owner = $1"
        for name, recovery, made in await self.db.fetch(query, owner):
            return Account(owner, name, bool(recovery), made)
        return None

    async def rename(self, owner: str, name: str) -> None:
        await self.db.execute("UPDATE kept_names SET name = $2 WHERE owner = $1", owner, name)

    async def set_recovery(self, owner: str, code: str) -> None:
        """Stores the hash of a recovery code. It replaces any earlier code."""
        await self.db.execute("UPDATE kept_names SET recovery = $2 WHERE owner = $1", owner, code)

    async def recover(self, code: str) -> str:
        """Uses up the recovery code with this hash. Returns its owner, or ''."""
        found = await self.db.execute(
            "UPDATE kept_names SET recovery = '' WHERE recovery = $1 AND recovery <> ''"
            " RETURNING owner",
            code,
        )
        return str(found[0][0]) if found else ""

    # Passkeys

    async def add_passkey(
        self, id: str, owner: str, public_key: str, counter: int, name: str
    ) -> bool:
        """Adds a passkey. Returns False if it exists already or its owner has too many."""
        found = await self.db.execute(
            f"INSERT INTO passkeys ({PASSKEY})"
            f" SELECT $1, $2, $3, $4, $5, NOW, NOW"
            " WHERE (SELECT count(*) FROM passkeys WHERE owner = $2)"
            f" < {MOST_PASSKEYS} ON CONFLICT DO NOTHING RETURNING id",
            *(id, owner, public_key, counter, name),
        )
        return bool(found)

    async def passkey(self, id: str) -> Passkey | None:
        found = await self.db.fetch(f"SELECT {PASSKEY} FROM passkeys WHERE id = $1", id)
        return Passkey(*found[0]) if found else None

    async def passkeys_of(self, owner: str) -> list[Passkey]:
        query = f"SELECT {PASSKEY} FROM passkeys WHERE owner = $1 ORDER BY made, id"
        return [Passkey(*row) for row in await self.db.fetch(query, owner)]

    async def use_passkey(self, id: str, was: int, counter: int) -> bool:
        """Updates the counter. Returns False if the passkey was removed or used meanwhile."""
        found = await self.db.execute(
            "UPDATE passkeys SET counter = $3, used = NOW"
            " WHERE id = $1 AND counter = $2 RETURNING id",
            *(id, was, counter),
        )
        return bool(found)

    async def rename_passkey(self, owner: str, id: str, name: str) -> None:
        sql = "UPDATE passkeys SET name = $3 WHERE owner = $1 AND id = $2"
        await self.db.execute(sql, owner, id, name)

    async def remove_passkey(self, owner: str, id: str) -> bool:
        """Deletes a passkey. Returns False if it is the last way to sign in."""
        found = await self.db.execute(
            "DELETE FROM passkeys WHERE owner = $1 AND id = $2 AND (EXISTS"
            " (SELECT 1 FROM passkeys WHERE owner = $1 AND id <> $2) OR EXISTS"
            " (SELECT 1 FROM kept_names WHERE owner = $1 AND recovery <> '')) RETURNING id",
            *(owner, id),
        )
        return bool(found)

    # Devices

    async def add_device(self, id: str, owner: str, name: str) -> None:
        """Signs a browser in. Above the limit, signs out the devices unused for longest."""
        await self.db.write(
            one(
                "INSERT INTO devices (id, owner, name, made, seen) VALUES ($1, $2, $3, NOW, NOW)",
                *(id, owner, name),
            ),
            one(
                "DELETE FROM devices WHERE owner = $1 AND id NOT IN (SELECT id FROM devices"
                f" WHERE owner = $1 ORDER BY seen DESC, made DESC LIMIT {MOST_DEVICES})",
                owner,
            ),
        )

    async def owner_of_device(self, id: str) -> str:
        """Returns a device's owner, or '' if it is signed out."""
        found = await self.db.fetch("SELECT owner FROM devices WHERE id = $1", id)
        return str(found[0][0]) if found else ""

    async def signed_in(self, ids: Collection[str]) -> set[str]:
        query = "SELECT id FROM devices WHERE id = ANY($1)"
        return {*await self.db.column(query, [*ids])}

    async def saw_device(self, id: str) -> None:
        sql = "UPDATE devices SET seen = NOW WHERE id = $1"
        await self.db.execute(sql, id, light=True)

    async def devices_of(self, owner: str) -> list[Device]:
        query = "SELECT id, name, made, seen FROM devices WHERE owner = $1 ORDER BY seen DESC, id"
        return [Device(*row) for row in await self.db.fetch(query, owner)]

    async def sign_out(self, owner: str, device: str) -> None:
        await self.db.execute("DELETE FROM devices WHERE owner = $1 AND id = $2", owner, device)

    # Tickets

    async def put_ticket(
        self, kind: str, id: str, seconds: float, owner: str = "", text: str = ""
    ) -> None:
        """Issues a ticket. It replaces the owner's earlier ticket of the same kind."""
        statements = [*map(one, self.EXPIRED)]
        if owner:
            sql = "DELETE FROM tickets WHERE owner = $1 AND kind = $2"
            statements.append(one(sql, owner, kind))
        insert = (
            "INSERT INTO tickets (kind, id, until, owner, text) VALUES ($1, $2, NOW + $3, $4, $5)"
        )
        await self.db.write(*statements, one(insert, kind, id, float(seconds), owner, text))

    async def ticket(self, kind: str, id: str) -> Ticket | None:
        where = "WHERE kind = $1 AND id = $2 AND until >= NOW"
        found = await self.db.fetch(f"SELECT owner, text FROM tickets {where}", kind, id)
        return Ticket(*found[0]) if found else None

    async def take_ticket(self, kind: str, id: str) -> Ticket | None:
        """Uses up a ticket and returns it. Of two simultaneous requests, one gets None."""
        found = await self.db.execute(
            "DELETE FROM tickets WHERE kind = $1 AND id = $2 AND until >= NOW"
            " RETURNING owner, text",
            *(kind, id),
        )
        return Ticket(*found[0]) if found else None

    async def change_ticket(self, kind: str, id: str, was: str, text: str) -> bool:
        """Replaces a ticket's text ``was``. Returns False if the text has changed."""
        found = await self.db.execute(
            "UPDATE tickets SET text = $4 WHERE kind = $1 AND id = $2 AND text = $3"
            " AND until >= NOW RETURNING id",
            *(kind, id, was, text),
        )
        return bool(found)


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
    Owned("daily_games", exports="day, game, table_id, opened, outcome, score, against, ended"),
    Owned("daily_reminders", exports="hour, day", key=()),
    Owned("ladder", exports="game, level, games, won, best, hinted", key=("game", "level")),
    Owned("puzzle_results", exports="game, puzzle, solved, at", key=("game", "puzzle")),
    Owned("invitable", exports="since", key=()),
    Owned("invitations", exports="tbl, until, declined", key=("tbl",)),
)


class PersonalData(Repository):
    async def move(self, old: str, new: str) -> list[str]:
        """Moves all data to another owner. Returns the tables that changed.

        Ladders are added up. Of other rows that both have, those of the new owner win.
        """
        if not old or not new or old == new:
            return []
        tables = await self.tables_with(old)
        statements = [
            one(
                "UPDATE tables SET sitting = sitting + 1, settings = replace(settings, $1, $2)"
                " WHERE id IN (SELECT tbl FROM seats WHERE owner = $1) OR host = $1",
                *(old, new),
            ),
            said_in_reports(old, new),
            one(
                "INSERT INTO ladder (owner, game, level, games, won, best, hinted)"
                " SELECT $2, game, level, games, won, best, hinted FROM ladder WHERE owner = $1"
                " ON CONFLICT (owner, game, level) DO UPDATE SET"
                " games = ladder.games + excluded.games, won = ladder.won + excluded.won,"
                " hinted = ladder.hinted + excluded.hinted, best = CASE"
                " WHEN ladder.best > excluded.best THEN ladder.best ELSE excluded.best END",
                *(old, new),
            ),
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
        tables = await self.tables_with(owner)
        query = "SELECT tbl FROM seats WHERE tbl = ANY($1) AND owner <> '' AND owner <> $2"
        alone = [*{*tables}.difference(await self.db.column(query, tables, owner))]
        theirs = "SELECT tbl FROM seats WHERE owner = $1"
        statements = [
            *(one(f"DELETE FROM {name} WHERE tbl = ANY($1)", alone) for name in of_game_tables()),
            one("DELETE FROM tables WHERE id = ANY($1)", alone),
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
        statements.append(said_in_reports(owner, ""))
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
            "SELECT id FROM tables WHERE id IN (SELECT tbl FROM seats"
            " INDEXED BY seats_by_owner WHERE owner = $1 AND owner <> ''"
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


def said_in_reports(old: str, new: str) -> Statement:
    """Changes who said the lines of chat that reports are about."""
    change = "UPDATE reports SET lines = replace(lines, $1, $2)"
    return one(f"{change} WHERE lines LIKE '%' || $1 || '%'", old, new)


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
