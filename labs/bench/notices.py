"""``matou bench notices``: kills servers while they notify a player of their turns.

Ada plays at several tables against Basile and has every kind of notification. In each round her
turn comes at each table, a server is killed while it notifies her, and every turn must reach her by
every channel under exactly one name. The same message may arrive twice under the same name if a
server dies after the receiver took it and before it could record that. Receivers can tell
(``Message-ID``, ``Idempotency-Key``, a push's topic and tag), so these are counted separately.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import email
import http.client
import json
import os
import random
import re
import secrets
import shutil
import tempfile
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from labs.bench import postgres
from labs.bench.faults.restarting_server import RestartingServer
from labs.bench.site_server import free_port
from matou.core.registry import find
from matou.play.opening import new_table
from matou.play.seats import Seat
from matou.web.db.files import server_key
from matou.web.http.security import People, b64
from matou.web.notify.repository import Channel
from matou.web.store import open_store

GAME = "catymini"
WAYS = ("push", "mail", "webhook")
MOMENTS = ("asked", "answered", "any")  # when a server is killed
PATIENCE = 300.0  # seconds after which a missing message is lost


@dataclass
class Plan:
    kills: int = 100
    tables: int = 4
    seed: int = 1
    on_postgres: bool = False


@dataclass
class Found:
    """The result."""

    kills: int = 0
    turns: int = 0
    came: Counter[str] = field(default_factory=Counter)
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)  # the same turn under two names
    repeated: Counter[str] = field(default_factory=Counter)  # the same name twice, which is allowed
    moments: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


class Mailbox:
    """Receives everything sent to Ada."""

    def __init__(self) -> None:
        self.rng = random.Random(0)
        self.names: set[tuple[str, str]] = set()
        self.received: list[tuple[str, str, str]] = []  # channel, table, name
        self.repeated: Counter[str] = Counter()
        self.message_arrived = asyncio.Event()  # a message has arrived
        self.message_acknowledged = asyncio.Event()  # and was acknowledged
        self.auth = os.urandom(16)
        self.key = ec.generate_private_key(ec.SECP256R1())

    def take(self, way: str, name: str, tables: list[str]) -> None:
        if (way, name) in self.names:
            self.repeated[way] += 1
            return
        self.names.add((way, name))
        self.received += [(way, table, name) for table in tables]

    async def pause(self) -> None:
        """Takes a moment, in which a server can be killed."""
        self.message_arrived.set()
        await asyncio.sleep(self.rng.choice((0.0, 0.005, 0.03)))

    async def http(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            head = (await reading.readuntil(b"\r\n\r\n")).decode()
            long = re.search(r"(?i)content-length: (\d+)", head)
            body = await reading.readexactly(int(long[1]) if long else 0)
            await self.pause()
            if head.startswith("POST /push"):
                plain = http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth)
                message = json.loads(plain)
                self.take("push", message["id"], message["tables"])
            else:
                message = json.loads(body)
                self.take("webhook", message["id"], message["tables"])
            writing.write(b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n")
            await writing.drain()
            self.message_acknowledged.set()
        writing.close()

    async def smtp(self, reading: asyncio.StreamReader, writing: asyncio.StreamWriter) -> None:
        """Speaks enough SMTP to receive a message."""

        async def say(line: str) -> None:
            writing.write(f"{line}\r\n".encode())
            await writing.drain()

        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await say("220 here")
            while line := await reading.readline():
                verb = line[:4].upper()
                if verb == b"DATA":
                    await say("354 go on")
                    letter = email.message_from_bytes(await reading.readuntil(b"\r\n.\r\n"))
                    await self.pause()
                    text = letter.get_payload(decode=True)
                    assert isinstance(text, bytes)
                    tables = re.findall(r"/t/([0-9a-f]+)", text.decode())
                    self.take("mail", str(letter["message-id"]), tables)
                    await say("250 taken")
                    self.message_acknowledged.set()
                elif verb == b"QUIT":
                    await say("221 bye")
                    break
                else:
                    await say("250 yes")
        writing.close()


class Player:
    """A person at the API, who asks again while no server answers."""

    def __init__(self, ports: list[int], token: str) -> None:
        self.ports, self.token = ports, token

    def _ask(self, path: str, body: Any) -> Any:
        until = time.monotonic() + PATIENCE
        headers = {"authorization": f"Bearer {self.token}", "content-type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        while True:
            url = f"http://127.0.0.1:{random.choice(self.ports)}/api/tables/{path}"
            try:
                with urllib.request.urlopen(
                    urllib.request.Request(url, data, headers), timeout=5
                ) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                if error.code < 500 and error.code != 429:
                    return None  # played before the server died
            except (OSError, ValueError, http.client.HTTPException):
                pass
            if time.monotonic() > until:
                raise TimeoutError(url)
            time.sleep(0.02)

    async def ask(self, path: str, body: Any = None) -> Any:
        return await asyncio.to_thread(self._ask, path, body)


class Round:
    """A round in which Ada's turn comes at some tables."""

    def __init__(self, tables: list[str], players: list[Player], rng: random.Random) -> None:
        self.tables, self.players, self.rng = tables, players, rng

    async def play(self, is_first: bool = False) -> list[str]:
        """Plays all tables; returns those where it is Ada's turn, again unless ``is_first``."""
        done = await asyncio.gather(*(self.play_at(table, is_first) for table in self.tables))
        return [table for table, is_hers in zip(self.tables, done, strict=True) if is_hers]

    async def play_at(self, table: str, away: bool) -> bool:
        since = -1  # the last position that was not hers; another server may lag
        while True:
            now = await self.players[0].ask(table)
            if now is None or now["status"] == "over":
                return False
            if away and now["turn"] == 0 and now["at"] > since:
                return True
            if now["turn"] is None:  # the opening is being drawn
                await asyncio.sleep(0.05)
                continue
            if now["turn"] == 1:
                away, since = True, max(since, now["at"])
            who = self.players[now["turn"]]
            now = await who.ask(table)
            if now and now["legal"]:
                action = self.rng.choice(now["legal"])["action"]
                await who.ask(f"{table}/actions", {"action": action, "at": now["at"]})


async def kill_once(
    servers: list[RestartingServer], mailbox: Mailbox, rng: random.Random, found: Found
) -> None:
    """Kills a server: when a message has arrived, when it was acknowledged, or at any time."""
    moment = rng.choice(MOMENTS)
    mailbox.message_arrived.clear()
    mailbox.message_acknowledged.clear()
    if moment == "any":
        await asyncio.sleep(rng.random() * 0.5)
    else:
        event = mailbox.message_arrived if moment == "asked" else mailbox.message_acknowledged
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(5.0):
                await event.wait()
    if rng.choice(servers).kill():
        found.kills += 1
        found.moments[moment] += 1


@contextlib.asynccontextmanager
async def a_site(
    plan: Plan, folder: Path, mailbox: Mailbox
) -> AsyncIterator[tuple[list[RestartingServer], list[Player], list[str]]]:
    """Starts the receivers, and servers on a store with tables and channels."""
    async with contextlib.AsyncExitStack() as stack:
        web = await asyncio.start_server(mailbox.http, "127.0.0.1", 0)
        smtp = await asyncio.start_server(mailbox.smtp, "127.0.0.1", 0)
        for listening in (web, smtp):
            await stack.enter_async_context(listening)
        http_port, smtp_port = (s.sockets[0].getsockname()[1] for s in (web, smtp))
        address = ""
        if plan.on_postgres:
            database = postgres.Postgres(durable=True)
            stack.enter_context(database)
            address = database.new_database("notices")
        data = folder / "data"
        store = open_store(data, address)
        await store.db.start()
        people = People(store.db.key or server_key(data))
        cookies = [people.new(), people.new()]
        names = ("Ada", "Basile")
        tables = []
        for _ in range(plan.tables * max(2, plan.kills // 8)):
            seats = [
                Seat("person", 0, people.owner(cookie), name, i)
                for i, (cookie, name) in enumerate(zip(cookies, names, strict=True))
            ]
            row = new_table(find(GAME), seats, {"watch": False, "host": seats[0].owner}, {})
            await store.tables.create(row)
            tables.append(row.id)
        for channel in channels(mailbox, people.owner(cookies[0]), tables, http_port):
            assert await store.notices.add_channel(channel, 10_000)
        await store.db.close()
        ports = [free_port() for _ in range(2 if plan.on_postgres else 1)]
        servers = []
        for i, port in enumerate(ports):
            options: dict[str, Any] = {
                "base_url": f"http://127.0.0.1:{port}",
                "store_address": address,
            }
            options["notify"] = choices(smtp_port)
            server = RestartingServer()
            stack.push_async_callback(server.stop)
            await server.begin("127.0.0.1", port, data, options, folder / f"server{i}.log")
            async with asyncio.timeout(PATIENCE):
                await server.up.wait()
            servers.append(server)
        yield servers, [Player(ports, cookie) for cookie in cookies], tables


def choices(smtp_port: int) -> dict[str, Any]:
    mail = {"server": "127.0.0.1", "port": smtp_port, "sender": "matou@site.test"}
    return {
        "push": "mailto:operator@example.org",
        "webhooks": True,
        "private": True,
        "mail": {**mail, "security": "none"},
        "wait": 0.0,
        "mail_wait": 0.0,
        "rest": 0.0,
        "mail_rest": 0.0,
        "lease": 3.0,
        "every": 0.05,
    }


def channels(mailbox: Mailbox, owner: str, tables: list[str], port: int) -> list[Channel]:
    """Returns every channel to Ada."""

    def new(kind: str, tbl: str, address: str, details: dict[str, str]) -> Channel:
        return Channel(secrets.token_hex(8), owner, kind, tbl, address, details, "en", "", 1)

    public = mailbox.key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    keys = {"p256dh": b64(public), "auth": b64(mailbox.auth)}
    url = f"http://127.0.0.1:{port}"
    return [
        new("push", "", f"{url}/push", keys),
        new("mail", "", "ada@example.org", {}),
        *(new("webhook", table, f"{url}/hook", {"form": "json"}) for table in tables),
    ]


async def kill_them(plan: Plan) -> Found:
    """Plays, kills, and counts what arrived."""
    folder = Path(tempfile.mkdtemp(prefix="matou-notices-"))
    rng, mailbox, found, began = random.Random(plan.seed), Mailbox(), Found(), time.monotonic()
    try:
        async with a_site(plan, folder, mailbox) as (servers, players, tables):
            at_hand: list[str] = []
            while found.kills < plan.kills:
                fresh = [tables.pop() for _ in range(min(len(tables), plan.tables - len(at_hand)))]
                opened = await Round(fresh, players, rng).play(is_first=True)
                await arrived(opened, mailbox)
                judge(found, {(way, table) for way in WAYS for table in opened}, mailbox)
                at_hand += opened
                playing = asyncio.create_task(Round(at_hand, players, rng).play())
                killing = asyncio.create_task(kill_once(servers, mailbox, rng, found))
                hers = await playing
                await arrived(hers, mailbox)
                await killing
                await asyncio.gather(*(server.up.wait() for server in servers))
                judge(found, {(way, table) for way in WAYS for table in hers}, mailbox)
                found.turns += len(opened) + len(hers)
                at_hand = hers  # the other games are over
            await asyncio.sleep(1.0)
            judge(found, set(), mailbox)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    found.repeated, found.seconds = mailbox.repeated, time.monotonic() - began
    return found


async def arrived(tables: list[str], mailbox: Mailbox) -> None:
    """Waits until every message has arrived or the patience is over."""
    wanted, until = {(way, table) for way in WAYS for table in tables}, time.monotonic() + PATIENCE
    while time.monotonic() < until and wanted - {message[:2] for message in mailbox.received}:
        await asyncio.sleep(0.01)


def judge(found: Found, wanted: set[tuple[str, str]], mailbox: Mailbox) -> None:
    """Checks that each turn came by each way, under one name."""
    came, mailbox.received = mailbox.received, []
    counts = Counter((way, table) for way, table, _ in came)
    for way, table in wanted - set(counts):
        found.lost.append(f"{way} {table}, round after {found.kills} kills")
    for (way, table), count in counts.items():
        found.came[way] += count
        if (way, table) not in wanted or count > 1:
            found.doubled.append(f"{way} {table}, round after {found.kills} kills: {count}")


def run(args: argparse.Namespace) -> int:
    if args.postgres and not postgres.is_installed():
        print("PostgreSQL is not installed (on Debian: apt install postgresql).")
        return 2
    found = asyncio.run(kill_them(Plan(args.kills, args.tables, args.seed, args.postgres)))
    came = ", ".join(f"{way} {count}" for way, count in sorted(found.came.items()))
    again = ", ".join(f"{way} {count}" for way, count in sorted(found.repeated.items())) or "none"
    when = ", ".join(f"{moment} {count}" for moment, count in sorted(found.moments.items()))
    print(f"{found.kills} kills ({when}) in {found.seconds:.0f} s; {found.turns} turns")
    print(f"notified: {came}; lost {len(found.lost)}, doubled {len(found.doubled)}")
    print(f"repeated under the same name, so that a receiver can tell: {again}")
    for line in (*found.lost, *found.doubled):
        print(f"  {line}")
    return 1 if found.lost or found.doubled else 0
