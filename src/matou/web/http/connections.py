"""Limits on connections: extends uvicorn's protocols with four limits.

uvicorn accepts headers of any length, waits for a request forever, and accepts any number of
connections. The limits:

- The bytes of a request outside its body (request line, headers, chunk sizes, trailers) are counted
  as they arrive. More than ``MOST_HEADERS`` gives a 431 response.
- A request must be complete ``seconds`` after the connection opened, or after its first byte.
- A network may hold a limited number of connections, including WebSockets.
- A WebSocket whose client reads nothing for ``unread_seconds`` is closed.

Behind a proxy every connection comes from the proxy, so connections are not counted. Instead the
middleware `TooManyConnections` counts open requests by the client address that the proxy names.
"""

import asyncio
import math
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, cast

import uvicorn
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from matou.core.grammar import languages
from matou.core.messages import Message, say
from matou.web.http.connection_passing import ConnectionPassing
from matou.web.http.frames import PING, frame, is_between_frames, short_text
from matou.web.http.security import client_network
from matou.web.ops.logs import log, visitor

MOST_HEADERS = 16 * 1024  # bytes of a request outside its body
SECONDS = 30.0  # for a client to send a request
UNREAD_SECONDS = 60.0  # for a page to read its messages
MOST_UNSENT = 16 * 1024  # bytes in the write buffer of a page before writers wait
LINGER = 2.0  # seconds for a refused client to read the response
CONNECTIONS = 250  # per network
# Our ASGI extension: ``write`` sends text that is already encoded, without middleware in between,
# ``write_now`` does so only if the page reads its messages, ``drained`` waits until it has read
# them, ``ping`` asks for a sign of life, and ``quiet`` returns how long it has not come.
DIRECT = "matou.direct"

TOO_MANY_HEADERS = say(
    "Request headers can’t exceed {most_headers} kB.", most_headers=MOST_HEADERS // 1024
)
TOO_SLOW = say("The request took too long to arrive.")
TOO_MANY = say("Too many connections from your address. Close a few, or wait a moment.")


def in_every_language(says: Message) -> bytes:
    """Returns a text in every language, one per line, for a client whose language is unknown."""
    return "".join(f"{says.say(lang)}\n" for lang in languages()).encode()


class ConnectionLimiter:
    """Counts the open connections of each network, except for ``uncounted`` addresses."""

    def __init__(
        self, most: int = CONNECTIONS, uncounted: Callable[[str], bool] | None = None
    ) -> None:
        self.most = most
        self.uncounted = uncounted or (lambda _: False)
        self._open: Counter[str] = Counter()
        self._logged: set[str] = set()  # networks over the limit that were already logged

    def enter(self, address: str) -> bool:
        """Counts a connection. Returns False at the limit; otherwise call `leave` later."""
        if self.uncounted(address):
            return True
        network = client_network(address)
        if self._open[network] >= self.most:
            if network not in self._logged:
                self._logged.add(network)
                extra = visitor({"client": (address, 0)})
                log.warning("an address has too many connections", extra=extra)
            return False
        self._open[network] += 1
        return True

    def leave(self, address: str) -> None:
        if self.uncounted(address):
            return
        network = client_network(address)
        self._open[network] -= 1
        if self._open[network] <= 0:
            del self._open[network]
            self._logged.discard(network)


def proxies(listed: str) -> Callable[[str], bool]:
    """Returns a function that tests for the addresses of ``--proxy``, parsed as uvicorn does."""
    return _TrustedHosts(listed).__contains__


class Config(uvicorn.Config):
    def __init__(
        self,
        app: Any,
        limiter: ConnectionLimiter,
        seconds: float = SECONDS,
        passing: ConnectionPassing | None = None,
        unread_seconds: float = UNREAD_SECONDS,
        **more: Any,
    ) -> None:
        super().__init__(app, http=HttpProtocol, ws=LiveProtocol, **more)
        self.limiter = limiter
        self.seconds = seconds
        self.unread_seconds = unread_seconds
        self.passing = passing  # to the other processes of this server, if any


class CountedConnection(asyncio.Protocol):
    """A connection that is counted for its network while it is open."""

    limits: Config
    counted: str | None = None  # the address that it is counted for

    def enter(self, client: tuple[str, int] | None) -> bool:
        if client is None:
            return True
        if self.limits.limiter.enter(client[0]):
            self.counted = client[0]
        return self.counted is not None

    def leave(self) -> None:
        if self.counted is not None:
            self.limits.limiter.leave(self.counted)
            self.counted = None


class HttpProtocol(CountedConnection, HttpToolsProtocol):
    """uvicorn's HTTP protocol with limits on header size, time and connections."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        HttpToolsProtocol.__init__(self, *args, **kwargs)
        self.limits = cast(Config, kwargs["config"])
        self.head_bytes = 0  # bytes of the current request outside its body
        self.refused = False
        self.was_passed = False  # by another process of this server
        self.deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        HttpToolsProtocol.connection_made(self, transport)
        if not self.enter(self.client):
            self.refuse(503, TOO_MANY)
            transport.close()  # at once, because an open connection would exceed the limit
            return
        self.start_deadline()

    def connection_lost(self, exc: Exception | None) -> None:
        self.cancel_deadline()
        self.leave()
        HttpToolsProtocol.connection_lost(self, exc)

    # Time

    def start_deadline(self) -> None:
        if self.deadline is None:
            self.deadline = self.loop.call_later(self.limits.seconds, self.too_slow)

    def cancel_deadline(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def too_slow(self) -> None:
        self.deadline = None
        if self.head_bytes:
            self.refuse(408, TOO_SLOW)
        else:
            self.transport.close()

    # Size

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), MOST_HEADERS):
            if self.refused or self.transport.is_closing():
                return
            if self.transport.get_protocol() is not self:
                return  # upgraded to a WebSocket
            piece = data[start : start + MOST_HEADERS]
            self.start_deadline()
            self.head_bytes += len(piece)
            HttpToolsProtocol.data_received(self, piece)
            if self.head_bytes >= MOST_HEADERS:
                self.refuse(431, TOO_MANY_HEADERS)

    def on_message_begin(self) -> None:
        self.start_deadline()
        HttpToolsProtocol.on_message_begin(self)

    def on_body(self, body: bytes) -> None:
        self.head_bytes = max(0, self.head_bytes - len(body))
        HttpToolsProtocol.on_body(self, body)

    def on_message_complete(self) -> None:
        self.head_bytes = 0
        self.cancel_deadline()
        HttpToolsProtocol.on_message_complete(self)

    def handle_websocket_upgrade(self) -> None:
        self.cancel_deadline()
        self.head_bytes = 0
        self.leave()  # the WebSocket counts itself
        if not self.was_passed_on():
            HttpToolsProtocol.handle_websocket_upgrade(self)

    def was_passed_on(self) -> bool:
        """Passes a WebSocket to the process that holds its table. Returns whether it did."""
        passing = self.limits.passing
        if passing is None or self.was_passed:
            return False
        lines = [b"%s: %s" % header for header in self.scope["headers"]]
        head = b"\r\n".join([b"GET %s HTTP/1.1" % self.url, *lines, b"", b""])
        if not passing.pass_on(self.url, head, self.transport.get_extra_info("socket").fileno()):
            return False
        self.transport.abort()  # closes only our copy of the descriptor
        return True

    def refuse(self, status: int, says: Message) -> None:
        """Sends an error in every language, as the request was not read yet, and disconnects."""
        if self.refused or self.transport.is_closing():
            return
        self.refused = True
        if self.cycle is not None and not self.cycle.response_complete:
            self.transport.abort()  # a response has started, so it is too late for another
            return
        body = in_every_language(says)
        head = (
            b"content-type: text/plain; charset=utf-8\r\n"
            b"content-length: %d\r\nconnection: close\r\n\r\n" % len(body)
        )
        self.transport.write(STATUS_LINE[status] + head + body)
        # Closing while the client still sends would reset the connection and lose the response.
        self.cancel_deadline()
        self.transport.write_eof()
        self.deadline = self.loop.call_later(LINGER, self.transport.abort)


class Inbox(deque[Any]):
    """Events for the application. It has one reader, so it is simpler than an ``asyncio.Queue``."""

    awaited: asyncio.Future[None] | None = None

    def put_nowait(self, event: Any) -> None:
        self.append(event)
        if self.awaited is not None and not self.awaited.done():
            self.awaited.set_result(None)

    def empty(self) -> bool:
        return not self


class LiveProtocol(CountedConnection, WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a limit on unread messages and cheaper frames and pings."""

    queue: Inbox  # type: ignore[assignment]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        WebSocketsSansIOProtocol.__init__(self, *args, **kwargs)
        self.limits = cast(Config, kwargs["config"])
        self.queue = Inbox()
        self.is_between_frames = False  # the parser waits for a new frame and a new message
        self.last_message = -math.inf  # when the page last sent a message
        self.unanswered = math.inf  # when the first ping was sent after its last sign of life

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        WebSocketsSansIOProtocol.connection_made(self, transport)
        cast(asyncio.Transport, transport).set_write_buffer_limits(high=MOST_UNSENT)
        self.enter(self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        WebSocketsSansIOProtocol.connection_lost(self, exc)
        self.conn.parser.close()  # breaks a reference cycle, so that memory is freed at once

    async def run_asgi(self) -> None:
        self.scope["extensions"][DIRECT] = {
            "drained": self.drained,
            "write": self.write,
            "write_now": self.write_now,
            "ping": self.ping,
            "quiet": lambda: self.loop.time() - self.unanswered,
        }
        await WebSocketsSansIOProtocol.run_asgi(self)

    async def send(self, message: Any) -> None:
        """Writes text as a single frame. Passes all other messages to uvicorn."""
        text = message.get("text")
        if text is None or not self.handshake_complete or self.conn.state is not State.OPEN:
            await WebSocketsSansIOProtocol.send(self, message)
            if self.initial_response is not None and self.close_sent:
                self.handshake_complete = True  # refused with a response; log no error
            return
        await self.drained()
        self.write(text.encode())

    def write(self, text: bytes) -> None:
        if self.disconnected or self.conn.state is not State.OPEN:
            raise ClientDisconnected
        self.transport.write(frame(text))

    def write_now(self, text: bytes) -> bool:
        """Writes if the page is open and the write buffer has room. Returns whether it did."""
        if self.disconnected or not self.writable.is_set() or self.conn.state is not State.OPEN:
            return False
        self.transport.write(frame(text))
        return True

    def data_received(self, data: bytes) -> None:
        """Reads a short text that arrives in one piece, as most do, without uvicorn's parser."""
        self.unanswered = math.inf
        text = short_text(data) if self.is_between_frames and not self.queue else None
        if text is None or self.read_paused or self.conn.state is not State.OPEN:
            WebSocketsSansIOProtocol.data_received(self, data)
            self.is_between_frames = is_between_frames(self.conn)
        else:
            self.last_message = self.loop.time()
            self.queue.put_nowait({"type": "websocket.receive", "text": text})

    async def receive(self) -> Any:
        queue = self.queue
        while not queue:
            queue.awaited = self.loop.create_future()
            await queue.awaited
        event = queue.popleft()
        if self.read_paused and not queue:
            self.read_paused = False
            self.transport.resume_reading()
        return event

    def ping(self) -> None:
        """Sends an empty ping, which every browser answers."""
        if not self.disconnected and self.conn.state is State.OPEN:
            self.unanswered = min(self.unanswered, self.loop.time())
            self.transport.write(PING)

    async def drained(self) -> None:
        """Waits until the write buffer has room. Disconnects a client that reads nothing."""
        if self.writable.is_set():
            return
        try:
            async with asyncio.timeout(self.limits.unread_seconds):
                await self.writable.wait()
        except TimeoutError:  # a live page will reconnect
            self.transport.abort()
            raise ClientDisconnected from None

    def send_receive_event_to_app(self) -> None:
        """Lets one message wait without pausing the reader, which would cost two system calls."""
        self.last_message = self.loop.time()
        if self.read_paused or not self.queue.empty():
            WebSocketsSansIOProtocol.send_receive_event_to_app(self)
            return
        self.read_paused = True  # keeps uvicorn from pausing
        WebSocketsSansIOProtocol.send_receive_event_to_app(self)
        self.read_paused = False

    def send_keepalive_ping(self) -> None:
        """Skips the ping if the page has sent a message recently."""
        assert self.ping_interval is not None
        rest = self.last_message + self.ping_interval - self.loop.time()
        if rest > 0:
            self.ping_timer = self.loop.call_later(rest, self.send_keepalive_ping)
        else:
            WebSocketsSansIOProtocol.send_keepalive_ping(self)


class TooManyConnections:
    """Middleware for use behind a proxy: limits open requests and WebSockets by client address."""

    def __init__(self, app: Any, limiter: ConnectionLimiter) -> None:
        self.app = app
        self.limiter = limiter

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        client = scope.get("client")
        if client is None or scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif self.limiter.enter(client[0]):
            try:
                await self.app(scope, receive, send)
            finally:
                self.limiter.leave(client[0])
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1013})
        else:
            body = in_every_language(TOO_MANY)
            headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"retry-after", b"5")]
            await send({"type": "http.response.start", "status": 503, "headers": headers})
            await send({"type": "http.response.body", "body": body})
