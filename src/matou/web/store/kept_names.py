"""Names that last: passkeys, the devices that are signed in, recovery codes, and tickets.

A ticket is what somebody was given to come back with, once and soon: a challenge for a passkey,
a link by which another device joins. Nothing that opens anything is kept as it is: devices, codes
and links are kept as hashes, of passkeys only the public half.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from matou.web.store.jobs import Jobs, one

MOST_PASSKEYS, MOST_DEVICES = 20, 50  # of one person


class KeptName(NamedTuple):
    """A name that somebody keeps."""

    owner: str
    name: str
    has_code: bool  # a recovery code that was not used yet
    made: float


class Passkey(NamedTuple):
    """The public half of a passkey; ``counter`` goes up each time, where it counts at all."""

    id: str
    owner: str
    public_key: str
    counter: int
    name: str
    made: float
    used: float


class Device(NamedTuple):
    """A browser that is signed in; ``id`` is the hash of what its cookie says."""

    id: str
    name: str
    made: float
    seen: float


class Ticket(NamedTuple):
    """What somebody was given to come back with; '' is nobody yet."""

    owner: str
    text: str


class KeptNames(Jobs):
    """The names that a store keeps."""

    async def keep_name(self, owner: str, name: str) -> None:
        """A new person, of whom nothing is there yet."""
        await self._write(
            one(
                "INSERT INTO kept_names (owner, name, recovery, made)"
                f" VALUES ($1, $2, '', {self.NOW})",
                *(owner, name),
            )
        )

    async def kept_name(self, owner: str) -> KeptName | None:
        (found,) = await self._read(
            ("SELECT owner, name, recovery, made FROM kept_names WHERE owner = $1", owner)
        )
        return KeptName(found[0][0], found[0][1], bool(found[0][2]), found[0][3]) if found else None

    async def rename(self, owner: str, name: str) -> None:
        await self._write(one("UPDATE kept_names SET name = $2 WHERE owner = $1", owner, name))

    async def set_recovery(self, owner: str, code: str) -> None:
        """The hash of the one recovery code that is good from now on."""
        await self._write(one("UPDATE kept_names SET recovery = $2 WHERE owner = $1", owner, code))

    async def recover(self, code: str) -> str:
        """Whose recovery code has this hash, which is good no longer; '' if nobody's."""
        found = await self._write(
            one(
                "UPDATE kept_names SET recovery = '' WHERE recovery = $1 AND recovery <> ''"
                " RETURNING owner",
                code,
            )
        )
        return str(found[0][0]) if found else ""

    # Passkeys

    async def add_passkey(
        self, id: str, owner: str, public_key: str, counter: int, name: str
    ) -> bool:
        """One more; False if it is there already, or there are too many."""
        found = await self._write(
            one(
                "INSERT INTO passkeys (id, owner, public_key, counter, name, made, used)"
                f" SELECT $1, $2, $3, $4, $5, {self.NOW}, {self.NOW}"
                " WHERE (SELECT count(*) FROM passkeys WHERE owner = $2)"
                f" < {MOST_PASSKEYS} ON CONFLICT DO NOTHING RETURNING id",
                *(id, owner, public_key, counter, name),
            )
        )
        return bool(found)

    async def passkey(self, id: str) -> Passkey | None:
        (found,) = await self._read((f"SELECT {PASSKEY} FROM passkeys WHERE id = $1", id))
        return Passkey(*found[0]) if found else None

    async def passkeys_of(self, owner: str) -> list[Passkey]:
        (found,) = await self._read(
            (f"SELECT {PASSKEY} FROM passkeys WHERE owner = $1 ORDER BY made, id", owner)
        )
        return [Passkey(*row) for row in found]

    async def use_passkey(self, id: str, was: int, counter: int) -> bool:
        """It counted from ``was`` on; False if it is gone, or was used at the same time."""
        found = await self._write(
            one(
                f"UPDATE passkeys SET counter = $3, used = {self.NOW}"
                " WHERE id = $1 AND counter = $2 RETURNING id",
                *(id, was, counter),
            )
        )
        return bool(found)

    async def rename_passkey(self, owner: str, id: str, name: str) -> None:
        await self._write(
            one("UPDATE passkeys SET name = $3 WHERE owner = $1 AND id = $2", owner, id, name)
        )

    async def remove_passkey(self, owner: str, id: str) -> bool:
        """Not the last way back in: another passkey stays, or a recovery code."""
        found = await self._write(
            one(
                "DELETE FROM passkeys WHERE owner = $1 AND id = $2 AND (EXISTS"
                " (SELECT 1 FROM passkeys WHERE owner = $1 AND id <> $2) OR EXISTS"
                " (SELECT 1 FROM kept_names WHERE owner = $1 AND recovery <> '')) RETURNING id",
                *(owner, id),
            )
        )
        return bool(found)

    # Devices

    async def add_device(self, id: str, owner: str, name: str) -> None:
        """A browser signs in; of too many, those that were away longest are signed out."""
        await self._write(
            one(
                "INSERT INTO devices (id, owner, name, made, seen)"
                f" VALUES ($1, $2, $3, {self.NOW}, {self.NOW})",
                *(id, owner, name),
            ),
            one(
                "DELETE FROM devices WHERE owner = $1 AND id NOT IN (SELECT id FROM devices"
                f" WHERE owner = $1 ORDER BY seen DESC, made DESC LIMIT {MOST_DEVICES})",
                owner,
            ),
        )

    async def owner_of_device(self, id: str) -> str:
        """Whose it is; '' once it is signed out."""
        (found,) = await self._read(("SELECT owner FROM devices WHERE id = $1", id))
        return str(found[0][0]) if found else ""

    async def devices_among(self, ids: Collection[str]) -> set[str]:
        """Those of them that are signed in."""
        asked = f"SELECT id FROM devices WHERE id {self.AMONG}"
        (found,) = await self._read((asked, self._list(sorted(ids))))
        return {row[0] for row in found}

    async def saw_device(self, id: str) -> None:
        await self._write(
            one(f"UPDATE devices SET seen = {self.NOW} WHERE id = $1", id), light=True
        )

    async def devices_of(self, owner: str) -> list[Device]:
        (found,) = await self._read(
            (
                "SELECT id, name, made, seen FROM devices WHERE owner = $1 ORDER BY seen DESC, id",
                owner,
            )
        )
        return [Device(*row) for row in found]

    async def sign_out(self, owner: str, device: str = "") -> None:
        """One device, or all of them."""
        which = "AND id = $2" if device else "AND $2 = ''"
        await self._write(one(f"DELETE FROM devices WHERE owner = $1 {which}", owner, device))

    # Tickets

    async def put_ticket(
        self, kind: str, id: str, seconds: float, owner: str = "", text: str = ""
    ) -> None:
        """Give one out; of a kind that is somebody's own they have one at a time."""
        statements = [one(f"DELETE FROM tickets WHERE until < {self.NOW}")]
        if owner:
            statements.append(
                one("DELETE FROM tickets WHERE owner = $1 AND kind = $2", owner, kind)
            )
        insert = (
            "INSERT INTO tickets (kind, id, until, owner, text)"
            f" VALUES ($1, $2, {self.NOW} + $3, $4, $5)"
        )
        await self._write(*statements, one(insert, kind, id, float(seconds), owner, text))

    async def ticket(self, kind: str, id: str) -> Ticket | None:
        (found,) = await self._read(
            (
                "SELECT owner, text FROM tickets"
                f" WHERE kind = $1 AND id = $2 AND until >= {self.NOW}",
                *(kind, id),
            )
        )
        return Ticket(*found[0]) if found else None

    async def take_ticket(self, kind: str, id: str) -> Ticket | None:
        """Use it up: of two who come with it, one gets it."""
        found = await self._write(
            one(
                f"DELETE FROM tickets WHERE kind = $1 AND id = $2 AND until >= {self.NOW}"
                " RETURNING owner, text",
                *(kind, id),
            )
        )
        return Ticket(*found[0]) if found else None

    async def change_ticket(self, kind: str, id: str, was: str, text: str) -> bool:
        """Write on it, unless somebody else did."""
        found = await self._write(
            one(
                "UPDATE tickets SET text = $4 WHERE kind = $1 AND id = $2 AND text = $3"
                f" AND until >= {self.NOW} RETURNING id",
                *(kind, id, was, text),
            )
        )
        return bool(found)


PASSKEY = "id, owner, public_key, counter, name, made, used"
