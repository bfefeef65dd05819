"""Stores the results of finished games, exactly once for each game.

It also finds games that a crashed server left unrecorded, and games from before results existed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from matou.core.refusals import BadChoice
from matou.core.registry import find
from matou.play.keeping import StoreFailed, TableRow
from matou.play.table import origin_of
from matou.play.timeline import Timeline
from matou.web.ops.chores import called
from matou.web.ops.logs import log
from matou.web.store import Store
from matou.web.tables.player_games import DRAWN, LOST, NOT_COUNTED, WON, Result

AT_ONCE = 20  # tables per batch
LOOK_EVERY = 30.0  # seconds between two looks for games that other servers left


class Recorder:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.ended = asyncio.Event()  # set when a game ends on this server

    async def run(self) -> None:
        while True:
            try:
                more = await self.record_some() > 0
            except StoreFailed:  # already logged
                more = False
            except Exception:
                log.exception("games could not be recorded")
                more = False
            if not more:
                await called(self.ended, LOOK_EVERY)

    async def record_some(self) -> int:
        recorded = 0
        for id in await self.store.games.unrecorded(AT_ONCE):
            try:
                found = await self.store.tables.load(id)
            except StoreFailed:
                if not self.store.db.damage:
                    raise
                continue  # an unreadable table must not block the others
            if found is not None:
                winners = await asyncio.to_thread(winners_of, found.row, found.events)
                await self.store.games.record(id, results_of(found.row, winners))
                recorded += 1
        return recorded


def winners_of(row: TableRow, events: Sequence[int]) -> list[int] | None:
    """Returns the winners of a finished game, or None if it cannot be replayed."""
    try:
        game = find(row.game, row.version).having(**row.options)
        state = Timeline(game, len(row.seats), events, origin_of(row)).state
        return list(state.observe(None).winners) if state.over else None
    except BadChoice:
        return None
    except Exception:  # damage is reported when the table is opened
        log.exception("table %s: how it ended is not known", row.id)
        return None


def results_of(row: TableRow, winners: Sequence[int] | None) -> list[Result]:
    results = []
    for owner in dict.fromkeys(seat.owner for seat in row.seats if seat.owner):
        held = [i for i, seat in enumerate(row.seats) if seat.owner == owner]
        others = [seat for seat in row.seats if seat.owner != owner]
        if winners is None or len(held) > 1:
            outcome = NOT_COUNTED
        else:
            outcome = DRAWN if not winners else WON if held[0] in winners else LOST
        results.append(
            Result(
                row.id,
                owner,
                row.game,
                held[0],
                outcome,
                ",".join(map(str, winners or ())),
                "".join(map(str, sorted({seat.level for seat in others if seat.kind == "bot"}))),
                sum(seat.kind == "person" for seat in others),
                max(0.0, row.touched - row.created),
                row.touched,
            )
        )
    return results
