"""Helpers for tests of the site: a site in this process, people with cookies, open pages."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import math
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
from starlette.applications import Starlette
from web.drawn import Drawn

from matou.core.observation import Observation
from matou.page.drawer import Drawer
from matou.play.host import Choice, Players
from matou.play.table import Table
from matou.web.api import endpoint
from matou.web.app import make
from matou.web.db.sqlite import SqliteDatabase
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.http.limits import SharedBuckets
from matou.web.http.security import COOKIE
from matou.web.notify.choices import NOTHING, Choices
from matou.web.replay import routes
from matou.web.site import Offline, Options, Site
from matou.web.tables import websocket

BASE = "http://site.test"
PATIENCE = 120.0  # seconds; only a very busy machine takes that long
RUNNING: set[asyncio.Task[None]] = set()  # the event loop holds only weak references


class RandomPlayers(Players):
    """Bots in this process that play random legal actions."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    async def answer(self, view: Observation, level: int, **_: Any) -> Choice:  # noqa: ARG002
        return Choice(self._rng.choice(view.legal()))

    def are_there(self) -> bool:
        return True


class Person:
    """A browser: its cookies, its requests, its pages."""

    def __init__(self, app: Starlette, lang: str = "en", address: str = "127.0.0.1") -> None:
        self.app = app
        self.lang = lang
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 123)),
            base_url=BASE,
            headers={"accept-language": lang},
        )

    async def post(self, path: str, **fields: Any) -> httpx.Response:
        return await self.http.post(path, data=fields, headers={"origin": BASE})

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def new_table(self, game: str, mode: str = "bot", **fields: Any) -> str:
        """Sets up a table and returns its id."""
        fields = {"mode": mode, "watch": "1", "hints": "1", **fields}
        answer = await self.post(f"/g/{game}/play", **fields)
        assert answer.status_code == 303, answer.text
        return answer.headers["location"].removeprefix("/t/")

    async def open(self, table: str, **more: Any) -> Page:
        page = Page(self.app, table, self.cookie, self.lang, **more)
        await page.start()
        return page

    @property
    def cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())


async def until(holds: Callable[[], Any]) -> Any:
    """Waits until `holds` returns something true, awaiting it if need be, and returns that."""
    async with asyncio.timeout(PATIENCE):
        while True:
            said = holds()
            if inspect.isawaitable(said):
                said = await said
            if said:
                return said
            await asyncio.sleep(0.005)


def split_messages(text: str) -> list[str]:
    """Returns the messages that were sent together in one frame."""
    reply = json.loads(text)
    return [json.dumps(m, ensure_ascii=False) for m in reply] if isinstance(reply, list) else [text]


class Page:
    """An open table page as the server sees it: both ends of the WebSocket are in this process."""

    def __init__(
        self,
        app: Starlette,
        table: str,
        cookie: str,
        lang: str,
        origin: str = BASE,
        wide: bool = False,
    ) -> None:
        self.app = app
        self.table = table
        headers = [(b"host", b"site.test"), (b"origin", origin.encode())]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        self.scope = {
            "type": "websocket",
            "path": f"/live/{table}",
            "raw_path": f"/live/{table}".encode(),
            "query_string": f"lang={lang}&wide={int(wide)}".encode(),
            "headers": headers,
            "scheme": "ws",
            "subprotocols": [],
            "client": ("test", 1),
            "server": ("site.test", 80),
            "root_path": "",
            "app": app,
        }
        self.up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.down: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.raw: list[str] = []  # every message as text
        self.heard: list[dict[str, Any]] = []  # received but not returned yet
        self.view: dict[str, Any] = {}
        self.drawn, self.drawer = Drawn(), Drawer()
        self.closed: int | None = None
        self.task: asyncio.Task[None] | None = None

    async def run(self) -> None:
        app: Any = self.app
        await app(self.scope, self.up.get, self.down.put)

    async def start(self) -> None:
        self.task = asyncio.create_task(self.run())
        RUNNING.add(self.task)
        self.task.add_done_callback(RUNNING.discard)
        await self.up.put({"type": "websocket.connect"})
        message = await asyncio.wait_for(self.down.get(), PATIENCE)
        if message["type"] != "websocket.accept":
            self.closed = message.get("code", 0)
            return
        await self.next("view")

    async def next(self, *kinds: str) -> dict[str, Any]:
        """Returns the next message of these kinds and applies the views that come before it."""
        while True:
            while self.heard:
                message = self.heard.pop(0)
                if not kinds or message["t"] in kinds:
                    return message
            event = await asyncio.wait_for(self.down.get(), PATIENCE)
            if event["type"] == "websocket.close":
                self.closed = event.get("code", 1000)
                return {"t": "closed"}
            self.heard += [self.hear(text) for text in split_messages(event["text"])]

    def hear(self, text: str) -> dict[str, Any]:
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        if "position" in message:  # this page draws by itself
            message = json.loads(json.dumps(self.drawer.draw(message)))
        if message["t"] == "view":
            parts = self.drawn.take(message)
            self.view = {**self.view, **message, "svg": "".join(parts)}
        return message

    async def send(self, message: Any) -> None:
        text = message if isinstance(message, str) else json.dumps(message)
        await self.up.put({"type": "websocket.receive", "text": text})

    async def ask(self, message: Any) -> dict[str, Any]:
        """Sends a message and waits for the answer."""
        await self.send(message)
        return await self.next("ok", "no", "closed")

    async def settle(self) -> None:
        """Receives everything that the server has sent so far."""
        self.heard.clear()
        for _ in range(5):
            await asyncio.sleep(0)
        while not self.down.empty():
            event = self.down.get_nowait()
            if event["type"] == "websocket.send":
                for text in split_messages(event["text"]):
                    self.hear(text)
            await asyncio.sleep(0)

    async def act(self, rng: random.Random) -> dict[str, Any]:
        """Sends a random legal action."""
        action = rng.choice(self.view["legal"])[0]
        answer = await self.ask({"do": action, "at": self.view["at"]})
        await self.settle()
        return answer

    async def close(self) -> None:
        await self.up.put({"type": "websocket.disconnect", "code": 1000})
        if self.task is not None:
            await asyncio.wait_for(self.task, PATIENCE)


@contextlib.asynccontextmanager
async def a_site(
    data: Path,
    players: Players | None = None,
    pace: float = 0.0,
    rate: float = 1e6,
    store: str = "",
    offline: Offline | None = None,
    notify: Choices = NOTHING,
    operator: str = "",
    workers: WorkerProcesses | None = None,
) -> AsyncIterator[Starlette]:
    """Runs a site in this process.

    By default there are no rate limits, and load does not change what pages receive.
    """
    websocket.RATE = websocket.BURST = endpoint.RATE = endpoint.BURST = rate
    endpoint.NETWORK_RATE = endpoint.NETWORK_BURST = 2 * rate
    routes.DRAWINGS_RATE = routes.DRAWINGS_BURST = rate
    options = Options(
        data,
        pace=pace,
        store_address=store,
        offline=offline,
        base_url=BASE if notify.offered else "",
        notify=notify,
        operator_token=operator,
    )
    app = make(options, players or RandomPlayers(1), workers)
    site_of(app).manager.lag.late = math.inf
    for what in ("chat", "joins"):
        set_limit(app, what, rate, rate)
    async with app.router.lifespan_context(app):
        yield app


def site_of(app: Starlette) -> Site:
    site: Site = app.state.site
    return site


def table_of(app: Starlette, id: str) -> Table:
    return site_of(app).manager.tables[id]


def owner_of(app: Starlette, person: Person) -> str:
    return site_of(app).people.owner(person.http.cookies.get(COOKIE))


def set_limit(app: Starlette, what: str, rate: float, burst: float) -> None:
    """Changes a rate limit, for each person and each network."""
    limits = site_of(app).limits
    for named in (limits.of_person, limits.of_network):
        if (buckets := named.get(what)) is not None:
            named[what] = SharedBuckets(buckets.counters, buckets.name, rate, burst)


def sqlite_of(app: Starlette) -> SqliteDatabase:
    db = site_of(app).store.db
    assert isinstance(db, SqliteDatabase)
    return db


class Clock:
    """A mock clock for who is present. Tests move it by setting `now`."""

    def __init__(self, app: Starlette) -> None:
        manager = site_of(app).manager
        self.now = 1000.0
        manager.clock, manager.began = self, 0.0

    def __call__(self) -> float:
        return self.now


async def two_players(app: Starlette, game: str, **fields: Any) -> tuple[Page, Page, str]:
    """Seats two people at a table by its invitation link, and opens a page for each."""
    host, guest = Person(app), Person(app)
    table = await host.new_table(game, "friends", name="Ada", **fields)
    first = await host.open(table)
    link = first.view["invites"][0][1]
    answer = await guest.post(f"/t/{table}/join/{link}", name="Basile", colour="3")
    assert answer.status_code == 303, answer.text
    second = await guest.open(table)
    await first.settle()
    return first, second, table
