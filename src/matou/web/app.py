"""The site as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.web.api import api_routes
from matou.web.http import assets
from matou.web.http.address import Place, check_root
from matou.web.http.connections import Crowd, Crowded
from matou.web.http.devices import Devices, KnowDevices
from matou.web.http.error_pages import ErrorPages
from matou.web.http.page_maker import PageMaker
from matou.web.http.reach import ALONE, Reach
from matou.web.http.security import HEADERS, Cookies, People
from matou.web.http.visitors import Visitors
from matou.web.lessons.routes import LessonRoutes
from matou.web.notify.choices import NOTHING, Choices
from matou.web.notify.notifier import Notifier
from matou.web.notify.routes import NotifyRoutes
from matou.web.ops.chores import kept_up
from matou.web.ops.health import Count, Health
from matou.web.pages.home import Home
from matou.web.pages.install import Install
from matou.web.pages.invitations import Invitations
from matou.web.pages.set_table import SetTable
from matou.web.replay.analysis import Analyst
from matou.web.replay.online import Online
from matou.web.replay.routes import ReplayRoutes
from matou.web.sharing.routes import Sharing
from matou.web.store.interface import Store
from matou.web.store.opening import open_store
from matou.web.store.siblings import Siblings
from matou.web.strangers.courtesy import Courtesy
from matou.web.strangers.open_tables import OpenTables
from matou.web.strangers.operator import Operator
from matou.web.strangers.routes import StrangerRoutes
from matou.web.strength.counting import Counting
from matou.web.strength.routes import Strength
from matou.web.tables.bots import Bots, start_players
from matou.web.tables.manager import TableManager, load_games
from matou.web.tables.page import TablePage
from matou.web.tables.websocket import Live
from matou.web.you.routes import you_routes

log = logging.getLogger("matou.web")

PACE = 0.7  # seconds that a bot's move takes at least: long enough to follow


@dataclass
class Site:
    """The parts of a running site, for those that look after it."""

    store: Store
    manager: TableManager
    live: Live
    pages: PageMaker
    visitors: Visitors
    open_tables: OpenTables
    notifier: Notifier
    devices: Devices


class Offline(Protocol):
    """What visitors may keep (``web/export/served.py``)."""

    @property
    def offer(self) -> object: ...
    def routes(self) -> list[Route]: ...


class Guard:
    """Puts the security headers on every response."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.headers = [(k.encode(), v.encode()) for k, v in HEADERS.items()]

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Any) -> None:
            if message["type"] == "http.response.start":
                there = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *(header for header in self.headers if header[0] not in there),
                ]
            await send(message)

        await self.app(scope, receive, guarded)


def make(
    data: Path,
    base_url: str = "",
    players: Bots | None = None,
    pace: float = PACE,
    metrics_token: str = "",
    operator_token: str = "",
    crowd: Crowd | None = None,
    reach: Reach = ALONE,
    store_address: str = "",
    siblings: Siblings | None = None,
    offline: Offline | None = None,
    notify: Choices = NOTHING,
) -> Starlette:
    """The application; what it keeps is in the folder ``data``, or in the database named.

    ``siblings`` are the processes of this server, where it has several. ``crowd`` counts
    visitors where the server itself cannot, behind a proxy; ``reach``
    says where others find a site that has no public address; ``offline`` is what its visitors
    may keep for when there is no network; ``notify`` how people are told that it is their turn.
    """
    games = load_games()
    store = open_store(data, store_address, siblings)
    players = players if players is not None else start_players()
    manager = TableManager(store, games, players, pace)
    people = People(store.key)
    devices = Devices(people, store)
    pages = PageMaker(base_url, reach, offer=offline and offline.offer)
    visitors = Visitors(people, base_url, store)
    courtesy = Courtesy(store, visitors.limits, bool(operator_token))
    live = Live(manager, people, base_url, courtesy)
    open_tables = OpenTables(manager)
    analyst = Analyst(store, players)
    back = ReplayRoutes(manager, pages, visitors, analyst)
    counting = Counting(manager)
    notifier = Notifier(manager, notify, base_url)
    notices = NotifyRoutes(notifier, pages, visitors)
    health = Health(
        store,
        manager,
        live,
        players,
        proxied=bool(base_url),
        token=metrics_token,
        siblings=siblings,
    )

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await store.start()
        people.use(store.key)
        await manager.time.start()
        analyst.start()
        chores: tuple[Callable[[], Awaitable[None]], ...] = (
            manager.sweep,
            manager.watch_presence,
            manager.lag.beat,
            manager.peers.run,
            partial(manager.time.run, manager),
            live.mind_store,
            open_tables.keep_offering,
            notifier.run,
            manager.recorder.run,
            live.watch_devices,
            counting.run,
            health.tell_siblings,
        )
        tasks = [asyncio.create_task(kept_up(chore)) for chore in chores]
        with health.counting_errors():
            yield
        for task in tasks:
            task.cancel()
        live.close()
        await analyst.stop()
        manager.stop()
        await manager.time.stop()
        await store.close()
        players.close()
        log.info("server stopped")

    routes = [
        *Home(manager, pages, visitors).routes(),
        *health.routes(),
        *Install(games, served=True).routes(),
        *assets.routes(),
        *SetTable(open_tables, pages, visitors).routes(),
        *StrangerRoutes(open_tables, pages, visitors).routes(),
        *Operator(store, pages, visitors, operator_token).routes(),
        *TablePage(manager, pages, visitors, notices.bell, courtesy.has_operator).routes(),
        *notices.routes(),
        *Strength(manager, pages, visitors).routes(),
        *Invitations(manager, pages, visitors).routes(),
        *LessonRoutes(games, pages).routes(),
        *Sharing(games, pages, back).routes(),
        *back.routes(),
        *you_routes(manager, pages, visitors, devices, live),
        *Online(back).routes(),
        *api_routes(open_tables, people, live, visitors.limits),
        *(offline.routes() if offline is not None else []),
        WebSocketRoute("/live/{table}", live),
    ]
    check_root(base_url, {str(getattr(r, "path", "/")).split("/")[1] for r in routes})
    failures = (HTTPException, Refused, StoreFailed, 500)
    app = Starlette(
        routes=routes,
        lifespan=life,
        middleware=[
            Middleware(Count, health=health),
            *([Middleware(Crowded, crowd=crowd)] if crowd is not None else []),
            Middleware(Cookies),
            Middleware(KnowDevices, devices=devices),
            Middleware(Place, base_url=base_url),
            Middleware(Guard),
            Middleware(GZipMiddleware, minimum_size=600),
        ],
        exception_handlers=dict.fromkeys(failures, ErrorPages(pages, store).wrong),
    )
    app.router.redirect_slashes = False  # `Place` has seen to it; the proxy's host is not ours
    app.state.site = Site(store, manager, live, pages, visitors, open_tables, notifier, devices)
    return app
