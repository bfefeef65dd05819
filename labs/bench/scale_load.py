"""Loads for ``scale``: the same moves at more and more tables, and a table with many watchers."""

from __future__ import annotations

import asyncio
import random
import re
import resource
import time
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from labs.bench.site_load import Chair, Cost, Load, Match, Meter, Socket
from labs.bench.site_server import MatouServer

AT_ONCE = 8  # moves in progress at any time, whatever the number of tables
OPENING = 64  # connections opened at a time
SPARE_FILES = 400  # files that a process needs besides its connections
AT = re.compile(rb'"at":(\d+)')

T = TypeVar("T")


def quickly(work: Coroutine[Any, Any, T]) -> T:
    """Runs a coroutine on uvloop, so that clients delay nothing."""
    from uvloop import new_event_loop

    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)


def most_connections() -> int:
    """Raises the limit of open files, and returns how many connections it allows."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard - SPARE_FILES


class Turns:
    """Lets tables move in turn, ``AT_ONCE`` at a time, until each has moved enough."""

    def __init__(self, each: int) -> None:
        self.each = each
        self.waiting: deque[InTurn] = deque()
        self.under_way = 0
        self.ends = asyncio.Event()  # fewer are in progress, so the load has changed
        self.over = asyncio.Event()

    def start(self) -> None:
        for _ in range(min(AT_ONCE, len(self.waiting))):
            self.under_way += 1
            self.waiting.popleft().move()

    def moved(self, match: InTurn) -> None:
        if match.moves < self.each:
            self.waiting.append(match)
        if self.waiting:
            self.waiting.popleft().move()
        else:
            self.under_way -= 1
            self.ends.set()
            if not self.under_way:
                self.over.set()


class InTurn(Match):
    """Two players of a table who wait for their turn among all tables."""

    def __init__(self, load: Load, rng: random.Random, turns: Turns) -> None:
        super().__init__(load, rng)
        self.turns = turns
        self.running = True

    def go(self) -> None:
        self.turns.moved(self)

    def move(self) -> None:
        super().go()


async def open_matches(matches: list[Any], port: int, tables: list[list[Chair]], host: int) -> None:
    """Connects everybody, many at a time, from an address of their own for more ports."""
    places = asyncio.Semaphore(OPENING)

    async def come(match: Any, chairs: list[Chair]) -> None:
        async with places:
            await match.open(port, chairs, "plain=1", f"127.0.0.{host}")

    await asyncio.gather(*(come(m, chairs) for m, chairs in zip(matches, tables, strict=True)))


async def play_all(
    server: MatouServer, tables: list[list[Chair]], each: int, host: int, idle: float = 0.0
) -> Cost:
    """Plays ``each`` moves at every table, after ``idle`` seconds without moves.

    A table with one page is open, but nobody plays there.
    """
    load, turns, rng = Load(), Turns(each), random.Random(1)
    matches = [InTurn(load, random.Random(rng.random()), turns) for _ in tables]
    await open_matches(matches, server.port, tables, host)
    turns.waiting.extend(m for m, chairs in zip(matches, tables, strict=True) if len(chairs) > 1)
    sockets = [socket for match in matches for socket in match.sockets]
    await until_quiet(server)
    meter = Meter(server, sockets)
    await asyncio.sleep(idle)
    rested, memory = meter.read(0), server.memory()
    meter = Meter(server, sockets)
    turns.start()
    await turns.ends.wait()
    cost = meter.read(sum(match.moves for match in matches))
    await turns.over.wait()
    cost.idle, cost.memory, cost.pages = rested.cpu / rested.seconds, memory, len(sockets)
    for socket in sockets:
        socket.close()
    return cost


async def until_quiet(server: MatouServer) -> None:
    """Waits until the server is idle."""
    for _ in range(100):
        before = server.processor_seconds()
        await asyncio.sleep(0.2)
        if server.processor_seconds() - before < 0.04:
            return


class Onlooker(Socket):
    """A watcher's page. It reads only the number of the newest position."""

    def __init__(self, port: int, chair: Chair, query: str, seen: Any) -> None:
        super().__init__(port, chair, query, lambda _: None)
        self.number = -1
        self._seen = seen

    def text(self, body: bytes) -> None:
        found = [int(n) for n in AT.findall(body)]
        if found:
            self.number = max(self.number, *found)
            self._seen()


@dataclass
class Watched:
    """The cost of a table with many watchers."""

    cost: Cost
    last: list[float]  # milliseconds until the last watcher had a move


async def watch_one(
    server: MatouServer, chairs: list[Chair], cookies: list[str], query: str, moves: int
) -> Watched:
    """Lets two play and others watch; a move starts when all have seen the one before."""
    loop, load = asyncio.get_running_loop(), Load()
    match = InTurn(load, random.Random(1), Turns(1))
    await match.open(server.port, chairs, "plain=1")
    seen = asyncio.Event()
    watchers: list[Onlooker] = []
    for cookie in cookies:

        def make(cookie: str = cookie) -> Onlooker:
            return Onlooker(server.port, Chair(chairs[0].table, cookie), query, seen.set)

        _, watcher = await loop.create_connection(make, "127.0.0.1", server.port)
        watchers.append(watcher)
        await watcher.opened
    await until_quiet(server)
    last = []
    meter = Meter(server, [*match.sockets, *watchers])
    done = 0
    for _ in range(moves):
        match.moves, match.turns.over = 0, asyncio.Event()
        match.turns.under_way = 1
        match.move()
        if match.mover < 0:
            break  # the game is over
        began = match.began
        await match.turns.over.wait()
        while any(watcher.number < match.at[0] for watcher in watchers):
            seen.clear()
            await seen.wait()
        last.append((time.perf_counter() - began) * 1000)
        done += 1
    cost = meter.read(done)
    cost.pages = len(watchers) + 2
    for page in (*match.sockets, *watchers):
        page.close()
    return Watched(cost, last)
