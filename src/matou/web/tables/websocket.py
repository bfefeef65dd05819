"""The WebSocket endpoint of table pages, as plain ASGI.

``play/protocol`` defines the messages. A request may have an ``id``, which the answer repeats.
Several messages at once are sent as a list. Invalid requests are refused with a message and change
nothing.
"""

import asyncio
from typing import Any, Protocol

import msgspec
from starlette.requests import HTTPConnection

from matou.core.grammar import spoken
from matou.core.messages import say
from matou.play import copies, requests
from matou.play.bot_turns import PACES
from matou.play.keeping import Gone, StoreFailed
from matou.play.protocol.messages import No, Ok
from matou.play.protocol.requests import Avoid, React, Report, Request, Say, kind_of
from matou.play.rate_limit import Bucket
from matou.play.refusals import STORE_ILL, Refused, fault
from matou.play.table import Table
from matou.web.http.connections import DIRECT
from matou.web.http.security import COOKIE, People, network_of, same_origin
from matou.web.ops.chores import Chore
from matou.web.ops.logs import log, visitor
from matou.web.strangers.moderation import Moderation
from matou.web.tables.connection import AGAIN, Connection, UnreadBytes
from matou.web.tables.manager import LOOK_EVERY, WATCH_EVERY, TableManager

LONGEST = 4096  # characters in a message
RATE, BURST = 25.0, 60.0
UNREAD = 3.0  # seconds without a shared store after which pages must reconnect to another server
LOOK = 1.0  # seconds between two checks of the store, and the timeout of a check
STRIKES = 200  # refused messages in a row after which a connection is closed

MODERATED = (Say, React, Avoid, Report)

_decode = msgspec.json.Decoder().decode


class Stream(Protocol):
    """An open event stream of the API."""

    device: str

    def end(self) -> None: ...


class Live:
    """The ASGI application behind ``/live/TABLE``."""

    def __init__(
        self, manager: TableManager, people: People, base_url: str, moderation: Moderation
    ) -> None:
        self.manager = manager
        self.moderation = moderation
        self.people = people
        self.base_url = base_url
        self.open: set[Connection] = set()
        self.followers: set[Stream] = set()  # streams of the API
        self.unread = UnreadBytes()
        self.unreadable = 0.0  # seconds for which the shared store could not be read

    def chores(self) -> list[Chore]:
        chores = [Chore(self.ping_pages, WATCH_EVERY), Chore(self.end_signed_out, LOOK_EVERY)]
        is_shared = self.manager.store.db.shared
        return [*chores, Chore(self.look_at_store, LOOK)] if is_shared else chores

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        if message["type"] == "websocket.connect" and (page := await self.enter(scope, send)):
            # A separate task: waking it skips the coroutines of all middleware around this call.
            await asyncio.create_task(self.serve(page, receive))

    async def enter(self, scope: Any, send: Any) -> Connection | None:
        """Accepts a connection, or closes it and returns None."""
        request, db = HTTPConnection(scope), self.manager.store.db
        if not same_origin(request.headers, self.base_url):
            log.warning("a page of another site was refused", extra=visitor(scope))
            await send({"type": "websocket.close", "code": 4403})
            return None
        cookie, asked = request.cookies.get(COOKIE), request.query_params
        try:
            if db.shared and db.ill and not db.damage:  # others may be healthy
                raise StoreFailed(db.ill)
            owner = self.people.owner(cookie)
            table = await self.table_of(scope["path_params"]["table"])
            muted = await self.moderation.muted(owner)
        except StoreFailed:
            await turn_away(scope, send)
            return None
        await send({"type": "websocket.accept"})
        if table is None or not requests.may_watch(table, owner):
            await send({"type": "websocket.close", "code": 4404})
            return None
        memory, plain, wide = (asked.get(key) == "1" for key in ("memory", "plain", "wide"))
        lang = spoken(asked.get("lang"))
        page = Connection(table, owner, lang, send, memory, plain, wide, self.manager.lag)
        page.network, page.unread, page.muted = network_of(scope), self.unread, muted
        # Where the server can: ``write``, ``write_now``, ``drained``, ``ping`` and ``quiet``.
        vars(page).update(scope.get("extensions", {}).get(DIRECT, {}))
        page.device, page.sat = self.people.device(cookie), bool(table.seats_of(owner))
        page.pace = asked["pace"] if asked.get("pace") in PACES else "normal"
        return page

    async def table_of(self, id: str) -> Table | None:
        """Returns a table, or None if there is none or it cannot be opened: the page says why."""
        try:
            return await self.manager.table(id)
        except StoreFailed:
            if not self.manager.store.db.damage:
                raise
        except Refused:
            pass
        except Exception:
            log.exception("table %s could not be opened", id)
        return None

    async def serve(self, page: Connection, receive: Any) -> None:
        table = page.table
        self.open.add(page)
        try:
            async with table.lock:
                if table.broken or table.is_behind:
                    await copies.catch_up(table)
                table.watchers.add(page)
                page.tell(page.whole())
            table.presence.saw(page.owner)
            # Also draws the opening or makes the bot's move that a crashed server left undone.
            try:
                await table.begin()
            except StoreFailed:  # tried again later; the page can show the present position
                page.tell(No(None, "fault", STORE_ILL.say(page.lang), ""))
            await self.listen(page, receive)
        except Gone:  # deleted: the page reloads and shows that
            self.manager.tables.pop(page.table.id, None)
            await page.send_away()
        except StoreFailed:  # the same for a damaged table
            if self.manager.store.db.damage:
                self.manager.tables.pop(page.table.id, None)
                await page.send_away()
            else:  # a temporary failure: keep the table loaded for others
                await page.send_away(AGAIN)
        finally:
            self.open.discard(page)
            page.table.watchers.discard(page)
            page.stop()
            page.table.presence.closed(page.owner)

    async def listen(self, page: Connection, receive: Any) -> None:
        bucket, strikes = Bucket(RATE, BURST), 0
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            id: Any = None
            try:
                bucket.check()
                message = read(event)
                said = message.get("id")
                id = said if isinstance(said, int | str) and len(str(said)) <= 40 else None
                if not self.is_current(page.table):
                    await self.renew(page)
                request = request_of(message)
                if isinstance(request, MODERATED):
                    answer = await self.moderated(page, request)
                else:
                    answer = await requests.carry_out(page, request)
                strikes = 0
                page.answer(answer, id)
            except Refused as refused:
                strikes += 1
                self.manager.metrics.refused.labels(refused.code).inc()
                if strikes > STRIKES and refused.code in ("rate", "bad", "big"):
                    return
                await page.refuse(refused, id)
            except (asyncio.CancelledError, Gone):
                raise
            except Exception as error:
                # An error affects this page only: it gets a message and a fresh view.
                if not isinstance(error, StoreFailed):  # already logged
                    log.exception("table %s: a message could not be carried out", page.table.id)
                says = fault(self.manager.store.tables).says
                page.tell(No(id, "fault", says.say(page.lang), ""))
                await self.renew(page)
                await page.refresh()

    async def moderated(self, page: Connection, request: Say | React | Avoid | Report) -> Ok:
        """Carries out a request that concerns other people, after checking its chat limits."""
        if isinstance(request, Avoid | Report):
            return await self.moderate(page, request)
        await self.moderation.check_words(page.owner, page.network)
        return await requests.carry_out(page, request)

    async def moderate(self, page: Connection, request: Avoid | Report) -> Ok:
        seat = request.avoid if isinstance(request, Avoid) else request.report
        about = (page.table, page.owner, page.lang, requests.within(seat, 0, len(page.table.seats)))
        answer = Ok()
        answer.seat = seat
        if isinstance(request, Avoid):
            answer.done, answer.how = "avoid", request.how
            await self.moderation.set_avoided(*about, request.how or None, page.network)
        else:
            answer.done = "report"
            await self.moderation.send_report(*about, request.reason, page.network)
        await self.read_anew(page.owner)
        return answer

    async def read_anew(self, owner: str) -> None:
        """Updates all pages of a person after a change of their mutes."""
        muted = await self.moderation.muted(owner)
        for page in [page for page in self.open if page.owner == owner]:
            if page.muted != muted:
                page.muted = muted
                await page.refresh()

    def is_current(self, table: Table) -> bool:
        """Returns whether a copy of a table was neither unloaded nor broken."""
        return not table.broken and self.manager.tables.get(table.id) is table

    async def renew(self, page: Connection) -> None:
        """Moves all pages to the current copy of a table, if theirs is broken or was unloaded."""
        old = page.table
        if self.is_current(old):
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
            async with fresh.lock:  # show only committed moves
                for watcher in list(fresh.watchers):
                    watcher.seats_changed()
        fresh.bots.wake()

    async def look_at_store(self) -> None:
        """Sends pages to other servers if the shared store cannot be read."""
        self.unreadable = 0.0 if await self.reads() else self.unreadable + LOOK
        here = [page for page in self.open if not page.is_sent_away]
        if self.unreadable >= UNREAD and here:
            log.warning("the store cannot be read: pages are sent elsewhere")
            for page in here:
                page.come_back()

    async def reads(self) -> bool:
        """Returns whether the store can be read. Queries it only after an error."""
        if not self.manager.store.db.ill or self.manager.store.db.damage:
            return True
        try:
            async with asyncio.timeout(LOOK):
                await self.manager.store.tables.heads(["-"])
        except (StoreFailed, TimeoutError):
            return False
        return True

    async def ping_pages(self) -> None:
        """Pings players whom others wait for, so that a vanished page is noticed soon."""
        for page in list(self.open):
            others = (seat.owner for seat in page.table.seats if seat.owner != page.owner)
            if page.ping is not None and page.sat and any(others):
                page.ping()

    async def end_signed_out(self) -> None:
        ends = [(page.device, page.come_back) for page in self.open if page.device]
        ends += [(stream.device, stream.end) for stream in self.followers if stream.device]
        devices = {device for device, _ in ends}
        there = await self.manager.store.accounts.signed_in(devices) if devices else set()
        for device, end in ends:
            if device not in there:
                end()

    def close(self) -> None:
        for page in self.open:
            page.close()
        for follower in self.followers:
            follower.end()


async def turn_away(scope: Any, send: Any) -> None:
    """Rejects a connection with 503, so that a proxy tries another server or the page retries."""
    if "websocket.http.response" in scope.get("extensions", {}):
        headers = [(b"retry-after", b"1"), (b"content-length", b"0")]
        kind = "websocket.http.response"
        await send({"type": f"{kind}.start", "status": 503, "headers": headers})
        await send({"type": f"{kind}.body", "body": b""})
    else:
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": AGAIN})


def read(event: Any) -> dict[str, Any]:
    """Returns the JSON object of an event. Raises `Refused` if it is anything else."""
    data = event.get("text")
    if data is None:
        raise requests.nonsense()
    if len(data) > LONGEST:
        raise Refused("big", say("That is too long."))
    try:
        message = _decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise requests.nonsense() from None
    if not isinstance(message, dict):
        raise requests.nonsense()
    return message


def request_of(message: dict[str, Any]) -> Request:
    """Converts a message to its request type. Raises `Refused` if it is invalid."""
    kind = kind_of(message)
    if kind is None:
        raise requests.nonsense()
    try:
        return msgspec.convert(message, kind)
    except msgspec.ValidationError:
        raise requests.nonsense() from None
