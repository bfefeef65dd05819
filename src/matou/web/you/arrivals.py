"""A browser becomes a person's: it signs in, what it had is theirs from then on; it signs out."""

from __future__ import annotations

import secrets

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from matou.web.http.address import root
from matou.web.http.devices import Devices
from matou.web.http.limits import SharedBuckets
from matou.web.http.page_maker import PageMaker
from matou.web.http.security import COOKIE, address_of
from matou.web.http.visitors import Visitors
from matou.web.store.between_servers import LOOK
from matou.web.store.interface import Store
from matou.web.store.kept_names import KeptName
from matou.web.tables.manager import TableManager
from matou.web.tables.websocket import Live

# Of a browser's own words about itself, what tells devices apart: the first that fits.
BROWSERS = (
    *(("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("FxiOS", "Firefox")),
    *(("Chrome", "Chrome"), ("CriOS", "Chrome"), ("Safari", "Safari")),
)
SYSTEMS = (
    *(("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows")),
    *(("Mac OS", "Mac"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


BEFORE = "before"  # the cookie of who a browser was by itself, while somebody is signed in there
BURST = 60  # of what an address may ask for at once: challenges, links, codes


class Arrivals:
    """Signs browsers in and out."""

    def __init__(
        self, manager: TableManager, visitors: Visitors, devices: Devices, live: Live
    ) -> None:
        self.manager = manager
        self.store = manager.store
        self.visitors = visitors
        self.devices = devices
        self.live = live
        self.asked = SharedBuckets(self.store, "you", rate=0.5, burst=BURST)
        self.codes = SharedBuckets(self.store, "codes", rate=1 / 30, burst=10)

    async def admits(self, request: Request, what: SharedBuckets | None = None) -> bool:
        """One more of something, for the address that asks?"""
        return await (what or self.asked).admits(address_of(request))

    async def kept(self, request: Request) -> KeptName | None:
        """The name that is kept of whoever asks."""
        owner = self.visitors.owner(request)
        return await self.store.kept_name(owner) if owner else None

    def device(self, request: Request) -> str:
        return self.visitors.people.device(request.cookies.get(COOKIE))

    async def arrive(
        self, request: Request, response: Response, owner: str, name: str, *, along: bool = True
    ) -> None:
        """This browser is that person's from now on.

        What a browser had by itself comes ``along``, and goes to the person; or it waits there
        until they sign out. Another person who was signed in there is signed out, and keeps what
        is theirs.
        """
        people, old = self.visitors.people, self.visitors.owner(request)
        cookie = people.new_device()
        await self.store.add_device(people.device(cookie), owner, called(request))
        people.know(people.device(cookie), owner)
        brought: list[str] = []
        if device := self.device(request):
            await self.store.sign_out(old, device)
            self.devices.signed_out(device)
        elif old and along:
            brought = await self.store.move_owner(old, owner)
        elif old:
            self.visitors.keep(request, response, BEFORE, request.cookies[COOKIE])
        self.visitors.keep(request, response, COOKIE, cookie)
        self.visitors.remember_name(request, response, name)
        # Once the browser has its new cookie: pages that are open there come back with it.
        response.background = self.after(brought)

    async def brings(self, request: Request) -> int:
        """How many games a browser has by itself, which it would bring along."""
        owner = self.visitors.owner(request)
        return await self.store.count_games(owner) if owner and not self.device(request) else 0

    def after(self, tables: list[str]) -> BackgroundTask:
        """Who sits at those tables has changed, and devices may be signed out."""

        async def look() -> None:
            for table in tables:
                self.manager.peers.heard(table, LOOK)
            await self.live.end_signed_out()

        return BackgroundTask(look)

    async def leave(self, request: Request, response: Response, which: str) -> None:
        """Sign out this device ('here'), all of them ('all'), or another by its hash."""
        owner, here = self.visitors.owner(request), self.device(request)
        gone = {device.id for device in await self.store.devices_of(owner)}
        if which != "all":
            gone &= {here if which == "here" else which}
        for device in gone:
            await self.store.sign_out(owner, device)
            self.devices.signed_out(device)
        if here in gone:
            self.forget_cookies(request, response)
        response.background = self.after([])

    def forget_cookies(self, request: Request, response: Response) -> None:
        """This browser is nobody's; or who it was by itself before somebody signed in there."""
        for cookie in (COOKIE, BEFORE, "name"):
            response.delete_cookie(cookie, path=root(request) or "/")
        before, people = request.cookies.get(BEFORE), self.visitors.people
        # Never a device: one that a forger has put there is not looked up before.
        if self.device(request) and not people.device(before) and people.owner(before):
            self.visitors.keep(request, response, COOKIE, str(before))


def new_owner() -> str:
    """Who somebody is whose name lasts: no browser's own cookie says that."""
    return secrets.token_hex(32)


def called(request: Request) -> str:
    """What a device is called, as far as its browser tells: ``Firefox, Linux``."""
    agent = request.headers.get("user-agent", "")[:400]
    found = (next((name for mark, name in of if mark in agent), "") for of in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, found)) or "?"


class OwnPages:
    """Pages of a person's own: each of these features has some."""

    def __init__(self, pages: PageMaker, visitors: Visitors, arrivals: Arrivals) -> None:
        self.pages = pages
        self.visitors = visitors
        self.arrivals = arrivals
        self.store: Store = arrivals.store
