"""The site's time, which game clocks use. It stands still while no server runs.

Servers write a heartbeat every few seconds (``Uptime.beat``). A gap without heartbeats does not
count, so no player loses clock time to an outage, however long or sudden. This module also handles
tables whose time runs out while no server has them in memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from typing import TYPE_CHECKING

from matou.play.clock import LAG
from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.web.tables.uptime import Uptime

if TYPE_CHECKING:
    from matou.web.tables.manager import TableManager

log = logging.getLogger("matou.web")

BEAT = 2.0  # seconds between two heartbeats…
GAP = 5.0  # …and without one, after which the site counts as down
MOST = 50  # overdue tables checked at a time
STOPPING = 0.5  # timeout of the last heartbeat


class SiteTime:
    """The site's clock."""

    def __init__(self, uptime: Uptime) -> None:
        self.uptime = uptime
        self._ahead = time.time() - time.monotonic()  # offset of the site's time
        self.awake = 0.0  # seconds that a lone server ran without a heartbeat
        self._begun = False
        self._told = -math.inf  # monotonic time of this server's last heartbeat
        self._unplayable: set[str] = set()  # tables whose rules no longer exist

    def now(self) -> float:
        return time.monotonic() + self._ahead

    async def start(self) -> None:
        with contextlib.suppress(StoreFailed):  # `run` tries again
            await self.beat()

    async def beat(self) -> None:
        """Writes a heartbeat and updates the offset to the site's time.

        If the database is not shared, this is the only server. When it starts, the site was down
        since the last heartbeat, even if the gap was short.
        """
        told, is_first = time.monotonic(), not self._begun and not self.uptime.db.shared
        site = await self.uptime.beat(0.0 if is_first else GAP + self.awake)
        self._ahead = site - time.monotonic()
        self.awake, self._begun, self._told = 0.0, True, told

    async def make_sure(self) -> None:
        """Writes a heartbeat if the last one is too old, so that no player loses time."""
        if time.monotonic() - self._told > GAP:
            await self.beat()

    async def stop(self) -> None:
        """Writes a last heartbeat: the site's time runs until now."""
        with contextlib.suppress(StoreFailed, TimeoutError):
            async with asyncio.timeout(STOPPING):
                await self.beat()

    async def run(self, manager: TableManager) -> None:
        """Writes heartbeats until the server stops. A lone server skips them if no clock runs."""
        last = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            awake, last = min(GAP, now - last), now
            try:
                if self.uptime.db.shared or not self._begun or await self.uptime.time_runs():
                    await self.beat()
                    await self.ring(manager)
                else:
                    self.awake += awake
            except StoreFailed:  # already logged
                continue
            except Exception:
                log.exception("clocks could not be looked after")

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
