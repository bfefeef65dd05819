"""Changes who sits at a table, and who has lost. A change is durable before anybody sees it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from matou.core.messages import say
from matou.kit.linking import OVER
from matou.play import copies, forms, timeline
from matou.play.keeping import Conflict, Retired, Timed
from matou.play.protocol.messages import Late
from matou.play.refusals import MOVED_ON, NOT_FULL, NOTHING_LOST, Refused
from matou.play.seats import Seat

if TYPE_CHECKING:
    from matou.play.table import Table

log = logging.getLogger("matou.play")

STAND_IN = 3  # level of the bot that plays on for a player who is late or has resigned


async def change_seat(
    table: Table, seat: int, was: str = "", *, once: bool = False, **changes: Any
) -> None:
    """Changes a seat, then tells everybody.

    ``was`` is the expected kind of the seat, in case another request was faster. ``once`` refuses
    people who already sit at the table. A ``colour`` that somebody has becomes a free one.
    """
    async with table.lock:
        _check(table, seat, was, changes)
        there = table.seats[seat]
        before = [Seat(**vars(s)) for s in table.seats]
        has_moved = any(entry.actor == seat for entry in table.state.history)
        if there.kind == "bot" and "level" in changes and has_moved:
            changes["weakest"] = min(there.weakest or there.level, changes["level"])
        while True:
            if once and any(s.owner == changes["owner"] for s in table.seats):
                raise Refused("seated", say("You are already at this table."))
            if "colour" in changes:
                taken = [s.colour for s in table.seats if s is not there and s.kind != "open"]
                changes["colour"] = forms.free_colour("", taken, changes["colour"])
            if await _save(table, seat, changes):
                break
            if there != before[seat]:
                raise Refused("taken", say("That seat is already taken."))
        await table.host.seats_changed(table)
        table.presence.saw(there.owner if "owner" in changes else "")
        table.show_seats(before)
    await table.begin()


def _check(table: Table, seat: int, was: str, changes: Mapping[str, Any]) -> None:
    if table.broken:
        raise Refused("fault", NOTHING_LOST)
    if table.state.over:  # the seats at the end decide whose result it is
        raise Refused("over", say("The game is over."))
    if seat in table.out and changes.get("kind") == "person":
        raise Refused("late", say("You have lost. A cat plays your seat to the end."))
    is_gone = was == "bot" and changes.get("owner") and not table.seats[seat].is_warm
    if (was and table.seats[seat].kind != was) or is_gone:
        raise Refused("taken", say("That seat is already taken."))


async def _save(table: Table, seat: int, changes: Mapping[str, Any]) -> bool:
    """Changes a seat and stores all seats.

    Returns False if another copy of the table changed seats first; those are then loaded.
    """
    before, was_full = [dict(vars(s)) for s in table.seats], table.full
    vars(table.seats[seat]).update(changes)
    try:
        if table.full and not was_full:
            await table.host.table_fills(table.row)
        await table.store.save_seats(table.id, table.row.sitting, table.seats)
    except BaseException as error:
        for there, then in zip(table.seats, before, strict=True):
            vars(there).update(then)
        if not isinstance(error, Conflict):
            raise
        await copies.catch_up(table)
        return False
    table.row.sitting += 1
    return True


async def bot_stands_in(table: Table, seat: int) -> None:
    """Stores that a bot is about to move for the person at a seat; call with the lock held.

    A rated player loses the game once a bot has moved for them, so this must be durable first.
    """
    there = table.seats[seat]
    while (there.owner or there.rated_at) and there.left_at is None:
        if await _save(table, seat, {"left_at": table.timeline.count}):
            table.show_seats()


async def give_hint(table: Table, seat: int) -> None:
    """Stores that the person at a seat gets a hint; call with the lock held."""
    while not table.seats[seat].hinted:
        await _save(table, seat, {"hinted": True})


# Seats that lose before the end: on time, or because their players resign


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
        await retire(table, seat, timeline.resignation(seat, stops=stops), stops=stops)
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
        retired = Retired(event, turn, table.row.sitting, seats, timed)
        await table.store.retire(table.id, first, retired)
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
