"""The web app manifest and the app icons."""

from __future__ import annotations

import json

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from matou.core.messages import say
from matou.core.registry import names
from matou.paper import colour
from matou.web.feature import Feature
from matou.web.http.language import language
from matou.web.pages import pictures
from matou.web.sharing.card import render
from matou.web.site import Site

# File name: width in pixels, and padding around the cat in percent. Systems crop a maskable icon
# to any shape; only the middle 80% is always visible.
ICONS = {"icon-192.png": (192, 6), "icon-512.png": (512, 6), "icon-mask-512.png": (512, 17)}


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
            "name": say("Matou · {n:words} games of cats and mice", n=many).say(lang),
            "short_name": "Matou",
            "description": say("{n:words|cap} games of cats and mice", n=many).say(lang),
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
