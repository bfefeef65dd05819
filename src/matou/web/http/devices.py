"""Browsers that are signed in to a name that lasts: whose each is, asked of the store in time.

A signed-out device is known as nobody's at once where it signed out, and within seconds elsewhere.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from starlette.requests import HTTPConnection

from matou.play.keeping import StoreFailed
from matou.web.http.security import COOKIE, DEVICE, MOST_DEVICES, People
from matou.web.store.interface import Store

FRESH = 3.0  # seconds for which an answer is good
SEEN = 3600.0  # seconds between two notes of when a device was last there


class Devices:
    """Knows whose a device is before anybody asks `People`."""

    def __init__(self, people: People, store: Store) -> None:
        self.people = people
        self.store = store
        self._asked: OrderedDict[str, float] = OrderedDict()
        self._noted: OrderedDict[str, float] = OrderedDict()

    async def look(self, device: str) -> None:
        now = time.monotonic()
        if self._asked.get(device, -FRESH) > now - FRESH:
            return
        try:
            owner = await self.store.owner_of_device(device)
        except StoreFailed:
            return  # who it was a moment ago; if that is not known, `People` says so
        self.people.know(device, owner)
        remember(self._asked, device, now)
        if owner and self._noted.get(device, -SEEN) <= now - SEEN:
            remember(self._noted, device, now)
            try:
                await self.store.saw_device(device)
            except StoreFailed:
                return  # it is seen again

    def signed_out(self, device: str) -> None:
        self.people.know(device, "")
        self._asked.pop(device, None)


def remember(times: OrderedDict[str, float], device: str, now: float) -> None:
    times[device] = now
    times.move_to_end(device)
    if len(times) > MOST_DEVICES:
        times.popitem(last=False)


class KnowDevices:
    """What every request passes: a device that it comes from is looked up."""

    def __init__(self, app: Any, devices: Devices) -> None:
        self.app = app
        self.devices = devices

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] in ("http", "websocket"):
            for said in said_by(scope):
                device = self.devices.people.device(said)
                if device:
                    await self.devices.look(device)
        await self.app(scope, receive, send)


def said_by(scope: Any) -> list[str]:
    """What a request says that may be a device: its cookie, its token."""
    said = []
    for name, value in scope["headers"]:
        if name == b"cookie" and f"{COOKIE}={DEVICE}".encode() in value:
            said.append(HTTPConnection(scope).cookies.get(COOKIE, ""))
        elif name == b"authorization" and f" {DEVICE}".encode() in value:
            said.append(value.decode("latin-1").strip().rpartition(" ")[2])
    return said
