"""One visitor cannot block the site: cookies, headers, slow requests, connections."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import socket
from collections.abc import AsyncIterator
from http import cookies
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from uvicorn.server import ServerState
from web.support import PATIENCE, Page, Person, a_site, site_of, until
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

import matou
from matou.cli.commands import doctor
from matou.play.keeping import StoreFailed
from matou.web.http.connections import (
    MOST_HEADERS,
    Config,
    ConnectionLimiter,
    HttpProtocol,
    TooManyConnections,
    proxies,
)
from matou.web.http.security import client_network

GAME = matou.available()[0]


# Cookies


async def test_cookies_that_are_slow_to_parse_are_never_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither long cookies nor any with backslashes reach Python's cookie parser."""
    read: list[str] = []

    def unquote(value: str) -> str:
        read.append(value)
        return value

    monkeypatch.setattr(cookies, "_unquote", unquote)
    bombs = ("x=" + "a" * 5000, 'x="' + "\\\\" * 1000 + '"', "; ".join(["x=yz"] * 1000))

    async with a_site(tmp_path) as app:
        host = Person(app)
        table = await host.new_table(GAME)
        for bomb in bombs:
            for path in ("/", f"/t/{table}", "/api/games", f"/t/{table}/share.png?lang=xx"):
                await host.http.get(path, headers={"cookie": f"{host.cookie}; {bomb}"})
            page = Page(app, table, f"{host.cookie}; {bomb}", "en")
            await page.start()
            await page.close()
        # Foreign cookies do not hide ours, as long as they are short.
        page = Page(app, table, f'other="a\\"b"; {host.cookie}', "en")
        await page.start()
        assert page.view["seat"] == 0
        await page.close()
    assert read
    assert not [value for value in read if "\\" in value]
    assert max(map(len, read)) < 300
    assert "yz" not in read


def test_doctor_names_the_python_release_to_upgrade_to() -> None:
    for running, least in (
        ((3, 11, 7), "3.11.10"),
        ((3, 11, 10), ""),
        ((3, 12, 5), "3.12.6"),
        ((3, 12, 6), ""),
        ((3, 13, 0), ""),
    ):
        assert doctor.safe_release(running) == least


# Connections


LIMITS: dict[int, Config] = {}  # by port


@contextlib.asynccontextmanager
async def serve_on_port(app: Starlette, most: int = 9) -> AsyncIterator[int]:
    """Serves the site on a free port, as `serve` does."""
    config = Config(
        app, ConnectionLimiter(most), PATIENCE, ws_per_message_deflate=False, log_config=None
    )
    config.load()
    loop, state = asyncio.get_running_loop(), ServerState()

    def protocol() -> HttpProtocol:
        return HttpProtocol(config=config, server_state=state, app_state={})

    server = await loop.create_server(protocol, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    LIMITS[port] = config
    try:
        yield port
    finally:
        server.close()
        for connection in list(state.connections):
            connection.transport.abort()


async def send_request(port: int, *pieces: bytes) -> bytes:
    """Sends a request in pieces. Returns everything until the server closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    reply = b""
    with contextlib.suppress(ConnectionError):
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)
        while got := await asyncio.wait_for(reader.read(65536), PATIENCE):
            reply += got
    writer.close()
    return reply


GET = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
CLOSE = b"connection: close\r\n\r\n"
UPGRADE = (
    b"GET /live/x HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)
CHUNKED = b"POST /prefs HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n"


async def test_headers_above_16_kb_are_refused_while_they_arrive(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app, serve_on_port(app) as port:
        fits = b"x: " + b"a" * (MOST_HEADERS - 500) + b"\r\n"
        assert (await send_request(port, GET, fits, CLOSE)).startswith(b"HTTP/1.1 200 ")
        for first, pieces in (
            (GET, [b"x: ", *[b"a" * 1000] * 17]),  # one header that never ends
            (GET, [b"x: y\r\n" * 100] * 40),
            (b"GET /", [b"a" * 1000] * 17),
            (GET, [fits + fits + CLOSE]),  # in one piece
            (UPGRADE, [b"x: y\r\n" * 100] * 40),
        ):
            reply = await send_request(port, first, *pieces)
            assert reply.startswith(b"HTTP/1.1 431 "), reply[:80]
            assert b"16 ko" in reply
        # Trailers and chunk sizes count as headers too.
        for pieces in ([b"0\r\nx: ", *[b"a" * 1000] * 17], [b"1;" + b"a" * 1000] * 17):
            reply = await send_request(port, CHUNKED, *pieces)
            assert b" 200 " not in reply[:20]
        # A long body has its own limit.
        body = b"record=" + b"a" * 200_000
        head = b"POST /open HTTP/1.1\r\nhost: x\r\norigin: http://x\r\ncontent-length: %d\r\n"
        reply = await send_request(port, head % len(body) + CLOSE, body)
        assert reply.startswith(b"HTTP/1.1 413 ")


async def test_an_incomplete_request_times_out(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app, serve_on_port(app) as port:
        limits = LIMITS[port]
        limits.seconds = 0.3
        assert await send_request(port) == b""  # no request at all
        assert (await send_request(port, GET)).startswith(b"HTTP/1.1 408 ")
        # Half a body: the server stops waiting for the form.
        await send_request(port, b"POST /open HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nrec")
        # The same for a second request on the connection.
        limits.seconds = PATIENCE
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(GET + b"\r\n")
        assert b" 200 " in await reader.readline()
        headers = await reader.readuntil(b"\r\n\r\n")
        length = re.search(rb"content-length: (\d+)", headers)
        assert length is not None
        await reader.readexactly(int(length[1]))
        limits.seconds = 0.3
        writer.write(GET)
        assert b"HTTP/1.1 408 " in await asyncio.wait_for(reader.read(), PATIENCE)
        writer.close()
        # A WebSocket is not a slow request: it stays open.
        host = Person(app)
        table = await host.new_table(GAME)
        while True:
            try:
                page = await live(port, table)
                break
            except (
                WebSocketException,
                OSError,
                EOFError,
            ):  # slower than the limit
                limits.seconds *= 2
        async with page:
            await asyncio.sleep(2 * limits.seconds)
            await page.send('{"sync": 1, "id": 5}')
            while '"id":5' not in str(await page.recv()):
                pass


def live(port: int, table: str, **more: Any) -> Any:
    origin: Any = f"http://127.0.0.1:{port}"
    return connect(
        f"ws://127.0.0.1:{port}/live/{table}", origin=origin, open_timeout=PATIENCE, **more
    )


async def test_connections_per_address_are_limited_including_websockets(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app, serve_on_port(app, most=4) as port:
        table = await Person(app).new_table(GAME)
        async with live(port, table), live(port, table):
            idle = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
            while site_of(app).live.open == set():
                await asyncio.sleep(0)
            reply = await send_request(port)
            assert reply.startswith(b"HTTP/1.1 503 ")
            assert b"connexions" in reply
            with pytest.raises((InvalidStatus, OSError)):
                async with live(port, table):
                    pass
            idle[0][1].close()
            while b" 200 " not in (await send_request(port, GET + CLOSE))[:20]:
                await asyncio.sleep(0)
            idle[1][1].close()
        # Closed connections no longer count.
        while True:
            replies = await asyncio.gather(*(send_request(port, GET + CLOSE) for _ in range(4)))
            if all(b" 200 " in one[:20] for one in replies):
                break


async def test_a_websocket_that_never_reads_is_closed(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app, serve_on_port(app) as port:
        LIMITS[port].unread_seconds = 0.3
        table = await Person(app).new_table(GAME)
        there = socket.socket()
        there.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        there.setblocking(False)
        loop, live = asyncio.get_running_loop(), site_of(app).live
        await loop.sock_connect(there, ("127.0.0.1", port))
        head = UPGRADE.replace(b"/live/x", b"/live/%s" % table.encode())
        origin = b"host: 127.0.0.1:%d\r\norigin: http://127.0.0.1:%d\r\n" % (port, port)
        head = head.replace(b"host: localhost\r\n", origin)
        await loop.sock_sendall(there, head + b"\r\n")
        await until(lambda: live.open)

        async def is_gone() -> bool:
            with contextlib.suppress(ConnectionError):  # sends requests, and reads nothing
                await loop.sock_sendall(there, masked(b'{"sync": 1}'))
            return not live.open

        await until(is_gone)
        there.close()


def masked(text: bytes) -> bytes:
    """Returns a short text frame as a browser sends it, with a mask of zeros."""
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text


async def test_behind_a_proxy_visitors_count_by_their_forwarded_address() -> None:
    inside: list[str] = []
    sent: list[Any] = []

    leave = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        inside.append(scope["client"][0])
        await leave.wait()

    limiter = ConnectionLimiter(2, proxies("127.0.0.1, 10.0.0.0/8"))
    crowded = TooManyConnections(app, limiter)

    async def ask(kind: str, address: str) -> None:
        async def send(message: Any) -> None:
            sent.append((address, message.get("status") or message.get("code")))

        async def receive() -> dict[str, str]:
            return {"type": "websocket.connect"}

        await crowded({"type": kind, "client": (address, 0)}, receive, send)

    async with asyncio.TaskGroup() as asking:
        for kind, address in (
            *[("http", "203.0.113.1")] * 3,
            *[("websocket", "203.0.113.2")] * 3,
            *[("http", "10.1.2.3")] * 5,  # the proxy's own address
        ):
            asking.create_task(ask(kind, address))
        while len(inside) < 9:
            await asyncio.sleep(0)
        leave.set()
    assert limiter.enter("203.0.113.1")
    assert sorted(inside) == [*["10.1.2.3"] * 5, *["203.0.113.1"] * 2, *["203.0.113.2"] * 2]
    assert ("203.0.113.1", 503) in sent
    assert ("203.0.113.2", 1013) in sent


def test_an_ipv6_address_counts_with_its_network() -> None:
    assert client_network("2001:db8::1") == client_network("2001:db8::ffff:1")
    assert client_network("2001:db8:0:1::1") != client_network("2001:db8::1")
    assert client_network("::ffff:203.0.113.9") == client_network("203.0.113.9") == "203.0.113.9"


async def test_a_page_refused_without_a_store_logs_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with a_site(tmp_path) as app, serve_on_port(app) as port:
        table = await Person(app).new_table(GAME)

        def away(_cookie: object) -> str:
            raise StoreFailed("away")

        monkeypatch.setattr(site_of(app).live.people, "owner", away)
        caplog.clear()
        for _ in range(3):
            with pytest.raises(InvalidStatus) as refused:
                async with live(port, table):
                    pass
            assert refused.value.response.status_code == 503
            assert refused.value.response.headers["retry-after"] == "1"
        monkeypatch.undo()
        async with live(port, table) as page:  # the store is back
            assert await page.recv()
        assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []
