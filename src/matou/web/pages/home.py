"""The first page, its pictures, and the choice of language and colours."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.paper import THEMES
from matou.play.listing import row
from matou.web import text
from matou.web.http.address import root
from matou.web.http.answers import svg
from matou.web.http.language import language
from matou.web.http.page_maker import PageMaker
from matou.web.http.visitors import Visitors
from matou.web.pages import pictures
from matou.web.tables.asked import asked_game
from matou.web.tables.manager import TableManager

DAY = 86400  # seconds


class Home:
    """Where everybody comes in."""

    def __init__(self, manager: TableManager, pages: PageMaker, visitors: Visitors) -> None:
        self.manager = manager
        self.pages = pages
        self.visitors = visitors

    def routes(self) -> list[Route]:
        return [
            Route("/", self.home),
            Route("/icon.svg", self.icon),
            Route("/prefs", self.prefs, methods=["POST"]),
            Route("/picture/{theme}/{game}.svg", self.picture),
            Route("/picture/{theme}/{game}/{letter}.svg", self.portrait),
        ]

    async def home(self, request: Request) -> Response:
        owner, lang = self.visitors.owner(request), language(request)
        yours = await self.manager.store.tables_of(owner, 12) if owner else []
        mine, avoided = {k.id for k in yours}, await self.avoided(owner)
        watch = [
            kept
            for kept in await self.manager.store.tables_to_watch(12)
            if kept.id not in mine and not any(seat.owner in avoided for seat in kept.seats)
        ]
        return self.pages.page(
            request,
            "pages/home.html",
            offline_texts=text.spoken(text.FOR_OFFLINE, lang),
            games=list(self.manager.games.values()),
            yours=[
                row(k, self.manager.games[k.game], owner, lang, self.manager.time.now())
                for k in yours
                if k.game in self.manager.games
            ],
            watch=[
                row(k, self.manager.games[k.game], "", lang)
                for k in watch
                if k.game in self.manager.games
            ],
        )

    async def avoided(self, owner: str) -> set[str]:
        """Whom somebody does not want to meet."""
        found = await self.manager.store.avoided(owner) if owner else []
        return {one.other for one in found if one.kind == "block"}

    async def prefs(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        home = root(request) + "/"
        back = fields.get("back", home)
        safe = back.startswith(home) and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if safe else home, 303)
        for key, allowed in (("lang", ("en", "fr")), ("theme", ("auto", "light", "dark"))):
            if fields.get(key) in allowed:
                self.visitors.keep(request, response, key, fields[key])
        return response

    async def picture(self, request: Request) -> Response:
        game, theme = asked_game(self.manager.games, request), asked_theme(request)
        return svg(pictures.card_picture(game.name, theme), DAY)

    async def portrait(self, request: Request) -> Response:
        """What a letter of an option's value looks like, for who chooses."""
        game, theme = asked_game(self.manager.games, request), asked_theme(request)
        letter = request.path_params["letter"]
        if not any(letter in o.each for o in game.options):
            raise HTTPException(404)
        return svg(pictures.portrait(game.name, letter, theme), DAY)

    async def icon(self, _request: Request) -> Response:
        return svg(pictures.favicon(), 7 * DAY)


def asked_theme(request: Request) -> str:
    theme: str = request.path_params["theme"]
    if theme not in THEMES:
        raise HTTPException(404)
    return theme
