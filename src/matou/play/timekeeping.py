"""Runs a table's clock: starts and stops it, stores it, and notices when time is up.

The clock itself (``clock.py``) only calculates. Changes hold the table's lock and are durable
before anybody sees them.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from matou.play import copies, seating, timeline
from matou.play.bot_turns import OfTable
from matou.play.clock import LAG, NOBODY, Clock
from matou.play.keeping import Conflict, Gone, StoreFailed, Timed
from matou.play.protocol import messages
from matou.play.refusals import Refused

if TYPE_CHECKING:
    from matou.play.table import Table

SOON = 600.0  # seconds before the deadline from which a table sets its own timer


def timekeeper_of(table: Table) -> Timekeeper | None:
    clock = table.row.stored_clock(table.game)
    return None if clock is None else Timekeeper(table, clock)


class Timekeeper(OfTable):
    def __init__(self, table: Table, clock: Clock) -> None:
        super().__init__(table)
        self.clock = clock
        self.host = table.host
        self._ring: asyncio.TimerHandle | None = None
        self._checking: asyncio.Task[None] | None = None

    # Queries

    def seat(self) -> int:
        """Returns the seat whose time should run: a person's turn, once everybody has arrived."""
        table = self.table
        actor = table.state.actor
        runs = actor >= 0 and table.full and table.seats[actor].kind == "person"
        return actor if runs and not self.clock.awaited else NOBODY

    def wait_for_all(self) -> None:
        """Holds the clock of a new live game until all its players have arrived.

        They were seated without being asked. A days clock does not wait: players are notified when
        it is their turn.
        """
        clock, row = self.clock, self.table.row
        if clock.control.kind == "live":
            clock.awaited = [i for i, seat in enumerate(row.seats) if seat.kind == "person"]
            row.clock = clock.dumps()

    def leave_out(self, seconds: float) -> None:
        """Counts no time for the last ``seconds``, in which nobody could move."""
        if self.clock.runs != NOBODY and seconds > 0:
            self.clock.since += seconds
            self.wind()
            self.table.tell(messages.ClockRuns(self.message()))

    def come_back(self, seconds: float) -> None:
        """Counts no time for the last ``seconds``, nor until all players are back."""
        self.leave_out(seconds)
        self.clock.pause(self.host.now())
        self.wait_for_all()

    def _still_awaited(self) -> list[int]:
        """Returns the awaited seats whose players have not arrived; bots are not awaited."""
        seats, arrived = self.table.seats, self.table.presence.arrived
        people = [i for i in self.clock.awaited if seats[i].kind == "person"]
        return [i for i in people if seats[i].owner not in arrived]

    def message(self) -> messages.Clock:
        clock, now = self.clock, self.host.now()
        return messages.Clock(
            left=[round(1000 * clock.left_at(i, now)) for i in range(len(clock.sides))],
            sides=list(clock.sides),
            runs=clock.runs,
            loses=clock.control.loses,
            waits=max(0, round(1000 * (clock.since - now))) if clock.runs != NOBODY else 0,
        )

    def can_undo(self, seat: int) -> bool:
        return bool(self.clock.awaited) or self.clock.can_undo(seat, self.host.now())

    # Storage

    def load(self, stored: str) -> None:
        """Loads a stored clock, perhaps from another copy of the table."""
        self.clock = Clock(self.clock.control, self.clock.sides, stored)
        self.table.row.clock = stored

    def after(self, undone: bool, took: float | None) -> Timed:
        """Updates the clock after a move or undo and returns it for the store."""
        if undone:
            if not self.clock.awaited:
                self.clock.undo(self.table.state.actor, self.host.now())
            return self.timed()
        self.clock.awaited = self._still_awaited()
        moved, turn = self.clock.runs, max(self.table.state.actor, NOBODY)
        self.clock.move(self.seat(), self.host.now(), took, turn, self.table.timeline.mover)
        left = None if moved == NOBODY else self.clock.left_after(moved)
        return self.timed()._replace(left=left)

    def timed(self) -> Timed:
        return Timed(self.clock.dumps(), self.clock.deadline)

    def keep(self, timed: Timed) -> None:
        self.table.row.clock = timed.clock
        self.wind()

    async def run(self) -> None:
        """Starts or stops the clock after somebody arrived, sat down or left."""
        table, awaited = self.table, self._still_awaited()
        if awaited != self.clock.awaited or self.seat() != self.clock.runs:
            if self.clock.runs == NOBODY:
                await self.host.update_now()
            self.clock.awaited = awaited
            self.clock.run(self.seat(), self.host.now())
            timed = self.timed()
            try:
                await table.store.save_clock(table.id, table.number, table.row.clock, timed)
            except Conflict:  # another copy changed the clock, the seats or the position first
                await copies.catch_up(table)
                await self.run()
                return
            except BaseException:
                table.broken, table.sure = True, table.number
                raise
            self.keep(timed)
            table.tell(messages.ClockRuns(self.message()))
        self.wind()

    # Time up

    def wind(self) -> None:
        """Schedules a check for when time is up, if that is soon; else the site checks."""
        self.stop()
        if (deadline := self.clock.deadline) is not None:
            seconds = deadline + LAG - self.host.now()
            if seconds < SOON:
                loop = asyncio.get_running_loop()
                self._ring = loop.call_later(max(0.0, seconds) + 0.01, self._rings, self.table)

    def _rings(self, table: Table) -> None:
        self._ring = None
        self._checking = asyncio.create_task(self._check(table), name=f"time of {table.id}")

    def stop(self) -> None:
        if self._ring is not None:
            self._ring.cancel()
            self._ring = None

    async def check(self) -> None:
        """Checks whether time is up; copies of the table agree through the store."""
        await self._check(self.table)

    async def _check(self, table: Table) -> None:
        with contextlib.suppress(StoreFailed, Gone):  # the site checks again later
            await self.host.update_now()
            async with table.lock:
                if table.broken or table.state.over:
                    return
                if self.clock.is_up(self.host.now()):
                    await self._time_is_up()
                else:
                    self.wind()
            await table.begin()

    async def is_late(self, took: float | None) -> bool:
        """Returns whether a move comes too late. If so, the move is void and time is up."""
        await self.host.check_now()
        if self.clock.in_time(self.host.now(), took):
            return False
        await self.host.update_now()
        if self.clock.in_time(self.host.now(), took):
            return False
        await self._time_is_up()
        self.table.bots.wake()
        return True

    async def _time_is_up(self) -> None:
        """Stores what happens when time is up, then tells everybody.

        A bot plays on (TIME_UP), or the seat loses and a bot plays on (OUT), or the game is over
        (STOPPED).
        """
        seat, loses = self.clock.runs, self.clock.control.loses
        stops = loses and seating.ends_without(self.table, seat)
        event = timeline.STOPPED if stops else timeline.OUT if loses else timeline.TIME_UP
        self.clock.time_up()
        with contextlib.suppress(Refused):  # another copy noticed first, or a move arrived in time
            await seating.retire(self.table, seat, event, stops=stops)

    def resigned(self, seat: int, *, stops: bool) -> None:
        """Stops the clock if the game is over or the time of the seat that resigns is running."""
        if stops or seat == self.clock.runs:
            self.clock.run(NOBODY, self.host.now())
