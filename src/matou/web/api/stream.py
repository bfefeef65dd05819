"""Following a table: one event for each position, from any position on, until the game ends.

One JSON object a line, or server-sent events for those who ask for them. A stream sends what a
page is shown, when a page is shown it: once it is durable. A position comes again when it has
become another for its reader, who sat down, say. What came before is replayed from the store, and
reads as it did then.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple

import msgspec

from matou.core.state import Observation
from matou.play import copies
from matou.play.table import Table
from matou.play.timeline import Timeline
from matou.play.watching import Step
from matou.web.api.positions import position
from matou.web.api.shapes import Position
from matou.web.store.interface import Store

BEHIND = 512  # events that a slow reader may lag; then the stream ends, and may be resumed
HEARTBEAT = 15.0  # seconds; what lies between us and the reader cuts silent lines

LINES, EVENTS = "application/x-ndjson", "text/event-stream"

_encode = msgspec.json.Encoder().encode


class Event(NamedTuple):
    """A position on its way to a reader."""

    at: int
    data: bytes
    last: bool

    def written(self, as_events: bool) -> bytes:
        if as_events:
            return b"id: %d\ndata: %s\n\n" % (self.at, self.data)
        return self.data + b"\n"


def seat_of(table: Table, then: Timeline, owner: str, wanted: int | None) -> int | None:
    """The seat that somebody looks from: the one asked for, else theirs that is to act then."""
    held = table.seats_of(owner)
    if wanted is not None:
        return wanted if wanted in held else None
    return then.state.actor if then.state.actor in held else next(iter(held), None)


async def timeline_of(table: Table, events: list[int]) -> Timeline:
    """A table's game as it stood after those events; a long one is replayed elsewhere."""
    now = table.timeline
    return await asyncio.to_thread(Timeline, table.game, len(table.seats), events, now.origin)


class Follower:
    """A reader of a stream: one of those that watch the table."""

    plain = True  # no picture
    seen = True
    pace = "normal"
    muted: frozenset[str] = frozenset()  # it is told positions, and nobody's words

    def __init__(
        self,
        table: Table,
        owner: str,
        lang: str,
        wanted: int | None,
        with_state: bool,
        device: str = "",
    ) -> None:
        self.table = table
        self.owner = owner
        self.device = device  # the signed-in browser whose token it came with
        self.lang = lang
        self.wanted = wanted
        self.with_state = with_state
        self.seat = self._own_seat()  # the table observes for this seat
        self._full = table.full
        self._out: asyncio.Queue[Event | None] = asyncio.Queue(BEHIND)

    def _own_seat(self) -> int | None:
        """Who looks while it is nobody's turn."""
        held = self.table.seats_of(self.owner)
        return self.wanted if self.wanted in held else next(iter(held), None)

    # As the table calls

    def show(self, steps: list[Step]) -> None:
        for step in steps[:-1]:
            self._put(self._event_of(step, self.seat))
        if steps:
            last = steps[-1]
            self._put(
                self._event_of(
                    last, seat_of(self.table, self.table.timeline, self.owner, self.wanted)
                )
            )

    def tell(self, message: dict[str, Any]) -> None:
        if message.get("t") == "reload":
            self.end()

    def seats_changed(self) -> None:
        """Send the position again, where it has become another for this reader."""
        before = self.seat, self._full
        self.seat, self._full = self._own_seat(), self.table.full
        is_gone = before[0] is not None and all(s.owner != self.owner for s in self.table.seats)
        if self.table.broken or is_gone:  # what was theirs is another's, as for a page
            self.end()
        elif (self.seat, self._full) != before:
            self._put(self._at_end_of(self.table.timeline))

    def presence_changed(self) -> None:
        """A position is the same, whoever is here."""

    # Events

    def _event_of(self, step: Step, seat: int | None) -> Event:
        key = ("api", seat, self.lang, self.with_state)
        if key not in step.drawn:
            view = step.seen.get(seat)
            if view is None:
                view = self.table.state.observe(seat)
            now = self.table.timeline
            step.drawn[key] = self._event(now, view, step.number, step.lines, step.undone)
        made: Event = step.drawn[key]
        return made

    def _event(
        self, timeline: Timeline, view: Observation, at: int, lines: int, undone: bool
    ) -> Event:
        told = position(
            self.table,
            timeline,
            view,
            self.lang,
            at=at,
            lines=lines,
            undone=undone,
            with_state=self.with_state,
        )
        return Event(at, _encode(Position(**told)), view.over)

    async def begin(self, first: int, store: Store) -> AsyncIterator[Event]:
        """The positions from ``first`` on, the present one at least; call with the lock held."""
        if self.table.is_behind:
            await copies.catch_up(self.table)
        self.table.watchers.add(self)
        if first < self.table.number:
            return self._past(await store.events(self.table.id), first)
        return self._present(self._at_end_of(self.table.timeline))

    def _at_end_of(self, then: Timeline) -> Event:
        view = then.state.observe(seat_of(self.table, then, self.owner, self.wanted))
        return self._event(then, view, then.number, then.count, then.undone)

    async def _present(self, event: Event) -> AsyncIterator[Event]:
        yield event

    async def _past(self, events: list[int], first: int) -> AsyncIterator[Event]:
        """The positions that those events led to, as they were; others run between two of them."""
        then = await timeline_of(self.table, events[:first])
        yield self._at_end_of(then)
        for event in events[first:]:
            await asyncio.sleep(0)
            then.add(event)
            yield self._at_end_of(then)

    # Out

    def _put(self, event: Event | None) -> None:
        if self._out.full():
            self.end()
        else:
            self._out.put_nowait(event)

    def end(self) -> None:
        """No more: drop what waits, so that there is room to say so."""
        while not self._out.empty():
            self._out.get_nowait()
        self._out.put_nowait(None)

    async def events(self, past: AsyncIterator[Event]) -> AsyncIterator[Event | None]:
        """What was, then what comes; None where nothing has come for a while."""
        last = False
        async for event in past:
            yield event
            last = event.last
        while not last:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    come = await self._out.get()
            except TimeoutError:
                if self.table.broken:  # it goes on elsewhere; whoever comes back will see
                    return
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


class Streaming:
    """The answer that goes on: an ASGI response that stops when either side does."""

    def __init__(
        self,
        follower: Follower,
        past: AsyncIterator[Event],
        as_events: bool,
        seconds: float | None,
        left: Callable[[], None],
    ) -> None:
        self.follower = follower
        self.left = left
        self.past = past
        self.as_events = as_events
        self.seconds = seconds
        self.headers = headers_of(as_events)

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        writing = asyncio.create_task(self._write(send))
        leaving = asyncio.create_task(self._gone(receive))
        try:
            await asyncio.wait({writing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if writing.done():
                await writing
        finally:
            self.left()
            for task in (writing, leaving):
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await task

    async def _gone(self, receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    async def _write(self, send: Any) -> None:
        headers = [(k.encode(), v.encode()) for k, v in self.headers.items()]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        silence = b": still here\n\n" if self.as_events else b" "
        last = pending = b""

        async def put(data: bytes, more: bool = True) -> None:
            await send({"type": "http.response.body", "body": data, "more_body": more})

        if self.seconds == 0:
            async for was in self.past:
                await put(was.written(self.as_events))
        else:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self.seconds):
                    async for event in self.follower.events(self.past):
                        if event is None:
                            # A blank: whoever reads line by line finds it before the next object.
                            pending = b"" if self.as_events else last
                            await put(silence)
                        else:
                            pending, last = b"", event.written(self.as_events)
                            await put(last)
        await put(pending, more=False)
