"""Synchronises a table that is open on several servers.

The store is authoritative: its events, seats and chat replace what is in memory. Call these
functions with the table's lock held.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from matou.play.keeping import Gone, News
from matou.play.protocol.messages import Late, React, Signal, Simpler, signal_of
from matou.play.seats import Seat
from matou.play.timeline import TIME_UP, TIMES_UP, Timeline

if TYPE_CHECKING:
    from matou.play.table import Table


async def catch_up(table: Table) -> None:
    """Loads what is new in the store and shows it."""
    if table.broken:
        await take_over(table, table.sure)
    else:
        await take_in(table, news := await news_of(table, table.number), news.events)
    table.is_behind = False


async def news_of(table: Table, number: int) -> News:
    news = await table.store.news(table.id, number, table.row.talked)
    if news is None:
        table.broken = True
        raise Gone(table.id)
    return news


async def take_over(table: Table, shown: int) -> None:
    """Rebuilds the table from the store. The watchers have seen ``shown`` events."""
    news, then = await news_of(table, 0), table.timeline
    made = partial(Timeline, then.game, len(table.seats), news.events[:shown], then.origin)
    # Replay long games in a thread; a browser has no threads.
    is_page = sys.platform == "emscripten"
    table.go_on_from(made() if is_page else await asyncio.to_thread(made))
    table.broken = False
    await take_in(table, news, news.events[shown:])
    if len(news.events) < shown:  # a database backup was restored: events that people saw are gone
        table.show_seats()


async def take_in(table: Table, news: News, events: Sequence[int]) -> None:
    """Applies and shows the seats, events and chat that another copy has stored."""
    row, steps = table.row, []
    is_seated_anew = news.sitting != row.sitting
    sat = [Seat(**vars(seat)) for seat in row.seats]
    if is_seated_anew:
        for i, (seat, now) in enumerate(zip(row.seats, news.seats, strict=True)):
            if seat.owner and not (now.owner or now.name or now.kind == "open"):
                table.forget(i)
            vars(seat).update(vars(now))
        row.sitting = news.sitting
        if news.host:
            row.settings["host"] = news.host
        await table.host.seats_changed(table)
    if table.time is not None:
        table.time.load(news.clock)
    late = []  # seats that ran out of time or resigned
    for event in events:
        before = table.known()
        actor = table.state.actor
        table.timeline.add(event)
        if event <= TIME_UP:
            late.append(actor if event in TIMES_UP else table.state.out[-1].seat)
        steps.append(table.step(before))
    if steps:
        await table.stands(steps)
    if is_seated_anew:
        table.show_seats(sat)
    for who in late:
        table.tell(Late(who))
    if table.time is not None:
        table.time.wind()
    first = news.talked - len(news.said)
    for line in news.said[max(0, row.talked - first) :]:  # some may have been shown already
        table.heard(line)
    row.talked = max(row.talked, news.talked)
    if news.rematch and not row.rematch:
        table.go_on_at(news.rematch)
    for name, message in news.signals:
        signalled(table, name, message)
    table.presence.seen_elsewhere(news.seen)


def signalled(table: Table, name: str, message: str) -> None:
    """Passes on a signal from another copy of the table to the watchers, once."""
    if name not in table.signals:
        table.signals.append(name)
        signal = signal_of(json.loads(message))
        if isinstance(signal, Simpler):
            table.bots.is_simpler = signal.simpler
        table.tell(signal, author(table, signal))


def author(table: Table, message: Signal) -> str:
    """Returns the owner whose reaction a message is, or ''."""
    return table.seats[message.seat].owner if isinstance(message, React) else ""


def tell_all(table: Table, message: Signal) -> None:
    """Sends a message to the watchers of this and all other copies of the table."""
    table.tell(message, author(table, message))
    name = secrets.token_hex(6)
    table.signals.append(name)
    table.host.peers.signal(table.id, name, message)
