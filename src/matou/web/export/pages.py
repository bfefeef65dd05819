"""The site's own pages, asked for one by one without a server, each address they name after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from matou.core.game import Game
from matou.core.state import Observation
from matou.core.words import LANGUAGES
from matou.play.players import Choice
from matou.play.replay import MOST_BYTES
from matou.web import text
from matou.web.export.addresses import ROOT, SITE, addresses, file_of, relative
from matou.web.export.copy import Offer
from matou.web.http import assets
from matou.web.http.address import Place
from matou.web.http.language import language
from matou.web.http.page_maker import ELSEWHERE, PageMaker
from matou.web.http.reach import ALONE
from matou.web.http.security import People
from matou.web.http.visitors import Visitors
from matou.web.lessons.routes import LessonRoutes
from matou.web.pages.home import Home
from matou.web.pages.install import ICONS, Install
from matou.web.pages.set_table import SetTable
from matou.web.store.sqlite import SqliteStore
from matou.web.strangers.open_tables import OpenTables
from matou.web.tables.asked import asked_game
from matou.web.tables.manager import TableManager, load_games
from matou.web.tables.page import aid_of, for_scripts

# What only scripts ask for: a game's drawer of rules and its lesson, in both shapes.
ASKED_BY_SCRIPTS = ("/back", "/rules/{game}/drawer", "/learn/{game}/{lang}.json", "/play/{game}")
NAMED_ELSEWHERE = ("/away", *(f"/{name}" for name in ICONS))  # by the service worker, a manifest


class NotExported(Exception):
    """An address that a page names and that cannot be a file."""


class Answer(NamedTuple):
    status: int
    kind: str
    body: bytes


class Nobody:
    """Plays for nobody: pages are asked for, not moves."""

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> Choice:
        raise NotImplementedError


class Alone:
    """The pages that only a Matou without a server has."""

    def __init__(
        self, games: Mapping[str, Game], pages: PageMaker, pace: float, site: bool
    ) -> None:
        self.games, self.pages, self.pace, self.site = games, pages, pace, site

    def routes(self) -> list[Route]:
        return [
            Route("/play/{game}", self.table),
            Route("/back", self.back),
            Route("/open", self.open),
            Route("/welcome", self.welcome),
            Route("/away", self.away),
        ]

    async def welcome(self, request: Request) -> Response:
        """The first page of all: it leads to the one in the reader's language."""
        doors = [(text.OTHER_LANGUAGE.say(lang), text.LANGUAGE.say(lang)) for lang in LANGUAGES]
        return self.pages.page(request, "pages/welcome.html", doors=sorted(doors))

    async def away(self, request: Request) -> Response:
        """In the place of what a copy that a browser keeps has not: it needs the network."""
        return self.pages.note(request, 200, "lost", "NO_NETWORK_TITLE", "NO_NETWORK")

    async def table(self, request: Request) -> Response:
        """A table that plays by itself: which one, its address says in the browser."""
        game, lang = asked_game(self.games, request), language(request)
        return self.pages.page(
            request,
            "tables/table.html",
            preview=game.words.TAGLINE.say(lang),
            game=game,
            table=None,
            hints=True,
            seconds=self.pace,
            site=self.site,
            aid=aid_of(game, lang),
            **for_scripts(lang),
        )

    async def back(self, request: Request) -> Response:
        """Looking back at a game of this browser: which one, its address says."""
        script = text.spoken(text.FOR_BACK, language(request))
        said = text.LOOK_BACK_HERE.say(language(request))
        return self.pages.page(
            request, "replay/replay.html", game=None, preview=said, about=None, script=script
        )

    async def open(self, request: Request) -> Response:
        """Opening a record in this browser."""
        return self.pages.page(request, "replay/open.html", wrong="", kept="", most=MOST_BYTES)


def application(data: Path, pace: float, site: bool) -> tuple[Starlette, SqliteStore]:
    """The part of the site that needs no server, and the empty store that it looks into.

    ``site``: whether the folder is one of a site's, which games of the page can go on at.
    """
    store = SqliteStore(data / "tables.db")
    games = load_games()
    manager = TableManager(store, games, Nobody(), 0.0)
    pages = PageMaker(SITE + ROOT, ALONE, served=False, offer=Offer())
    visitors = Visitors(People("nobody is known here"), SITE, store)
    routes = [
        *Home(manager, pages, visitors).routes(),
        *Install(games, served=False).routes(),
        *assets.routes(),
        *SetTable(OpenTables(manager), pages, visitors).routes(),
        *LessonRoutes(games, pages).routes(),
        *Alone(games, pages, pace, site).routes(),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(Place, base_url=SITE + ROOT)])
    app.router.redirect_slashes = False
    return app, store


async def get(app: Starlette, address: str, lang: str) -> Answer:
    """Ask the application for an address, as a browser in a language would."""
    path, _, query = address.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "scheme": "https",
        "path": path,
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"matou.invalid"), (b"accept-language", lang.encode())],
        "server": ("matou.invalid", 443),
        "client": ("127.0.0.1", 0),
    }
    said: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        said.append(message)

    await app(scope, receive, send)
    kind = dict(said[0]["headers"]).get(b"content-type", b"").decode()
    body = b"".join(part.get("body", b"") for part in said[1:])
    return Answer(said[0]["status"], kind, body)


async def crawl(app: Starlette, told: Callable[[str], object]) -> dict[str, bytes]:
    """Every page and what it names, by file. Static files are left to others."""
    games = list(load_games())
    first = (await get(app, "/welcome", LANGUAGES[0])).body.decode()
    files = {"index.html": relative(first, "index.html", LANGUAGES[0]).encode()}
    promised: set[str] = set()
    for lang in LANGUAGES:
        scripts = [way.format(game=game, lang=lang) for way in ASKED_BY_SCRIPTS for game in games]
        scripts = sorted(set(scripts))
        scripts += [f"{way}?wide=1" for way in scripts if way.endswith(".json")]
        left = ["/", *NAMED_ELSEWHERE, *scripts]
        seen = set(left)
        while left:
            address = left.pop()
            file = file_of(address, lang)
            told(file)
            answer = await get(app, address, lang)
            if answer.status != 200:
                raise NotExported(f"{address} ({answer.status})")
            files[file] = answer.body
            if not answer.kind.startswith("text/html"):
                continue
            page = answer.body.decode()
            files[file] = relative(page, file, lang).encode()
            named = {found for found in addresses(page) if not found.startswith("/static/")}
            promised |= {file_of(found, lang) for found in named}
            fresh = {a for a in named if not a.startswith(f"/{ELSEWHERE}/")} - seen
            seen |= fresh
            left += sorted(fresh)
    if missing := promised - files.keys():
        raise NotExported(", ".join(sorted(missing)))
    return files
