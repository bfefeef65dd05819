"""What the servers of one site tell each other through its store: how far tables are, who is where,
signals, the site's time, how much somebody has asked for.

The same statements for both stores. Of several processes that use one, each tells the others where
something is new by a hint, a table and the number of its next event. A hint may be lost.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from matou.kit.linking import CHANCE
from matou.web.store.jobs import MOST_HINTED, PRESENT, Jobs, Statement, one

LOOK = -1  # the number of a hint that is not about events
SET_ANEW = 60.0  # seconds that the database's clock may stray from ours between two beats


class Head(NamedTuple):
    """How far a table is, to compare with what one has of it."""

    number: int
    sitting: int
    talked: int


class BetweenServers(Jobs):
    """What a store keeps for servers, not for people."""

    def __init__(self) -> None:
        super().__init__()
        self.clock_set = 0  # how often the database's clock was seen to be set anew
        self._ahead: float | None = None  # of our own clock, the database's

    # Tables, and who is at them

    async def heads(self, tables: Sequence[str]) -> dict[str, Head]:
        """How far tables are."""
        (found,) = await self._read(
            (
                f"SELECT id, number, sitting, talked FROM tables WHERE id {self.AMONG}",
                self._list(tables),
            )
        )
        return {row[0]: Head(row[1], row[2], row[3]) for row in found}

    async def saw(self, tables_owners: Iterable[tuple[str, str]], at_once: bool = False) -> None:
        """Those people are at those tables now; others are told ``at_once``, or find it."""
        rows = sorted(set(tables_owners))  # in one order everywhere: nobody waits in a circle
        if rows:
            await self._write(
                Statement(
                    f"INSERT INTO presence (tbl, owner, seen) VALUES ($1, $2, {self.NOW})"
                    " ON CONFLICT (tbl, owner) DO UPDATE SET seen = excluded.seen",
                    rows,
                ),
                hint=",".join(sorted({row[0] for row in rows})[:MOST_HINTED]) if at_once else "",
                light=True,
            )

    async def seen(self, tables: Sequence[str]) -> dict[str, dict[str, float]]:
        """Who was at tables of late, and how many seconds ago."""
        (found,) = await self._read((self._seen_at(f"tbl {self.AMONG}"), self._list(tables)))
        people: dict[str, dict[str, float]] = {}
        for table, owner, ago in found:
            people.setdefault(table, {})[owner] = ago
        return people

    def _seen_at(self, where: str) -> str:
        return (
            f"SELECT tbl, owner, {self.NOW} - seen FROM presence"
            f" WHERE {where} AND seen > {self.NOW} - {PRESENT}"
        )

    async def signal(self, table: str, name: str, message: str) -> None:
        """A message to all who have a table open now, wherever; it is not kept."""
        await self._write(
            one(
                f"INSERT INTO signals (tbl, name, message, at) VALUES ($1, $2, $3, {self.NOW})",
                *(table, name, message),
            ),
            hint=table,
            light=True,
        )

    # Time: that of the site, which stands still while there is no server

    async def time_runs(self) -> bool:
        """Does anybody's time run, at any table?"""
        asked = "SELECT 1 FROM tables WHERE deadline IS NOT NULL LIMIT 1"
        (found,) = await self._read((asked,))
        return bool(found)

    async def unbegun(self, after: float, until: float, most: int) -> list[str]:
        """Tables where everybody sits and the opening is not drawn, touched so many seconds ago.

        Whoever set or joined them draws it at once, unless their server fell just then.
        """
        asked = (
            f"SELECT id FROM tables WHERE over = 0 AND turn = {CHANCE}"
            f" AND touched BETWEEN {self.NOW} - $1 AND {self.NOW} - $2 AND NOT EXISTS"
            " (SELECT 1 FROM seats WHERE seats.tbl = tables.id AND kind = 'open')"
            " ORDER BY touched DESC LIMIT $3"
        )
        (found,) = await self._read((asked, float(until), float(after), most))
        return [row[0] for row in found]

    async def overdue(self, now: float, most: int) -> list[str]:
        """Tables where time is up, at any server or none; ``now`` is the site's time."""
        asked = "SELECT id FROM tables WHERE deadline < $1 ORDER BY deadline LIMIT $2"
        (found,) = await self._read((asked, float(now), most))
        return [row[0] for row in found]

    async def beat(self, gap: float) -> float:
        """There is a server; the site's time, which stood still while there was none.

        Nobody has said so for more than ``gap`` seconds: then there was none all that time. A
        clock of the database that was set anew is no time, either.
        """
        since = f"({self.NOW} - uptime.last)"
        lost = f"CASE WHEN {since} > $1 OR {since} < -1 THEN {since} ELSE 0 END"
        found = await self._write(
            one(
                f"INSERT INTO uptime (id, lost, last) VALUES (1, 0, {self.NOW})"
                f" ON CONFLICT (id) DO UPDATE SET lost = uptime.lost + {lost},"
                " last = excluded.last RETURNING last - lost, last",
                float(gap),
            ),
            light=True,
        )
        site, last = map(float, found[0])
        ahead = last - time.monotonic()
        if self._ahead is not None and abs(ahead - self._ahead) > SET_ANEW:
            self.clock_set += 1
        self._ahead = ahead
        return site

    # Limits

    async def admit(self, who: str, rate: float, burst: float) -> bool:
        """One more of something, for somebody: so many a second, with a reserve for a burst?"""
        left = f"(limits.taken - ({self.NOW} - limits.at) * $2)"
        since = f"(CASE WHEN {left} > 0 THEN {left} ELSE 0 END)"
        found = await self._write(
            one(
                f"INSERT INTO limits (who, taken, at) VALUES ($1, 1, {self.NOW})"
                f" ON CONFLICT (who) DO UPDATE SET taken = {since} + 1, at = excluded.at"
                f" WHERE {since} + 1 <= $3 RETURNING who",
                *(who, float(rate), float(burst)),
            ),
            light=True,
        )
        return bool(found)


def hints(text: str) -> Iterable[tuple[str, int]]:
    """The tables and numbers that a hint names: ``6d2f0c9a11be 17,0a…``; no number: look."""
    for part in text.split(","):
        table, _, number = part.partition(" ")
        if table:
            yield table, int(number) if number.isdigit() else LOOK
