"""Pages from templates: in the reader's language and colours, with the addresses they need."""

from __future__ import annotations

import functools
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from matou.core.game import Game
from matou.core.record import shown
from matou.web import text
from matou.web.http import assets
from matou.web.http.address import root, split
from matou.web.http.language import language
from matou.web.http.reach import Reach
from matou.web.http.security import POLICY
from matou.web.pages import pictures

ELSEWHERE = "in"  # /in/fr/rules: a page in the other language, where no server knows which one


def here(request: Request) -> str:
    """The address of a page, as it is below the site's root."""
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path.removeprefix(root(request)) + query


@functools.cache
def templates() -> Environment:
    """Compiled when first asked for, then the same for all sites of a process."""
    return Environment(
        loader=PackageLoader("matou.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class PageMaker:
    """Fills templates."""

    def __init__(
        self, base_url: str, reach: Reach, *, served: bool = True, offer: Any = None
    ) -> None:
        self.base_url = base_url
        self.reach = reach
        self.served = served  # is there a server behind the pages, or do they play by themselves?
        self.offer = offer  # the copy that a browser may keep for when there is no network
        self.tells = False  # may people be told that it is their turn?

    def page(
        self, request: Request, name: str, status: int = 200, /, **values: Any
    ) -> HTMLResponse:
        lang, theme = language(request), request.cookies.get("theme", "auto")
        template = templates().get_template(name)
        html = template.render(
            lang=lang,
            theme=theme if theme in ("light", "dark") else "auto",
            say=lambda key, **v: (
                getattr(text, key).say(lang).format(**v) if v else getattr(text, key).say(lang)
            ),
            words=lambda w: w.say(lang),
            text=text,
            root=root(request),
            origin=self.origin(request),
            friends=self.for_friends(request),
            static=f"{root(request)}/static/{assets.version()}",
            path=request.url.path,
            served=self.served,
            offer=self.offer,
            tells=self.tells,
            policy=POLICY.rpartition(";")[0],  # a page cannot say who may frame it
            playing=lambda game: self.playing(request, game),
            elsewhere=lambda other: f"{root(request)}/{ELSEWHERE}/{other}{here(request)}",
            scene=lambda kind: Markup(pictures.scene(kind)),
            sprite=lambda: Markup(pictures.marks()),
            faces=lambda: Markup(pictures.faces()),
            shown=shown,
            **values,
        )
        return HTMLResponse(
            html, status, headers={"cache-control": "no-store", "vary": "accept-language, cookie"}
        )

    def playing(self, request: Request, game: Game) -> Markup:
        """Where a form that asks for a table is sent."""
        where = f"/g/{game.name}/play" if self.served else f"/play/{game.name}"
        how = "post" if self.served else "get"
        return Markup('method="{}" action="{}"').format(how, root(request) + where)

    def note(self, request: Request, status: int, kind: str, title: str, more: str) -> HTMLResponse:
        lang = language(request)
        return self.page(
            request,
            "pages/note.html",
            status,
            kind=kind,
            title=getattr(text, title).say(lang),
            more=getattr(text, more).say(lang),
        )

    def slow(self, request: Request, more: str = "SLOW") -> HTMLResponse:
        """Somebody asks for too much at once."""
        return self.note(request, 429, "error", "SLOW_TITLE", more)

    def origin(self, request: Request) -> str:
        return split(self.base_url)[0] or f"{request.url.scheme}://{request.url.netloc}"

    def links_begin(self, request: Request) -> str:
        """What a link begins with, though only this machine may find it."""
        return self.for_friends(request) or self.origin(request) + root(request)

    def for_friends(self, request: Request) -> str:
        """What links for others begin with; '' where only this machine would find them."""
        if not self.served:
            return ""
        origin = self.origin(request)
        origin = origin if self.base_url else self.reach.link(origin)
        return origin and origin + root(request)
