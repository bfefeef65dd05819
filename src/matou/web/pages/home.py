"""The home page, its pictures, the colour theme, and the web app manifest with its icons."""

import msgspec

from matou.core.messages import count
from matou.core.registry import names
from matou.paper import THEMES, colour
from matou.play import solving
from matou.play.listing import row
from matou.web.feature import Feature, HTTPException, Request, Response, form, route
from matou.web.http.answers import file, svg
from matou.web.pages import pictures
from matou.web.sharing.previews import render
from matou.web.site import Site
from matou.web.strength.routes import first_opponent
from matou.web.you.people import received

DAY = 86400  # seconds
# Width of an app icon in pixels, and padding around the cat in percent. Systems crop a maskable one
# to any shape; only the middle 80% is always visible.
ICONS = {"192": (192, 6), "512": (512, 6), "mask-512": (512, 17)}


class Home(Feature):
    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._icons: dict[str, bytes | None] = {}

    @route("/")
    async def home(self, request: Request) -> Response:
        owner, lang = request.owner, request.lang
        puzzling = solving.with_puzzles(self.site.games.values())
        yours = await self.store.games.all_of(owner, 12) if owner else []
        known, blocked = {table.id for table in yours}, await self.site.moderation.blocked(owner)
        watch = [
            table
            for table in await self.store.tables.to_watch(12)
            if table.id not in known and not any(seat.owner in blocked for seat in table.seats)
        ]
        games, now = self.site.games, self.manager.time.now()
        return request.render(
            "pages/home.html",
            **await received(request),
            opponent=await first_opponent(self.store, owner) if self.served else 1,
            puzzling=puzzling,
            today=solving.turn_of_day(len(puzzling)),
            yours=[row(k, games[k.game], owner, lang, now) for k in yours if k.game in games],
            watch=[row(k, games[k.game], "", lang) for k in watch if k.game in games],
        )

    @form("/prefs")
    async def prefs(self, request: Request) -> Response:
        home, back = request.root + "/", request.fields.get("back", "")
        is_safe = back.startswith(home) and not back.startswith(("//", "/\\"))
        if request.fields.get("theme") in ("auto", "light", "dark"):
            request.set_cookie("theme", request.fields["theme"])
        return request.redirect(back.removeprefix(request.root) if is_safe else "/")

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
        return request.render("pages/privacy.html")

    @route("/icon.svg")
    async def icon(self, _request: Request) -> Response:
        return svg(pictures.favicon(), 7 * DAY)

    @route("/icon-{kind}.png")
    async def app_icon(self, request: Request) -> Response:
        kind = request.path_params["kind"]
        if kind in ICONS and kind not in self._icons:
            self._icons[kind] = await render(pictures.app_icon(*ICONS[kind]))
        if (drawn := self._icons.get(kind)) is None:
            raise HTTPException(404)
        return file(drawn, "image/png", 7 * DAY)

    @route("/manifest.webmanifest")
    async def manifest(self, request: Request) -> Response:
        """Describes the site as an app. Addresses in it are relative to its own."""
        lang, many = request.lang, len(names())
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
                    "src": f"icon-{kind}.png",
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": "maskable" if "mask" in kind else "any",
                }
                for kind, (size, _) in ICONS.items()
            ],
            "shortcuts": [
                {
                    "name": game.words.TITLE.say(lang),
                    "url": f"g/{game.name}" if self.served else f"g/{game.name}.html",
                }
                for game in self.site.games.values()
            ],
        }
        response = file(msgspec.json.encode(manifest), "application/manifest+json")
        response.headers.update({"cache-control": "no-cache", "vary": "accept-language, cookie"})
        return response


def asked_theme(request: Request) -> str:
    theme: str = request.path_params["theme"]
    if theme not in THEMES:
        raise HTTPException(404)
    return theme
