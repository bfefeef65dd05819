"""The tables of notification channels and notices.

A *channel* is a way to reach one person: a browser, an e-mail address, or a webhook for one table.
A *notice* is one turn for one channel, and its key serves as a fence. Moves do not create notices.
Instead turns are found by a search over the tables (``turn`` is to act since event ``turned``), so
none is missed, even if a server is killed right after a move. Invitations to play and reminders of
the cat of the day are notices, too.

A channel is leased while messages are sent to it. Notices that are sent together form a *batch*. A
batch gets a name before it is sent and keeps the name for all retries, so that the receiver can
recognise a repeat. It is marked as sent when the receiver has accepted it. If a server is killed
between these two steps, the batch is sent again under the same name. Nothing else is ever sent
twice.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from matou.play.daily import today
from matou.play.seats import Seat
from matou.web.daily.repository import REMINDED, REMINDER
from matou.web.db.database import Repository, Rows, Statement, one
from matou.web.you.invitations import INVITATION, valid

WAITING, SENT, SEEN = 0, 1, 2  # states of a notice; one that was given up counts as seen
RETRY = 8 * 3600.0  # seconds; the longest delay of a retry
WAITS, CONFIRMED, ENDED = 0, 1, -1  # states of a channel; a broken one has ended
AT_ONCE = 300  # channels per query when searching for turns
CHANNEL = "id, owner, kind, tbl, address, details, lang, shown, confirmed, trouble"
# Finds whose turn it is, at tables with another person and no open seat. SQLite joins in the order
# of the FROM clause: starting from tables (named, or recently touched) or from channels.
_TURNS = (
    " WHERE t.over = 0 AND s.tbl = t.id AND s.seat = t.turn AND s.kind = 'person'"
    " AND s.owner <> '' AND s.done = 0"
    " AND c.owner = s.owner AND (c.tbl = '' OR c.tbl = t.id) AND c.confirmed = 1"
    " AND NOT EXISTS (SELECT 1 FROM seats AS o WHERE o.tbl = t.id AND o.kind = 'open')"
    " AND EXISTS (SELECT 1 FROM seats AS o"
    " WHERE o.tbl = t.id AND o.owner <> '' AND o.owner <> s.owner)"
)
TURNS_AT = f" FROM tables AS t CROSS JOIN seats AS s CROSS JOIN channels AS c{_TURNS}"
TURNS_OF = f" FROM channels AS c CROSS JOIN seats AS s CROSS JOIN tables AS t{_TURNS}"
TURN = "SELECT c.id, t.id, t.turned, t.turn, c.kind"
UNNOTICED = (
    " AND NOT EXISTS (SELECT 1 FROM notices AS n"
    " WHERE n.channel = c.id AND n.tbl = t.id AND n.turned = t.turned)"
)
INSERT = "INSERT INTO notices (channel, tbl, turned, seat, state, due, tries, batch)"
INSERT_SEEN = f"{INSERT} SELECT c.id, t.id, t.turned, t.turn, {SEEN}, 0, 0, ''"


class Channel(NamedTuple):
    id: str
    owner: str
    kind: str  # push, mail or webhook
    tbl: str  # the table that it is for; '' for all tables of its owner
    address: str
    details: dict[str, str]
    lang: str
    shown: str  # the address as its owner sees it
    confirmed: int = 0  # 1: confirmed; -1: broken
    trouble: str = ""  # why the last try failed


class Turn(NamedTuple):
    """A turn, with everything that a message about it may contain.

    Or an invitation to play, or a reminder of the cat of the day.
    """

    table: str
    game: str
    seat: int  # INVITATION or REMINDER if it is no turn
    seats: list[Seat]


class Batch(NamedTuple):
    """The turns to send to a channel at once. Without turns, it asks for confirmation."""

    name: str
    turns: list[Turn]
    tries: int


class Notices(Repository):
    # Channels

    async def add_channel(self, channel: Channel, most: int) -> bool:
        """Adds a channel. Returns False if its owner already has ``most`` of its kind."""
        c = channel
        added = one(
            f"INSERT INTO channels ({CHANNEL}, created, rest, taker, until)"
            f" SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, '', NOW, 0, '', 0"
            " WHERE (SELECT count(*) FROM channels WHERE owner = $2 AND kind = $3) < $10"
            " RETURNING id",
            *(c.id, c.owner, c.kind, c.tbl, c.address, json.dumps(c.details), c.lang, c.shown),
            *(c.confirmed, most),
            must=True,
        )
        confirm = one(f"{INSERT} VALUES ($1, '', 0, -1, {WAITING}, NOW, 0, '')", c.id)
        return await self.db.try_write(added, all_seen(c.id) if c.confirmed else confirm)

    async def channel(self, id: str) -> Channel | None:
        found = await self.db.fetch(f"SELECT {CHANNEL} FROM channels WHERE id = $1", id)
        return channel_of(found[0]) if found else None

    async def channels_of(self, owner: str) -> list[Channel]:
        query = f"SELECT {CHANNEL} FROM channels WHERE owner = $1 ORDER BY created, id"
        return [channel_of(row) for row in await self.db.fetch(query, owner)]

    async def with_channels(self, owners: Sequence[str]) -> set[str]:
        query = "SELECT DISTINCT owner FROM channels WHERE owner = ANY($1)"
        return {*await self.db.column(query, [*owners])}

    async def confirm_channel(self, id: str) -> bool:
        """Marks a channel as confirmed. Returns False if it does not exist or has ended."""
        sql = (
            f"UPDATE channels SET confirmed = {CONFIRMED} WHERE id = $1"
            f" AND confirmed <> {ENDED} RETURNING id"
        )
        return await self.db.try_write(one(sql, id, must=True), all_seen(id))

    async def end_channel(self, id: str) -> bool:
        """Deletes a channel. Returns False if it does not exist."""
        found = await self.db.write(
            one("DELETE FROM channels WHERE id = $1 RETURNING id", id),
            one("DELETE FROM notices WHERE channel = $1", id),
        )
        return bool(found)

    # Turns

    async def find_turns(self, since: float, wait: float, mail_wait: float) -> int:
        """Adds a notice for each turn without one, at tables touched in the last ``since`` seconds.

        The notice is due after ``wait`` seconds (``mail_wait`` for mail), but not before the
        channel's pause ends.
        """
        query = f"{TURN}{TURNS_AT}{UNNOTICED} AND t.touched > NOW - $1"
        return await self._add(await self.db.fetch(query, float(since)), wait, mail_wait)

    async def find_all_turns(self, wait: float, mail_wait: float) -> int:
        """Does the same for all tables, in batches of channels, so that no query takes long."""
        count, last = 0, ""
        while True:
            query = "SELECT id FROM channels WHERE id > $1 ORDER BY id LIMIT $2"
            channels = await self.db.fetch(query, last, AT_ONCE)
            if not channels:
                return count
            first, last = channels[0][0], channels[-1][0]
            query = f"{TURN}{TURNS_OF}{UNNOTICED} AND c.id BETWEEN $1 AND $2"
            count += await self._add(await self.db.fetch(query, first, last), wait, mail_wait)

    async def _add(self, turns: Rows, wait: float, mail_wait: float) -> int:
        rest, due = "(SELECT rest FROM channels WHERE id = $1)", "NOW + $5"
        await self.db.execute_many(
            f"{INSERT} SELECT $1, $2, $3, $4, {WAITING},"
            f" CASE WHEN {rest} > {due} THEN {rest} ELSE {due} END, 0, ''"
            " WHERE EXISTS (SELECT 1 FROM channels WHERE id = $1) ON CONFLICT DO NOTHING",
            [(*row[:4], float(mail_wait if row[4] == "mail" else wait)) for row in turns],
        )
        return len(turns)

    async def turn_seen(self, table: str, number: int, seat: int) -> None:
        """Marks a turn as seen, because its player is looking at the position."""
        await self.db.execute(
            f"{INSERT_SEEN}{TURNS_AT} AND t.id = $1 AND t.number = $2 AND t.turn = $3"
            f" ON CONFLICT (channel, tbl, turned) DO UPDATE SET state = {SEEN}"
            f" WHERE notices.state = {WAITING} AND notices.batch = ''",
            *(table, number, seat),
        )

    # Sending

    async def take_channels(
        self, seconds: float, most: int, wait: float, mail_wait: float
    ) -> list[Channel]:
        """Leases channels with due notices.

        A notice whose due time is later than any delay allows was added before the database's clock
        was set back, and is due now.
        """
        longest = (
            f"CASE WHEN n.tries > 0 THEN {RETRY} WHEN k.kind = 'mail' THEN {float(mail_wait)}"
            f" ELSE {float(wait)} END + 1"
        )
        due = (
            "SELECT n.channel FROM notices AS n JOIN channels AS k ON k.id = n.channel"
            f" WHERE n.state = {WAITING} AND (n.due <= NOW OR n.due > NOW + {longest})"
        )
        if not await self.db.fetch(f"{due} LIMIT 1"):
            return []
        free = "(until < NOW OR until > NOW + $2 + 1)"
        taken = await self.db.execute(
            f"UPDATE channels SET taker = $1, until = NOW + $2 WHERE id IN"
            f" (SELECT id FROM channels WHERE id IN ({due}) AND {free}"
            f" LIMIT $3 FOR UPDATE SKIP LOCKED) RETURNING {CHANNEL}",
            *(self.db.server, float(seconds), most),
            light=True,
        )
        return [channel_of(row) for row in taken]

    async def batch(self, channel: Channel, name: str) -> Batch | None:
        """Stores and returns the batch to send now. A batch keeps its name for all tries."""
        stands = (
            f"SELECT 1{TURNS_AT} AND t.id = notices.tbl AND c.id = notices.channel"
            f" AND t.turned = notices.turned UNION ALL SELECT 1{valid(self.db)}"
            f" AND notices.turned = {INVITATION} AND i.tbl = notices.tbl AND i.owner = $2"
        )
        waits = f"channel = $1 AND state = {WAITING}"
        await self.db.write(
            one(
                f"DELETE FROM notices WHERE {waits} AND tbl <> '' AND turned <> {REMINDER}"
                f" AND NOT EXISTS ({stands})",
                *(channel.id, channel.owner),
            ),
            one(
                f"DELETE FROM notices WHERE channel = $2 AND state = {WAITING}"
                f" AND turned = {REMINDER} AND NOT EXISTS ({REMINDED})",
                *(today(), channel.id),
            ),
            one(
                f"UPDATE notices SET batch = $2 WHERE {waits} AND NOT EXISTS (SELECT 1"
                f" FROM notices AS o WHERE o.channel = $1 AND o.state = {WAITING}"
                " AND o.batch <> '')",
                *(channel.id, name),
            ),
            # If this server is killed, the batch is due when the lease ends, whatever the clock
            # says.
            one(
                f"UPDATE notices SET tries = tries + 1, due = 0 WHERE {waits} AND batch <> ''",
                channel.id,
            ),
        )
        named, sitting = await self.db.read(
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
        turns = [Turn(row[2], row[4], row[3], seats.get(row[2], [])) for row in named if row[2]]
        return Batch(named[0][0], turns, named[0][1])

    def _release(self, channel: Channel, more: str = "", *values: Any) -> Statement:
        """Returns the statement that ends our lease on a channel. ``more`` sets further columns."""
        return one(
            f"UPDATE channels SET taker = '', until = 0{more} WHERE id = $1 AND taker = $2",
            *(channel.id, self.db.server, *values),
        )

    async def sent(self, channel: Channel, batch: str, rest: float) -> None:
        """Marks a batch as accepted by the receiver. Pauses the channel for ``rest`` seconds."""
        await self.db.write(
            settled(channel, batch, SENT),
            self._release(channel, ", trouble = '', rest = NOW + $3", float(rest)),
            one(
                f"UPDATE notices SET due = NOW + $2"
                f" WHERE channel = $1 AND state = {WAITING} AND due < NOW + $2",
                *(channel.id, float(rest)),
            ),
        )

    async def release_channel(self, channel: Channel) -> None:
        await self.db.write(self._release(channel), light=True)

    async def release_all(self) -> None:
        """Ends all leases. Only for a single server, at its start."""
        await self.db.execute("UPDATE channels SET taker = '', until = 0 WHERE taker <> ''")

    async def not_sent(self, channel: Channel, trouble: str, wait: float) -> None:
        """Stores that a batch did not arrive, and schedules a retry in ``wait`` seconds."""
        await self.db.write(
            one(
                f"UPDATE notices SET due = NOW + $2 WHERE channel = $1 AND state = {WAITING}",
                *(channel.id, float(wait)),
            ),
            self._release(channel, ", trouble = $3", trouble),
        )

    async def give_up(self, channel: Channel, batch: str, trouble: str) -> None:
        await self.db.write(
            settled(channel, batch, SEEN), self._release(channel, ", trouble = $3", trouble)
        )

    async def end_broken(self, channel: Channel, trouble: str) -> None:
        """Ends a channel that will never work. Its owner still sees it, with the reason."""
        await self.db.write(
            one(
                f"UPDATE channels SET taker = '', until = 0, confirmed = {ENDED}, trouble = $2"
                " WHERE id = $1",
                *(channel.id, trouble),
            ),
            one(f"DELETE FROM notices WHERE channel = $1 AND state = {WAITING}", channel.id),
        )

    async def clean_up(self, days: float) -> None:
        """Deletes notices for turns that are over, and channels that were not confirmed in time."""
        await self.db.write(
            one(
                f"DELETE FROM channels WHERE confirmed = {WAITS} AND created < NOW - $1 * 86400.0",
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


def all_seen(channel: str) -> Statement:
    """Returns the statement that marks all current turns of a new channel as seen."""
    return one(f"{INSERT_SEEN}{TURNS_OF} AND c.id = $1 ON CONFLICT DO NOTHING", channel)


def settled(channel: Channel, batch: str, state: int) -> Statement:
    sql = f"UPDATE notices SET state = {state} WHERE channel = $1 AND batch = $2"
    return one(sql, channel.id, batch)


def channel_of(row: Sequence[Any]) -> Channel:
    return Channel(*row)._replace(details=json.loads(row[5]))
