"""Crawls the site's pages without a server, following every link, and makes links relative.

Each language has a folder, with at most one level of folders inside: ``/rules`` becomes
``en/rules.html``, ``/rules/chopchop/drawer`` becomes ``en/rules/chopchop-drawer.html``, and
``/learn/chopchop/en.json?wide=1`` becomes ``en/learn/chopchop-en-wide-1.json``. Static files are
stored beside the language folders. ``address`` in ``page/static/tables/server.js`` does the same in
the browser.
"""

import os.path
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.middleware import Middleware

from matou.bots.levels import LEVELS
from matou.core.grammar import languages
from matou.core.messages import say
from matou.play import solving
from matou.play.host import Players
from matou.play.replay import MOST_BYTES
from matou.web.daily.routes import DailyRoutes
from matou.web.export.copy import Offer
from matou.web.export.ways import Ways
from matou.web.feature import Feature, Request, Response, route
from matou.web.http import assets
from matou.web.http.address import BasePath
from matou.web.http.page_maker import ELSEWHERE
from matou.web.lessons.routes import LessonRoutes
from matou.web.pages.home import ICONS, Home
from matou.web.pages.set_table import SetTable
from matou.web.puzzles.routes import PuzzleRoutes
from matou.web.site import Options, Site
from matou.web.tables.manager import load_games
from matou.web.tables.page import aid_of, shown_at_tables

SITE = "https://matou.invalid"
ROOT = "/~matou~"  # the base path of the site while it is exported
FOUND = re.compile(rf"{re.escape(ROOT)}(?![\w~])[^\s\"'<>()\\]*")
# URLs that only scripts request: a game's rules drawer and its lessons, in both layouts.
ASKED_BY_SCRIPTS = ("/back", "/rules/{game}/drawer", "/learn/{game}/{lang}.json", "/play/{game}")
STRATEGY = "/learn/{game}/strategy/{lang}.json"  # of some games
# By the service worker or the manifest.
NAMED_ELSEWHERE = ("/away", *(f"/icon-{kind}.png" for kind in ICONS))


def file_of(address: str, lang: str) -> str:
    """Returns the file for a URL that is requested in the language ``lang``."""
    parts = urlsplit(address)
    way = parts.path.strip("/").split("/")
    if way[0] == ELSEWHERE:  # /in/fr/rules: the same page in another language
        query = f"?{parts.query}" if parts.query else ""
        return file_of("/" + "/".join(way[2:]) + query, way[1])
    if way[0] == "static":
        return "/".join(way)
    stem, ending = os.path.splitext(way.pop())
    room, *rest = [*way, stem or "index"]
    if parts.query:
        rest.append(re.sub("[=&]", "-", parts.query))
    name = "/".join(part for part in (lang, room, "-".join(rest)) if part)
    return name + (ending or ".html")


def relative(text: str, file: str, lang: str) -> str:
    folder = os.path.dirname(file)

    def there(found: re.Match[str]) -> str:
        address, mark, place = found[0].removeprefix(ROOT).partition("#")
        if not address:  # the base path itself, used by scripts
            return os.path.relpath(lang, folder) + mark + place
        return os.path.relpath(file_of(address, lang), folder) + mark + place

    return FOUND.sub(there, text)


def addresses(text: str) -> set[str]:
    found = (match[0].removeprefix(ROOT).partition("#")[0] for match in FOUND.finditer(text))
    return {address for address in found if address}


class NotExported(Exception):
    """Raised for a URL in a page that cannot be exported as a file."""


class Answer(NamedTuple):
    status: int
    kind: str
    body: bytes


class Alone(Feature):
    """The pages that exist only in a Matou without a server."""

    def __init__(self, site: Site, pace: float, is_served: bool, ways: Ways) -> None:
        super().__init__(site)
        self.pace, self.is_served, self.ways = pace, is_served, ways

    @route("/welcome")
    async def welcome(self, request: Request) -> Response:
        """Renders the start page, which redirects to the reader's language."""
        return request.render("pages/welcome.html")

    @route("/away")
    async def away(self, request: Request) -> Response:
        """Renders the page shown offline in place of pages that need the network."""
        return request.note(200, "offline")

    @route("/play/{game}")
    async def table(self, request: Request) -> Response:
        """Renders a table that runs in the browser. The URL says which one."""
        game, lang = self.game_or_404(request), request.lang
        return request.render(
            "tables/table.html",
            preview=game.words.TAGLINE.say(lang),
            game=game,
            table=None,
            room=None,  # the URL says how many seats there are
            hints=True,
            seconds=self.pace,
            site=self.is_served,
            ways=self.ways,
            css=game.start(game.min_seats).observe(None).sheet().style,
            aid=aid_of(game, lang),
            **shown_at_tables(lang),
        )

    @route("/back")
    async def back(self, request: Request) -> Response:
        """Renders the replay page for a game stored in this browser. The URL says which one."""
        said = say("Replay a game, position by position, with a bot’s analysis.").say(request.lang)
        return request.render(
            "replay/replay.html", game=None, preview=said, about=None, cats=LEVELS
        )

    @route("/you")
    async def you(self, request: Request) -> Response:
        """Renders a person's page, which a script fills from the games in this browser."""
        return request.render(
            "you/here.html",
            games=list(self.site.games.values()),
            puzzling=solving.with_puzzles(self.site.games.values()),
        )

    @route("/open")
    async def open(self, request: Request) -> Response:
        return request.render("replay/open.html", wrong="", text="", most=MOST_BYTES)


def application(data: Path, pace: float, is_served: bool, ways: Ways) -> tuple[Starlette, Site]:
    """Returns the pages that need no server. ``is_served``: whether a site serves the folder."""
    site = Site(Options(data, SITE + ROOT, served=False), Players())  # no moves are played
    site.offer = Offer()
    kinds = (Home, SetTable, DailyRoutes, PuzzleRoutes, LessonRoutes)
    parts = [*(kind(site) for kind in kinds), Alone(site, pace, is_served, ways)]
    routes = [*assets.routes(), *(route for part in parts for route in part.routes())]
    app = Starlette(routes=routes, middleware=[Middleware(BasePath, base_url=SITE + ROOT)])
    app.router.redirect_slashes = False
    return app, site


async def get(app: Starlette, address: str, lang: str) -> Answer:
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


async def crawl(app: Starlette, report: Callable[[str], object]) -> dict[str, bytes]:
    """Returns every page and the files that it links to, by file name. Skips static files."""
    games = load_games()
    first = (await get(app, "/welcome", languages()[0])).body.decode()
    files = {"index.html": relative(first, "index.html", languages()[0]).encode()}
    promised: set[str] = set()
    for lang in languages():
        scripts = [way.format(game=game, lang=lang) for way in ASKED_BY_SCRIPTS for game in games]
        books = {name: game.book(lang) for name, game in games.items()}
        taught = [name for name, book in books.items() if book and book.strategy]
        scripts += [STRATEGY.format(game=name, lang=lang) for name in taught]
        scripts = sorted(set(scripts))
        scripts += [f"{way}?wide=1" for way in scripts if way.endswith(".json")]
        left = ["/", *NAMED_ELSEWHERE, *scripts]
        seen = set(left)
        while left:
            address = left.pop()
            file = file_of(address, lang)
            report(file)
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
