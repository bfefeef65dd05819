"""Plays at many tables of two with a light WebSocket client, and measures."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any, cast

import msgspec

from labs.bench.site_server import MatouServer
from matou.core.game import Game
from matou.play.opening import new_table
from matou.play.seats import Seat
from matou.play.views import from_position
from matou.web.http.security import People
from matou.web.store import Store, open_store

_decode = msgspec.json.Decoder().decode


@dataclass
class Cost:
    """The cost of some moves."""

    moves: int = 0
    seconds: float = 0.0
    cpu: float = 0.0  # the server's seconds
    clients: float = 0.0  # our seconds
    bytes: int = 0  # sent by the server
    idle: float = float("nan")  # part of a processor that it takes while nobody moves
    memory: float = float("nan")  # megabytes
    pages: int = 0

    def add(self, other: Cost) -> None:
        self.moves += other.moves
        self.seconds += other.seconds
        self.cpu += other.cpu
        self.clients += other.clients
        self.bytes += other.bytes

    @property
    def idle_a_move(self) -> float:
        """Returns the microseconds a move that the server would have taken without moves."""
        return self.idle * self.seconds / max(1, self.moves) * 1e6

    @property
    def cpu_a_move(self) -> float:
        """Returns microseconds a move."""
        return self.cpu / max(1, self.moves) * 1e6


@dataclass
class Load:
    """What was measured under a load."""

    cost: Cost = field(default_factory=Cost)
    acks: list[float] = field(default_factory=list)  # ms until the mover had the answer
    sights: list[float] = field(default_factory=list)  # ms until the other player saw it
    ended: int = 0  # games that ended early

    @property
    def moves(self) -> float:
        """Returns moves a second."""
        return self.cost.moves / self.cost.seconds

    @property
    def p50(self) -> float:
        return quantile(self.sights, 0.5)

    @property
    def p99(self) -> float:
        return quantile(self.sights, 0.99)


def quantile(values: list[float], q: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(q * len(ordered)))] if ordered else float("nan")


@dataclass
class Chair:
    """A seat at a table, with the cookie that owns it."""

    table: str
    cookie: str


async def create_tables_in(data: Path, game: Game, count: int) -> list[list[Chair]]:
    """Creates tables of two people in a server's folder before it starts."""
    store = open_store(data)
    tables = await create_tables(store, People(store.db.key), game, count)
    await store.db.close()
    return tables


async def create_tables(
    store: Store, people: People, game: Game, count: int, watched: bool = False
) -> list[list[Chair]]:
    """Creates tables of two people in a store."""
    tables = []
    made = []
    for _ in range(count):
        cookies = [people.new(), people.new()]
        seats = [
            Seat("person", 0, people.owner(cookie), f"P{i}", i) for i, cookie in enumerate(cookies)
        ]
        settings = {"watch": watched, "hints": False, "host": seats[0].owner}
        row = new_table(game, list(seats), settings, {})
        made.append(store.tables.create(row))
        tables.append([Chair(row.id, cookie) for cookie in cookies])
    await asyncio.gather(*made)
    return tables


class Socket(asyncio.Protocol):
    """A minimal WebSocket client."""

    def __init__(self, port: int, chair: Chair, query: str, heard: Callable[[Any], None]) -> None:
        self.heard = heard
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.received = 0  # bytes
        self._in = b""
        self._hello = (
            f"GET /live/{chair.table}?{query} HTTP/1.1\r\nHost: localhost:{port}\r\n"
            f"Origin: http://localhost:{port}\r\nCookie: matou={chair.cookie}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\n\r\n"
        ).encode()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass
        self._transport.write(self._hello)

    def data_received(self, data: bytes) -> None:
        self._in += data
        self.received += len(data)
        if not self.opened.done():
            head, mark, rest = self._in.partition(b"\r\n\r\n")
            if not mark:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head[:80].decode()))
                return
            self._in = rest
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            kind, body = frame
            if kind == 1:
                self.text(body)
            elif kind == 9:
                self._send(10, body)
            elif kind == 8:
                self._send(8, body)
                self._transport.close()

    def text(self, body: bytes) -> None:
        received = _decode(body)
        for message in received if isinstance(received, list) else [received]:
            self.heard(message)

    def _frame(self) -> tuple[int, bytes] | None:
        data = self._in
        if len(data) < 2:
            return None
        size, at = data[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(data[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(data[2:10], "big"), 10
        if len(data) < at + size:
            return None
        self._in = data[at + size :]
        return data[0] & 15, data[at : at + size]

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([128 | kind, 128 | size]) if size < 126 else b""
        if not head:
            head = bytes([128 | kind, 254]) + size.to_bytes(2, "big")
        # A mask of zeros is valid and leaves the body as it is.
        self._transport.write(head + b"\0\0\0\0" + body)

    def send(self, message: dict[str, Any]) -> None:
        self._send(1, json.dumps(message).encode())

    def close(self) -> None:
        self._transport.close()


class Meter:
    """Measures from its creation until it is read."""

    def __init__(self, server: MatouServer, sockets: list[Socket]) -> None:
        self.server, self.sockets = server, sockets
        self.began = time.perf_counter()
        self.cpu, self.clients = server.processor_seconds(), time.process_time()
        self.bytes = sum(socket.received for socket in sockets)

    def read(self, moves: int) -> Cost:
        return Cost(
            moves,
            time.perf_counter() - self.began,
            self.server.processor_seconds() - self.cpu,
            time.process_time() - self.clients,
            sum(socket.received for socket in self.sockets) - self.bytes,
        )


class Match:
    """Two players of a table. A move starts when both have seen the one before.

    With a ``game`` they are pages that draw by themselves and find the legal actions.
    """

    def __init__(self, load: Load, rng: random.Random, game: Game | None = None) -> None:
        self.load = load
        self.rng = rng
        self.game = game
        self.sockets: list[Socket] = []
        self.at = [-1, -1]
        self.legal: list[list[Any]] = [[], []]
        self.mover = -1
        self.target = -1
        self.began = 0.0
        self.running = False
        self.sight = False
        self.moves = 0

    async def open(
        self,
        port: int,
        chairs: list[Chair],
        query: str,
        host: str = "",
        langs: tuple[str, str] = ("en", "en"),
    ) -> None:
        """Connects both players, from the local address ``host`` if given."""
        loop, own = asyncio.get_running_loop(), (host, 0) if host else None
        for seat, (chair, lang) in enumerate(zip(chairs, langs, strict=True)):

            def heard(message: Any, seat: int = seat) -> None:
                self.hear(seat, message)

            asks = f"{query}&lang={lang}"

            def make(
                chair: Chair = chair, asks: str = asks, heard: Callable[[Any], None] = heard
            ) -> Socket:
                return Socket(port, chair, asks, heard)

            _, socket = await loop.create_connection(make, "127.0.0.1", port, local_addr=own)
            self.sockets.append(socket)
            await socket.opened
            if self.game is not None:
                socket.send({"set": {"draws": True}})

    def hear(self, seat: int, message: Any) -> None:
        kind = message["t"]
        if kind == "ok":
            if seat == self.mover and self.running:
                self.load.acks.append((time.perf_counter() - self.began) * 1000)
                self.target = message["at"]
                self.both()
        elif kind == "view":
            self.at[seat] = message["at"]
            self.legal[seat] = self.may_do(message)
            if self.running and seat != self.mover and self.mover >= 0 and self.sight:
                self.load.sights.append((time.perf_counter() - self.began) * 1000)
                self.sight = False
            self.both()

    def may_do(self, message: Any) -> list[Any]:
        if self.game is None or "position" not in message:
            listed: list[Any] = message["legal"]
            return listed
        view = from_position(self.game, len(self.at), message["position"], message["seat"], [])
        return [[action] for action in view.legal()]

    def both(self) -> None:
        if self.target >= 0 and self.at[0] >= self.target and self.at[1] >= self.target:
            self.moves += 1
            self.target = -1
            self.go()

    def go(self) -> None:
        """Plays the next move, if there is one."""
        if not self.running:
            return
        self.mover = 0 if self.legal[0] else 1
        if not self.legal[self.mover]:
            self.mover = -1
            self.load.ended += 1
            return
        action = self.rng.choice(self.legal[self.mover])[0]
        self.sight = True
        self.began = time.perf_counter()
        self.sockets[self.mover].send({"do": action, "at": self.at[self.mover]})


async def drive(
    server: MatouServer,
    tables: list[list[Chair]],
    seconds: float,
    query: str,
    game: Game | None = None,
    langs: tuple[str, ...] = ("en",),
) -> Load:
    """Plays at all tables at once for ``seconds``, or until all games are over.

    With a ``game``, pages draw by themselves. The seats read the languages in turn.
    """
    load = Load()
    rng = random.Random(1)
    reading = cycle(langs)
    matches = [Match(load, random.Random(rng.random()), game) for _ in tables]
    for match, chairs in zip(matches, tables, strict=True):
        await match.open(server.port, chairs, query, langs=(next(reading), next(reading)))
    await asyncio.sleep(1.0)
    sockets = [socket for match in matches for socket in match.sockets]
    meter = Meter(server, sockets)
    for match in matches:
        match.running = True
        match.go()
    while time.perf_counter() < meter.began + seconds and load.ended < len(matches):
        await asyncio.sleep(0.02)
    for match in matches:
        match.running = False
    load.cost = meter.read(sum(match.moves for match in matches))
    for socket in sockets:
        socket.close()
    return load


async def watch(port: int, tables: list[list[Chair]]) -> list[Socket]:
    """Opens a page at each table, and leaves it open."""
    loop = asyncio.get_running_loop()
    opened = []
    for chairs in tables:

        def make(chair: Chair = chairs[0]) -> Socket:
            return Socket(port, chair, "plain=0", lambda _: None)

        _, socket = await loop.create_connection(make, "127.0.0.1", port)
        await socket.opened
        opened.append(socket)
    return opened
