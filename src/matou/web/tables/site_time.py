"""The site's time, which game clocks use. It stands still while no server runs.

Servers write a heartbeat every few seconds (``Uptime.beat``). A gap without heartbeats does not
count, so no player loses clock time to an outage, however long or sudden. This module also handles
tables whose time runs out while no server has them in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from typing import TYPE_CHECKING

from matou.kit.linking import CHANCE
from matou.play.clock import LAG
from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.web.db.database import Database, Repository

if TYPE_CHECKING:
    from matou.web.tables.manager import TableManager


BEAT = 2.0  # seconds between two heartbeats…
GAP = 5.0  # …and without one, after which the site counts as down
MOST = 50  # overdue tables checked at a time
STOPPING = 0.5  # timeout of the last heartbeat
SET_ANEW = 60.0  # seconds of drift between two heartbeats: the database's clock was set


class Uptime(Repository):
    """The site's time, which stands still while no server runs, and deadlines."""

    def __init__(self, db: Database) -> None:
        super().__init__(db)
        self.clock_set = 0  # number of detected changes of the database's clock
        self._ahead: float | None = None  # offset of the database's clock to the monotonic clock

    async def beat(self, gap: float) -> float:
        """Writes a heartbeat and returns the site's time.

        If the last heartbeat is more than ``gap`` seconds old, no server was running, and the time
        since does not count. Jumps of the database's clock do not count either.
        """
        since = "(NOW - uptime.last)"
        lost = f"CASE WHEN {since} > $1 OR {since} < -1 THEN {since} ELSE 0 END"
        found = await self.db.execute(
            f"INSERT INTO uptime (id, lost, last) VALUES (1, 0, NOW)"
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
        return bool(await self.db.fetch("SELECT 1 FROM tables WHERE deadline IS NOT NULL LIMIT 1"))

    async def overdue(self, now: float, most: int) -> list[str]:
        """Returns tables whose time is up. ``now`` is the site's time."""
        query = "SELECT id FROM tables WHERE deadline < $1 ORDER BY deadline LIMIT $2"
        return await self.db.column(query, float(now), most)

    async def unbegun(self, after: float, until: float, most: int) -> list[str]:
        """Returns full tables without an opening, touched ``after`` to ``until`` seconds ago."""
        query = (
            f"SELECT id FROM tables WHERE over = 0 AND turn = {CHANCE}"
            f" AND touched BETWEEN NOW - $1 AND NOW - $2 AND NOT EXISTS"
            " (SELECT 1 FROM seats WHERE seats.tbl = tables.id AND kind = 'open')"
            " ORDER BY touched DESC LIMIT $3"
        )
        return await self.db.column(query, float(until), float(after), most)


class SiteTime:
    def __init__(self, uptime: Uptime) -> None:
        self.uptime = uptime
        self._ahead = time.time() - time.monotonic()  # offset of the site's time
        self.awake = 0.0  # seconds that a lone server ran without a heartbeat
        self._last = time.monotonic()  # the last round of `beat_if_needed`
        self._begun = False
        self._beat_at = -math.inf  # monotonic time of this server's last heartbeat
        self._unplayable: set[str] = set()  # tables whose rules no longer exist

    def now(self) -> float:
        return time.monotonic() + self._ahead

    async def start(self) -> None:
        with contextlib.suppress(StoreFailed):  # `beat_if_needed` tries again
            await self.beat()

    async def beat(self) -> None:
        """Writes a heartbeat and updates the offset to the site's time.

        If the database is not shared, this is the only server. When it starts, the site was down
        since the last heartbeat, even if the gap was short.
        """
        now, is_first = time.monotonic(), not self._begun and not self.uptime.db.shared
        site = await self.uptime.beat(0.0 if is_first else GAP + self.awake)
        self._ahead = site - time.monotonic()
        self.awake, self._begun, self._beat_at = 0.0, True, now

    async def check(self) -> None:
        """Writes a heartbeat if the last one is too old, so that no player loses time."""
        if time.monotonic() - self._beat_at > GAP:
            await self.beat()

    async def stop(self) -> None:
        """Writes a last heartbeat: the site's time runs until now."""
        with contextlib.suppress(StoreFailed, TimeoutError):
            async with asyncio.timeout(STOPPING):
                await self.beat()

    async def beat_if_needed(self, manager: TableManager) -> None:
        """Writes a heartbeat and checks clocks. A lone server does neither if no clock runs."""
        now = time.monotonic()
        awake, self._last = min(GAP, now - self._last), now
        if self.uptime.db.shared or not self._begun or await self.uptime.time_runs():
            await self.beat()
            await self.ring(manager)
        else:
            self.awake += awake

    async def ring(self, manager: TableManager) -> None:
        """Checks the clocks of overdue tables, including tables that are not loaded."""
        late = await self.uptime.overdue(self.now() - LAG, MOST + len(self._unplayable))
        for id in late:
            if id in self._unplayable:
                continue
            try:
                table = await manager.table(id)
            except Refused:  # do not block the other tables
                self._unplayable.add(id)
                continue
            except StoreFailed:  # this table cannot be read
                continue
            if table is not None and table.time is not None:
                await table.time.check()
