"""What one address may ask of the server before a request is even whole.

The parser of uvicorn reads headers of any length, waits for a request for ever, and takes any
number of connections. These two protocols are uvicorn's own, with three limits:

- what stands around a request's body (its first line, headers, chunk sizes, trailers) is counted
  as it arrives, and refused with 431 beyond ``MOST_HEADERS``;
- a request must be whole ``seconds`` after the connection was made, or after its first byte;
- an address holds so many connections at once, live tables included.

Behind a proxy every connection is the proxy's: those are not counted, and `Crowded` counts what is
open for each visitor instead, by the address that the proxy names.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import math
from collections import Counter
from collections.abc import Callable
from typing import Any, cast

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from matou.core.words import Words
from matou.web.http.handover import Handover
from matou.web.ops import logs

log = logging.getLogger("matou.web")

MOST_HEADERS = 16 * 1024  # bytes of a request that are not its body
SECONDS = 30.0  # for sending a request
LINGER = 2.0  # seconds in which whoever was refused can read why; what they still send is dropped
CONNECTIONS = 250  # an address
UTF8 = "matou.utf8"  # our extension of ASGI: a text may be given as the bytes that are sent

TOO_MANY_HEADERS = Words(
    f"The headers of a request may take {MOST_HEADERS // 1024} kB here.",
    f"Les en-têtes d’une demande peuvent faire {MOST_HEADERS // 1024} ko ici.",
)
TOO_SLOW = Words("The request took too long to arrive.", "La demande a mis trop longtemps.")
TOO_MANY = Words(
    "Too many connections from one address: close some, or wait a moment.",
    "Trop de connexions depuis une seule adresse : ferme-en, ou attends un peu.",
)


class Crowd:
    """How many connections each address holds; some are ``uncounted``, a proxy's for one."""

    def __init__(
        self, most: int = CONNECTIONS, uncounted: Callable[[str], bool] | None = None
    ) -> None:
        self.most = most
        self.uncounted = uncounted or (lambda _: False)
        self._of: Counter[str] = Counter()
        self._told: set[str] = set()  # whose crowding the log has told already

    def enter(self, address: str) -> bool:
        """One more, unless there are enough; whoever is let in must leave."""
        if self.uncounted(address):
            return True
        who = household(address)
        if self._of[who] >= self.most:
            if who not in self._told:
                self._told.add(who)
                extra = logs.visitor({"client": (address, 0)})
                log.warning("an address has too many connections", extra=extra)
            return False
        self._of[who] += 1
        return True

    def leave(self, address: str) -> None:
        if self.uncounted(address):
            return
        who = household(address)
        self._of[who] -= 1
        if self._of[who] <= 0:
            del self._of[who]
            self._told.discard(who)


def proxies(listed: str) -> Callable[[str], bool]:
    """Is an address one of ``--proxy``? Read as uvicorn reads them."""
    return _TrustedHosts(listed).__contains__


def household(address: str) -> str:
    """Who counts as one: an IPv4 address, or the 64 bits that a household of IPv6 is given."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


class Config(uvicorn.Config):
    """uvicorn's settings, and our limits."""

    def __init__(
        self,
        app: Any,
        crowd: Crowd,
        seconds: float = SECONDS,
        handover: Handover | None = None,
        **more: Any,
    ) -> None:
        super().__init__(app, http=HttpProtocol, ws=LiveProtocol, **more)
        self.crowd = crowd
        self.seconds = seconds
        self.handover = handover  # of live tables, where this server has several processes


class Counted(asyncio.Protocol):
    """A connection that is counted for its address while it is open."""

    limits: Config
    counted: str | None = None

    def enter(self, client: tuple[str, int] | None) -> bool:
        if client is None:
            return True
        if self.limits.crowd.enter(client[0]):
            self.counted = client[0]
        return self.counted is not None

    def leave(self) -> None:
        if self.counted is not None:
            self.limits.crowd.leave(self.counted)
            self.counted = None


class HttpProtocol(Counted, HttpToolsProtocol):
    """HTTP, within the limits."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        HttpToolsProtocol.__init__(self, *args, **kwargs)
        self.limits = cast(Config, kwargs["config"])
        self.around = 0  # bytes of the present request that were not its body
        self.refused = False
        self.is_home = False  # was it handed over by another process?
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        HttpToolsProtocol.connection_made(self, transport)
        if not self.enter(self.client):
            self.refuse(503, TOO_MANY)
            transport.close()  # at once: to linger is to be one of too many
            return
        self.begin_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self.stop_waiting()
        self.leave()
        HttpToolsProtocol.connection_lost(self, exc)

    # How long a request takes

    def begin_waiting(self) -> None:
        if self.deadline is None:
            self.deadline = self.loop.call_later(self.limits.seconds, self.too_slow)

    def stop_waiting(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def too_slow(self) -> None:
        self.deadline = None
        if self.around:
            self.refuse(408, TOO_SLOW)
        else:
            self.transport.close()

    # How much of it there is

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), MOST_HEADERS):
            if self.refused or self.transport.is_closing():
                return
            if self.transport.get_protocol() is not self:
                return  # a live table from here on
            piece = data[start : start + MOST_HEADERS]
            self.begin_waiting()
            self.around += len(piece)
            HttpToolsProtocol.data_received(self, piece)
            if self.around >= MOST_HEADERS:
                self.refuse(431, TOO_MANY_HEADERS)

    def on_message_begin(self) -> None:
        self.begin_waiting()
        HttpToolsProtocol.on_message_begin(self)

    def on_body(self, body: bytes) -> None:
        self.around = max(0, self.around - len(body))
        HttpToolsProtocol.on_body(self, body)

    def on_message_complete(self) -> None:
        self.around = 0
        self.stop_waiting()
        HttpToolsProtocol.on_message_complete(self)

    def handle_websocket_upgrade(self) -> None:
        self.stop_waiting()
        self.around = 0
        self.leave()  # it is counted again as what it becomes
        if not self.went_home():
            HttpToolsProtocol.handle_websocket_upgrade(self)

    def went_home(self) -> bool:
        """A live connection whose table another process has: it is that one's from here on."""
        handover = self.limits.handover
        if handover is None or self.is_home:
            return False
        lines = [b"%s: %s" % header for header in self.scope["headers"]]
        head = b"\r\n".join([b"GET %s HTTP/1.1" % self.url, *lines, b"", b""])
        if not handover.hand_over(self.url, head, self.transport.get_extra_info("socket").fileno()):
            return False
        self.transport.abort()  # our end of it alone
        return True

    def refuse(self, status: int, says: Words) -> None:
        """Say why, in both languages (nobody has read which one is wanted), and hang up."""
        if self.refused or self.transport.is_closing():
            return
        self.refused = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # an answer is under way: nothing can be said any more
            return
        body = f"{says.en}\n{says.fr}\n".encode()
        head = (
            b"content-type: text/plain; charset=utf-8\r\n"
            b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        )
        self.transport.write(STATUS_LINE[status] + head + body)
        # To close while they still send would take the answer away from them.
        self.stop_waiting()
        self.transport.write_eof()
        self.deadline = self.loop.call_later(LINGER, self.transport.abort)


class LiveProtocol(Counted, WebSocketsSansIOProtocol):
    """A live table: a connection like another, for as long as its page is open."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        WebSocketsSansIOProtocol.__init__(self, *args, **kwargs)
        self.limits = cast(Config, kwargs["config"])
        self.heard = -math.inf  # when the page last said something

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        WebSocketsSansIOProtocol.connection_made(self, transport)
        self.enter(self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        WebSocketsSansIOProtocol.connection_lost(self, exc)
        self.conn.parser.close()  # it holds what holds it: without it, all of it is gone at once

    async def run_asgi(self) -> None:
        self.scope["extensions"][UTF8] = {}
        await WebSocketsSansIOProtocol.run_asgi(self)

    async def send(self, message: Any) -> None:
        """A text to an open page is one frame, made here; whatever else is the library's matter."""
        text = message.get("utf8")
        if text is None and (said := message.get("text")) is not None:
            text = said.encode()
        if text is None or not self.handshake_complete or self.conn.state is not State.OPEN:
            if "utf8" in message:
                message = {"type": message["type"], "text": text.decode()}
            await WebSocketsSansIOProtocol.send(self, message)
            if self.initial_response is not None and self.close_sent:
                self.handshake_complete = True  # refused is answered: the log hears of no error
            return
        if not self.writable.is_set():  # a page that reads slowly
            await self.writable.wait()
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(frame(text))

    def send_receive_event_to_app(self) -> None:
        """Reading stops while messages wait, which takes two calls of the system: one may wait."""
        self.heard = self.loop.time()
        if self.read_paused or not self.queue.empty():
            WebSocketsSansIOProtocol.send_receive_event_to_app(self)
            return
        self.read_paused = True  # as the library is to believe
        WebSocketsSansIOProtocol.send_receive_event_to_app(self)
        self.read_paused = False

    def send_keepalive_ping(self) -> None:
        """Whoever has just said something, and was answered, is asked for no sign of life."""
        assert self.ping_interval is not None
        rest = self.heard + self.ping_interval - self.loop.time()
        if rest > 0:
            self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)
        else:
            WebSocketsSansIOProtocol.send_keepalive_ping(self)


def frame(body: bytes) -> bytes:
    """A text for a page, as one frame (RFC 6455, 5.2): whole, and without a mask."""
    size = len(body)
    if size < 126:
        return bytes((0x81, size)) + body
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + body
    return b"\x81\x7f" + size.to_bytes(8, "big") + body


class Crowded:
    """Behind a proxy: so many requests and live tables at once for the address that it names."""

    def __init__(self, app: Any, crowd: Crowd) -> None:
        self.app = app
        self.crowd = crowd

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if client is None or scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif self.crowd.enter(client[0]):
            try:
                await self.app(scope, receive, send)
            finally:
                self.crowd.leave(client[0])
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1013})
        else:
            body = f"{TOO_MANY.en}\n{TOO_MANY.fr}\n".encode()
            headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5")]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": body})
