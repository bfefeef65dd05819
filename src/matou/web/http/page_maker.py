"""Renders pages and error pages from templates, in the reader's language and theme."""

import functools
from typing import Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from matou.core import catalogues, record, registry
from matou.core.game import Game
from matou.core.grammar import grammar, languages
from matou.core.messages import COMMON, Message, common
from matou.play.keeping import StoreFailed
from matou.play.refusals import STORE_ILL, Refused
from matou.web.db.database import Database
from matou.web.http import answers, assets
from matou.web.http.address import ReachableFrom, root, split
from matou.web.http.security import POLICY
from matou.web.http.visitors import Visitors
from matou.web.pages import pictures

ELSEWHERE = "in"  # /in/fr/rules: a page in another language, for sites without a server
READS = ("GET", "HEAD")
NOTES = {403: "foreign", 404: "nowhere", 405: "nowhere"}  # by status


def here(request: Request) -> str:
    query = f"?{request.url.query}" if request.url.query else ""
    return request.url.path.removeprefix(root(request)) + query


def relative(url: URL) -> str:
    return f"{url.path}?{url.query}" if url.query else url.path


@functools.cache
def templates() -> Environment:
    return Environment(
        loader=PackageLoader("matou.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def in_language(lang: str) -> dict[str, Any]:
    """Returns functions for templates. ``pattern`` leaves placeholders for a script to fill in."""
    return {
        "lang": lang,
        "say": lambda text, **args: common.say(text, **args).say(lang),
        "count": lambda n, one, many: common.count(n, one, many).say(lang),
        "words": lambda message: message.say(lang),
        "pattern": lambda text, **args: common.say(text, **args).pattern(lang),
        "patterns": lambda one, many: common.count(2, one, many).pattern(lang),
        "plurals": catalogues.catalogue(COMMON, lang).plural_forms,
        "how_many": len(registry.names()),
        "locale": grammar(lang).LOCALE,
        "name_of_language": grammar(lang).NAME,
    }


class Language(NamedTuple):
    code: str
    name: str  # in the language itself
    href: str  # the same page in that language


class PageMaker:
    def __init__(
        self, visitors: Visitors, reachable_from: ReachableFrom, served: bool, offer: Any
    ) -> None:
        self.visitors, self.base_url = visitors, visitors.base_url
        self.reachable_from = reachable_from
        self.served = served  # whether there is a server, or the pages run by themselves
        self.offer = offer  # the offline copy that browsers can store
        self.tells = False  # whether notifications are available

    def page(
        self, request: Request, name: str, status: int = 200, /, **values: Any
    ) -> HTMLResponse:
        lang, theme = answers.language(request), request.cookies.get("theme", "auto")
        template = templates().get_template(name)
        html = template.render(
            **in_language(lang),
            theme=theme if theme in ("light", "dark") else "auto",
            root=root(request),
            origin=self.origin(request),
            friends=self.for_friends(request),
            static=f"{root(request)}/static/{assets.version()}",
            path=request.url.path,
            served=self.served,
            offer=self.offer,
            tells=self.tells,
            policy=POLICY.rpartition(";")[0],  # frame-ancestors does not work in a <meta> tag
            playing=lambda game: self.playing(request, game),
            languages=self.choices(request),
            plain=relative(request.url.remove_query_params("lang")),
            repeatable=request.method in READS,
            scene=lambda kind: Markup(pictures.scene(kind)),
            sprite=lambda: Markup(pictures.marks()),
            faces=lambda: Markup(pictures.faces()),
            shown=record.shown,
            **values,
        )
        response = HTMLResponse(
            html, status, headers={"cache-control": "no-store", "vary": "accept-language, cookie"}
        )
        if answers.chosen(request) and request.method in READS:
            self.visitors.set_cookie(request, response, "lang", lang)
        return response

    def choices(self, request: Request) -> list[Language]:
        """Returns every language with the URL of the same page in that language."""
        if not self.served:
            inside = f"{root(request)}/{ELSEWHERE}"
            hrefs = {code: f"{inside}/{code}{here(request)}" for code in languages()}
        elif request.method in READS:
            plain = request.url.remove_query_params("lang")
            hrefs = {c: relative(plain.include_query_params(lang=c)) for c in languages()}
        else:  # the response to a form has no URL of its own
            hrefs = {code: f"{root(request)}/?lang={code}" for code in languages()}
        return [Language(code, grammar(code).NAME, href) for code, href in hrefs.items()]

    def playing(self, request: Request, game: Game) -> Markup:
        """Returns the attributes of a form that creates a table."""
        where = f"/g/{game.name}/play" if self.served else f"/play/{game.name}"
        how = "post" if self.served else "get"
        return Markup('method="{}" action="{}"').format(how, root(request) + where)

    def note(
        self, request: Request, status: int, name: str, more: Message | None = None
    ) -> HTMLResponse:
        """Returns a short message by its name in ``note.html``. ``more`` replaces its text."""
        return self.page(request, "pages/note.html", status, name=name, more=more)

    def refused(self, request: Request, refused: Refused) -> HTMLResponse:
        """Returns the page for a visitor who may not open a public table, or not another one."""
        if refused.code not in ("banned", "crowded"):
            raise refused
        status = 403 if refused.code == "banned" else 409
        return self.note(request, status, refused.code, refused.says)

    def origin(self, request: Request) -> str:
        return split(self.base_url)[0] or f"{request.url.scheme}://{request.url.netloc}"

    def links_begin(self, request: Request) -> str:
        """Returns the beginning of links, even if only this machine can use them."""
        return self.for_friends(request) or self.origin(request) + root(request)

    def for_friends(self, request: Request) -> str:
        """Returns the beginning of links for others, or '' if only this machine could use them."""
        if not self.served:
            return ""
        origin = self.origin(request)
        origin = origin if self.base_url else self.reachable_from.link(origin)
        return origin and origin + root(request)


class ErrorPages:
    def __init__(self, pages: PageMaker, db: Database) -> None:
        self.pages = pages
        self.db = db

    async def wrong(self, request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if isinstance(error, answers.Problem):
            name = "slow" if error.status == 429 else ""
            return self.pages.note(request, error.status, name, error.says)
        if isinstance(error, Refused):
            return self.pages.note(request, 410, "", error.says)
        if status < 500:
            return self.pages.note(request, status, NOTES.get(status, "nonsense"))
        if isinstance(error, StoreFailed):
            status = 503
        # Says that no moves were lost only if that is certain.
        ill = STORE_ILL if status == 503 or self.db.ill else None
        return self.pages.note(request, status, "fault", ill)
