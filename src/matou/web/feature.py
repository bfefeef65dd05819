"""The base class of features: routes and background tasks over the services of a site.

Modules with routes import the names that every handler needs from here (``__all__``).
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from matou.core.game import Game
from matou.play.table import Table
from matou.web.http.address import root
from matou.web.http.answers import language
from matou.web.http.limits import Rate
from matou.web.ops.chores import Chore

if TYPE_CHECKING:
    from matou.web.site import Site

__all__ = ["Chore", "Feature", "Fields", "form", "language", "post", "root", "route"]

F = TypeVar("F", bound=Callable[..., Any])
Fields = dict[str, str]
Handler = Callable[[Any, Request], Awaitable[Response]]
FormHandler = Callable[[Any, Request, Fields], Awaitable[Response]]


def route(path: str, *methods: str) -> Callable[[F], F]:
    """Marks a method of a feature as the handler of a path, for GET unless it names methods."""

    def marked(handler: F) -> F:
        paths = getattr(handler, "paths", ())
        handler.paths = ((path, methods or ("GET",)), *paths)  # type: ignore[attr-defined]
        return handler

    return marked


def post(path: str) -> Callable[[F], F]:
    return route(path, "POST")


def form(path: str) -> Callable[[FormHandler], Handler]:
    """Marks a method as the handler of a form. It gets the fields, sent by one of our own pages."""

    def marked(handler: FormHandler) -> Handler:
        @post(path)
        @functools.wraps(handler)
        async def with_fields(feature: Any, request: Request) -> Response:
            return await handler(feature, request, await feature.visitors.form(request))

        return with_fields

    return marked


class Feature:
    """A part of the site."""

    LIMITS: tuple[tuple[str, Rate, Rate], ...] = ()  # name, rate for a person, for a network

    def __init__(self, site: Site) -> None:
        self.site = site
        self.store, self.manager = site.store, site.manager
        self.pages, self.visitors = site.pages, site.visitors
        for limit in self.LIMITS:
            site.limits.add(*limit)

    def routes(self) -> Sequence[BaseRoute]:
        """Returns the routes of the marked methods, in the order of their definition."""
        return [
            Route(path, getattr(self, name), methods=methods)
            for name, handler in vars(type(self)).items()
            for path, methods in getattr(handler, "paths", ())
        ]

    def chores(self) -> list[Chore]:
        """Returns the background tasks, which run until the server stops."""
        return []

    def game_or_404(self, request: Request) -> Game:
        game = self.site.games.get(request.path_params["game"])
        if game is None:
            raise HTTPException(404)
        return game

    async def table_or_404(self, request: Request) -> Table:
        table = await self.manager.table(request.path_params["table"])
        if table is None:
            raise HTTPException(404)
        return table

    def redirect(self, request: Request, path: str) -> RedirectResponse:
        """Redirects to a page of this site, after a form was sent for example."""
        return RedirectResponse(root(request) + path, 303)
