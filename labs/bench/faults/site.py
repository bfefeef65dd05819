"""The site to break: some servers and a PostgreSQL, each its own process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import subprocess
import tempfile
from pathlib import Path

from labs.bench.faults.clock import Clocks
from labs.bench.faults.network import Namespaces, Network, Proxies, may_make_namespaces
from labs.bench.faults.restarting_server import RestartingServer
from labs.bench.postgres import Postgres
from labs.bench.site_server import free_port

DISK = 256  # megabytes of the database's own disk, if root can make one
SETTINGS = ("max_connections=200", "min_wal_size=32MB", "max_wal_size=64MB", "log_checkpoints=off")
DATABASE = "matou"
# Webhooks within this machine, with short waits.
NOTIFY = {"webhooks": True, "private": True, "wait": 0.3, "rest": 0.0, "lease": 3.0, "every": 0.5}


class Server(RestartingServer):
    """One of the servers, with its cable."""

    def __init__(self, site: Site, nth: int) -> None:
        super().__init__()
        self.site = site
        self.nth = nth
        self.host = site.network.host(nth)
        self.port = 8017 if site.network.is_real else free_port()
        self.is_paused = False

    @property
    def is_up(self) -> bool:
        return self.up.is_set()

    async def start(self) -> None:
        site = self.site
        host, port = site.network.store(self.nth)
        address = f"postgresql://matou@{host}:{port}/{DATABASE}"
        env = {"MATOU_FAULTS": str(site.folder), **site.clock_of(f"server{self.nth}")}
        log = site.folder / f"server{self.nth}.log"
        await self.begin(
            self.host, self.port, site.folder / f"data{self.nth}",
            {"store_address": address, "notify": NOTIFY}, log,
            env=env, inside=site.network.inside(self.nth),
        )  # fmt: skip

    def pause(self) -> None:
        self.is_paused = True
        self.signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.signal(signal.SIGCONT)
        self.is_paused = False


class Site:
    """Servers, the database, and the cables between them."""

    def __init__(self, folder: Path, servers: int) -> None:
        self.folder = folder
        self.network: Network
        self.network = (Namespaces if may_make_namespaces() else Proxies)(servers)
        self.clocks = Clocks.made(folder)
        self.has_disk = os.geteuid() == 0 and may_mount()
        self.database: Postgres
        self.servers: list[Server] = []
        self._count = servers

    def clock_of(self, machine: str) -> dict[str, str]:
        return self.clocks.environment(machine) if self.clocks else {}

    async def start(self) -> None:
        await self.network.start()
        self.database = Postgres(
            port=self.network.database_port,
            host=self.network.database_host,
            settings=SETTINGS,
            inside=self.network.inside_database(),
            env=self.clock_of("database"),
            disk=DISK if self.has_disk else 0,
        )
        await asyncio.to_thread(self.database.start)
        self.database.new_database(DATABASE)
        self.servers = [Server(self, k) for k in range(self._count)]

    async def start_servers(self) -> None:
        for server in self.servers:
            await server.start()
        async with asyncio.timeout(120):
            while not all(server.is_up for server in self.servers):
                await asyncio.sleep(0.05)

    @property
    def address(self) -> str:
        """Returns the database's address by its Unix socket, which no fault touches."""
        where = f"host={self.database.folder}&port={self.network.database_port}"
        return f"postgresql://matou@/{DATABASE}?{where}"

    async def start_database(self) -> None:
        """Starts the database, trying again while old processes are still there."""
        async with asyncio.timeout(60):
            while True:
                try:
                    await asyncio.to_thread(self.database.start)
                    return
                except RuntimeError:
                    await asyncio.sleep(0.2)

    def up(self) -> list[Server]:
        return [server for server in self.servers if server.is_up and not server.is_paused]

    def any_server(self, rng: random.Random, but: Server | None = None) -> Server:
        """Returns a server as a proxy would choose: one that is up, if there is one."""
        found = [server for server in self.up() if server is not but]
        return rng.choice(found or self.servers)

    async def close(self) -> None:
        for server in self.servers:
            server.resume()
        await asyncio.gather(*(server.stop() for server in self.servers))
        with contextlib.suppress(AttributeError):
            self.database.resume()
            self.database.free_disk()
            await asyncio.to_thread(self.database.__exit__)
        await self.network.close()


def may_mount() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        how = ["mount", "-t", "tmpfs", "-o", "size=64k", "matou", folder]
        if subprocess.run(how, capture_output=True).returncode:
            return False
        subprocess.run(["umount", folder], capture_output=True)
        return True


def left_behind(folder: Path) -> int:
    """Returns how many processes outlived the servers that had started them."""
    marker, found = f"MATOU_FAULTS={folder}".encode(), 0
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            found += marker in (process / "environ").read_bytes().split(b"\0")
    return found
