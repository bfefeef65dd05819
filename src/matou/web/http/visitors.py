"""Who asks, by their cookie, and the forms that our own pages send."""

from __future__ import annotations

import logging
from urllib.parse import parse_qs, quote, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.play.seats import clean_name
from matou.web.http.address import root
from matou.web.http.limits import Limits
from matou.web.http.security import COOKIE, YEAR, People, address_of, same_origin
from matou.web.ops import logs
from matou.web.store.interface import Store

log = logging.getLogger("matou.web")

LONGEST_FORM = 8192


class Visitors:
    """Knows people by their cookies, and how many tables they have set."""

    def __init__(self, people: People, base_url: str, store: Store) -> None:
        self.people = people
        self.base_url = base_url
        self.limits = Limits(store)

    def owner(self, request: Request) -> str:
        return self.people.owner(request.cookies.get(COOKIE))

    def meet(self, request: Request, response: Response) -> str:
        """Who asks; somebody new is given a cookie with the response."""
        owner = self.owner(request)
        cookie = request.cookies.get(COOKIE, "") if owner else self.people.new()
        self.keep(request, response, COOKIE, cookie)
        return self.people.owner(cookie)

    def keep(self, request: Request, response: Response, name: str, value: str) -> None:
        """A cookie, for this site alone: others may live at the same host."""
        response.set_cookie(
            name,
            value,
            max_age=YEAR,
            path=root(request) or "/",
            httponly=True,
            samesite="lax",
            secure=self.secure(request),
        )

    def secure(self, request: Request) -> bool:
        return request.url.scheme == "https" or self.base_url.startswith("https://")

    def name(self, request: Request) -> str:
        """What somebody called themselves last time; quoted there, as a header asks."""
        return clean_name(unquote(request.cookies.get("name", "")))

    def remember_name(self, request: Request, response: Response, name: str) -> None:
        name = clean_name(name)
        if name:
            self.keep(request, response, "name", quote(name))

    def called(self, request: Request, fields: dict[str, str]) -> str:
        """What somebody is called: as their form says, or as they said last time."""
        return clean_name(fields.get("name", "")) or self.name(request)

    async def form(self, request: Request, ours: bool = True) -> dict[str, str]:
        """The fields of a form; one that our own page sent, unless that does not matter."""
        if ours and not same_origin(request.headers, self.base_url):
            log.warning("a form of another site was refused", extra=logs.visitor(request.scope))
            raise HTTPException(403)
        body = await body_of(request, LONGEST_FORM)
        if body is None:
            raise HTTPException(413)
        try:
            fields = parse_qs(body.decode(), max_num_fields=60, keep_blank_values=True)
        except ValueError:
            raise HTTPException(400) from None
        # A zero letter, which no browser sends and PostgreSQL does not keep, is unreadable, too.
        return {key: values[-1].replace("\0", "\ufffd") for key, values in fields.items()}

    async def may(self, what: str, request: Request) -> bool:
        """One more of something that is counted, for whoever asks and for their address?"""
        may = await self.limits.admits(what, self.owner(request), address_of(request))
        if not may:
            log.warning("somebody asks for too many: %s", what, extra=logs.visitor(request.scope))
        return may

    async def may_set_table(self, request: Request) -> bool:
        """One more table for whoever asks?"""
        return await self.may("tables", request)


async def body_of(request: Request, most: int) -> bytes | None:
    """What a request brings; None where that is longer than so many bytes."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return body
