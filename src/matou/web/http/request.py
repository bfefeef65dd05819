"""A request of a visitor: who it is from, its form and limits, and the pages that answer it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

from starlette.background import BackgroundTask
from starlette.exceptions import HTTPException
from starlette.requests import Request as StarletteRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response

from matou.core.grammar import languages
from matou.core.messages import Message, say
from matou.play.refusals import Refused
from matou.play.seats import clean_name
from matou.web.http import address, answers, page_maker
from matou.web.http.security import COOKIE, YEAR, network_of, same_origin
from matou.web.ops.logs import log, visitor

if TYPE_CHECKING:
    from matou.web.site import Site
    from matou.web.you.repository import Account

LONGEST_FORM = 8192  # bytes
MOST_FIELDS = 60
READS = ("GET", "HEAD")
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


class Request(StarletteRequest):
    def __init__(self, scope: Any, receive: Any, site: Site) -> None:
        super().__init__(scope, receive)
        self.site = site
        self.fields: dict[str, str] = {}  # of a form, once `read_fields` has read them
        self.background: BackgroundTask | None = None  # runs after the answer
        self._changed: dict[str, str | None] = {}  # cookies to set, or to delete

    # The visitor

    @property
    def owner(self) -> str:
        """Returns the hash that the visitor's seats are stored under, or '' for a new visitor."""
        return self.site.people.owner(self.cookies.get(COOKIE))

    @property
    def device(self) -> str:
        """Returns the hash of the device that is signed in to an account, or ''."""
        return self.site.people.device(self.cookies.get(COOKIE))

    @property
    def network(self) -> str:
        return network_of(self.scope)

    @property
    def device_name(self) -> str:
        """Returns a device's name from its User-Agent: ``Firefox, Linux``."""
        agent = self.headers.get("user-agent", "")[:400]
        found = (
            next((name for mark, name in known if mark in agent), "")
            for known in (BROWSERS, SYSTEMS)
        )
        return ", ".join(filter(None, found)) or "?"

    @property
    def name(self) -> str:
        """Returns the name that the visitor used last, or ''."""
        return clean_name(unquote(self.cookies.get("name", "")))

    @property
    def lang(self) -> str:
        """Returns the visitor's language, by query (``?lang=fr``), cookie or Accept-Language."""
        for asked in (self.query_params.get("lang"), self.cookies.get("lang")):
            if asked in languages():
                return asked
        return answers.preferred(self.headers.get("accept-language", ""))

    async def account(self) -> Account | None:
        owner = self.owner
        return await self.site.store.accounts.get(owner) if owner else None

    @property
    def called(self) -> str:
        """Returns the visitor's name from the form, or the last one they used."""
        return clean_name(self.fields.get("name", "")) or self.name

    # Cookies, which the answer sets unless it is an error

    def meet(self) -> str:
        """Returns the visitor's owner hash. Sets a cookie for a new visitor."""
        cookie = self.cookies.get(COOKIE, "") if self.owner else self.site.people.new()
        self.set_cookie(COOKIE, cookie)
        return self.site.people.owner(cookie)

    def remember_name(self, name: str) -> None:
        if name := clean_name(name):
            self.set_cookie("name", quote(name))

    def set_cookie(self, name: str, value: str) -> None:
        self._changed[name] = value

    def forget_cookie(self, name: str) -> None:
        self._changed[name] = None

    def complete(self, response: Response) -> None:
        """Adds the background task and the cookies, for this site only: others may share a host."""
        response.background = self.background or response.background
        for name, value in self._changed.items() if response.status_code < 400 else ():
            if value is None:
                response.delete_cookie(name, self.root or "/")
            else:
                self._send_cookie(response, name, value)

    def _send_cookie(self, response: Response, name: str, value: str) -> None:
        more: dict[str, Any] = {"path": self.root or "/", "secure": self.is_secure}
        response.set_cookie(name, value, YEAR, httponly=True, samesite="lax", **more)

    # Addresses

    @property
    def root(self) -> str:
        """Returns the base path of all links: '' or '/matou'."""
        return address.root(self)

    @property
    def is_secure(self) -> bool:
        """Returns whether visitors use https."""
        return self.url.scheme == "https" or self.site.options.base_url.startswith("https://")

    @property
    def origin(self) -> str:
        public = address.split(self.site.options.base_url)[0]
        return public or f"{self.url.scheme}://{self.url.netloc}"

    @property
    def friends(self) -> str:
        """Returns the beginning of links for others, or '' if only this machine could use them."""
        options, origin = self.site.options, self.origin
        if not options.served:
            return ""
        if not options.base_url and address.is_loopback(urlsplit(origin).hostname or ""):
            origin = options.home_address
        return origin and origin + self.root

    @property
    def links_begin(self) -> str:
        """Returns the beginning of links, even if only this machine can use them."""
        return self.friends or self.origin + self.root

    # Forms and limits

    def check_origin(self) -> None:
        """Raises a 403 unless one of our own pages sent this request."""
        if not same_origin(self.headers, self.site.options.base_url):
            log.warning("a form of another site was refused", extra=visitor(self.scope))
            raise HTTPException(403)

    def number(self, name: str) -> int:
        """Returns the number in a field of the form or the query, or -1 if it is invalid."""
        return whole(self.fields.get(name) or self.query_params.get(name, ""))

    async def read_fields(self, ours: bool = True) -> dict[str, str]:
        """Returns the fields of a form. With ``ours``, it must come from one of our own pages."""
        if ours:
            self.check_origin()
        body = await self.read_body(LONGEST_FORM)
        try:
            fields = parse_qs(body.decode(), max_num_fields=MOST_FIELDS, keep_blank_values=True)
        except ValueError:
            raise HTTPException(400) from None
        # Browsers do not send NUL characters, and PostgreSQL cannot store them.
        self.fields = {key: values[-1].replace("\0", "\ufffd") for key, values in fields.items()}
        return self.fields

    async def read_body(self, most: int) -> bytes:
        """Returns the body. Raises a 413 if it is longer than ``most`` bytes."""
        body = await body_of(self, most)
        if body is None:
            raise HTTPException(413)
        return body

    async def may(self, what: str) -> bool:
        """Takes a token from the limits of the visitor and their network. Logs a refusal."""
        may = await self.site.limits.admits(what, self.owner, self.network)
        if not may:
            log.warning("somebody asks for too many: %s", what, extra=visitor(self.scope))
        return may

    async def give_back(self, what: str) -> None:
        await self.site.limits.give_back(what, self.owner, self.network)

    async def limit(self, what: str, says: Message = SLOW) -> None:
        """Raises `Problem` if `may` returns False."""
        if not await self.may(what):
            raise answers.Problem(says, 429)

    # Answers

    def render(self, template: str, status: int = 200, /, **values: Any) -> HTMLResponse:
        """Returns a page in the reader's language and theme."""
        html = page_maker.render(self, template, values)
        headers = {"cache-control": "no-store", "vary": "accept-language, cookie"}
        response = HTMLResponse(html, status, headers=headers)
        if self.query_params.get("lang") == self.lang and self.method in READS:
            self._send_cookie(response, "lang", self.lang)  # error pages, too
        return response

    def note(self, status: int, name: str, more: Message | None = None) -> HTMLResponse:
        """Returns a short message by its name in ``note.html``. ``more`` replaces its text."""
        return self.render("pages/note.html", status, name=name, more=more)

    def refused(self, refused: Refused) -> HTMLResponse:
        """Returns the page for a visitor who may not open a public table, or not another one."""
        if refused.code not in ("banned", "crowded"):
            raise refused
        return self.note(403 if refused.code == "banned" else 409, refused.code, refused.says)

    def redirect(self, path: str) -> RedirectResponse:
        """Redirects to a page of this site, after a form was sent for example."""
        return RedirectResponse(self.root + path, 303)


def whole(text: str) -> int:
    """Returns the number in a form field or URL, or -1 if it is invalid."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else -1


async def body_of(request: StarletteRequest, most: int) -> bytes | None:
    """Returns the body of a request, or None if it is longer than ``most`` bytes."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            return None
    return body
