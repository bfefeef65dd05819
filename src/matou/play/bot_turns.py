"""The bots' turns at a table: whoever's it is thinks, waits a moment as people wish, and moves."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import weakref
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from matou.core.state import Observation
from matou.play import copies
from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused

if TYPE_CHECKING:
    from matou.play.table import Table

log = logging.getLogger("matou.play")

PACES = {"calm": 2.0, "normal": 1.0, "quick": 0.35}  # how long bots take, as players wish it
LOOK_AGAIN = 1.5  # seconds after which a bot's turn is looked at that another copy has taken


class BotTurns:
    """Moves for the bots of a table, in a task of its own while it is a bot's turn."""

    def __init__(self, table: Table) -> None:
        self._table = weakref.ref(table)  # so that a table that is let go is gone at once
        self.is_simpler = False  # did a lower level have to make the last move?
        # Where several servers may hold one table; a server that is alone has nobody to ask.
        self.take: Callable[[Table], Awaitable[bool]] | None = None  # or another moves for them
        self.end: Callable[[Table], Awaitable[None]] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def table(self) -> Table:
        table = self._table()
        assert table is not None  # whoever asks has it
        return table

    @property
    def is_busy(self) -> bool:
        """Is a bot thinking, or about to move?"""
        return self._task is not None

    def wake(self) -> None:
        """Let a bot move, if it is one's turn."""
        table = self.table
        if self._task is None and table.bot_to_move() >= 0:
            self._task = asyncio.create_task(self._play(table), name=f"bots of {table.id}")

    async def _play(self, table: Table) -> None:
        try:
            while (seat := table.bot_to_move()) >= 0:
                if self.take is not None and not await self.take(table):
                    await asyncio.sleep(LOOK_AGAIN)  # another copy moves for them, while it lives
                    continue
                if table.bot_to_move() != seat:
                    continue  # it did, just now
                began, at = time.monotonic(), table.number
                view, level = table.state.observe(seat), table.seats[seat].level
                action = await self._ask(view, level)
                await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - began)))
                try:
                    async with table.lock:
                        if table.number == at and table.bot_to_move() == seat:
                            with contextlib.suppress(Refused):  # another copy moved: on from there
                                await table.carry_out(action)
                                table.moved(table.game.name, None)
                except StoreFailed:  # which the log knows of already
                    await self._mended()
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s: its bots stopped", table.id)
            table.broken = True
            table.tell({"t": "reload"})
        finally:
            self._task = None
            if self.end is not None:
                await self.end(table)

    async def _mended(self) -> None:
        """After a write that failed: once what is kept can be read, that is gone on from."""
        table = self.table
        await asyncio.sleep(LOOK_AGAIN)
        while table.broken:
            try:
                await table.catch_up()
            except StoreFailed:
                await asyncio.sleep(LOOK_AGAIN)

    @property
    def pause(self) -> float:
        """Seconds that a bot takes at least, as the most patient of those who play here wishes."""
        table = self.table
        playing = (w for w in table.watchers if not w.plain and table.seats_of(w.owner))
        wished = max((PACES[w.pace] for w in playing), default=1.0)
        # What chance has just done is to be seen as well.
        return table.pace * wished * (1 + table.shown) / 2

    async def _ask(self, view: Observation, level: int) -> int:
        table = self.table
        legal = view.legal()
        try:
            action, is_lower = await table.players.answer(view, level)
        except Exception:
            log.exception(
                "table %s: a bot of level %d failed; its first action stands in", table.id, level
            )
            return legal[0]
        if is_lower != self.is_simpler:
            self.is_simpler = is_lower
            copies.tell_all(table, {"t": "simpler", "simpler": is_lower})
        return action if action in legal else legal[0]

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
