"""The live path of a table page: one WebSocket, actions up, views down. Plain ASGI.

Up: ``{"do": action, "at": n}``, ``{"undo": true, "at": n}``, ``chat``, ``react``, ``look``,
``hint``, ``why``, ``bot``, ``take``, ``set``, ``sync``; each may carry an
``id`` that the answer repeats. Down: ``view`` (the position as this page may see it), ``ok`` and
``no`` (answers), ``players``, ``chat``, ``react``, ``hint``, ``rematch``; several at once come
as a list. Whatever else arrives is refused in words and changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from starlette.requests import HTTPConnection

from matou.play.wire import PageCopy
from matou.web import text
from matou.web.http.security import COOKIE, Bucket, People, same_origin
from matou.web.ops import logs
from matou.web.ops.event_loop_lag import EventLoopLag
from matou.web.store.interface import Gone, StoreFailed
from matou.web.tables import requests, views
from matou.web.tables.manager import TableManager
from matou.web.tables.table import Refused, Step, Table, Watcher, fault

log = logging.getLogger("matou.web")

LONGEST = 4096  # characters in a message
BEHIND = 256  # messages a slow page may lag before it is sent the whole view instead
RATE, BURST = 25.0, 60.0
STRIKES = 200  # refused messages in a row after which a connection is closed

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder().decode


class Connection:
    """One open page: whose it is, which seat it looks from, what it was last sent."""

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
        self.table = table
        self.owner = owner
        self.lang = lang
        self.memory = memory
        self.plain = plain  # a program that wants the position, and no picture of it
        self.wide = wide  # the shape of its window, and so of the picture
        self.lag = lag or EventLoopLag()
        self.seat: int | None = None
        self.lifted = -1  # the seat whose curtain this page has lifted
        self._send = send
        self._out: asyncio.Queue[bytes | None] = asyncio.Queue(BEHIND)
        self.wants_told = False  # the board in words, for those who read it
        self._picture = PageCopy()
        self._last: dict[str, Any] = {}  # what is sent again only when it changes
        self._lines = 0

    # Which seat

    def choose_seat(self) -> int:
        """Look from the right seat now; the seat behind a curtain, or -1."""
        held = self.table.seats_of(self.owner)
        actor = self.table.state.actor
        if not held:
            self.seat = None
            return -1
        if len(held) == 1:
            self.seat = held[0]
            return -1
        if actor not in held:
            # Several sit before this screen; while none of them acts, only what all may see.
            if self.lifted >= 0 and self.table.state.can_undo(self.lifted):
                return -1
            self.lifted, self.seat = -1, None
            return -1
        curtain = views.veiled(self.table, held)
        if curtain >= 0 and self.lifted != curtain:
            self.lifted, self.seat = -1, None
            return curtain
        self.lifted = self.seat = actor
        return -1

    # Down

    def tell(self, message: dict[str, Any]) -> None:
        data = _encode(message)
        if self._out.full():
            while not self._out.empty():
                self._out.get_nowait()
            self._picture.forget()
            self._out.put_nowait(_encode(self.whole()))
            return
        self._out.put_nowait(data)

    def show(self, steps: list[Step]) -> None:
        """The positions that led here, one after another, and the one that is now.

        While the server is late, drawings in between are left out: where the game stands is seen
        sooner, and the log tells all of it.
        """
        if self.plain or not self.lag.is_late:
            for step in steps[:-1]:
                self.tell(self._view(step, -1))
        if steps:
            before = self.seat
            curtain = self.choose_seat()
            last = steps[-1]
            if self.seat != before:
                self._lines = 0
            self.tell(self._view(last, curtain))

    def whole(self) -> dict[str, Any]:
        """All of it, for a page that has just come (back)."""
        curtain = self.choose_seat()
        table = self.table
        self._picture.forget()
        self._lines, self._last = 0, {}
        step = Step(table.at, len(table.lines), {self.seat: table.state.observe(self.seat)})
        message = self._view(step, curtain)
        message["whole"] = True
        message["players"] = views.players(table, self.lang, self.owner)
        message["chat"] = [[c.seat, c.name, c.said, c.at] for c in table.chat]
        message["fair"] = table.dealer.commitment
        message["hints"] = bool(table.kept.settings.get("hints"))
        message["rematch"] = table.kept.rematch
        message["warming"] = table.bots_warming
        message["invites"] = self._invites()
        return message

    def _invites(self) -> list[list[Any]]:
        """The links of open seats, for the host alone."""
        if not self.owner or self.table.kept.settings.get("host") != self.owner:
            return []
        return [[i, s.invite] for i, s in enumerate(self.table.seats) if s.kind == "open"]

    def _view(self, step: Step, curtain: int) -> dict[str, Any]:
        table = self.table
        seat = self.seat
        if self.plain:
            return views.plain(table, step, seat)
        who = views.names(table, self.lang, seat)
        board = views.board(table, step, seat, who, self.lang, self.memory, self.wide)
        message = dict(board.message)
        if board.sheet is None:
            self._picture.forget()
            message["broken"] = True
        else:
            message.update(self._picture.write(board.sheet))
        is_over = message["end"] is not None
        first = 0 if is_over or step.lines < self._lines else self._lines
        lines = table.lines[first : step.lines]
        message["log"] = [first, views.log_lines(lines, seat, who, is_over, self.lang)]
        self._lines = step.lines
        if self.wants_told:
            self._if_new(message, "told", views.told(table, step, seat, self.lang, self.memory))
        message["undo"] = (
            step.at == table.at
            and seat is not None
            and seat in table.seats_of(self.owner)
            and table.state.can_undo(seat)
        )
        if curtain >= 0:
            message["curtain"] = [curtain, views.seat_name(table.seats, curtain, self.lang)]
        return message

    def _if_new(self, message: dict[str, Any], key: str, value: Any) -> None:
        if self._last.get(key) != value:
            message[key] = self._last[key] = value

    def presence_changed(self) -> None:
        players = views.players(self.table, self.lang, self.owner)
        self.tell({"t": "players", "players": players})

    async def refresh(self) -> None:
        """Send all of it, once what is being written is durable."""
        async with self.table.lock:
            self.tell(self.whole())

    async def refuse(self, refused: Refused, id: Any) -> None:
        self.tell(views.refusal(refused.code, refused.says, refused.rule, self.lang, id))
        if refused.code in ("stale", "turn", "fault"):
            await self.refresh()

    def seats_changed(self) -> None:
        """Somebody came, left or sat down: tell who is there, and redraw if it matters."""
        self.tell(self.whole())

    async def send_away(self) -> None:
        await self._send({"type": "websocket.close", "code": 4404})

    async def pump(self) -> None:
        """Send what waits, for as long as the page is there; all that waits goes as one."""
        while (data := await self._out.get()) is not None:
            more = [data]
            while not self._out.empty() and (data := self._out.get_nowait()) is not None:
                more.append(data)
            text = (more[0] if len(more) == 1 else b"[" + b",".join(more) + b"]").decode()
            await self._send({"type": "websocket.send", "text": text})
            if data is None:
                return

    def close(self) -> None:
        if not self._out.full():
            self._out.put_nowait(None)


class Live:
    """The ASGI application behind ``/live/TABLE``."""

    def __init__(self, manager: TableManager, people: People, base_url: str) -> None:
        self.manager = manager
        self.people = people
        self.base_url = base_url
        self.open: set[Connection] = set()
        self.followers: set[Watcher] = set()  # streams of the API

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        if message["type"] != "websocket.connect":
            return
        headers = {k.decode("latin-1"): v.decode("latin-1") for k, v in scope["headers"]}
        if not same_origin(headers, self.base_url):
            log.warning("a page of another site was refused", extra=logs.visitor(scope))
            await send({"type": "websocket.close", "code": 4403})
            return
        owner = self.people.owner(HTTPConnection(scope).cookies.get(COOKIE))
        try:
            table = await self.manager.table(scope["path_params"]["table"])
        except (Refused, StoreFailed):  # the page itself is told why
            table = None
        except Exception:
            log.exception("table %s could not be opened", scope["path_params"]["table"])
            table = None
        if table is None or not requests.may_watch(table, owner):
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.close", "code": 4404})
            return
        asked = query(scope)
        lang = "fr" if asked.get("lang") == "fr" else "en"
        memory, plain, wide = (asked.get(key) == "1" for key in ("memory", "plain", "wide"))
        await send({"type": "websocket.accept"})
        page = Connection(table, owner, lang, send, memory, plain, wide, self.manager.lag)
        await self.serve(page, receive)

    async def serve(self, page: Connection, receive: Any) -> None:
        table = page.table
        self.open.add(page)
        pump = asyncio.create_task(page.pump())
        try:
            async with table.lock:
                table.watchers.add(page)
                page.tell(page.whole())
            table.saw(page.owner)
            # Also what a server that fell in the middle still owes: opening chance, a bot's move.
            try:
                await table.begin()
            except StoreFailed:  # it goes on owing it; what there is can be looked at
                page.tell(views.refusal("fault", text.STORE_ILL, "", page.lang, None))
            await self.listen(page, receive)
        except (Gone, StoreFailed):  # deleted, or unreadable: the page comes back, and is told so
            self.manager.tables.pop(page.table.id, None)
            await page.send_away()
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
                answer = await requests.carry_out(self.manager, page, message)
                strikes = 0
                page.tell({"t": "ok", "id": id, "at": page.table.at, **(answer or {})})
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

    async def renew(self, page: Connection) -> None:
        """After a fault, or when a table was let go: sit every page down at the fresh copy."""
        if not page.table.broken and self.manager.tables.get(page.table.id) is page.table:
            return
        old = page.table
        fresh = self.manager.tables.get(old.id) if not old.broken else None
        if fresh is None or fresh is old:
            old.stop()
            fresh = await self.manager.table(old.id)
        if fresh is None:
            raise Gone(old.id)
        for watcher in list(old.watchers):
            old.watchers.discard(watcher)
            fresh.watchers.add(watcher)
            if isinstance(watcher, Connection):
                watcher.table = fresh
        for watcher in list(fresh.watchers):
            watcher.seats_changed()
        fresh.wake()

    def close(self) -> None:
        for page in self.open:
            page.close()
        for follower in self.followers:
            follower.tell({"t": "reload"})


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
