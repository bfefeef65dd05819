"""Keeps the tables of several servers in sync through the shared store.

A table may be open on any number of servers. Event numbers prevent conflicting writes. This module
does the rest. Hints from the store announce moves, seat changes and chat of other servers, and a
slow sweep finds anything that hints missed. Servers exchange who is present. One server at a time
moves a table's bots: it holds a job with a lease, and another server takes over if the lease
expires.
"""

from __future__ import annotations

import asyncio
import contextlib
import operator
import time
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from matou.play import host
from matou.play.keeping import Gone, StoreFailed
from matou.play.protocol.fields import to_json
from matou.play.protocol.messages import Reload, Signal
from matou.play.refusals import Refused
from matou.play.table import Table
from matou.web.db.database import LOOK
from matou.web.ops.chores import Chore
from matou.web.ops.logs import log
from matou.web.tables.repository import Head

if TYPE_CHECKING:
    from matou.web.tables.manager import TableManager


SWEEP = 5.0  # seconds between two sweeps for missed hints
LEASE = 6.0  # lifetime of a job's lease in seconds; covers short delays
RENEW = 2.0  # seconds between two renewals of leases
STILL_HERE = 15.0  # seconds between two presence updates, a quarter of the grace period
CLEAN = 600.0  # seconds between two clean-ups by any server
UNBEGUN = 2.0, 600.0  # range of seconds for which a full table has had no opening
BOTS, CLEANING, BEGINNING = "bots", "clean up", "begin"  # kinds of jobs
MOST_TAKEN = 20  # abandoned tables taken over at a time


class Peers(host.Peers):
    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.store = manager.store
        self.missed: set[str] = set()  # tables with a hint that came during loading
        self._catching: dict[str, bool] = {}  # tables catching up; True to catch up once more
        self._tasks: set[asyncio.Task[Any]] = set()
        self._held: dict[str, float] = {}  # leases on tables' bots, with their ends
        self._came: set[tuple[str, str]] = set()
        self._coming = asyncio.Event()
        self._written: dict[tuple[str, str], float] = {}  # times of presence updates
        self.store.db.on_hint = self.heard
        self.store.db.on_gap = self.look_everywhere

    def join(self, table: Table) -> None:
        """Registers a loaded table. Catches up if a hint came during loading."""
        if table.id in self.missed:
            self.missed.discard(table.id)
            self._catch(table)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # a task without a reference may be garbage-collected
        task.add_done_callback(self._tasks.discard)

    # Changes from other servers

    def heard(self, id: str, number: int) -> None:
        """Handles a hint that a table has changed."""
        table = self.manager.tables.get(id)
        if table is None:
            if id in self.manager.loading:
                self.missed.add(id)
        elif number == LOOK or table.number < number or table.broken:
            self._catch(table)

    def _catch(self, table: Table) -> None:
        if table.idle:  # no page is open here: catch up on the next request
            table.is_behind = True
        elif table.id in self._catching:
            self._catching[table.id] = True
        else:
            self._catching[table.id] = False
            self._spawn(self._catch_up(table))

    async def _catch_up(self, table: Table) -> None:
        again = True
        try:
            while again:
                self._catching[table.id] = False
                await table.catch_up()
                await table.begin()
                again = self._catching[table.id]
        except Gone:  # deleted: pages reload and show that
            self.manager.tables.pop(table.id, None)
            table.tell(Reload())
        except (StoreFailed, Refused):  # the next sweep tries again
            pass
        except Exception as error:
            self.manager.no_game(table.id, error)
        finally:
            self._catching.pop(table.id, None)

    async def is_ahead_of(self, table: Table) -> bool:
        """Returns whether the store has changes that this copy lacks.

        Hints are not reliable: a server that loses the database connection misses some without
        noticing it for several seconds.
        """
        if not self.store.db.shared:
            return False
        head = (await self.store.tables.heads([table.id])).get(table.id)
        return head is None or any(map(operator.gt, head, head_of(table)))

    def look_everywhere(self) -> None:
        """Compares all open tables with the store, after hints may have been lost."""
        self._spawn(self.sweep())

    async def sweep(self) -> None:
        tables = dict(self.manager.tables)
        if not tables:
            return
        try:
            heads = await self.store.tables.heads([*tables])
        except StoreFailed:
            return
        for id, table in tables.items():
            is_same = table.lock.locked() or heads.get(id) in (None, head_of(table))
            if table.broken or not is_same:
                self._catch(table)

    # Presence

    def player_came(self, table: str, owner: str) -> None:
        """Tells the other servers at once that a player came, at most once per ``STILL_HERE``."""
        if not self.store.db.shared:
            return
        if time.monotonic() - self._written.get((table, owner), -STILL_HERE) >= STILL_HERE:
            self._came.add((table, owner))
            self._coming.set()

    def player_left(self, table: str, owner: str) -> None:
        """Tells the other servers that a player left."""
        if not self.store.db.shared:
            return
        self._written.pop((table, owner), None)
        self._spawn(self._unless_failed(self.store.presence.unmark(table, owner)))

    async def _unless_failed(self, work: Coroutine[Any, Any, None]) -> None:
        with contextlib.suppress(StoreFailed):  # a row expires, or others miss a reaction
            await work

    async def _tell_who_came(self) -> None:
        await self._coming.wait()
        self._coming.clear()
        came, self._came = self._came, set()
        await self._tell_presence(came, at_once=True)

    async def _tell_presence(self, people: set[tuple[str, str]], at_once: bool = False) -> None:
        self._written.update(dict.fromkeys(people, time.monotonic()))
        await self.store.presence.mark(people, at_once)

    async def exchange_presence(self) -> None:
        """Stores who is present here, and reads who is present on other servers."""
        watched = [table for table in self.manager.tables.values() if table.watchers]
        people = {
            (table.id, watcher.owner)
            for table in watched
            for watcher in table.watchers
            if watcher.answers and table.seats_of(watcher.owner)
        }
        old = time.monotonic() - STILL_HERE
        self._written = {who: at for who, at in self._written.items() if at > old}
        await self._tell_presence(people)
        seen = await self.store.presence.seen([table.id for table in watched])
        for table in watched:
            table.presence.seen_elsewhere(seen.get(table.id, {}))

    def signal(self, table: str, name: str, message: Signal) -> None:
        if self.store.db.shared:
            sent = self.store.presence.signal(table, name, to_json(message))
            self._spawn(self._unless_failed(sent))

    # Bots

    async def take_bots(self, table: Table) -> bool:
        """Returns whether this server may move a table's bots, after taking the lease."""
        if not self.store.db.shared:
            return True
        now = time.monotonic()
        if self._held.get(table.id, 0.0) > now + 1:
            return True
        try:
            if await self.store.jobs.take(BOTS, table.id, LEASE):
                self._held[table.id] = now + LEASE
                # The previous server may have made a move that is not known here yet.
                if await self.is_ahead_of(table):
                    await table.catch_up()
                return True
        except (StoreFailed, Gone):
            pass
        self._held.pop(table.id, None)
        return False

    async def end_bots(self, table: Table) -> None:
        """Ends the job if no bot is to move. Otherwise releases it to another server."""
        if self._held.pop(table.id, None) is None:
            return
        try:
            if table.broken or table.bot_to_move() >= 0:
                await self.store.jobs.renew(BOTS, table.id, -1.0)
            else:
                await self.store.jobs.end(BOTS, table.id)
        except Exception:
            log.debug("a job is left to run out")

    async def _renew_bots(self) -> None:
        now = time.monotonic()
        held = [id for id, until in self._held.items() if until > now]
        await self.store.jobs.renew_all(BOTS, held, LEASE)
        self._held.update({id: now + LEASE for id in held if id in self._held})

    async def _take_over_bots(self) -> None:
        """Takes over bots whose lease has expired, also at tables that are not loaded."""
        now = time.monotonic()
        for job in await self.store.jobs.take_next(BOTS, LEASE, MOST_TAKEN):
            self._held[job.key] = now + LEASE
            try:
                table = await self.manager.table(job.key)
            except Refused:  # its rules no longer exist
                table = None
            if table is not None:
                await table.begin()
            if table is None or table.bot_to_move() < 0:
                self._held.pop(job.key, None)
                await self.store.jobs.end(BOTS, job.key)

    # Chores

    async def begin_for_others(self) -> None:
        """Draws the opening of tables whose server crashed before it could."""
        if self.store.db.shared and not await self.store.jobs.take(BEGINNING, "", SWEEP / 2):
            return
        for id in await self.store.uptime.unbegun(*UNBEGUN, MOST_TAKEN):
            with contextlib.suppress(Refused, StoreFailed):  # do not block the other tables
                table = await self.manager.table(id)
                if table is not None:
                    await table.begin()

    async def _clean_up(self) -> None:
        """Deletes expired rows. The job's lease keeps other servers from repeating it soon."""
        if await self.store.jobs.take(CLEANING, "", CLEAN):
            await self.store.clean_up()

    def chores(self) -> list[Chore]:
        chores = [Chore(self._clean_up, CLEAN), Chore(self.begin_for_others, SWEEP)]
        if self.store.db.shared:
            chores += [
                Chore(self._tell_who_came),
                Chore(self.sweep, SWEEP),
                Chore(self.exchange_presence, STILL_HERE),
                Chore(self._renew_bots, RENEW),
                Chore(self._take_over_bots, SWEEP),
            ]
        return chores


def head_of(table: Table) -> Head:
    return Head(table.number, table.row.sitting, table.row.talked)
