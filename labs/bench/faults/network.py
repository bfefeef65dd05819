"""Network cables between servers and the database, which can be cut.

If root may create network namespaces, each server, the database and the router between them has its
own, and a cut cable silently drops every packet, as a real one does. Otherwise a proxy falls
silent: connections stay open, and nothing arrives.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
from typing import Protocol

from labs.bench.site_server import free_port

DB_PORT = 5432


class Network(Protocol):
    """Where servers and the database live, and the cables between them."""

    database_host: str
    database_port: int
    is_real: bool
    webhook_host: str  # the webhook sink's address

    async def start(self) -> None: ...
    def inside(self, server: int) -> list[str]: ...
    def inside_database(self) -> list[str]: ...
    def host(self, server: int) -> str: ...
    def store(self, server: int) -> tuple[str, int]: ...
    def cut(self, server: int, way: str = "both") -> None: ...
    def mend(self, server: int) -> None: ...
    async def close(self) -> None: ...


def may_make_namespaces() -> bool:
    name = f"matou{os.getpid()}-probe"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True) if has_ip() else None
    if made is None or made.returncode:
        return False
    subprocess.run(["ip", "netns", "del", name], capture_output=True)
    return True


def has_ip() -> bool:
    return os.geteuid() == 0 and any(
        os.access(f"{folder}/ip", os.X_OK) for folder in os.environ["PATH"].split(":")
    )


def ip(*lines: str, inside: str = "") -> None:
    """Runs commands of ``ip`` in one batch."""
    subprocess.run(
        ["ip", *(["-n", inside] if inside else []), "-batch", "-"],
        input="\n".join(lines).encode(),
        check=True,
        capture_output=True,
    )


class Namespaces:
    """A namespace for each server, one for the database, and one for the router between them.

    Clients reach a server by its own cable (198.18.…), which is never cut. A server reaches the
    database over the router (198.19.…). Those addresses are reserved for benchmarks.
    """

    is_real = True

    def __init__(self, servers: int) -> None:
        self.servers = servers
        self.block = os.getpid() % 250
        self.name = f"matou{os.getpid()}"
        self.database_host, self.database_port = f"198.19.{self.block}.254", DB_PORT
        self.webhook_host = f"198.18.{self.block}.254"
        self._cut: dict[int, list[str]] = {}

    def _ns(self, what: object) -> str:
        return f"{self.name}-{what}"

    async def start(self) -> None:
        router, database = self._ns("router"), self._ns("database")
        ip(f"addr add {self.webhook_host}/32 dev lo")
        for name in (router, database, *(self._ns(k) for k in range(self.servers))):
            ip(f"netns add {name}")
        forward = "echo 1 > /proc/sys/net/ipv4/ip_forward"
        subprocess.run(["ip", "netns", "exec", router, "sh", "-c", forward], check=True)
        ip(
            f"link add dev base type veth peer name cable netns {database}",
            f"addr add 198.19.{self.block}.253/30 dev base",
            "link set dev base up",
            inside=router,
        )
        ip(
            f"addr add {self.database_host}/30 dev cable",
            "link set dev cable up",
            "link set dev lo up",
            f"route add default via 198.19.{self.block}.253",
            inside=database,
        )
        for k in range(self.servers):
            ip(
                f"link add dev {self.name}s{k} type veth peer name clients netns {self._ns(k)}",
                f"addr add 198.18.{self.block}.{4 * k + 1}/30 dev {self.name}s{k}",
                f"link set dev {self.name}s{k} up",
            )
            ip(
                f"link add dev server{k} type veth peer name cable netns {self._ns(k)}",
                f"addr add 198.19.{self.block}.{4 * k + 1}/30 dev server{k}",
                f"link set dev server{k} up",
                inside=router,
            )
            ip(
                f"addr add {self.host(k)}/30 dev clients",
                f"addr add 198.19.{self.block}.{4 * k + 2}/30 dev cable",
                "link set dev clients up",
                "link set dev cable up",
                "link set dev lo up",
                f"route add 198.19.{self.block}.252/30 via 198.19.{self.block}.{4 * k + 1}",
                f"route add {self.webhook_host}/32 via 198.18.{self.block}.{4 * k + 1}",
                inside=self._ns(k),
            )

    def inside(self, server: int) -> list[str]:
        return ["ip", "netns", "exec", self._ns(server)]

    def inside_database(self) -> list[str]:
        return ["ip", "netns", "exec", self._ns("database")]

    def host(self, server: int) -> str:
        return f"198.18.{self.block}.{4 * server + 2}"

    def store(self, server: int) -> tuple[str, int]:  # noqa: ARG002
        return self.database_host, self.database_port

    def cut(self, server: int, way: str = "both") -> None:
        """Drops packets from a server to the database, from the database to it, or both."""
        address = f"198.19.{self.block}.{4 * server + 2}"
        rules = {"to": [f"from {address}"], "from": [f"to {address}"]}
        self._cut[server] = rules.get(way, [*rules["to"], *rules["from"]])
        ip(*(f"rule add {rule} blackhole" for rule in self._cut[server]), inside=self._ns("router"))

    def mend(self, server: int) -> None:
        cut = self._cut.pop(server, [])
        if cut:
            ip(*(f"rule del {rule} blackhole" for rule in cut), inside=self._ns("router"))

    async def close(self) -> None:
        subprocess.run(f"ip addr del {self.webhook_host}/32 dev lo".split(), capture_output=True)
        for what in ("router", "database", *range(self.servers)):
            subprocess.run(["ip", "netns", "del", self._ns(what)], capture_output=True)


class Proxies:
    """A proxy before the database for each server, which can fall silent in each direction."""

    is_real = False

    def __init__(self, servers: int) -> None:
        self.servers = servers
        self.database_host, self.database_port = "127.0.0.1", free_port()
        self.webhook_host = "127.0.0.1"
        self._open = [{"to": asyncio.Event(), "from": asyncio.Event()} for _ in range(servers)]
        self._ports: list[int] = []
        self._listening: list[asyncio.Server] = []
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        for k in range(self.servers):
            self.mend(k)
            made = await asyncio.start_server(self._accepting(k), "127.0.0.1", 0)
            self._listening.append(made)
            self._ports.append(made.sockets[0].getsockname()[1])

    def _accepting(self, server: int):  # type: ignore[no-untyped-def]
        async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            self._tasks.add(task)
            try:
                await self._open[server]["to"].wait()
                where = self.database_host, self.database_port
                there, back = await asyncio.open_connection(*where)
                ways = self._open[server]
                async with asyncio.TaskGroup() as group:
                    group.create_task(pass_on(reader, back, ways["to"]))
                    group.create_task(pass_on(there, writer, ways["from"]))
            except (OSError, ExceptionGroup, asyncio.CancelledError):
                pass
            finally:
                self._tasks.discard(task)
                writer.close()

        return accept

    def inside(self, server: int) -> list[str]:  # noqa: ARG002
        return []

    def inside_database(self) -> list[str]:
        return []

    def host(self, server: int) -> str:  # noqa: ARG002
        return "127.0.0.1"

    def store(self, server: int) -> tuple[str, int]:
        return "127.0.0.1", self._ports[server]

    def cut(self, server: int, way: str = "both") -> None:
        for direction in ("to", "from") if way == "both" else (way,):
            self._open[server][direction].clear()

    def mend(self, server: int) -> None:
        for event in self._open[server].values():
            event.set()

    async def close(self) -> None:
        for listening in self._listening:
            listening.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.sleep(0)


async def pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, is_open: asyncio.Event
) -> None:
    """Forwards data while the cable is whole."""
    try:
        while data := await reader.read(65536):
            await is_open.wait()
            writer.write(data)
            await writer.drain()
    finally:
        with contextlib.suppress(OSError, RuntimeError):
            writer.close()
