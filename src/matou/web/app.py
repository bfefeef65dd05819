"""Builds the ASGI application from its features and middleware."""

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from matou.play.host import Players
from matou.play.keeping import StoreFailed
from matou.play.refusals import Refused
from matou.web.api import api_routes
from matou.web.daily.routes import DailyRoutes
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.export.relay import Relay
from matou.web.feature import Feature
from matou.web.http import assets, request
from matou.web.http.address import BasePath, check_root
from matou.web.http.answers import Problem
from matou.web.http.connections import ConnectionLimiter, TooManyConnections, proxies
from matou.web.http.devices import KnowDevices
from matou.web.http.page_maker import error_page
from matou.web.http.security import Cookies, OnResponse, add_headers
from matou.web.lessons.routes import LessonRoutes
from matou.web.notify.routes import NotifyRoutes
from matou.web.pages.home import Home
from matou.web.pages.set_table import Invitations, SetTable
from matou.web.puzzles.routes import PuzzleRoutes
from matou.web.replay.after import AfterGame
from matou.web.replay.online import Online
from matou.web.replay.routes import ReplayRoutes
from matou.web.sharing.routes import Sharing
from matou.web.site import Options, Site
from matou.web.strangers.operator import Operator
from matou.web.strangers.routes import StrangerRoutes
from matou.web.strength.routes import Strength
from matou.web.tables.page import TablePage
from matou.web.you.games import YourGames
from matou.web.you.joining import Joining
from matou.web.you.passkeys import Passkeys
from matou.web.you.people import People
from matou.web.you.personal_data import PersonalDataPages
from matou.web.you.routes import You


def features(site: Site) -> list[Feature]:
    """Returns all features, in the order in which their routes are matched."""
    replay = ReplayRoutes(site)
    return [
        Home(site),
        site.health,
        SetTable(site),
        DailyRoutes(site),
        PuzzleRoutes(site),
        StrangerRoutes(site),
        *([Operator(site)] if site.options.operator_token.strip() else []),
        TablePage(site),
        NotifyRoutes(site),
        Strength(site),
        Invitations(site),
        LessonRoutes(site),
        Sharing(site, replay),
        AfterGame(site, replay),
        replay,
        You(site),
        Passkeys(site),
        Joining(site),
        PersonalDataPages(site),
        YourGames(site),
        People(site),
        Online(site, replay),
    ]


def middleware(site: Site) -> list[Middleware]:
    options = site.options
    limiter = ConnectionLimiter(options.connections, proxies(options.proxy))
    behind_proxy = bool(options.base_url)
    return [
        Middleware(OnResponse, begun=site.manager.metrics.responded),
        *([Middleware(TooManyConnections, limiter=limiter)] if behind_proxy else []),
        Middleware(Cookies),
        Middleware(KnowDevices, people=site.people, accounts=site.store.accounts),
        Middleware(BasePath, base_url=options.base_url),
        Middleware(OnResponse, begun=add_headers),
        Middleware(GZipMiddleware, minimum_size=600),
    ]


def make(
    options: Options, players: Players | None = None, workers: WorkerProcesses | None = None
) -> Starlette:
    """Returns the application. Its ``Site`` is ``app.state.site``."""
    site = Site(options, players, workers)
    parts, offline = features(site), options.offline
    routes: list[BaseRoute] = [route for part in parts for route in part.routes()]
    routes += [*assets.routes(), *api_routes(site), *(offline.routes() if offline else ())]
    if offline or options.relay:
        routes += Relay(options.base_url, is_open=options.relay).routes()
    chores = [chore for part in parts for chore in part.chores()]
    check_root(options.base_url, {str(getattr(r, "path", "/")).split("/")[1] for r in routes})

    async def failed(asked: Request, error: Exception) -> Response:
        return error_page(request.Request(asked.scope, asked.receive, site), error)

    failures = (HTTPException, Problem, Refused, StoreFailed, 500)
    app = Starlette(
        routes=routes,
        lifespan=lambda _: site.running(chores),
        middleware=middleware(site),
        exception_handlers=dict.fromkeys(failures, failed),
    )
    app.router.redirect_slashes = False  # `BasePath` does it; redirects would name the wrong host
    app.state.site = site
    return app
