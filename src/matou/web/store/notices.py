"""Telling people that it is their turn, as rows: the same SQL for both stores.

A *channel* is a way to one person: a browser, an e-mail address, a webhook of one table. A *notice*
is one turn told to one channel; its key is the fence. Nothing hooks into a move: turns are found by
looking at what tables say of themselves (``turn`` acts since event ``turned``), so none can be
missed by whoever was killed after a move.

A channel is leased while something is sent to it, as jobs are. What is sent together gets a name
first, its *batch*, and keeps it however often it is tried: a receiver can tell that it has it
already. It is marked as sent once the receiver has taken it. So a server that dies between these
two sends it again, under the same name, and in no other case.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from matou.play.seats import Seat
from matou.web.store.jobs import Jobs, Missed, Statement, one

WAITING, SENT, SEEN = 0, 1, 2  # states of a notice; one that was given up counts as seen
RETRY = 8 * 3600.0  # seconds; nothing is put off for longer until it is tried again
WAITS, CONFIRMED, ENDED = 0, 1, -1  # is a channel confirmed? one that no longer works is ended
AT_ONCE = 300  # channels whose turns are looked for in one go
CHANNEL = "id, owner, kind, tbl, address, details, lang, shown, confirmed, trouble"
# Whose turn it is: at a table with another person, where nobody is waited for. SQLite joins in the
# order in which this is written: from tables (named, or touched of late), or from channels.
_TURNS = (
    " WHERE t.over = 0 AND s.tbl = t.id AND s.seat = t.turn AND s.kind = 'person'"
    " AND s.owner <> '' AND s.done = 0"
    " AND c.owner = s.owner AND (c.tbl = '' OR c.tbl = t.id) AND c.confirmed = 1"
    " AND NOT EXISTS (SELECT 1 FROM seats AS o WHERE o.tbl = t.id AND o.kind = 'open')"
    " AND EXISTS (SELECT 1 FROM seats AS o"
    " WHERE o.tbl = t.id AND o.owner <> '' AND o.owner <> s.owner)"
)
TURNS_AT = f" FROM tables AS t CROSS JOIN seats AS s CROSS JOIN channels AS c{_TURNS}"
NEW = "SELECT c.id, t.id, t.turned, t.turn, c.kind"
UNTOLD = (
    " AND NOT EXISTS (SELECT 1 FROM notices AS n"
    " WHERE n.channel = c.id AND n.tbl = t.id AND n.turned = t.turned)"
)
TURNS_OF = f" FROM channels AS c CROSS JOIN seats AS s CROSS JOIN tables AS t{_TURNS}"


class Channel(NamedTuple):
    """A way to tell somebody that it is their turn."""

    id: str
    owner: str
    kind: str  # push, mail or webhook
    tbl: str  # the one table that it is about; '': all of its owner's
    address: str
    details: dict[str, str]
    lang: str
    shown: str  # what its owner reads of the address
    confirmed: int = 0  # 1: yes; -1: it no longer works
    trouble: str = ""  # why the last try failed


class Turn(NamedTuple):
    """Somebody's turn, with all that is told of it: nothing that a game hides is in here."""

    table: str
    game: str
    seat: int
    seats: list[Seat]


class Batch(NamedTuple):
    """What one channel is sent at once; no turns: it is asked to confirm."""

    name: str
    turns: list[Turn]
    tries: int


class Notices(Jobs):
    """Channels and notices of a store."""

    # Channels

    async def add_channel(self, channel: Channel, most: int) -> bool:
        """A new channel; False if its owner has as many of its kind as one may have.

        One that waits to be confirmed is sent a message about that.
        """
        c = channel
        statements = [
            one(
                f"INSERT INTO channels ({CHANNEL}, created, rest, taker, until)"
                f" SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, '', {self.NOW}, 0, '', 0"
                " WHERE (SELECT count(*) FROM channels WHERE owner = $2 AND kind = $3) < $10"
                " RETURNING id",
                *(c.id, c.owner, c.kind, c.tbl, c.address, json.dumps(c.details), c.lang, c.shown),
                *(c.confirmed, most),
                must=True,
            )
        ]
        if not c.confirmed:
            statements.append(
                one(
                    "INSERT INTO notices (channel, tbl, turned, seat, state, due, tries, batch)"
                    f" VALUES ($1, '', 0, -1, {WAITING}, {self.NOW}, 0, '')",
                    c.id,
                )
            )
        else:
            statements.append(self._all_seen(c.id))
        return bool(await self._tried(*statements))

    async def _tried(self, *statements: Statement) -> list[Sequence[Any]]:
        try:
            return await self._write(*statements)
        except Missed:
            return []

    def _all_seen(self, channel: str) -> Statement:
        """Turns that waited before a channel was there are not told to it."""
        return one(
            "INSERT INTO notices (channel, tbl, turned, seat, state, due, tries, batch)"
            f" SELECT c.id, t.id, t.turned, t.turn, {SEEN}, 0, 0, ''{TURNS_OF} AND c.id = $1"
            " ON CONFLICT DO NOTHING",
            channel,
        )

    async def channel(self, id: str) -> Channel | None:
        (found,) = await self._read((f"SELECT {CHANNEL} FROM channels WHERE id = $1", id))
        return channel_of(found[0]) if found else None

    async def channels_of(self, owner: str) -> list[Channel]:
        asked = f"SELECT {CHANNEL} FROM channels WHERE owner = $1 ORDER BY created, id"
        (found,) = await self._read((asked, owner))
        return [channel_of(row) for row in found]

    async def confirm_channel(self, id: str) -> bool:
        """Its owner wants it; what is sent there from now on."""
        found = await self._tried(
            one(
                f"UPDATE channels SET confirmed = {CONFIRMED} WHERE id = $1"
                f" AND confirmed <> {ENDED} RETURNING id",
                id,
                must=True,
            ),
            self._all_seen(id),
        )
        return bool(found)

    async def end_channel(self, id: str) -> bool:
        """Nothing is sent there any more; was there such a channel?"""
        found = await self._write(
            one("DELETE FROM channels WHERE id = $1 RETURNING id", id),
            one("DELETE FROM notices WHERE channel = $1", id),
        )
        return bool(found)

    # Turns

    async def find_turns(self, since: float, wait: float, mail_wait: float) -> int:
        """Make a notice of each turn that has none, at tables touched in the last seconds.

        It waits for so long, mail longer; and until its channel has rested.
        """
        (found,) = await self._read(
            (f"{NEW}{TURNS_AT}{UNTOLD} AND t.touched > {self.NOW} - $1", float(since))
        )
        return await self._told(found, wait, mail_wait)

    async def find_all_turns(self, wait: float, mail_wait: float) -> int:
        """The same at all tables, some channels at a time: nobody waits long for the database."""
        count, last = 0, ""
        while True:
            asked = "SELECT id FROM channels WHERE id > $1 ORDER BY id LIMIT $2"
            (channels,) = await self._read((asked, last, AT_ONCE))
            if not channels:
                return count
            first, last = channels[0][0], channels[-1][0]
            (found,) = await self._read(
                (f"{NEW}{TURNS_OF}{UNTOLD} AND c.id BETWEEN $1 AND $2", first, last)
            )
            count += await self._told(found, wait, mail_wait)

    async def _told(self, turns: list[Sequence[Any]], wait: float, mail_wait: float) -> int:
        """Those turns are to be told."""
        rest, due = "(SELECT rest FROM channels WHERE id = $1)", f"{self.NOW} + $5"
        if turns:
            await self._write(
                Statement(
                    "INSERT INTO notices (channel, tbl, turned, seat, state, due, tries, batch)"
                    f" SELECT $1, $2, $3, $4, {WAITING},"
                    f" CASE WHEN {rest} > {due} THEN {rest} ELSE {due} END, 0, ''"
                    " WHERE EXISTS (SELECT 1 FROM channels WHERE id = $1) ON CONFLICT DO NOTHING",
                    [(*row[:4], float(mail_wait if row[4] == "mail" else wait)) for row in turns],
                )
            )
        return len(turns)

    async def turn_seen(self, table: str, number: int, seat: int) -> None:
        """Whoever's turn it is looks at the position: they need not be told."""
        await self._write(
            one(
                "INSERT INTO notices (channel, tbl, turned, seat, state, due, tries, batch)"
                f" SELECT c.id, t.id, t.turned, t.turn, {SEEN}, 0, 0, ''{TURNS_AT}"
                " AND t.id = $1 AND t.number = $2 AND t.turn = $3"
                f" ON CONFLICT (channel, tbl, turned) DO UPDATE SET state = {SEEN}"
                f" WHERE notices.state = {WAITING} AND notices.batch = ''",
                *(table, number, seat),
            )
        )

    async def with_channels(self, owners: Sequence[str]) -> set[str]:
        """Which of those are told of turns at all?"""
        asked = f"SELECT DISTINCT owner FROM channels WHERE owner {self.AMONG}"
        (found,) = await self._read((asked, self._list(owners)))
        return {row[0] for row in found}

    # Sending

    async def take_channels(
        self, seconds: float, most: int, wait: float, mail_wait: float
    ) -> list[Channel]:
        """Channels that something is due for and nobody else sends to: ours for so long.

        What is due later than anything is put off (``wait`` before it is first tried) was put off
        before the database's clock was put back, and is due now.
        """
        longest = (
            f"CASE WHEN n.tries > 0 THEN {RETRY} WHEN k.kind = 'mail' THEN {float(mail_wait)}"
            f" ELSE {float(wait)} END + 1"
        )
        due = (
            "SELECT n.channel FROM notices AS n JOIN channels AS k ON k.id = n.channel"
            f" WHERE n.state = {WAITING} AND (n.due <= {self.NOW}"
            f" OR n.due > {self.NOW} + {longest})"
        )
        (found,) = await self._read((f"{due} LIMIT 1",))
        if not found:
            return []
        free = f"(until < {self.NOW} OR until > {self.NOW} + $2 + 1)"
        taken = await self._write(
            one(
                f"UPDATE channels SET taker = $1, until = {self.NOW} + $2 WHERE id IN"
                f" (SELECT id FROM channels WHERE id IN ({due}) AND {free}"
                f" LIMIT $3 {self.SKIP_LOCKED}) RETURNING {CHANNEL}",
                *(self.server, float(seconds), most),
            ),
            light=True,
        )
        return [channel_of(row) for row in taken]

    async def batch(self, channel: Channel, name: str) -> Batch | None:
        """What a channel that we have taken is to be sent now; durable before it is.

        A batch that was tried before comes again as it was, less the turns that are over.
        """
        stands = (
            f"SELECT 1{TURNS_AT} AND t.id = notices.tbl AND c.id = notices.channel"
            " AND t.turned = notices.turned"
        )
        waits = f"channel = $1 AND state = {WAITING}"
        await self._write(
            one(
                f"DELETE FROM notices WHERE {waits} AND tbl <> '' AND NOT EXISTS ({stands})",
                channel.id,
            ),
            one(
                f"UPDATE notices SET batch = $2 WHERE {waits} AND NOT EXISTS (SELECT 1"
                f" FROM notices AS o WHERE o.channel = $1 AND o.state = {WAITING}"
                " AND o.batch <> '')",
                *(channel.id, name),
            ),
            # Due as soon as the lease is over, should we die: by no clock.
            one(
                f"UPDATE notices SET tries = tries + 1, due = 0 WHERE {waits} AND batch <> ''",
                channel.id,
            ),
        )
        named, sitting = await self._read(
            (
                "SELECT n.batch, n.tries, n.tbl, n.seat, t.game FROM notices AS n"
                " LEFT JOIN tables AS t ON t.id = n.tbl"
                f" WHERE n.channel = $1 AND n.state = {WAITING} AND n.batch <> '' ORDER BY n.tbl",
                channel.id,
            ),
            (
                "SELECT tbl, kind, level, name, colour FROM seats WHERE tbl IN (SELECT tbl"
                f" FROM notices WHERE channel = $1 AND state = {WAITING}) ORDER BY tbl, seat",
                channel.id,
            ),
        )
        if not named:
            return None
        seats: dict[str, list[Seat]] = {}
        for table, kind, level, player, colour in sitting:
            seats.setdefault(table, []).append(Seat(kind, level, "", player, colour))
        turns = [Turn(row[2], row[4], row[3], seats[row[2]]) for row in named if row[2]]
        return Batch(named[0][0], turns, named[0][1])

    async def sent(self, channel: Channel, batch: str, rest: float) -> None:
        """The receiver has it; the channel rests for some seconds."""
        await self._write(
            one(
                f"UPDATE notices SET state = {SENT} WHERE channel = $1 AND batch = $2",
                *(channel.id, batch),
            ),
            one(
                f"UPDATE channels SET taker = '', until = 0, trouble = '', rest = {self.NOW} + $3"
                " WHERE id = $1 AND taker = $2",
                *(channel.id, self.server, float(rest)),
            ),
            one(
                f"UPDATE notices SET due = {self.NOW} + $2"
                f" WHERE channel = $1 AND state = {WAITING} AND due < {self.NOW} + $2",
                *(channel.id, float(rest)),
            ),
        )

    async def free_channels(self) -> None:
        """Nobody sends anything: there is no other server, and this one has not begun."""
        await self._write(one("UPDATE channels SET taker = '', until = 0 WHERE taker <> ''"))

    async def release_channel(self, channel: Channel) -> None:
        """There was nothing to send after all."""
        await self._write(
            one(
                "UPDATE channels SET taker = '', until = 0 WHERE id = $1 AND taker = $2",
                *(channel.id, self.server),
            ),
            light=True,
        )

    async def not_sent(self, channel: Channel, trouble: str, wait: float) -> None:
        """It did not arrive: again in so many seconds."""
        await self._write(
            one(
                f"UPDATE notices SET due = {self.NOW} + $2 WHERE channel = $1"
                f" AND state = {WAITING}",
                *(channel.id, float(wait)),
            ),
            one(
                "UPDATE channels SET taker = '', until = 0, trouble = $3"
                " WHERE id = $1 AND taker = $2",
                *(channel.id, self.server, trouble),
            ),
        )

    async def given_up(self, channel: Channel, batch: str, trouble: str) -> None:
        """It was tried for days: these turns are not told any more."""
        await self._write(
            one(
                f"UPDATE notices SET state = {SEEN} WHERE channel = $1 AND batch = $2",
                *(channel.id, batch),
            ),
            one(
                "UPDATE channels SET taker = '', until = 0, trouble = $3"
                " WHERE id = $1 AND taker = $2",
                *(channel.id, self.server, trouble),
            ),
        )

    async def channel_broke(self, channel: Channel, trouble: str) -> None:
        """It never will: its owner finds it ended, with the reason, and may end or begin it."""
        await self._write(
            one(
                f"UPDATE channels SET taker = '', until = 0, confirmed = {ENDED}, trouble = $2"
                " WHERE id = $1",
                *(channel.id, trouble),
            ),
            one(f"DELETE FROM notices WHERE channel = $1 AND state = {WAITING}", channel.id),
        )

    async def clean_notices(self, days: float) -> None:
        """Forget turns that are over, and channels that nobody has confirmed for days."""
        await self._write(
            one(
                f"DELETE FROM channels WHERE confirmed = {WAITS}"
                f" AND created < {self.NOW} - $1 * 86400.0",
                float(days),
            ),
            one(
                "DELETE FROM notices WHERE NOT EXISTS"
                " (SELECT 1 FROM channels WHERE id = notices.channel)"
                f" OR (state <> {WAITING} AND NOT EXISTS (SELECT 1 FROM tables"
                " WHERE id = notices.tbl AND over = 0 AND turned = notices.turned))"
            ),
            light=True,
        )


def channel_of(row: Sequence[Any]) -> Channel:
    id, owner, kind, tbl, address, details, lang, shown, confirmed, trouble = row
    found = json.loads(details)
    return Channel(id, owner, kind, tbl, address, found, lang, shown, confirmed, trouble)
