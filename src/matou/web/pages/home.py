"""The home page, its pictures, the colour theme, and the web app manifest with its icons."""

import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from matou.bots.levels import LEVELS
from matou.core.messages import count
from matou.core.registry import names
from matou.paper import THEMES, colour
from matou.play import solving
from matou.play.listing import row
from matou.web.feature import Feature, Fields, form, language, root, route
from matou.web.http.answers import svg
from matou.web.pages import pictures
from matou.web.sharing.previews import render
from matou.web.site import Site
from matou.web.strength.routes import first_opponent
from matou.web.you.people import received

DAY = 86400  # seconds
# File name: width in pixels, and padding around the cat in percent. Systems crop a maskable icon
# to any shape; only the middle 80% is always visible.
ICONS = {"icon-192.png": (192, 6), "icon-512.png": (512, 6), "icon-mask-512.png": (512, 17)}


class Home(Feature):
    @route("/")
    async def home(self, request: Request) -> Response:
        owner, lang = self.visitors.owner(request), language(request)
        puzzling = solving.with_puzzles(self.site.games.values())
        yours = await self.store.games.all_of(owner, 12) if owner else []
        mine, avoided = {k.id for k in yours}, await self.site.moderation.blocked(owner)
        watch = [
            table
            for table in await self.store.tables.to_watch(12)
            if table.id not in mine and not any(seat.owner in avoided for seat in table.seats)
        ]
        return self.pages.page(
            request,
            "pages/home.html",
            cats=LEVELS,
            **await received(self.site, request),
            opponent=await first_opponent(self.store, owner) if self.pages.served else 1,
            games=list(self.manager.games.values()),
            puzzling=puzzling,
            today=solving.turn_of_day(len(puzzling)),
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

    @form("/prefs")
    async def prefs(self, request: Request, fields: Fields) -> Response:
        home = root(request) + "/"
        back = fields.get("back", home)
        safe = back.startswith(home) and not back.startswith(("//", "/\\"))
        response = RedirectResponse(back if safe else home, 303)
        if fields.get("theme") in ("auto", "light", "dark"):
            self.visitors.set_cookie(request, response, "theme", fields["theme"])
        return response

    @route("/picture/{theme}/{game}.svg")
    async def picture(self, request: Request) -> Response:
        game, theme = self.game_or_404(request), asked_theme(request)
        return svg(pictures.card_picture(game.name, theme), DAY)

    @route("/picture/{theme}/{game}/{letter}.svg")
    async def portrait(self, request: Request) -> Response:
        game, theme = self.game_or_404(request), asked_theme(request)
        letter = request.path_params["letter"]
        if not any(letter in o.each for o in game.options):
            raise HTTPException(404)
        return svg(pictures.portrait(game.name, letter, theme), DAY)

    @route("/privacy")
    async def privacy(self, request: Request) -> Response:
        return self.pages.page(request, "pages/privacy.html")

    @route("/icon.svg")
    async def icon(self, _request: Request) -> Response:
        return svg(pictures.favicon(), 7 * DAY)


def asked_theme(request: Request) -> str:
    theme: str = request.path_params["theme"]
    if theme not in THEMES:
        raise HTTPException(404)
    return theme


class Install(Feature):
    """Routes of the manifest and its icons. URLs in the manifest are relative to it."""

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self.served = site.pages.served
        self._made: dict[str, bytes] = {}

    def routes(self) -> list[Route]:
        return [
            Route("/manifest.webmanifest", self.manifest),
            *(Route(f"/{name}", self.icon) for name in ICONS),
        ]

    async def manifest(self, request: Request) -> Response:
        lang, page = language(request), "" if self.served else ".html"
        many = len(names())
        manifest = {
            "id": "matou",
            "lang": lang,
            "name": count(
                many,
                "Matou · {n:words} game of cats and mice",
                "Matou · {n:words} games of cats and mice",
            ).say(lang),
            "short_name": "Matou",
            "description": count(
                many, "{n:words|cap} game of cats and mice", "{n:words|cap} games of cats and mice"
            ).say(lang),
            "start_url": "./" if self.served else "index.html",
            "scope": "./" if self.served else "../",
            "display": "standalone",
            "background_color": colour("paper", "light"),
            "theme_color": colour("paper", "light"),
            "categories": ["games"],
            "icons": [
                {
                    "src": name,
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": "maskable" if "mask" in name else "any",
                }
                for name, (size, _) in ICONS.items()
            ],
            "shortcuts": [
                {"name": game.words.TITLE.say(lang), "url": f"g/{game.name}{page}"}
                for game in self.site.games.values()
            ],
        }
        return Response(
            json.dumps(manifest, ensure_ascii=False),
            media_type="application/manifest+json",
            headers={"cache-control": "no-cache", "vary": "accept-language, cookie"},
        )

    async def icon(self, request: Request) -> Response:
        name = request.url.path.rpartition("/")[2]
        if name not in self._made:
            drawn = await render(pictures.app_icon(*ICONS[name]))
            if drawn is None:
                raise HTTPException(404)
            self._made[name] = drawn
        caching = {"cache-control": "public, max-age=604800"}
        return Response(self._made[name], media_type="image/png", headers=caching)
