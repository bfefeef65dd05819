"""Who minds a table's clock: lets it run, keeps it with the events, notices that time is up.

The clock itself (``clock.py``) knows numbers alone. All that changes it is done under the table's
lock, and is durable before anybody is told.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import weakref
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from matou.kit.linking import OVER
from matou.play import copies
from matou.play.clock import LAG, NOBODY, Clock, TimeControl
from matou.play.keeping import Conflict, Gone, StoreFailed, Timed
from matou.play.seats import Seat
from matou.play.timeline import OUT, STOPPED, TIME_UP

if TYPE_CHECKING:
    from matou.play.table import Table

log = logging.getLogger("matou.play")

STAND_IN = 3  # the level of the bot that plays on for whoever's time is up
SOON = 600.0  # seconds before time is up, from which on a table waits for it by itself


def timekeeper_of(table: Table) -> Timekeeper | None:
    """Whoever minds the clock of a table that has one; those who play together share theirs."""
    kept, game = table.kept, table.game
    control = TimeControl.of(kept.settings)
    if control is None:
        return None
    sides = [i if game.team is None else game.team(i) for i in range(len(kept.seats))]
    return Timekeeper(table, Clock(control, sides, kept.clock))


class Timekeeper:
    """Minds the clock of one table."""

    def __init__(self, table: Table, clock: Clock) -> None:
        self._table = weakref.ref(table)  # as the bots have it
        self.clock = clock
        self.now: Callable[[], float] = time.time  # the time by which it runs…
        self.set_now: Callable[[], Awaitable[None]] | None = None  # …made sure of…
        self.make_sure: Callable[[], Awaitable[None]] | None = None  # …if it may have stood still
        self._ring: asyncio.TimerHandle | None = None
        self._checking: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        table = self._table()
        assert table is not None  # whoever asks has it
        return table

    # Asking

    def seat(self) -> int:
        """The seat whose time is to run: a person's whose turn it is, once all are there."""
        table = self.table
        actor = table.state.actor
        runs = actor >= 0 and table.full and table.seats[actor].kind == "person"
        return actor if runs else NOBODY

    def told(self) -> dict[str, Any]:
        """What each seat has left in milliseconds, whose time runs, and in how many it begins."""
        clock, now = self.clock, self.now()
        return {
            "left": [round(1000 * clock.left_at(i, now)) for i in range(len(clock.sides))],
            "sides": list(clock.sides),
            "runs": clock.runs,
            "loses": clock.control.loses,
            "waits": max(0, round(1000 * (clock.since - now))) if clock.runs != NOBODY else 0,
        }

    def can_undo(self, seat: int) -> bool:
        return self.clock.can_undo(seat, self.now())

    # With the events

    def load(self, kept: str) -> None:
        """The clock as another copy of the table has kept it."""
        if kept:
            self.clock.load(kept)
            self.table.kept.clock = kept

    def after(self, undone: bool, took: float | None) -> Timed:
        """The clock after what has just been done, as it is to be kept with it."""
        if undone:
            self.clock.undo(self.table.state.actor, self.now())
            return self._timed()
        moved, turn = self.clock.runs, max(self.table.state.actor, NOBODY)
        self.clock.move(self.seat(), self.now(), took, turn)
        left = None if moved == NOBODY else self.clock.left_after(moved)
        return self._timed()._replace(left=left)

    def _timed(self) -> Timed:
        return Timed(self.clock.dumps(), self.clock.deadline)

    def keep(self, timed: Timed) -> None:
        """It is durable."""
        self.table.kept.clock = timed.clock
        self.wind()

    async def run(self) -> None:
        """Let time run that should and does not, or the other way: somebody sat down, or left."""
        table = self.table
        if self.seat() != self.clock.runs:
            if self.clock.runs == NOBODY and self.set_now is not None:
                await self.set_now()
            self.clock.run(self.seat(), self.now())
            timed = self._timed()
            try:
                await table.store.save_clock(table.id, table.number, table.kept.clock, timed)
            except Conflict:  # another copy has just done that, or more
                await copies.catch_up(table)
                return
            except BaseException:
                table.broken, table.sure = True, table.number
                raise
            self.keep(timed)
            table.tell({"t": "clock", "clock": self.told()})
        self.wind()

    # When it is up

    def wind(self) -> None:
        """Look again when time is up, if that is soon; until then the site does."""
        self.stop()
        if (deadline := self.clock.deadline) is not None:
            seconds = deadline + LAG - self.now()
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
        """Is somebody's time up? Then it is, once, whoever looks."""
        await self._check(self.table)

    async def _check(self, table: Table) -> None:
        with contextlib.suppress(StoreFailed, Gone):  # whoever looks for it comes again
            if self.set_now is not None:
                await self.set_now()
            async with table.lock:
                if table.broken or table.state.over:
                    return
                if self.clock.is_up(self.now()):
                    await self._time_is_up()
                else:
                    self.wind()
            await table.begin()

    async def is_late(self, took: float | None) -> bool:
        """Does a move come too late? Then it is none, and time is up."""
        if self.make_sure is not None:
            await self.make_sure()
        if self.clock.in_time(self.now(), took):
            return False
        if self.set_now is not None:
            await self.set_now()
        if self.clock.in_time(self.now(), took):
            return False
        await self._time_is_up()
        self.table.bots.wake()
        return True

    async def _time_is_up(self) -> None:
        """What the table has agreed upon happens; durable, then everybody is told."""
        table, first, seat = self.table, self.table.number, self.clock.runs
        event, sitting = self._what_happens(seat), table.kept.sitting
        seats = [Seat(**vars(s)) for s in table.seats]
        if event != STOPPED:
            seats[seat].kind, seats[seat].level = "bot", STAND_IN
        turn = OVER if event == STOPPED else table.state.actor
        try:
            self.clock.time_up()
            timed = self._timed()
            await table.store.time_up(table.id, first, event, turn, sitting, seats, timed)
        except Conflict:  # another copy noticed first, or somebody moved there just in time
            table.broken, table.sure = True, first
            await copies.take_over(table, first)
            return
        except BaseException:
            table.broken, table.sure = True, first
            raise
        table.timeline.add(event)
        vars(table.seats[seat]).update(vars(seats[seat]))
        table.kept.sitting += 1
        self.keep(timed)
        log.info("table %s: time is up", table.id, extra={"seat": seat, "events": table.number})
        await table.stands([table.step()])
        for watcher in list(table.watchers):
            watcher.seats_changed()
        table.tell({"t": "late", "seat": seat})

    def _what_happens(self, late: int) -> int:
        """A bot plays on, or the seat loses: then the others play on, a bot in its place.

        Where only one side is left, or only bots, there is no more game to play.
        """
        if not self.clock.control.loses:
            return TIME_UP
        table, sides = self.table, self.clock.sides
        lost = {sides[out.seat] for out in table.state.out} | {sides[late]}
        left = [seat for seat in range(len(sides)) if sides[seat] not in lost]
        people = any(table.seats[seat].kind == "person" for seat in left)
        return OUT if people and len({sides[seat] for seat in left}) > 1 else STOPPED
