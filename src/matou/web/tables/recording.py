"""Recording how games ended: each once, soon after it is over, whichever server it was on.

What a server that fell in the middle owes is found in the store, and so are the games of a store
that is older than these records.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from matou.core.registry import find
from matou.core.words import BadChoice
from matou.play.keeping import Kept, StoreFailed
from matou.play.table import origin_of
from matou.play.timeline import Timeline
from matou.web.ops.chores import called
from matou.web.store.interface import Store
from matou.web.store.results import DRAWN, LOST, NOT_COUNTED, WON, Result

log = logging.getLogger("matou.web")

AT_ONCE = 20  # tables recorded before others get their turn
LOOK_EVERY = 30.0  # seconds between two looks for what another server left


class Recorder:
    """Records games that are over."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.ended = asyncio.Event()  # a game has just ended here

    async def run(self) -> None:
        """For as long as the server runs."""
        while True:
            try:
                more = await self.record_some() > 0
            except StoreFailed:  # which the log knows of already
                more = False
            except Exception:
                log.exception("games could not be recorded")
                more = False
            if not more:
                await called(self.ended, LOOK_EVERY)

    async def record_some(self) -> int:
        """Record a few; how many that were."""
        recorded = 0
        for id in await self.store.to_record(AT_ONCE):
            try:
                found = await self.store.load(id)
            except StoreFailed:
                if not self.store.damage:
                    raise
                continue  # what cannot be read holds up no other
            if found is not None:
                winners = await asyncio.to_thread(winners_of, found.kept, found.events)
                await self.store.record(id, results_of(found.kept, winners))
                recorded += 1
        return recorded


def winners_of(kept: Kept, events: Sequence[int]) -> list[int] | None:
    """Who won a finished game; None if its rules are gone, or it is none by them."""
    try:
        game = find(kept.game, kept.version).having(**kept.options)
        state = Timeline(game, len(kept.seats), events, origin_of(kept)).state
        return list(state.observe(None).winners) if state.over else None
    except BadChoice:
        return None
    except Exception:  # damage is told of to those who open the table
        log.exception("table %s: how it ended is not known", kept.id)
        return None


def results_of(kept: Kept, winners: Sequence[int] | None) -> list[Result]:
    """How a game ended for each of its people."""
    results = []
    for owner in dict.fromkeys(seat.owner for seat in kept.seats if seat.owner):
        held = [i for i, seat in enumerate(kept.seats) if seat.owner == owner]
        others = [seat for seat in kept.seats if seat.owner != owner]
        if winners is None or len(held) > 1:
            outcome = NOT_COUNTED
        else:
            outcome = DRAWN if not winners else WON if held[0] in winners else LOST
        results.append(
            Result(
                kept.id,
                owner,
                kept.game,
                held[0],
                outcome,
                ",".join(map(str, winners or ())),
                "".join(map(str, sorted({seat.level for seat in others if seat.kind == "bot"}))),
                sum(seat.kind == "person" for seat in others),
                max(0.0, kept.touched - kept.created),
                kept.touched,
            )
        )
    return results
