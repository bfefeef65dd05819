"""The site's time, by which clocks run: it stands still while there is no server.

A server says every few seconds that it is there (``Store.beat``); where nobody did for a while, the
time between is nobody's. So every clock of every table has its time back after a stop, however long
and however sudden, and whoever had it open. Here is also who looks for tables whose time is up
while no server has them in memory.
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
from matou.web.store.interface import Store

if TYPE_CHECKING:
    from matou.web.tables.manager import TableManager

log = logging.getLogger("matou.web")

BEAT = 2.0  # seconds between two words of a server that it is there…
GAP = 5.0  # …and without any, after which there was none
MOST = 50  # tables whose time is up, looked at in one go
STOPPING = 0.5  # seconds for a last word


class SiteTime:
    """What time it is at the site."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._ahead = time.time() - time.monotonic()  # of this process's own clock
        self._awake = 0.0  # seconds for which a server that is alone was there and did not say so
        self._begun = False
        self._told = -math.inf  # when this server last said that it is there, by its own clock
        self._unplayable: set[str] = set()  # tables by rules that are no longer here

    def now(self) -> float:
        return time.monotonic() + self._ahead

    async def start(self) -> None:
        with contextlib.suppress(StoreFailed):  # said as soon as it can be
            await self.beat()

    async def beat(self) -> None:
        """Say that this server is there, and set its time.

        One that is alone was the only one: when it starts, there was none since the last word.
        """
        told, is_first = time.monotonic(), not self._begun and not self.store.shared
        site = await self.store.beat(0.0 if is_first else GAP + self._awake)
        self._ahead = site - time.monotonic()
        self._awake, self._begun, self._told = 0.0, True, told

    async def make_sure(self) -> None:
        """Where nothing could be said for so long that time stood still, nobody is charged it."""
        if time.monotonic() - self._told > GAP:
            await self.beat()

    async def stop(self) -> None:
        """A last word: up to now, time went on."""
        with contextlib.suppress(StoreFailed, TimeoutError):
            async with asyncio.timeout(STOPPING):
                await self.beat()

    async def run(self, manager: TableManager) -> None:
        """For as long as the server runs; one that is alone writes nothing while no time runs."""
        last = time.monotonic()
        while True:
            await asyncio.sleep(BEAT)
            now = time.monotonic()
            awake, last = min(GAP, now - last), now
            try:
                if self.store.shared or not self._begun or await self.store.time_runs():
                    await self.beat()
                    await self.ring(manager)
                else:
                    self._awake += awake
            except StoreFailed:  # which the log knows of already
                continue
            except Exception:
                log.exception("clocks could not be looked after")

    async def ring(self, manager: TableManager) -> None:
        """Let time be up wherever it is, also at tables that nobody has open."""
        late = await self.store.overdue(self.now() - LAG, MOST + len(self._unplayable))
        for id in late:
            if id in self._unplayable:
                continue
            try:
                table = await manager.table(id)
            except Refused:  # nobody else waits behind it
                self._unplayable.add(id)
                continue
            except StoreFailed:  # this one cannot be read, now or ever
                continue
            if table is not None and table.time is not None:
                await table.time.check()
