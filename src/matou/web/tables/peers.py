"""Several servers, one store: what each tells the others of its tables, and hears of theirs.

A table may be open at any number of servers. The number of an event is the fence (``store``);
here is what makes them one table for people: moves, seats and chat of other servers are taken in
when a hint comes (or, should one be lost, by a slow sweep), who is at the table is known to all,
and bots are moved by one server at a time: whoever has taken their job, until it is done or the
server falls silent.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import time
from collections.abc import Coroutine
from functools import partial
from typing import TYPE_CHECKING, Any

from matou.play.copies import were_here
from matou.play.keeping import Gone, StoreFailed
from matou.play.refusals import Refused
from matou.play.table import Table
from matou.web.ops.chores import every
from matou.web.store.between_servers import LOOK, Head

if TYPE_CHECKING:
    from matou.web.tables.manager import TableManager

log = logging.getLogger("matou.web")

SWEEP = 5.0  # seconds between two looks for what hints may have missed
LEASE = 6.0  # seconds that bots are ours without a word; long enough for a slow moment
RENEW = 2.0  # seconds between two words
STILL_HERE = 15.0  # seconds between two words of who is at the tables: a quarter of their grace
CLEAN = 600.0  # seconds between two clean-ups, whichever server makes them
UNBEGUN = 2.0, 600.0  # seconds for which a full table has waited in vain for its opening
BOTS, CLEANING, BEGINNING = "bots", "clean up", "begin"  # kinds of jobs
MOST_TAKEN = 20  # tables whose bots nobody moves, taken over at a time


class Peers:
    """The other servers, as far as this one's tables are concerned."""

    def __init__(self, manager: TableManager) -> None:
        self.manager = manager
        self.store = manager.store
        self.missed: set[str] = set()  # tables that a hint came for while they were being loaded
        self._catching: dict[str, bool] = {}  # tables being brought up to date; once more?
        self._tasks: set[asyncio.Task[Any]] = set()
        self._held: dict[str, float] = {}  # tables whose bots we move, and until when
        self._came: set[tuple[str, str]] = set()
        self._coming = asyncio.Event()
        self._written: dict[tuple[str, str], float] = {}  # when it was last told who is here
        self.store.on_hint = self.heard
        self.store.on_gap = self.look_everywhere

    def join(self, table: Table) -> None:
        """A table that other servers may have open, too."""
        if self.store.shared:
            table.bots.take = self._take_bots
            table.bots.end = self._end_bots
            table.came = partial(self._somebody_came, table.id)
            table.signal = partial(self._signal, table.id)
        if table.id in self.missed:
            self.missed.discard(table.id)
            self._catch(table)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)  # a task that nobody holds may vanish
        task.add_done_callback(self._tasks.discard)

    # What others have done

    def heard(self, id: str, number: int) -> None:
        """A hint: something is new at a table."""
        table = self.manager.tables.get(id)
        if table is None:
            if self.manager.is_loading(id):
                self.missed.add(id)
        elif number == LOOK or table.number < number or table.broken:
            self._catch(table)

    def _catch(self, table: Table) -> None:
        if table.idle:  # nobody looks at this copy: it is read when somebody does
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
        except Gone:  # deleted by whoever runs the site: pages come back, and are told so
            self.manager.tables.pop(table.id, None)
            table.tell({"t": "reload"})
        except (StoreFailed, Refused):  # the sweep comes again
            pass
        except Exception as error:
            self.manager.no_game(table.id, error)
        finally:
            self._catching.pop(table.id, None)

    async def is_ahead_of(self, table: Table) -> bool:
        """Is there anything in the store that this copy lacks? Hints may be lost unnoticed.

        A server that was cut off from the database hears none for some seconds, and cannot know it.
        """
        if not self.store.shared:
            return False
        head = (await self.store.heads([table.id])).get(table.id)
        here = Head(table.number, table.kept.sitting, table.kept.talked)
        return head is None or any(there > known for there, known in zip(head, here, strict=True))

    def look_everywhere(self) -> None:
        """Hints may have been lost: compare all that is open with the store."""
        self._spawn(self.sweep())

    async def sweep(self) -> None:
        tables = dict(self.manager.tables)
        if not tables:
            return
        try:
            heads = await self.store.heads([*tables])
        except StoreFailed:
            return
        for id, table in tables.items():
            here, there = table.kept, heads.get(id)
            known = (table.number, here.sitting, here.talked)
            if table.broken or (there is not None and there != known and not table.lock.locked()):
                self._catch(table)

    # Who is here

    def _somebody_came(self, table: str, owner: str) -> None:
        """At this copy of a table; told at once, but not again and again."""
        if time.monotonic() - self._written.get((table, owner), -STILL_HERE) >= STILL_HERE:
            self._came.add((table, owner))
            self._coming.set()

    async def _tell_who_came(self) -> None:
        await self._coming.wait()
        self._coming.clear()
        came, self._came = self._came, set()
        await self._tell_presence(came, at_once=True)

    async def _tell_presence(self, people: set[tuple[str, str]], at_once: bool = False) -> None:
        now = time.monotonic()
        self._written.update(dict.fromkeys(people, now))
        await self.store.saw(people, at_once)

    async def exchange_presence(self) -> None:
        """Who is still here, and who is elsewhere."""
        watched = [table for table in self.manager.tables.values() if table.watchers]
        people = {
            (table.id, watcher.owner)
            for table in watched
            for watcher in table.watchers
            if table.seats_of(watcher.owner)
        }
        old = time.monotonic() - STILL_HERE
        self._written = {who: at for who, at in self._written.items() if at > old}
        await self._tell_presence(people)
        seen = await self.store.seen([table.id for table in watched])
        for table in watched:
            were_here(table, seen.get(table.id, {}))

    def _signal(self, table: str, name: str, message: dict[str, Any]) -> None:
        async def tell() -> None:
            try:
                await self.store.signal(table, name, json.dumps(message))
            except StoreFailed:
                return  # those elsewhere miss a smile

        self._spawn(tell())

    # Bots

    async def _take_bots(self, table: Table) -> bool:
        """Are a table's bots ours to move? Then for a while."""
        now = time.monotonic()
        if self._held.get(table.id, 0.0) > now + 1:
            return True
        try:
            if await self.store.take_job(BOTS, table.id, LEASE):
                self._held[table.id] = now + LEASE
                # Whoever had it before us may have moved, and we not heard of it yet.
                if await self.is_ahead_of(table):
                    await table.catch_up()
                return True
        except (StoreFailed, Gone):
            pass
        self._held.pop(table.id, None)
        return False

    async def _end_bots(self, table: Table) -> None:
        """They have moved; or they cannot here, and another server should."""
        if self._held.pop(table.id, None) is None:
            return
        try:
            if table.broken or table.bot_to_move() >= 0:
                await self.store.renew_job(BOTS, table.id, -1.0)
            else:
                await self.store.end_job(BOTS, table.id)
        except Exception:
            log.debug("a job is left to run out")

    async def _renew_bots(self) -> None:
        now = time.monotonic()
        held = [id for id, until in self._held.items() if until > now]
        await self.store.renew_jobs(BOTS, held, LEASE)
        self._held.update({id: now + LEASE for id in held if id in self._held})

    async def _take_over_bots(self) -> None:
        """Bots whose server has fallen silent, also at tables that are open nowhere."""
        now = time.monotonic()
        for job in await self.store.take_jobs(BOTS, LEASE, MOST_TAKEN):
            self._held[job.key] = now + LEASE
            try:
                table = await self.manager.table(job.key)
            except Refused:  # by rules that are no longer here
                table = None
            if table is not None:
                await table.begin()
            if table is None or table.bot_to_move() < 0:
                self._held.pop(job.key, None)
                await self.store.end_job(BOTS, job.key)

    # Chores

    async def begin_for_others(self) -> None:
        """Draw the opening of tables whose server fell before it could; one server does it.

        Else a game between people who are told of their turns would wait for one of them to look.
        """
        if self.store.shared and not await self.store.take_job(BEGINNING, "", SWEEP / 2):
            return
        for id in await self.store.unbegun(*UNBEGUN, MOST_TAKEN):
            with contextlib.suppress(Refused, StoreFailed):  # nobody else waits behind it
                table = await self.manager.table(id)
                if table is not None:
                    await table.begin()

    async def _clean_up(self) -> None:
        """One server does it; the job is kept, so that it is not done again for a while."""
        if await self.store.take_job(CLEANING, "", CLEAN):
            await self.store.clean_up()

    async def run(self) -> None:
        """For as long as the server runs."""
        chores = [
            (self._clean_up, CLEAN),
            (self._tell_who_came, 0.0),
            (self.begin_for_others, SWEEP),
        ]
        if self.store.shared:
            chores += [
                (self.sweep, SWEEP),
                (self.exchange_presence, STILL_HERE),
                (self._renew_bots, RENEW),
                (self._take_over_bots, SWEEP),
            ]
        async with asyncio.TaskGroup() as group:
            for chore, seconds in chores:
                group.create_task(every(seconds, chore, "a chore among servers failed"))
