"""Absent players: each comes when a webhook says that it is their turn, and leaves again.

The webhooks go to our sink, which records what arrives. A game between two absent players goes on
only if every turn is notified.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
from collections.abc import Callable
from typing import Any

from labs.bench.faults.history import History
from labs.bench.faults.players import Client, Run
from matou.play.keeping import StoreFailed
from matou.web.notify.repository import Channel

LINGER = 0.05  # seconds that a player stays after a move


class WebhookSink:
    """Receives the messages of all channels."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.address = ""
        self._readers: dict[str, Callable[[list[str]], None]] = {}
        self._server: asyncio.Server | None = None

    async def open(self, host: str) -> None:
        self._server = await asyncio.start_server(self._take, host, 0)
        self.address = f"http://{host}:{self._server.sockets[0].getsockname()[1]}"

    def read_by(self, who: str, callback: Callable[[list[str]], None]) -> str:
        """Registers a reader and returns its address."""
        self._readers[who] = callback
        return f"{self.address}/{who}"

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, ValueError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            fields = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
            body = json.loads(await reader.readexactly(int(fields["content-length"])))
            who = head[0].split()[1].strip("/")
            self.history.note("noticed", who=who, batch=body["id"], tables=body["tables"])
            self._readers[who](body["tables"])
            writer.write(b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n")
            await writer.drain()
        writer.close()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()


class Correspondent(Client):
    """A player who comes only when notified."""

    def __init__(self, run: Run, name: str, sink: WebhookSink) -> None:
        super().__init__(run, name)
        self.channel = secrets.token_hex(8)
        self.partners: list[Correspondent] = []
        self._is_on_turn = False
        self._news = asyncio.Event()
        self._address = sink.read_by(name, self._notified)
        self._is_known = False

    async def subscribe(self) -> None:
        """Adds the player's channel to the store."""
        if not self._is_known:
            channel = Channel(
                *(self.channel, self.owner, "webhook", "", self._address, {"form": "json"}),
                *("en", self.name, 1),
            )
            with contextlib.suppress(StoreFailed):
                self._is_known = await self.run.store.notices.add_channel(channel, 5)

    def _notified(self, tables: list[str]) -> None:
        if self.table in tables:
            self._news.set()

    async def play(self, table: str) -> None:
        self.begin(table)
        if self is self.partners[0]:
            self._news.set()  # the host opens the table
        while not self.run.stopped.is_set() and not self._done.is_set():
            await self._first_of(self._news, self._done, self.run.stopped)
            self._news.clear()
            self._is_on_turn, tries = True, 0
            while self._is_on_turn and not self.run.stopped.is_set() and not self._done.is_set():
                tries = 0 if await self._connected() else tries + 1
                if self._is_on_turn:
                    await self._wait_after(tries)
        for partner in self.partners:
            if self.is_over:
                partner._done.set()

    def _see(self, view: Any) -> None:
        super()._see(view)
        asyncio.get_running_loop().call_later(LINGER, self._go)

    def _answered(self, kind: str, message: Any) -> None:
        super()._answered(kind, message)
        asyncio.get_running_loop().call_later(LINGER, self._go)

    def _go(self) -> None:
        """Leaves, unless it is the player's turn again."""
        if not self._legal and self._unanswered is None:
            self._is_on_turn = False
            self._gone.set()
