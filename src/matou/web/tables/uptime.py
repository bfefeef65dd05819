"""Heartbeats of servers and deadlines of tables in the database."""

from __future__ import annotations

import time

from matou.kit.linking import CHANCE
from matou.web.db.database import Database

SET_ANEW = 60.0  # seconds of drift between two heartbeats that mean the database's clock was set


class Uptime:
    """The site's time, which stands still while no server runs, and deadlines."""

    def __init__(self, db: Database) -> None:
        self.db = db
        self.clock_set = 0  # number of detected changes of the database's clock
        self._ahead: float | None = None  # offset of the database's clock to the monotonic clock

    async def beat(self, gap: float) -> float:
        """Writes a heartbeat and returns the site's time.

        If the last heartbeat is more than ``gap`` seconds old, no server was running, and the time
        since does not count. Jumps of the database's clock do not count either.
        """
        since = f"({self.db.NOW} - uptime.last)"
        lost = f"CASE WHEN {since} > $1 OR {since} < -1 THEN {since} ELSE 0 END"
        found = await self.db.execute(
            f"INSERT INTO uptime (id, lost, last) VALUES (1, 0, {self.db.NOW})"
            f" ON CONFLICT (id) DO UPDATE SET lost = uptime.lost + {lost},"
            " last = excluded.last RETURNING last - lost, last",
            float(gap),
            light=True,
        )
        site, last = map(float, found[0])
        ahead = last - time.monotonic()
        if self._ahead is not None and abs(ahead - self._ahead) > SET_ANEW:
            self.clock_set += 1
        self._ahead = ahead
        return site

    async def time_runs(self) -> bool:
        """Returns whether a clock runs at any table."""
        return bool(await self.db.fetch("SELECT 1 FROM tables WHERE deadline IS NOT NULL LIMIT 1"))

    async def overdue(self, now: float, most: int) -> list[str]:
        """Returns tables whose time is up. ``now`` is the site's time."""
        query = "SELECT id FROM tables WHERE deadline < $1 ORDER BY deadline LIMIT $2"
        return [row[0] for row in await self.db.fetch(query, float(now), most)]

    async def unbegun(self, after: float, until: float, most: int) -> list[str]:
        """Returns full tables without an opening, last touched ``after`` to ``until`` seconds ago.

        The opening is drawn when a table fills, unless the server is killed at that moment.
        """
        query = (
            f"SELECT id FROM tables WHERE over = 0 AND turn = {CHANCE}"
            f" AND touched BETWEEN {self.db.NOW} - $1 AND {self.db.NOW} - $2 AND NOT EXISTS"
            " (SELECT 1 FROM seats WHERE seats.tbl = tables.id AND kind = 'open')"
            " ORDER BY touched DESC LIMIT $3"
        )
        return [row[0] for row in await self.db.fetch(query, float(until), float(after), most)]
