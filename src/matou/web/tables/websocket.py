"""The live path of a table page: one WebSocket, actions up, views down. Plain ASGI.

Up: ``{"do": action, "at": n}``, ``{"undo": true, "at": n}``, ``chat``, ``react``, ``look``,
``hint``, ``why``, ``bot``, ``take``, ``set``, ``sync``; each may carry an
``id`` that the answer repeats. Down: ``view`` (the position as this page may see it), ``ok`` and
``no`` (answers), ``players``, ``chat``, ``react``, ``hint``, ``rematch``; several at once come
as a list. Whatever else arrives is refused in words and changes nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import deque
from typing import Any, Protocol

import msgspec
from starlette.requests import HTTPConnection

from matou.play import copies, requests, views
from matou.play.bot_turns import PACES
from matou.play.keeping import Gone, StoreFailed
from matou.play.refusals import Refused, fault
from matou.play.table import Table
from matou.play.viewer import Viewer
from matou.web import text
from matou.web.http.connections import UTF8
from matou.web.http.security import COOKIE, Bucket, People, same_origin
from matou.web.ops import logs
from matou.web.ops.event_loop_lag import EventLoopLag
from matou.web.strangers.courtesy import Courtesy
from matou.web.tables.manager import LOOK_EVERY, TableManager

log = logging.getLogger("matou.web")

LONGEST = 4096  # characters in a message
BEHIND = 256  # messages a slow page may lag before it is sent the whole view instead
RATE, BURST = 25.0, 60.0
WHOLE = b""  # stands for the whole view, to be made when it can be sent
AGAIN = 1013  # the code of a connection that ends for now: the page tries again
UNREAD = 3.0  # seconds without a word from a shared store, after which pages are sent elsewhere
LOOK = 1.0  # seconds between two looks, and for a look, while something is wrong with it
STRIKES = 200  # refused messages in a row after which a connection is closed

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Connection(Viewer):
    """A page at the other end of a WebSocket."""

    def __init__(
        self,
        table: Table,
        owner: str,
        lang: str,
        send: Any,
        memory: bool,
        plain: bool,
        wide: bool,
        lag: EventLoopLag | None = None,
    ) -> None:
        super().__init__(table, owner, lang, memory, plain, wide)
        self.lag = lag or EventLoopLag()
        self.address = ""  # where it comes from, for what is counted
        self._send = send
        self._out: deque[bytes | None] = deque()  # what waits to be sent; None is the end
        self._awaited: asyncio.Future[None] | None = None  # done when there is something again
        self.takes_utf8 = False  # may a text be given as the bytes that are sent?
        self.is_sent_away = False
        self.device = ""  # the signed-in browser that it is open in
        self.sat = False  # at this table, when it was last looked at

    @property
    def is_late(self) -> bool:
        return self.lag.is_late

    def tell(self, message: dict[str, Any]) -> None:
        data = _encode(message)
        if len(self._out) >= BEHIND:
            self._out.clear()
            data = WHOLE
        self._put(data)

    def _put(self, data: bytes | None) -> None:
        self._out.append(data)
        if self._awaited is not None and not self._awaited.done():
            self._awaited.set_result(None)

    def _waiting(self) -> list[bytes | None]:
        """All that waits, which waits no longer."""
        waited = list(self._out)
        self._out.clear()
        return waited

    async def send_away(self, code: int = 4404) -> None:
        await self._send({"type": "websocket.close", "code": code})

    def seats_changed(self) -> None:
        """As for any page; one whose seat has become another person's comes back as who it is."""
        sat, self.sat = self.sat, bool(self.table.seats_of(self.owner))
        if sat and not self.sat and all(s.owner != self.owner for s in self.table.seats):
            self.come_back()
        else:
            super().seats_changed()

    async def pump(self) -> None:
        """Send what waits, for as long as the page is there; all that waits goes as one."""
        # What was sent is held by nobody while the next is waited for: that may be hours.
        loop, more_to_come = asyncio.get_running_loop(), True
        while more_to_come:
            if not self._out:
                self._awaited = loop.create_future()
                await self._awaited
            more_to_come = await self._pass_on()
        if self.is_sent_away:
            await self.send_away(AGAIN)

    async def _pass_on(self) -> bool:
        """Send all that waits; is there more to come?"""
        more = self._waiting()
        if WHOLE in more:
            try:
                async with self.table.lock:  # what is being written is not shown before it is kept
                    if self.table.broken:
                        await copies.catch_up(self.table)
                    more += self._waiting()
                    more = [_encode(self.whole()), None if more[-1] is None else WHOLE]
            except StoreFailed:  # what is kept cannot be read now: the page comes back for it
                await self.send_away(AGAIN)
                return False
        ready = [data for data in more if data]
        if ready:
            joined = ready[0] if len(ready) == 1 else b"[" + b",".join(ready) + b"]"
            told = {"utf8": joined} if self.takes_utf8 else {"text": joined.decode()}
            await self._send({"type": "websocket.send", **told})
        return more[-1] is not None

    def close(self) -> None:
        self._put(None)

    def come_back(self) -> None:
        """Have the page come again: to a server that is well, or as who it is by now."""
        self.is_sent_away = True
        self.close()


class Stream(Protocol):
    """What else is open and has to end: a stream of the API."""

    device: str

    def end(self) -> None: ...


class Live:
    """The ASGI application behind ``/live/TABLE``."""

    def __init__(
        self, manager: TableManager, people: People, base_url: str, courtesy: Courtesy
    ) -> None:
        self.manager = manager
        self.courtesy = courtesy
        self.people = people
        self.base_url = base_url
        self.open: set[Connection] = set()
        self.followers: set[Stream] = set()  # of the API

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        if message["type"] == "websocket.connect" and (page := await self.enter(scope, send)):
            # In a task of its own: waking it takes no way through all that stands around this.
            await asyncio.create_task(self.serve(page, receive))

    async def enter(self, scope: Any, send: Any) -> Connection | None:
        """Let a page in; one that may not come is told so."""
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        if not same_origin(headers, self.base_url):
            log.warning("a page of another site was refused", extra=logs.visitor(scope))
            await send({"type": "websocket.close", "code": 4403})
            return None
        cookie = HTTPConnection(scope).cookies.get(COOKIE)
        store = self.manager.store
        if store.shared and store.ill and not store.damage:  # another server may be well
            await turn_away(scope, send)
            return None
        try:
            owner = self.people.owner(cookie)
        except StoreFailed:
            await turn_away(scope, send)
            return None
        try:
            table = await self.manager.table(scope["path_params"]["table"])
        except StoreFailed:
            if not store.damage:
                await turn_away(scope, send)
                return None
            table = None
        except Refused:  # the page itself is told why
            table = None
        except Exception:
            log.exception("table %s could not be opened", scope["path_params"]["table"])
            table = None
        if table is None or not requests.may_watch(table, owner):
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 4404})
            return None
        asked = query(scope)
        lang = "fr" if asked.get("lang") == "fr" else "en"
        memory, plain, wide = (asked.get(key) == "1" for key in ("memory", "plain", "wide"))
        await send({"type": "websocket.accept"})
        page = Connection(table, owner, lang, send, memory, plain, wide, self.manager.lag)
        page.address = scope["client"][0] if scope.get("client") else ""
        page.takes_utf8 = UTF8 in scope.get("extensions", {})
        try:
            page.muted = await self.courtesy.muted(owner)
        except StoreFailed:
            await page.send_away(AGAIN)
            return None
        page.device, page.sat = self.people.device(cookie), bool(table.seats_of(owner))
        page.pace = asked["pace"] if asked.get("pace") in PACES else "normal"
        return page

    async def serve(self, page: Connection, receive: Any) -> None:
        table = page.table
        self.open.add(page)
        pump = asyncio.create_task(page.pump())
        try:
            async with table.lock:
                if table.broken or table.is_behind:
                    await copies.catch_up(table)
                table.watchers.add(page)
                page.tell(page.whole())
            table.saw(page.owner)
            # Also what a server that fell in the middle still owes: opening chance, a bot's move.
            try:
                await table.begin()
            except StoreFailed:  # it goes on owing it; what there is can be looked at
                page.tell(views.refusal("fault", text.STORE_ILL, "", page.lang, None))
            await self.listen(page, receive)
        except Gone:  # deleted: the page comes back, and is told so
            self.manager.tables.pop(page.table.id, None)
            await page.send_away()
        except StoreFailed:  # the same for what is damaged
            if self.manager.store.damage:
                self.manager.tables.pop(page.table.id, None)
                await page.send_away()
            else:  # it may be well in a moment: the table stays, since others wait at it
                await page.send_away(AGAIN)
        finally:
            self.open.discard(page)
            page.table.watchers.discard(page)
            pump.cancel()
            page.table.saw(page.owner)

    async def listen(self, page: Connection, receive: Any) -> None:
        bucket, strikes = Bucket(RATE, BURST), 0
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            id: Any = None
            try:
                if not bucket.take():
                    raise Refused("rate", text.TOO_FAST)
                message = read(event)
                id = short_id(message.get("id"))
                await self.renew(page)
                answer = await self.carry_out(page, message)
                strikes = 0
                page.tell({"t": "ok", "id": id, "at": page.table.number, **(answer or {})})
            except Refused as refused:
                strikes += 1
                self.manager.metrics.refused.add(refused.code)
                if strikes > STRIKES and refused.code in ("rate", "bad", "big"):
                    return
                await page.refuse(refused, id)
            except (asyncio.CancelledError, Gone):
                raise
            except Exception as error:
                # One page's mishap is its own: it is told so, and gets the view afresh.
                if not isinstance(error, StoreFailed):  # that one the log knows of already
                    log.exception("table %s: a message could not be carried out", page.table.id)
                says = fault(self.manager.store).says
                page.tell(views.refusal("fault", says, "", page.lang, id))
                await self.renew(page)
                await page.refresh()

    async def carry_out(self, page: Connection, message: dict[str, Any]) -> dict[str, Any] | None:
        """What a page asks of its table, or about somebody who sits there."""
        if "chat" in message or "react" in message:
            await self.courtesy.check_words(page.owner, page.address)
        for key, act in self.courtesy.acts.items():
            if key in message:
                await act(page, message, page.address)
                await self.read_anew(page.owner)
                return {"done": key, "seat": message[key], "how": message.get("how")}
        return await requests.carry_out(self.manager, page, message)

    async def read_anew(self, owner: str) -> None:
        """Somebody's pages show whom they want to read."""
        muted = await self.courtesy.muted(owner)
        for page in [page for page in self.open if page.owner == owner]:
            if page.muted != muted:
                page.muted = muted
                await page.refresh()

    async def renew(self, page: Connection) -> None:
        """After a fault, or when a table was let go: sit every page down at the right copy."""
        old = page.table
        if not old.broken and self.manager.tables.get(old.id) is old:
            return
        fresh = await self.manager.table(old.id)
        if fresh is None:
            raise Gone(old.id)
        if fresh is not old:
            old.stop()
            for watcher in list(old.watchers):
                old.watchers.discard(watcher)
                fresh.watchers.add(watcher)
                if isinstance(watcher, Connection):
                    watcher.table = fresh
            async with fresh.lock:  # what is being written is not shown before it is durable
                for watcher in list(fresh.watchers):
                    watcher.seats_changed()
        fresh.bots.wake()

    async def mind_store(self) -> None:
        """For as long as the server runs: one that is cut off keeps no page to itself."""
        store, unread = self.manager.store, 0.0
        while store.shared:
            await asyncio.sleep(LOOK)
            unread = 0.0 if await self.reads() else unread + LOOK
            here = [page for page in self.open if not page.is_sent_away]
            if unread >= UNREAD and here:
                log.warning("the store cannot be read: pages are sent elsewhere")
                for page in here:
                    page.come_back()

    async def reads(self) -> bool:
        """Can what is kept be read? Not asked as long as nothing seems wrong."""
        if not self.manager.store.ill or self.manager.store.damage:
            return True
        try:
            async with asyncio.timeout(LOOK):
                await self.manager.store.heads(["-"])
        except (StoreFailed, TimeoutError):
            return False
        return True

    async def watch_devices(self) -> None:
        """End what is open for devices that were signed out, for as long as the server runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with contextlib.suppress(StoreFailed):
                await self.end_signed_out()

    async def end_signed_out(self) -> None:
        pages = [page for page in self.open if page.device]
        streams = [stream for stream in self.followers if stream.device]
        if not pages and not streams:
            return
        asked = {page.device for page in pages} | {stream.device for stream in streams}
        there = await self.manager.store.devices_among(asked)
        for page in pages:
            if page.device not in there:
                page.come_back()
        for stream in streams:
            if stream.device not in there:
                stream.end()

    def close(self) -> None:
        for page in self.open:
            page.close()
        for follower in self.followers:
            follower.end()


async def turn_away(scope: Any, send: Any) -> None:
    """The store cannot be read now: a proxy finds another server, or the page tries again."""
    if "websocket.http.response" in scope.get("extensions", {}):
        headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
        start = {"type": "websocket.http.response.start", "status": 503, "headers": headers}
        await send(start)
        await send({"type": "websocket.http.response.body", "body": b""})
        return
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": AGAIN})


def read(event: Any) -> dict[str, Any]:
    """A message as it should be; refused in words if it is anything else."""
    data = event.get("text")
    if data is None:
        raise Refused("bad", text.NOT_UNDERSTOOD)
    if len(data) > LONGEST:
        raise Refused("big", text.TOO_LONG)
    try:
        message = _decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("bad", text.NOT_UNDERSTOOD) from None
    if not isinstance(message, dict):
        raise Refused("bad", text.NOT_UNDERSTOOD)
    return message


def short_id(value: Any) -> Any:
    return value if isinstance(value, int | str) and len(str(value)) <= 40 else None


def query(scope: Any) -> dict[str, str]:
    pairs = (part.partition("=") for part in scope["query_string"].decode("latin-1").split("&"))
    return {k: v for k, _, v in pairs}
