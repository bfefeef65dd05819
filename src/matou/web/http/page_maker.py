"""Pages from templates: in the reader's language and colours, with the addresses they need."""

from __future__ import annotations

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from matou.core.record import shown
from matou.web import text
from matou.web.http import assets
from matou.web.http.address import root, split
from matou.web.http.language import language
from matou.web.http.reach import Reach
from matou.web.pages import pictures


class PageMaker:
    """Fills templates."""

    def __init__(self, base_url: str, reach: Reach) -> None:
        self.base_url = base_url
        self.reach = reach
        self.env = Environment(
            loader=PackageLoader("matou.web"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )

    def page(
        self, request: Request, name: str, status: int = 200, /, **values: Any
    ) -> HTMLResponse:
        lang, theme = language(request), request.cookies.get("theme", "auto")
        html = self.env.get_template(name).render(
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
            scene=lambda kind: Markup(pictures.scene(kind)),
            sprite=lambda: Markup(pictures.marks()),
            faces=lambda: Markup(pictures.faces()),
            shown=shown,
            **values,
        )
        return HTMLResponse(
            html, status, headers={"cache-control": "no-store", "vary": "accept-language, cookie"}
        )

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

    def origin(self, request: Request) -> str:
        return split(self.base_url)[0] or f"{request.url.scheme}://{request.url.netloc}"

    def for_friends(self, request: Request) -> str:
        """What links for others begin with; '' where only this machine would find them."""
        origin = self.origin(request)
        origin = origin if self.base_url else self.reach.link(origin)
        return origin and origin + root(request)
