"""Signs browsers in and out, and moves a browser's anonymous games to the account."""

import secrets

from starlette.background import BackgroundTask

from matou.core.messages import say
from matou.web.db.database import LOOK
from matou.web.feature import Request
from matou.web.http.security import COOKIE
from matou.web.site import Site

BEFORE = "before"  # stores a browser's anonymous cookie while it is signed in
TOO_MUCH = say("Too much at once. Wait a moment.")


async def sign_in(request: Request, owner: str, name: str, *, along: bool = True) -> None:
    """Signs this browser in. With ``along``, its anonymous games move to the account."""
    site, old = request.site, request.owner
    cookie = site.people.new_device()
    device = site.people.device(cookie)
    await site.store.accounts.add_device(device, owner, request.device_name)
    site.people.know(device, owner)
    brought: list[str] = []
    if request.device:
        await site.store.accounts.sign_out(old, request.device)
        site.people.know(request.device, "")
    elif old and along:
        brought = await site.store.personal_data.move(old, owner)
    elif old:
        request.set_cookie(BEFORE, request.cookies[COOKIE])
    request.set_cookie(COOKIE, cookie)
    request.remember_name(name)
    # Runs once the browser has its new cookie: open pages reconnect with it.
    request.background = after_change(site, brought)


async def brings(request: Request) -> int:
    """Returns the number of anonymous games that the browser would bring along."""
    owner = request.owner
    return await request.site.store.games.count(owner) if owner and not request.device else 0


def after_change(site: Site, tables: list[str]) -> BackgroundTask:
    """Returns a task that updates open pages after changes of seat owners and sign-outs."""

    async def look() -> None:
        for table in tables:
            site.manager.peers.heard(table, LOOK)
        await site.live.end_signed_out()

    return BackgroundTask(look)


async def sign_out(request: Request, which: str) -> None:
    """Signs out this device ('here'), all devices ('all'), or another one by its hash."""
    site, owner, here = request.site, request.owner, request.device
    gone = {device.id for device in await site.store.accounts.devices_of(owner)}
    if which != "all":
        gone &= {here if which == "here" else which}
    for device in gone:
        await site.store.accounts.sign_out(owner, device)
        site.people.know(device, "")
    if here in gone:
        forget_account(request)
    request.background = after_change(site, [])


def forget_account(request: Request) -> None:
    """Deletes the account's cookies, and restores the anonymous cookie if there was one."""
    for cookie in (COOKIE, BEFORE, "name"):
        request.forget_cookie(cookie)
    before, people = request.cookies.get(BEFORE), request.site.people
    # Never restores a device's cookie: it could be forged, since it was not looked up.
    if request.device and not people.device(before) and people.owner(before):
        request.set_cookie(COOKIE, str(before))


def new_owner() -> str:
    """Returns a random owner for a new account. No cookie hashes to it."""
    return secrets.token_hex(32)
