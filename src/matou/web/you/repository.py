"""Accounts in the database: names, passkeys, signed-in devices, recovery codes, tickets.

A ticket is valid once and for a short time: the challenge for a passkey, or the link that adds a
device. Devices, recovery codes and links are stored as hashes, passkeys as public keys.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from matou.web.db.database import Repository, Statement, one

MOST_PASSKEYS, MOST_DEVICES = 20, 50  # per account


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
    async def create(self, owner: str, name: str) -> None:
        await self.db.execute(
            "INSERT INTO kept_names (owner, name, recovery, made)"
            f" VALUES ($1, $2, '', {self.db.NOW})",
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
            f" SELECT $1, $2, $3, $4, $5, {self.db.NOW}, {self.db.NOW}"
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
            f"UPDATE passkeys SET counter = $3, used = {self.db.NOW}"
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
                "INSERT INTO devices (id, owner, name, made, seen)"
                f" VALUES ($1, $2, $3, {self.db.NOW}, {self.db.NOW})",
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
        query = f"SELECT id FROM devices WHERE id {self.db.AMONG}"
        return {*await self.db.column(query, self.db.listed(sorted(ids)))}

    async def saw_device(self, id: str) -> None:
        sql = f"UPDATE devices SET seen = {self.db.NOW} WHERE id = $1"
        await self.db.execute(sql, id, light=True)

    async def devices_of(self, owner: str) -> list[Device]:
        query = "SELECT id, name, made, seen FROM devices WHERE owner = $1 ORDER BY seen DESC, id"
        return [Device(*row) for row in await self.db.fetch(query, owner)]

    async def sign_out(self, owner: str, device: str = "") -> None:
        """Signs out one device, or all devices of an owner."""
        which = "AND id = $2" if device else "AND $2 = ''"
        await self.db.execute(f"DELETE FROM devices WHERE owner = $1 {which}", owner, device)

    # Tickets

    async def put_ticket(
        self, kind: str, id: str, seconds: float, owner: str = "", text: str = ""
    ) -> None:
        """Issues a ticket. It replaces the owner's earlier ticket of the same kind."""
        statements = self.expired()
        if owner:
            sql = "DELETE FROM tickets WHERE owner = $1 AND kind = $2"
            statements.append(one(sql, owner, kind))
        insert = (
            "INSERT INTO tickets (kind, id, until, owner, text)"
            f" VALUES ($1, $2, {self.db.NOW} + $3, $4, $5)"
        )
        await self.db.write(*statements, one(insert, kind, id, float(seconds), owner, text))

    async def ticket(self, kind: str, id: str) -> Ticket | None:
        where = f"WHERE kind = $1 AND id = $2 AND until >= {self.db.NOW}"
        found = await self.db.fetch(f"SELECT owner, text FROM tickets {where}", kind, id)
        return Ticket(*found[0]) if found else None

    async def take_ticket(self, kind: str, id: str) -> Ticket | None:
        """Uses up a ticket and returns it. Of two simultaneous requests, one gets None."""
        found = await self.db.execute(
            f"DELETE FROM tickets WHERE kind = $1 AND id = $2 AND until >= {self.db.NOW}"
            " RETURNING owner, text",
            *(kind, id),
        )
        return Ticket(*found[0]) if found else None

    async def change_ticket(self, kind: str, id: str, was: str, text: str) -> bool:
        """Replaces a ticket's text ``was``. Returns False if the text has changed."""
        found = await self.db.execute(
            "UPDATE tickets SET text = $4 WHERE kind = $1 AND id = $2 AND text = $3"
            f" AND until >= {self.db.NOW} RETURNING id",
            *(kind, id, was, text),
        )
        return bool(found)

    def expired(self) -> list[Statement]:
        return [one(f"DELETE FROM tickets WHERE until < {self.db.NOW}")]
