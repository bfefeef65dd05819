"""Signs browsers in and out, and moves a browser's anonymous games to the account."""

import secrets

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import Response

from matou.core.messages import say
from matou.web.db.database import LOOK
from matou.web.feature import Feature, root
from matou.web.http.answers import Problem
from matou.web.http.limits import SharedBuckets
from matou.web.http.security import COOKIE, network_of
from matou.web.http.visitors import device_name
from matou.web.site import Site
from matou.web.you.repository import Account

BEFORE = "before"  # stores a browser's anonymous cookie while it is signed in
TOO_MUCH = say("Too much at once. Wait a moment.")
BURST = 60  # challenges, links and codes that a network may request at once


class SigningIn:
    def __init__(self, site: Site) -> None:
        self.store, self.manager, self.live = site.store, site.manager, site.live
        self.visitors, self.devices = site.visitors, site.devices
        self.asked = SharedBuckets(self.store.limits, "you", rate=0.5, burst=BURST)
        self.codes = SharedBuckets(self.store.limits, "codes", rate=1 / 30, burst=10)

    async def limit(self, request: Request) -> None:
        """Counts a request against its network's limit. Raises `Problem` at the limit."""
        if not await self.asked.admits(network_of(request.scope)):
            raise Problem(TOO_MUCH, 429)

    def device(self, request: Request) -> str:
        return self.visitors.people.device(request.cookies.get(COOKIE))

    async def sign_in(
        self, request: Request, response: Response, owner: str, name: str, *, along: bool = True
    ) -> None:
        """Signs this browser in. With ``along``, its anonymous games move to the account."""
        people, old = self.visitors.people, self.visitors.owner(request)
        cookie = people.new_device()
        await self.store.accounts.add_device(people.device(cookie), owner, device_name(request))
        people.know(people.device(cookie), owner)
        brought: list[str] = []
        if device := self.device(request):
            await self.store.accounts.sign_out(old, device)
            self.devices.signed_out(device)
        elif old and along:
            brought = await self.store.personal_data.move(old, owner)
        elif old:
            self.visitors.set_cookie(request, response, BEFORE, request.cookies[COOKIE])
        self.visitors.set_cookie(request, response, COOKIE, cookie)
        self.visitors.remember_name(request, response, name)
        # Runs once the browser has its new cookie: open pages reconnect with it.
        response.background = self.after(brought)

    async def brings(self, request: Request) -> int:
        """Returns the number of anonymous games that the browser would bring along."""
        owner = self.visitors.owner(request)
        return await self.store.games.count(owner) if owner and not self.device(request) else 0

    def after(self, tables: list[str]) -> BackgroundTask:
        """Returns a task that updates open pages after changes of seat owners and sign-outs."""

        async def look() -> None:
            for table in tables:
                self.manager.peers.heard(table, LOOK)
            await self.live.end_signed_out()

        return BackgroundTask(look)

    async def sign_out(self, request: Request, response: Response, which: str) -> None:
        """Signs out this device ('here'), all devices ('all'), or another one by its hash."""
        owner, here = self.visitors.owner(request), self.device(request)
        gone = {device.id for device in await self.store.accounts.devices_of(owner)}
        if which != "all":
            gone &= {here if which == "here" else which}
        for device in gone:
            await self.store.accounts.sign_out(owner, device)
            self.devices.signed_out(device)
        if here in gone:
            self.forget_cookies(request, response)
        response.background = self.after([])

    def forget_cookies(self, request: Request, response: Response) -> None:
        """Deletes the account's cookies, and restores the anonymous cookie if there was one."""
        for cookie in (COOKIE, BEFORE, "name"):
            response.delete_cookie(cookie, path=root(request) or "/")
        before, people = request.cookies.get(BEFORE), self.visitors.people
        # Never restores a device's cookie: it could be forged, since it was not looked up.
        if self.device(request) and not people.device(before) and people.owner(before):
            self.visitors.set_cookie(request, response, COOKIE, str(before))


def new_owner() -> str:
    """Returns a random owner for a new account. No cookie hashes to it."""
    return secrets.token_hex(32)


class OwnPages(Feature):
    def __init__(self, site: Site, signing_in: SigningIn) -> None:
        super().__init__(site)
        self.signing_in = signing_in

    async def account(self, request: Request) -> Account | None:
        owner = self.visitors.owner(request)
        return await self.store.accounts.get(owner) if owner else None
