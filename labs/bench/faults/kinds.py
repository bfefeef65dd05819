"""The faults: each kind begins, lasts a while and ends."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from labs.bench.faults.history import History
from labs.bench.faults.site import Server, Site


class Kind(NamedTuple):
    """A kind of fault: its name, what it does, and whether tables may stand still meanwhile.

    The other servers go on without one, so a kill is over at once for its clients. A page connected
    to a server that is paused or cut off cannot know that, so those faults end before the ten
    seconds begin.
    """

    name: str
    does: Callable[[Breaker], Awaitable[None]]
    holds_up: bool = True


@dataclass
class Breaker:
    """Breaks a site, and records what it does."""

    site: Site
    history: History
    rng: random.Random
    haste: float = 1.0  # a factor for how long faults last
    kills: int = 0
    ids: int = 0

    async def carry_out(self, kind: Kind) -> None:
        self.ids += 1
        id = self.ids
        self.history.note("fault", id=id, kind=kind.name, holds_up=kind.holds_up)
        try:
            await kind.does(self)
        finally:
            self.history.note("mended", id=id)

    def victim(self) -> Server | None:
        """Returns a server to be lost, never the last one."""
        up = self.site.up()
        return self.rng.choice(up) if len(up) > 1 else None

    async def for_a_while(self, low: float, high: float) -> None:
        await asyncio.sleep(self.haste * self.rng.uniform(low, high))


async def kill_server(b: Breaker) -> None:
    server = b.victim()
    if server is not None:
        b.history.note("killed", server=server.nth)
        server.kill()
        b.kills += 1


async def pause_server(b: Breaker) -> None:
    server = b.victim()
    if server is not None:
        server.pause()
        try:
            await b.for_a_while(1, 9)  # sometimes longer than a lease
        finally:
            server.resume()


async def cut_off(b: Breaker, way: str) -> None:
    server = b.rng.choice(b.site.servers)
    b.site.network.cut(server.nth, way)
    try:
        await b.for_a_while(2, 9)
    finally:
        b.site.network.mend(server.nth)


async def partition(b: Breaker) -> None:
    await cut_off(b, "both")


async def half_partition(b: Breaker) -> None:
    """Cuts one direction only: requests arrive but answers do not, or the reverse."""
    await cut_off(b, b.rng.choice(("to", "from")))


async def kill_database(b: Breaker) -> None:
    b.kills += 1
    await asyncio.to_thread(b.site.database.kill)
    await b.for_a_while(0, 1)
    await b.site.start_database()


async def kill_backend(b: Breaker) -> None:
    b.kills += await asyncio.to_thread(b.site.database.kill_backend)


async def restart_database(b: Breaker) -> None:
    await asyncio.to_thread(b.site.database.stop)
    await b.site.start_database()


async def abort_database(b: Breaker) -> None:
    await asyncio.to_thread(b.site.database.abort)
    await b.site.start_database()


async def pause_database(b: Breaker) -> None:
    await asyncio.to_thread(b.site.database.pause)
    try:
        await b.for_a_while(1, 8)
    finally:
        await asyncio.to_thread(b.site.database.resume)


async def fill_disk(b: Breaker) -> None:
    """Fills the disk. PostgreSQL may give up, and is restarted as a service would be."""
    database = b.site.database
    await asyncio.to_thread(database.fill_disk)
    try:
        await b.for_a_while(3, 7)
    finally:
        database.free_disk()
    if not database.is_there:
        await b.site.start_database()


async def jump_clocks(b: Breaker) -> None:
    """Sets the clocks of two machines up to two hours off, and kills a server."""
    assert b.site.clocks is not None
    machines = ["database", *(f"server{server.nth}" for server in b.site.servers)]
    for machine in b.rng.sample(machines, 2):
        b.site.clocks.put(machine, b.rng.choice((-1, 1)) * b.rng.choice((5, 60, 1800, 7200)))
    await kill_server(b)


def kinds(site: Site) -> list[Kind]:
    """Returns all faults that this machine can have, besides killing servers."""
    found = [
        Kind("a server is stopped for a while", pause_server),
        Kind("a server is cut off from the database", partition),
        Kind("one direction of that cable is lost", half_partition),
        Kind("kill -9 of the whole database", kill_database),
        Kind("kill -9 of one database backend", kill_backend, False),
        Kind("the database restarts, in order", restart_database),
        Kind("the database restarts, at once", abort_database),
        Kind("the database is stopped for a while", pause_database),
    ]
    if site.has_disk:
        found.append(Kind("the database's disk is full", fill_disk))
    if site.clocks is not None:
        found.append(Kind("clocks jump, and a server is killed", jump_clocks, False))
    return found


KILL = Kind("kill -9 of a server", kill_server, False)
