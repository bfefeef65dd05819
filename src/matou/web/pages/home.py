"""The home page, its pictures, and the setting for the colour theme."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from matou.bots.levels import LEVELS
from matou.paper import THEMES
from matou.play.listing import row
from matou.web.feature import Feature, post, route
from matou.web.http.address import root
from matou.web.http.answers import svg
from matou.web.http.language import language
from matou.web.pages import pictures
from matou.web.strength.routes import first_opponent

DAY = 86400  # seconds


class Home(Feature):
    @route("/")
    async def home(self, request: Request) -> Response:
        owner, lang = self.visitors.owner(request), language(request)
        yours = await self.store.games.all_of(owner, 12) if owner else []
        mine, avoided = {k.id for k in yours}, await self.avoided(owner)
        watch = [
            table
            for table in await self.store.tables.to_watch(12)
            if table.id not in mine and not any(seat.owner in avoided for seat in table.seats)
        ]
        return self.pages.page(
            request,
            "pages/home.html",
            cats=LEVELS,
            opponent=await first_opponent(self.store, owner) if self.pages.served else 1,
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
        """Returns the owners whom a visitor has blocked."""
        found = await self.store.moderation.avoided(owner) if owner else []
        return {one.other for one in found if one.kind == "block"}

    @post("/prefs")
    async def prefs(self, request: Request) -> Response:
        fields = await self.visitors.form(request)
        home = root(request) + "/"
        back = fields.get("back", home)
        safe = back.startswith(home) and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if safe else home, 303)
        if fields.get("theme") in ("auto", "light", "dark"):
            self.visitors.keep(request, response, "theme", fields["theme"])
        return response

    @route("/picture/{theme}/{game}.svg")
    async def picture(self, request: Request) -> Response:
        game, theme = self.game_or_404(request), asked_theme(request)
        return svg(pictures.card_picture(game.name, theme), DAY)

    @route("/picture/{theme}/{game}/{letter}.svg")
    async def portrait(self, request: Request) -> Response:
        """Returns the picture for one letter of an option's value, shown next to the choice."""
        game, theme = self.game_or_404(request), asked_theme(request)
        letter = request.path_params["letter"]
        if not any(letter in o.each for o in game.options):
            raise HTTPException(404)
        return svg(pictures.portrait(game.name, letter, theme), DAY)

    @route("/icon.svg")
    async def icon(self, _request: Request) -> Response:
        return svg(pictures.favicon(), 7 * DAY)


def asked_theme(request: Request) -> str:
    theme: str = request.path_params["theme"]
    if theme not in THEMES:
        raise HTTPException(404)
    return theme
