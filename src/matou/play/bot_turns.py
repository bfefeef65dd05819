"""Plays the bots' turns: think, pause so that people can follow, move."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
import weakref
from typing import TYPE_CHECKING

from matou.core.observation import Observation
from matou.play import copies, seating
from matou.play.daily import bot_seed
from matou.play.keeping import StoreFailed
from matou.play.protocol.messages import Reload, Simpler
from matou.play.refusals import Refused

if TYPE_CHECKING:
    from matou.play.table import Table

log = logging.getLogger("matou.play")

# Factors for the bots' pause; each player chooses one.
PACES = {"calm": 2.0, "normal": 1.0, "quick": 0.35}
LOOK_AGAIN = 1.5  # seconds between checks while another copy moves for the bots


class OfTable:
    """A part of a table that runs by itself."""

    def __init__(self, table: Table) -> None:
        # A weak reference, so that a closed table is freed at once.
        self._table = weakref.ref(table)

    @property
    def table(self) -> Table:
        table = self._table()
        assert table is not None  # the caller holds the table
        return table


class BotTurns(OfTable):
    """Moves for the bots of a table, in a task that runs while it is a bot's turn."""

    is_simpler = False  # a lower level made the last move
    _task: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        return self._task is not None

    def wake(self) -> None:
        """Starts the task if it is a bot's turn."""
        table = self.table
        if self._task is None and table.bot_to_move() >= 0:
            self._task = asyncio.create_task(self._play(table), name=f"bots of {table.id}")

    async def _play(self, table: Table) -> None:
        try:
            while (seat := table.bot_to_move()) >= 0:
                if not await table.host.peers.take_bots(table):
                    await asyncio.sleep(LOOK_AGAIN)  # another copy moves for the bots
                    continue
                if table.bot_to_move() != seat:
                    continue  # the other copy has just moved
                began, at = time.monotonic(), table.number
                view, level = table.state.observe(seat), table.seats[seat].level
                action = await self._ask(view, level)
                await asyncio.sleep(max(0.0, self.pause - (time.monotonic() - began)))
                try:
                    async with table.lock:
                        if table.number == at and table.bot_to_move() == seat:
                            await seating.bot_stands_in(table, seat)
                        if table.number == at and table.bot_to_move() == seat:
                            with contextlib.suppress(Refused):  # another copy moved first
                                await table.carry_out(action)
                                table.host.move_made(table, None)
                except StoreFailed:  # already logged
                    await self._mended()
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s: its bots stopped", table.id)
            table.broken = True
            table.tell(Reload())
        finally:
            self._task = None
            await table.host.peers.end_bots(table)

    async def _mended(self) -> None:
        """Waits after a failed write until the table can be loaded from the store again."""
        table = self.table
        await asyncio.sleep(LOOK_AGAIN)
        while table.broken:
            try:
                await table.catch_up()
            except StoreFailed:
                await asyncio.sleep(LOOK_AGAIN)

    @property
    def pause(self) -> float:
        """Returns the minimum seconds for a bot's move, by the slowest pace among the players."""
        table = self.table
        playing = (w for w in table.watchers if not w.plain and table.seats_of(w.owner))
        wished = max((PACES[w.pace] for w in playing), default=1.0)
        # Leave time to see the chance events shown before the turn.
        return table.host.pace * wished * (1 + table.shown) / 2

    async def _ask(self, view: Observation, level: int) -> int:
        table = self.table
        legal = view.legal()
        try:
            action, is_lower = await table.host.players.answer(
                view, level, seed=bot_seed(table.row)
            )
        except Exception:
            log.exception(
                "table %s: a bot of level %d failed; its first action stands in", table.id, level
            )
            return legal[0]
        if is_lower != self.is_simpler:
            self.is_simpler = is_lower
            copies.tell_all(table, Simpler(is_lower))
        return action if action in legal else legal[0]

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
