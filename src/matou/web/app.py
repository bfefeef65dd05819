"""The site as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route, WebSocketRoute

from matou.play.keeping import StoreFailed
from matou.play.table import Refused
from matou.web.api import api_routes
from matou.web.http.address import Place, check_root
from matou.web.http.connections import Crowd, Crowded
from matou.web.http.reach import ALONE, Reach
from matou.web.http.security import HEADERS, Cookies, People, server_key
from matou.web.lessons.routes import Learn
from matou.web.ops.health import Care, Count
from matou.web.pages.invitations import Invitations
from matou.web.pages.routes import Pages
from matou.web.replay.analysis import Analyst
from matou.web.replay.routes import Back
from matou.web.sharing.routes import Sharing
from matou.web.store.sqlite import SqliteStore
from matou.web.tables.bots import Bots, start_players
from matou.web.tables.manager import TableManager, load_games
from matou.web.tables.websocket import Live

log = logging.getLogger("matou.web")

PACE = 0.7  # seconds that a bot's move takes at least: long enough to follow


@dataclass
class Site:
    """The parts of a running site, for those that look after it."""

    store: SqliteStore
    manager: TableManager
    live: Live
    pages: Pages


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
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        await self.app(scope, receive, guarded)


def make(
    data: Path,
    base_url: str = "",
    players: Bots | None = None,
    pace: float = PACE,
    metrics_token: str = "",
    visitors: Crowd | None = None,
    reach: Reach = ALONE,
) -> Starlette:
    """The application; what it keeps is in the folder ``data``.

    ``visitors`` is who counts them where the server itself cannot, behind a proxy; ``reach``
    says where others find a site that has no public address.
    """
    games = load_games()
    store = SqliteStore(data / "tables.db")
    players = players if players is not None else start_players()
    manager = TableManager(store, games, players, pace)
    people = People(server_key(data))
    live, pages = Live(manager, people, base_url), Pages(manager, people, base_url, reach)
    analyst = Analyst(store, players)
    back = Back(pages, analyst)
    care = Care(store, manager, live, players, proxied=bool(base_url), token=metrics_token)

    @contextlib.asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        chores = (manager.sweep(), manager.watch_presence(), manager.lag.beat())
        tasks = [asyncio.create_task(work) for work in chores]
        with care.counting_errors():
            yield
        for task in tasks:
            task.cancel()
        live.close()
        analyst.stop()
        manager.stop()
        store.close()
        players.close()
        log.info("server stopped")

    routes = [
        Route("/", pages.home),
        Route("/healthz", care.health),
        Route("/metrics", care.tell_metrics),
        Route("/icon.svg", pages.icon),
        Route("/prefs", pages.prefs, methods=["POST"]),
        Route("/g/{game}", pages.setting),
        Route("/g/{game}/play", pages.play, methods=["POST"]),
        Route("/picture/{theme}/{game}.svg", pages.picture),
        Route("/picture/{theme}/{game}/{letter}.svg", pages.portrait),
        Route("/static/{version}/{name}", pages.static),
        Route("/t/{table}", pages.table),
        *Invitations(pages).routes(),
        Route("/t/{table}/record", pages.record),
        Route("/t/{table}/verify", pages.verify),
        Route("/t/{table}/rematch", pages.rematch, methods=["POST"]),
        *Learn(pages).routes(),
        *Sharing(pages, back).routes(),
        *back.routes(),
        *api_routes(manager, people, live, pages.new_tables),
        WebSocketRoute("/live/{table}", live),
    ]
    check_root(base_url, {str(getattr(r, "path", "/")).split("/")[1] for r in routes})
    app = Starlette(
        routes=routes,
        lifespan=life,
        middleware=[
            Middleware(Count, care=care),
            *([Middleware(Crowded, crowd=visitors)] if visitors is not None else []),
            Middleware(Cookies),
            Middleware(Place, base_url=base_url),
            Middleware(Guard),
            Middleware(GZipMiddleware, minimum_size=600),
        ],
        exception_handlers=dict.fromkeys((HTTPException, Refused, StoreFailed, 500), pages.wrong),
    )
    app.router.redirect_slashes = False  # `Place` has seen to it; the proxy's host is not ours
    app.state.site = Site(store, manager, live, pages)
    return app
