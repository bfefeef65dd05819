"""Builds the ASGI application from its features and middleware."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute, WebSocketRoute

from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.web.api import api_routes
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.http import assets
from matou.web.http.address import BasePath, check_root
from matou.web.http.connections import ConnectionLimiter, TooManyConnections, proxies
from matou.web.http.devices import KnowDevices
from matou.web.http.error_pages import ErrorPages
from matou.web.http.security import Cookies, SecurityHeaders
from matou.web.lessons.routes import LessonRoutes
from matou.web.notify.routes import NotifyRoutes
from matou.web.ops.chores import Chore
from matou.web.ops.health import CountResponses
from matou.web.pages.home import Home
from matou.web.pages.install import Install
from matou.web.pages.invitations import Invitations
from matou.web.pages.set_table import SetTable
from matou.web.replay.online import Online
from matou.web.replay.routes import ReplayRoutes
from matou.web.sharing.routes import Sharing
from matou.web.site import Options, Site
from matou.web.strangers.operator import Operator
from matou.web.strangers.routes import StrangerRoutes
from matou.web.strength.counting import Counting
from matou.web.strength.routes import Strength
from matou.web.tables.bots import Bots
from matou.web.tables.page import TablePage
from matou.web.you.routes import you_routes


class Feature(NamedTuple):
    """Routes and background tasks of a feature. It declares its own limits (``Limits.add``)."""

    routes: Sequence[BaseRoute] = ()
    chores: Sequence[Chore] = ()  # run until the server stops


def features(site: Site) -> list[Feature]:
    """Returns all features, in the order in which their routes are matched."""
    manager, pages, visitors, live = site.manager, site.pages, site.visitors, site.live
    tables, token, offline = site.open_tables, site.options.operator_token, site.options.offline
    notify = NotifyRoutes(site.notifier, pages, visitors)
    replay = ReplayRoutes(manager, pages, visitors, site.analyst)
    strangers = StrangerRoutes(tables, pages, visitors, site.moderation)
    table = TablePage(manager, pages, visitors, notify.bell, has_operator=bool(token))
    return [
        Feature(Home(manager, pages, visitors).routes()),
        Feature(site.health.routes(), [site.health.share_metrics]),
        Feature(Install(site.games, served=True).routes()),
        Feature(assets.routes()),
        Feature(SetTable(tables, pages, visitors).routes()),
        Feature(strangers.routes(), [tables.keep_offering]),
        Feature(Operator(site.store, pages, visitors, token).routes()),
        Feature(table.routes(), manager.chores()),
        Feature([WebSocketRoute("/live/{table}", live)], [live.mind_store, live.watch_devices]),
        Feature(notify.routes(), [site.notifier.run]),
        Feature(Strength(manager, pages, visitors).routes(), [Counting(manager).run]),
        Feature(Invitations(manager, pages, visitors).routes()),
        Feature(LessonRoutes(site.games, pages).routes()),
        Feature(Sharing(site.games, pages, replay).routes()),
        Feature(replay.routes()),
        Feature(you_routes(manager, pages, visitors, site.devices, live)),
        Feature(Online(replay).routes()),
        Feature(api_routes(tables, site.people, live, site.limits)),
        Feature(offline.routes() if offline is not None else ()),
    ]


def middleware(site: Site) -> list[Middleware]:
    """Returns the middleware, outermost first."""
    options = site.options
    limiter = ConnectionLimiter(options.connections, proxies(options.proxy))
    behind_proxy = bool(options.base_url)
    return [
        Middleware(CountResponses, responses=site.manager.metrics.responses),
        *([Middleware(TooManyConnections, limiter=limiter)] if behind_proxy else []),
        Middleware(Cookies),
        Middleware(KnowDevices, devices=site.devices),
        Middleware(BasePath, base_url=options.base_url),
        Middleware(SecurityHeaders),
        Middleware(GZipMiddleware, minimum_size=600),
    ]


def make(
    options: Options, players: Bots | None = None, workers: WorkerProcesses | None = None
) -> Starlette:
    """Returns the application. Its ``Site`` is ``app.state.site``."""
    site = Site(options, players, workers)
    all_features = features(site)
    routes = [route for feature in all_features for route in feature.routes]
    chores = [chore for feature in all_features for chore in feature.chores]
    check_root(options.base_url, {str(getattr(r, "path", "/")).split("/")[1] for r in routes})
    failures = (HTTPException, Refused, StoreFailed, 500)
    app = Starlette(
        routes=routes,
        lifespan=lambda _: site.running(chores),
        middleware=middleware(site),
        exception_handlers=dict.fromkeys(failures, ErrorPages(site.pages, site.store.db).wrong),
    )
    app.router.redirect_slashes = False  # `BasePath` does it; redirects would name the wrong host
    app.state.site = site
    return app
