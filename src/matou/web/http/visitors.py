"""Identifies visitors by their cookies, and reads the forms that our pages send."""

from typing import Any
from urllib.parse import parse_qs, quote, unquote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from matou.core.messages import Message, say
from matou.play.seats import clean_name
from matou.web.http import address, answers, limits
from matou.web.http.security import COOKIE, YEAR, People, network_of, same_origin
from matou.web.ops.logs import log, visitor
from matou.web.store import Store

LONGEST_FORM = 8192
SLOW = say("Too many tables at once. Wait a moment.")
# Substrings of a User-Agent and their names. The first match wins.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox")),
    *(("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


class Visitors:
    def __init__(self, people: People, base_url: str, store: Store) -> None:
        self.people = people
        self.base_url = base_url
        self.store = store
        self.limits = limits.Limits(store.limits)

    def owner(self, request: Request) -> str:
        return self.people.owner(request.cookies.get(COOKIE))

    def meet(self, request: Request, response: Response) -> str:
        """Returns the visitor's owner hash. Sets a cookie for a new visitor."""
        owner = self.owner(request)
        cookie = request.cookies.get(COOKIE, "") if owner else self.people.new()
        self.set_cookie(request, response, COOKIE, cookie)
        return self.people.owner(cookie)

    def set_cookie(self, request: Request, response: Response, name: str, value: str) -> None:
        """Sets a cookie for this site only. Other sites may share the host."""
        path, secure = address.root(request) or "/", self.is_secure(request)
        more: dict[str, Any] = {"max_age": YEAR, "httponly": True, "samesite": "lax"}
        response.set_cookie(name, value, path=path, secure=secure, **more)

    def is_secure(self, request: Request) -> bool:
        """Returns whether visitors use https."""
        return request.url.scheme == "https" or self.base_url.startswith("https://")

    def name(self, request: Request) -> str:
        return clean_name(unquote(request.cookies.get("name", "")))

    def remember_name(self, request: Request, response: Response, name: str) -> None:
        name = clean_name(name)
        if name:
            self.set_cookie(request, response, "name", quote(name))

    def called(self, request: Request, fields: dict[str, str]) -> str:
        """Returns the visitor's name from the form, or the last one they used."""
        return clean_name(fields.get("name", "")) or self.name(request)

    async def form(self, request: Request, ours: bool = True) -> dict[str, str]:
        """Returns the fields of a form. With ``ours``, it must come from one of our own pages."""
        if ours and not same_origin(request.headers, self.base_url):
            log.warning("a form of another site was refused", extra=visitor(request.scope))
            raise HTTPException(403)
        body = await body_of(request, LONGEST_FORM)
        if body is None:
            raise HTTPException(413)
        try:
            fields = parse_qs(body.decode(), max_num_fields=60, keep_blank_values=True)
        except ValueError:
            raise HTTPException(400) from None
        # Browsers do not send NUL characters, and PostgreSQL cannot store them.
        return {key: values[-1].replace("\0", "\ufffd") for key, values in fields.items()}

    async def want_rating(self, request: Request, owner: str, wants: bool) -> None:
        """Stores whether someone wants a rating, and a hash of their network for its limit."""
        network = network_of(request.scope)
        hashed = limits.unnamed(self.store.db.key, f"rated {network}") if network else ""
        await self.store.ratings.want(owner, wants, hashed)

    async def may(self, what: str, request: Request) -> bool:
        """Takes a token from the limits of the visitor and their network. Logs a refusal."""
        may = await self.limits.admits(what, self.owner(request), network_of(request.scope))
        if not may:
            log.warning("somebody asks for too many: %s", what, extra=visitor(request.scope))
        return may

    async def give_back(self, what: str, request: Request) -> None:
        await self.limits.give_back(what, self.owner(request), network_of(request.scope))

    async def limit(self, what: str, request: Request, says: Message = SLOW) -> None:
        """Raises `Problem` if `may` returns False."""
        if not await self.may(what, request):
            raise answers.Problem(says, 429)


def device_name(request: Request) -> str:
    """Returns a device's name from its User-Agent: ``Firefox, Linux``."""
    agent = request.headers.get("user-agent", "")[:400]
    found = (next((name for mark, name in of if mark in agent), "") for of in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found)) or "?"


def whole(text: str) -> int:
    """Returns the number in a form field or URL, or -1 if it is invalid."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1


async def body_of(request: Request, most: int) -> bytes | None:
    """Returns the body of a request, or None if it is longer than ``most`` bytes."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return body
