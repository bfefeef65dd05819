"""Seats that lose before the end: on time, or because their players resign."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from matou.core.messages import say
from matou.kit.linking import OVER
from matou.play import copies
from matou.play.keeping import Conflict, Timed
from matou.play.protocol.messages import Late
from matou.play.refusals import MOVED_ON, NOT_FULL, Refused
from matou.play.seats import Seat
from matou.play.timeline import resignation

if TYPE_CHECKING:
    from matou.play.table import Table

log = logging.getLogger("matou.play")

STAND_IN = 3  # level of the bot that plays on for a player who is late or has resigned


def ends_without(table: Table, seat: int) -> bool:
    """Returns whether the game is over if a seat loses now."""
    people = [i for i, there in enumerate(table.seats) if there.kind == "person"]
    return table.timeline.ends_without(seat, people)


async def resign(table: Table, seat: int) -> None:
    """Makes a seat lose because its player resigns; durable when this returns."""
    async with table.lock:
        if table.is_behind or table.broken:
            await copies.catch_up(table)
        if not table.full:
            raise Refused("waiting", NOT_FULL)
        if table.state.over:
            raise Refused("over", say("The game is over."), table.state.ended_by or "")
        if table.seats[seat].kind != "person":
            raise Refused("seat", say("That is not your seat."))
        stops = ends_without(table, seat)
        if table.time is not None:
            table.time.resigned(seat, stops=stops)
        await retire(table, seat, resignation(seat, stops=stops), stops=stops)
    await table.begin()


async def retire(table: Table, seat: int, event: int, *, stops: bool) -> None:
    """Stores that time is up or that a seat resigns, then tells everybody.

    A bot plays on, unless that ``stops`` the game. Call with the lock held.
    """
    first, seats = table.number, [Seat(**vars(s)) for s in table.seats]
    if not stops:
        seats[seat].kind, seats[seat].level = "bot", STAND_IN
    turn = OVER if stops else table.state.actor
    timed = Timed("", None) if table.time is None else table.time.timed()
    try:
        await table.store.retire(table.id, first, event, turn, table.row.sitting, seats, timed)
    except Conflict:
        table.broken, table.sure = True, first
        await copies.take_over(table, first)
        raise Refused("stale", MOVED_ON) from None
    except BaseException:
        table.broken, table.sure = True, first
        raise
    table.timeline.add(event)
    vars(table.seats[seat]).update(vars(seats[seat]))
    table.row.sitting += 1
    if table.time is not None:
        table.time.keep(timed)
    log.info("table %s: seat %d retires", table.id, seat, extra={"events": table.number})
    await table.stands([table.step()])
    table.show_seats()
    table.tell(Late(seat))
