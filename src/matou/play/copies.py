"""A table that is open in several places at once: taking in what another copy has made durable.

The store is right: whatever it holds is taken over, shown, and gone on from. All of it happens
with the table's lock held.
"""

from __future__ import annotations

import asyncio
import json
import math
import secrets
import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from matou.play.keeping import Gone, News
from matou.play.seats import Seat
from matou.play.timeline import TIMES_UP, Timeline

if TYPE_CHECKING:
    from matou.play.table import Table


async def catch_up(table: Table) -> None:
    """Take in what is new in the store, and show it."""
    if table.broken:
        await take_over(table, table.sure)
    else:
        await take_in(table, news := await news_of(table, table.number), news.events)
    table.is_behind = False


async def news_of(table: Table, number: int) -> News:
    news = await table.store.news(table.id, number, table.kept.talked)
    if news is None:
        table.broken = True
        raise Gone(table.id)
    return news


async def take_over(table: Table, shown: int) -> None:
    """Memory is not what is kept: begin again from that. ``shown``: events that people saw."""
    news, then = await news_of(table, 0), table.timeline
    made = partial(Timeline, then.game, len(table.seats), news.events[:shown], then.origin)
    # A long game is replayed elsewhere, so that nobody waits; a page has no threads.
    table.timeline = made() if sys.platform == "emscripten" else await asyncio.to_thread(made)
    table.broken = False
    await take_in(table, news, news.events[shown:])
    if len(news.events) < shown:  # a database that was put back: what was seen is no more
        for watcher in list(table.watchers):
            watcher.seats_changed()


async def take_in(table: Table, news: News, events: Sequence[int]) -> None:
    """What somebody else has made durable: seats, events, talk; then show all of it."""
    kept, steps = table.kept, []
    is_seated_anew = news.sitting != kept.sitting
    sat = [Seat(**vars(seat)) for seat in kept.seats]
    if is_seated_anew:
        for i, (seat, now) in enumerate(zip(kept.seats, news.seats, strict=True)):
            if seat.owner and not (now.owner or now.name or now.kind == "open"):
                table.forget(i)
            vars(seat).update(vars(now))
        kept.sitting = news.sitting
        if news.host:
            kept.settings["host"] = news.host
        if table.seated is not None:
            await table.seated(table)
    if table.time is not None:
        table.time.load(news.clock)
    late = []  # those whose time was up
    for event in events:
        before = table.known()
        if event in TIMES_UP:
            late.append(table.state.actor)
        table.timeline.add(event)
        steps.append(table.step(before))
    if steps:
        await table.stands(steps)
    if is_seated_anew:
        for watcher in list(table.watchers):
            watcher.seats_changed()
        table.greet(range(len(sat)), sat)
    for who in late:
        table.tell({"t": "late", "seat": who})
    if table.time is not None:
        table.time.wind()
    first = news.talked - len(news.said)
    for line in news.said[max(0, kept.talked - first) :]:  # some may be heard meanwhile
        table.heard(line)
    kept.talked = max(kept.talked, news.talked)
    if news.rematch and not kept.rematch:
        table.go_on_at(news.rematch)
    for name, message in news.signals:
        signalled(table, name, message)
    were_here(table, news.seen)


def were_here(table: Table, seen: dict[str, float]) -> None:
    """Who was at another copy of the table, and how many seconds ago."""
    now = table.clock()
    for owner, ago in seen.items():
        table.last_seen[owner] = max(table.last_seen.get(owner, -math.inf), now - max(0.0, ago))
    table.tell_presence()


def signalled(table: Table, name: str, message: str) -> None:
    """Tell what another copy of the table told, once."""
    if name not in table.signals:
        table.signals.append(name)
        told = json.loads(message)
        if told.get("t") == "simpler":
            table.bots.is_simpler = told["simpler"]
        table.tell(told, sayer(table, told))


def sayer(table: Table, message: dict[str, Any]) -> str:
    """Whose words a message is; '' where it is nobody's."""
    return table.seats[message["seat"]].owner if message.get("t") == "react" else ""


def tell_all(table: Table, message: dict[str, Any]) -> None:
    """Tell who watches, here and at other copies of the table."""
    table.tell(message, sayer(table, message))
    if table.signal is not None:
        name = secrets.token_hex(6)
        table.signals.append(name)
        table.signal(name, message)
