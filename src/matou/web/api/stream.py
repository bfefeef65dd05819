"""Streams a table: one event for each position, from any position on, until the game ends.

The format is one JSON object per line, or server-sent events if the client asks for them. A
position is sent when it is durable, at the same time as to pages. A position is sent again if it
changes for this client, for example because they took a seat. Earlier positions are replayed from
the store.
"""

import asyncio
import math
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec
from starlette.responses import StreamingResponse

from matou.core.observation import Observation
from matou.play import copies, views
from matou.play.host import Step, Watcher
from matou.play.protocol.messages import Message, Reload
from matou.play.table import Table
from matou.play.timeline import Timeline
from matou.web.store import Store

BEHIND = 512  # events that a slow client may lag behind; then the stream ends and can be resumed
HEARTBEAT = 15.0  # seconds; proxies close idle connections

LINES, EVENTS = "application/x-ndjson", "text/event-stream"

_encode = msgspec.json.Encoder().encode


class Event(NamedTuple):
    at: int
    data: bytes
    last: bool

    def written(self, as_events: bool) -> bytes:
        if as_events:
            return b"id: %d\ndata: %s\n\n" % (self.at, self.data)
        return self.data + b"\n"


def seat_of(table: Table, then: Timeline, owner: str, wanted: int | None) -> int | None:
    """Returns the seat to observe from: the requested one, else the owner's seat that is to act."""
    held = table.seats_of(owner)
    if wanted is not None:
        return wanted if wanted in held else None
    return then.state.actor if then.state.actor in held else next(iter(held), None)


async def timeline_of(table: Table, events: list[int]) -> Timeline:
    """Returns the timeline after those events. Replays in a thread because it may take long."""
    now = table.timeline
    return await asyncio.to_thread(Timeline, table.game, len(table.seats), events, now.origin)


@dataclass(eq=False)
class Follower(Watcher):
    """Watches a table for one stream."""

    table: Table
    owner: str
    lang: str
    wanted: int | None
    with_state: bool
    device: str = ""  # the device whose token the client sent
    plain = True  # without a drawing

    def __post_init__(self) -> None:
        self.seat = self._own_seat()  # the seat that the table observes for
        self._full = self.table.full
        self._out: asyncio.Queue[Event | None] = asyncio.Queue(BEHIND)

    def _own_seat(self) -> int | None:
        """Returns the seat to observe from while none of the owner's seats is to act."""
        held = self.table.seats_of(self.owner)
        return self.wanted if self.wanted in held else next(iter(held), None)

    # Called by the table

    def show(self, steps: list[Step]) -> None:
        for step in steps[:-1]:
            self._put(self._event_of(step, self.seat))
        for last in steps[-1:]:
            seat = seat_of(self.table, self.table.timeline, self.owner, self.wanted)
            self._put(self._event_of(last, seat))

    def tell(self, message: Message) -> None:
        if isinstance(message, Reload):
            self.end()

    def seats_changed(self) -> None:
        """Sends the position again if it has changed for this client."""
        before = self.seat, self._full
        self.seat, self._full = self._own_seat(), self.table.full
        is_gone = before[0] is not None and all(s.owner != self.owner for s in self.table.seats)
        if self.table.broken or is_gone:  # the seat has gone to someone else; a page is closed, too
            self.end()
        elif (self.seat, self._full) != before:
            self._put(self._at_end_of(self.table.timeline))

    # Events

    def _event_of(self, step: Step, seat: int | None) -> Event:
        key = ("api", seat, self.lang, self.with_state)
        if key not in step.drawn:
            view = step.seen.get(seat)
            if view is None:
                view = self.table.state.observe(seat)
            now = self.table.timeline
            step.drawn[key] = self._event(now, view, step)
        made: Event = step.drawn[key]
        return made

    def _event(self, then: Timeline, view: Observation, step: Step | None = None) -> Event:
        position = views.position(
            self.table, then, view, self.lang, step, with_state=self.with_state
        )
        return Event(position.at, _encode(position), view.over)

    async def begin(self, first: int, store: Store) -> AsyncIterator[Event]:
        """Returns the positions from ``first`` on, at least the current one. Requires the lock."""
        if self.table.is_behind:
            await copies.catch_up(self.table)
        self.table.watchers.add(self)
        if first < self.table.number:
            return self._past(await store.tables.events(self.table.id), first)
        return self._present(self._at_end_of(self.table.timeline))

    def _at_end_of(self, then: Timeline) -> Event:
        view = then.state.observe(seat_of(self.table, then, self.owner, self.wanted))
        return self._event(then, view)

    async def _present(self, event: Event) -> AsyncIterator[Event]:
        yield event

    async def _past(self, events: list[int], first: int) -> AsyncIterator[Event]:
        """Yields the positions after each of those events. Lets other tasks run in between."""
        then = await timeline_of(self.table, events[:first])
        yield self._at_end_of(then)
        for event in events[first:]:
            await asyncio.sleep(0)
            then.add(event)
            yield self._at_end_of(then)

    # Sending

    def _put(self, event: Event | None) -> None:
        if self._out.full():
            self.end()
        else:
            self._out.put_nowait(event)

    def end(self) -> None:
        """Ends the stream. Drops queued events to make room for the end marker."""
        while not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(None)

    async def events(
        self, past: AsyncIterator[Event], seconds: float = math.inf
    ) -> AsyncIterator[Event | None]:
        """Yields past events, then new ones for some seconds; None as a heartbeat."""
        last, loop = False, asyncio.get_running_loop()
        end = loop.time() + seconds
        async for event in past:
            yield event
            last = event.last
        while not last and (left := end - loop.time()) > 0:
            try:
                async with asyncio.timeout(min(HEARTBEAT, left)):
                    come = await self._out.get()
            except TimeoutError:
                if self.table.broken:  # it continues on another server; the client can reconnect
                    return
                if left > HEARTBEAT:
                    yield None
                continue
            if come is None:
                return
            yield come
            last = come.last


def headers_of(as_events: bool) -> dict[str, str]:
    return {
        "content-type": EVENTS if as_events else LINES,
        "cache-control": "no-store, no-transform",
        "vary": "accept, accept-language, authorization",
        "x-accel-buffering": "no",
    }


async def written(events: AsyncIterator[Event | None], as_events: bool) -> AsyncIterator[bytes]:
    last = pending = b""
    async for event in events:
        if event is None:
            # A blank: clients that read line by line find it before the next object.
            pending = b"" if as_events else last
            yield b": still here\n\n" if as_events else b" "
        else:
            pending, last = b"", event.written(as_events)
            yield last
    yield pending


class Streaming(StreamingResponse):
    """Streams until the game ends or the client disconnects, and then calls ``left``."""

    def __init__(
        self, events: AsyncIterator[Event | None], as_events: bool, left: Callable[[], None]
    ) -> None:
        super().__init__(written(events, as_events), headers=headers_of(as_events))
        self.left = left

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.left()
