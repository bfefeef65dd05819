"""The base class of features: routes and background tasks over the services of a site.

Modules with routes import the names that every handler needs from here (``__all__``).
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.exceptions import HTTPException
from starlette.requests import Request as StarletteRequest
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from matou.core.game import Game
from matou.play.table import Table
from matou.web.http.answers import Problem
from matou.web.http.limits import Rate
from matou.web.http.request import Request
from matou.web.ops.chores import Chore

if TYPE_CHECKING:
    from matou.web.site import Site

__all__ = ["Chore", "Feature", "HTTPException", "Problem", "Request", "Response", "form", "route"]

F = TypeVar("F", bound=Callable[..., Any])
Handler = Callable[[Any, Request], Awaitable[Response]]


def route(*paths: str, methods: Sequence[str] = ("GET",)) -> Callable[[F], F]:
    """Marks a method of a feature as the handler of some paths."""

    def marked(handler: F) -> F:
        vars(handler).update(paths=paths, methods=methods)
        return handler

    return marked


def form(path: str) -> Callable[[Handler], Handler]:
    """Marks a method as the handler of a form that one of our own pages sends."""

    def marked(handler: Handler) -> Handler:
        @route(path, methods=["POST"])
        @functools.wraps(handler)
        async def with_fields(feature: Any, request: Request) -> Response:
            await request.read_fields()
            return await handler(feature, request)

        return with_fields

    return marked


class Feature:
    # Names, and the rates for a person and for a network; None is no limit.
    LIMITS: tuple[tuple[str, Rate | None, Rate | None], ...] = ()

    def __init__(self, site: Site) -> None:
        self.site, self.store, self.manager = site, site.store, site.manager
        self.served = site.options.served
        for limit in self.LIMITS:
            site.limits.add(*limit)

    def routes(self) -> Sequence[BaseRoute]:
        """Returns the routes of the marked methods, in the order of their definition."""
        return [
            Route(path, self.endpoint(getattr(self, name)), methods=handler.methods)
            for name, handler in vars(type(self)).items()
            for path in getattr(handler, "paths", ())
        ]

    def endpoint(self, handler: Callable[[Request], Awaitable[Response]]) -> Any:
        """Returns a handler for Starlette, which does not know our requests."""

        async def answer(request: StarletteRequest) -> Response:
            own = Request(request.scope, request.receive, self.site)
            response = await handler(own)
            own.complete(response)
            return response

        return answer

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
