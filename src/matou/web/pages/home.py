"""The first page, its pictures, and the choice of language and colours."""

from __future__ import annotations

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.play.keeping import Kept
from matou.play.seats import name_of
from matou.web import text
from matou.web.http.address import root
from matou.web.http.language import language
from matou.web.http.page_maker import PageMaker
from matou.web.http.visitors import Visitors
from matou.web.pages import pictures
from matou.web.tables.asked import asked_game
from matou.web.tables.manager import TableManager


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
        yours = self.manager.store.tables_of(owner, 12) if owner else []
        mine = {k.id for k in yours}
        watch = [k for k in self.manager.store.tables_to_watch(12) if k.id not in mine]
        return self.pages.page(
            request,
            "home.html",
            games=list(self.manager.games.values()),
            yours=[self.row(k, owner, lang) for k in yours if k.game in self.manager.games],
            watch=[self.row(k, "", lang) for k in watch if k.game in self.manager.games],
        )

    def row(self, kept: Kept, owner: str, lang: str) -> dict[str, Any]:
        """A table in a list."""
        own = next((i for i, s in enumerate(kept.seats) if owner and s.owner == owner), None)
        names = [name_of(kept.seats, i, lang, own) for i in range(len(kept.seats))]
        turn, yours = "", False
        if kept.over:
            turn = text.LIST_OVER.say(lang)
        elif any(s.kind == "open" for s in kept.seats):
            turn = text.LIST_WAITING.say(lang)
        elif kept.turn >= 0:
            yours = owner != "" and kept.seats[kept.turn].owner == owner
            turn = (text.LIST_YOUR_TURN if yours else text.LIST_TURN).say(lang)
            turn = turn.format(name=names[kept.turn])
        return {
            "id": kept.id,
            "title": self.manager.games[kept.game].words.TITLE.say(lang),
            "names": text.listed(names, lang),
            "turn": turn,
            "yours": yours,
            "over": kept.over,
        }

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
        game, theme = asked_game(self.manager.games, request), request.path_params["theme"]
        if theme not in ("light", "dark"):
            raise HTTPException(404)
        svg = pictures.card_picture(game.name, theme, language(request))
        return Response(
            svg,
            media_type="image/svg+xml",
            headers={"cache-control": "public, max-age=86400", "vary": "accept-language, cookie"},
        )

    async def portrait(self, request: Request) -> Response:
        """What a letter of an option's value looks like, for who chooses."""
        game, theme = asked_game(self.manager.games, request), request.path_params["theme"]
        letter = request.path_params["letter"]
        if theme not in ("light", "dark") or not any(letter in o.each for o in game.options):
            raise HTTPException(404)
        return Response(
            pictures.portrait(game.name, letter, theme),
            media_type="image/svg+xml",
            headers={"cache-control": "public, max-age=86400"},
        )

    async def icon(self, _request: Request) -> Response:
        return Response(
            pictures.favicon(),
            media_type="image/svg+xml",
            headers={"cache-control": "public, max-age=604800"},
        )
