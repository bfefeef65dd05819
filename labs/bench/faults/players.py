"""Clients over real WebSockets, which reconnect to another server as a page does.

A client behaves like ``table.js``. When its connection is lost it waits, longer each time, and
connects to a server as a proxy would choose. It sends an unanswered move again with the number of
the position it answered, so that the move is taken once or refused as stale. All it sends, receives
and sees is recorded.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from labs.bench.faults.history import History, digest
from labs.bench.faults.site import Server, Site
from labs.bench.site_load import Chair, Socket
from matou.web.http.security import People
from matou.web.store import Store

THINK = (0.04, 0.24)  # seconds that a person takes for a move
CHAT_EVERY = 12  # moves
LONGEST_WAIT = 3.25  # seconds between two tries to reconnect, at most, as in again.js
CLOCK = 6.0  # seconds of each player in a game with a clock: too few for most games
PATIENCE = 8.0  # seconds that a page waits for a connection


class Line(Socket):
    """A client's connection, which reports when it is lost."""

    def __init__(
        self, port: int, chair: Chair, heard: Callable[[Any], None], lost: Callable[[], None]
    ) -> None:
        super().__init__(port, chair, "plain=1&pace=quick", heard)
        self._lost = lost
        self._transport: Any = None

    def abort(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:  # noqa: ARG002
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("lost"))
        self._lost()


@dataclass
class Run:
    site: Site
    history: History
    store: Store
    people: People
    rng: random.Random
    is_held: bool = False  # no new moves
    stopped: asyncio.Event = field(default_factory=asyncio.Event)
    moves: int = 0
    ids: itertools.count[int] = field(default_factory=itertools.count)


class Client:
    """One person with one page."""

    def __init__(self, run: Run, name: str) -> None:
        self.run, self.name = run, name
        self.cookie = run.people.new()
        self.rng = random.Random(run.rng.random())
        self.table = ""
        self.number = -1
        self.is_over = False
        self._legal: list[Any] = []
        self._line: Line | None = None
        self._server: Server | None = None
        self._unanswered: dict[str, Any] | None = None
        self._asked: set[int] = set()  # ids that wait for an answer on this connection
        self._timer: asyncio.TimerHandle | None = None
        self._gone = asyncio.Event()
        self._done = asyncio.Event()
        self._is_heard = False  # on this connection
        self._moves = 0

    @property
    def owner(self) -> str:
        return self.run.people.owner(self.cookie)

    def note(self, did: str, **what: Any) -> None:
        self.run.history.note(did, who=self.name, table=self.table, **what)

    async def play(self, table: str) -> None:
        """Stays at a table until its game or the run is over."""
        self.begin(table)
        self.note("came")
        tries = 0
        while not self.run.stopped.is_set() and not self._done.is_set():
            tries = 0 if await self._connected() else tries + 1
            if not self.run.stopped.is_set() and not self._done.is_set():
                await self._wait_after(tries)

    def begin(self, table: str) -> None:
        self.table, self.number, self.is_over = table, -1, False
        self._unanswered, self._legal = None, []
        self._done = asyncio.Event()

    async def _wait_after(self, tries: int) -> None:
        wait = min(LONGEST_WAIT, 0.25 * 2**tries) * (0.5 + 0.5 * self.rng.random())
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(wait):
                await self.run.stopped.wait()

    async def _connected(self) -> bool:
        """Connects until the connection is lost; returns whether a message arrived."""
        self._server = server = self.run.site.any_server(self.rng, but=self._server)
        self._gone, self._asked, self._is_heard = asyncio.Event(), set(), False
        chair = Chair(self.table, self.cookie)
        self.note("opening", server=server.nth)
        loop = asyncio.get_running_loop()
        self._line = line = Line(server.port, chair, self.hear, self._gone.set)
        try:
            async with asyncio.timeout(PATIENCE):
                await loop.create_connection(lambda: line, server.host, server.port)
                await line.opened
        except (OSError, TimeoutError):
            self._line = None
            line.abort()
            self.note("lost")
            return False
        await self._first_of(self._gone, self._done, self.run.stopped)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._line = None
        line.abort()
        self.note("lost")
        return self._is_heard

    @staticmethod
    async def _first_of(*events: asyncio.Event) -> None:
        ends = [asyncio.create_task(event.wait()) for event in events]
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()

    def hear(self, message: Any) -> None:
        self._is_heard = True
        kind = message["t"]
        if kind == "view":
            self._see(message)
        elif kind in ("ok", "no"):
            self._answered(kind, message)
        elif kind == "chat":
            self.note("heard", said=message["line"][2])
        elif kind == "late":
            self.note("late", seat=message["seat"])
        elif kind == "reload":
            self._send({"sync": 1})

    def _see(self, view: Any) -> None:
        is_whole = bool(view.get("whole"))
        self.note(
            "shown",
            number=view["at"],
            seat=view["seat"],
            sha=digest(view),
            last=view["last"],
            **({"whole": 1} if is_whole else {}),
            **({"over": 1} if view["over"] else {}),
        )
        if is_whole:
            for line in view["chat"]:
                self.note("heard", said=line[2], again=1)
            if all(player["kind"] == "bot" for player in view["players"]):
                self.leave()  # all ran out of time, and bots play on
                return
        self.number, self._legal = view["at"], view["legal"]
        if view["over"]:
            self.is_over = True
            self._done.set()
            return
        waiting = self._unanswered
        if is_whole and waiting is not None and waiting["id"] not in self._asked:
            if waiting["number"] == self.number or self.rng.random() < 0.5:
                self._move(waiting["do"], waiting["number"])
                return
            self._unanswered = None  # this move or another was played
        self._think()

    def leave(self) -> None:
        self.note("left")
        self.is_over = True
        self._done.set()

    def _think(self, more: float = 0.0) -> None:
        if self._legal and self._timer is None and self._unanswered is None:
            wait = more + self.rng.uniform(*THINK)
            self._timer = asyncio.get_running_loop().call_later(wait, self._act)

    def _act(self) -> None:
        self._timer = None
        if self.run.is_held or not self._legal or self._unanswered is not None:
            return
        self._moves += 1
        if self._moves % CHAT_EVERY == 0:
            id = self._send({"chat": (said := f"{self.name} says {next(self.run.ids)}")})
            self.note("said", id=id, said=said)
        self._move(self.rng.choice(self._legal)[0], self.number)

    def _move(self, action: int, number: int) -> None:
        id = self._send({"do": action, "at": number})
        self.note("sent", id=id, do=action, number=number)
        self._unanswered = {"id": id, "do": action, "number": number}

    def _send(self, message: dict[str, Any]) -> int:
        id = next(self.run.ids)
        self._asked.add(id)
        if self._line is not None:
            self._line.send({"id": id, **message})
        return id

    def _answered(self, kind: str, message: Any) -> None:
        id = message.get("id")
        if id is None:  # no answer to our messages
            return
        self._asked.discard(id)
        code = message.get("code", "")
        self.note("answered", id=id, answer=kind, **({"code": code} if kind == "no" else {}))
        if self._unanswered is None or self._unanswered["id"] != id:
            return
        if kind == "ok":
            self.run.moves += 1
            self._unanswered = None
            self._think()
        elif code in ("fault", "rate"):  # people try again if it is still their turn
            self._unanswered = None
            self._think(0.4)
        else:
            self._unanswered = None
            if code in ("stale", "turn"):
                self._legal = []  # the position will be sent again
