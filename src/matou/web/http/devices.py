"""Looks up the owner of a signed-in device before its request is handled.

A device that signs out is refused immediately by that server, and within `FRESH` seconds by others.
"""

from typing import Any

from starlette.requests import HTTPConnection

from matou.play.keeping import StoreFailed
from matou.web.http.security import COOKIE, MOST_DEVICES, People, bearer_token, remember
from matou.web.you.repository import Accounts

FRESH = 3.0  # seconds before a lookup is repeated
SEEN = 3600.0  # seconds between two updates of a device's last-seen time


class KnowDevices:
    """Middleware that looks up the devices named in a request, and again after its body arrived."""

    def __init__(self, app: Any, people: People, accounts: Accounts) -> None:
        self.app = app
        self.people = people
        self.accounts = accounts
        self._noted: dict[str, float] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        named = self.named(scope) if scope["type"] in ("http", "websocket") else []
        if not named:
            await self.app(scope, receive, send)
            return

        async def signed_in() -> set[str]:
            for device in named:
                await self.look(device)
            return {device for device in named if self.people.is_signed_in(device)}

        async def receive_and_look() -> Any:
            message = await receive()
            # A body may arrive slowly. If the device signed out meanwhile, the request fails.
            whole = message["type"] == "http.request" and not message.get("more_body", False)
            if whole and before - await signed_in():
                raise StoreFailed("a device was signed out while it sent a request")
            return message

        before = await signed_in()
        await self.app(scope, receive_and_look if scope["type"] == "http" else receive, send)

    def named(self, scope: Any) -> list[str]:
        """Returns the devices in the cookie and the bearer token of a request."""
        request = HTTPConnection(scope)
        said = (request.cookies.get(COOKIE), bearer_token(request.headers))
        return [device for text in said if (device := self.people.device(text))]

    async def look(self, device: str) -> None:
        if self.people.knows(device, FRESH):
            return
        now = self.people.now()
        try:
            owner = await self.accounts.owner_of_device(device)
        except StoreFailed:
            return  # `People` uses the last lookup until it is stale
        self.people.know(device, owner, now)
        if owner and self._noted.get(device, -SEEN) <= now - SEEN:
            remember(self._noted, device, now, MOST_DEVICES)
            try:
                await self.accounts.saw_device(device)
            except StoreFailed:
                return  # the next request tries again
