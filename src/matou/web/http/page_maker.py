"""Renders templates in the reader's language and theme, and the pages about errors."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import URL
from starlette.exceptions import HTTPException
from starlette.responses import Response

from matou.bots.levels import LEVELS
from matou.core import catalogues, record, registry
from matou.core.game import Game
from matou.core.grammar import grammar, languages
from matou.core.messages import COMMON, common
from matou.paper import colour
from matou.play.keeping import StoreFailed
from matou.play.refusals import STORE_ILL, Refused
from matou.web.http import answers, assets
from matou.web.http.security import POLICY
from matou.web.pages import pictures

if TYPE_CHECKING:
    from matou.web.http.request import Request

ELSEWHERE = "in"  # /in/fr/rules: a page in another language, for sites without a server
NOTES = {403: "foreign", 404: "nowhere", 405: "nowhere"}  # by status


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


def choices(request: Request) -> list[Language]:
    """Returns every language with the URL of the same page in that language."""
    plain, repeatable = request.url.remove_query_params("lang"), request.method in ("GET", "HEAD")

    def href(lang: str) -> str:
        if not request.site.options.served:
            here = relative(request.url).removeprefix(request.root)
            return f"{request.root}/{ELSEWHERE}/{lang}{here}"
        if repeatable:
            return relative(plain.include_query_params(lang=lang))
        return f"{request.root}/?lang={lang}"  # the response to a form has no URL of its own

    return [Language(code, grammar(code).NAME, href(code)) for code in languages()]


def render(request: Request, template: str, values: dict[str, Any]) -> str:
    site, theme = request.site, request.cookies.get("theme", "auto")
    served = site.options.served

    def playing(game: Game) -> Markup:
        """Returns the attributes of a form that creates a table."""
        where = f"/g/{game.name}/play" if served else f"/play/{game.name}"
        how = "post" if served else "get"
        return Markup('method="{}" action="{}"').format(how, request.root + where)

    shared = dict(
        in_language(request.lang),
        theme=theme if theme in ("light", "dark") else "auto",
        root=request.root,
        origin=request.origin,
        friends=request.friends,
        static=f"{request.root}/static/{assets.version()}",
        path=request.url.path,
        served=served,
        offer=site.offer,
        tells=bool(site.options.notify.offered),
        policy=POLICY.rpartition(";")[0],  # frame-ancestors does not work in a <meta> tag
        playing=playing,
        languages=choices(request),
        plain=relative(request.url.remove_query_params("lang")),
        repeatable=request.method in ("GET", "HEAD"),
        paper=functools.partial(colour, "paper"),
        scene=lambda kind: Markup(pictures.scene(kind)),
        sprite=lambda: Markup(pictures.marks()),
        faces=lambda: Markup(pictures.faces()),
        cats=LEVELS,
        games=[*site.games.values()],
        shown=record.shown,
    )
    return templates().get_template(template).render({**shared, **values})


def error_page(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    if isinstance(error, answers.Problem):
        return request.note(error.status, "slow" if error.status == 429 else "", error.says)
    if isinstance(error, Refused):
        return request.note(410, "", error.says)
    if status < 500:
        return request.note(status, NOTES.get(status, "nonsense"))
    if isinstance(error, StoreFailed):
        status = 503
    # Says that no moves were lost only if that is certain.
    ill = STORE_ILL if status == 503 or request.site.store.db.ill else None
    return request.note(status, "fault", ill)
