"""A simulated guest at a table in a page: it sends and receives the messages of guests' scripts."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

from page.browser import MemoryStorage, Tab

from matou.core.chains import links_up_to
from matou.play.protocol.fields import to_json


class HostTab(Tab):
    """A page whose table has guests."""

    def __init__(self, storage: MemoryStorage, lang: str = "en") -> None:
        super().__init__(storage, lang)
        self.guests: dict[str, GuestTab] = {}
        self.host.guests.post = lambda id, message: self.guests[id].hear(to_json(message))

    async def open_friends_table(self, game: str, **fields: str) -> str:
        found = await self.play(game, mode="friends", watch="1", **fields)
        await self.open(found["table"])
        return str(found["table"])


class GuestTab:
    def __init__(self, host: HostTab, owner: str, lang: str = "en") -> None:
        self.host, self.owner, self.lang = host, owner, lang
        self.links = links_up_to(owner.encode().hex().ljust(64, "0"), 600)
        self.raw: list[str] = []
        self.heard: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.ids = 0
        self.opens_links = True  # when the host asks for them
        self._tasks: set[asyncio.Task[Any]] = set()

    def hear(self, text: str) -> None:
        message = json.loads(text)
        self.raw.append(text)
        self.heard.append(message)
        if message["t"] == "view":
            self.view = message if message.get("whole") else {**self.view, **message}
        elif message["t"] == "table" and message["seat"] is not None and not message["chains"]:
            self.send_later(chain=self.links[0])
        elif message["t"] == "link" and self.opens_links:
            self.send_later(link=self.links[message["step"] + 1], step=message["step"])

    def send_later(self, **message: Any) -> None:
        task = asyncio.create_task(self.send(json.dumps(message)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def join(self, name: str = "", seat: int | None = None) -> GuestTab:
        self.host.guests[self.owner] = self
        asked = {"lang": self.lang, "pace": "quick", "name": name if seat is None else ""}
        await self.send(json.dumps({"open": asked}))
        if seat is not None:
            assert (await self.say(sit=seat, name=name))["t"] == "ok"
        await self.settle()
        return self

    async def leave(self) -> None:
        await self.host.host.guests.left(self.owner)

    async def send(self, text: str) -> None:
        await self.host.host.guests.hear(self.owner, self.owner, text)

    async def say(self, **message: Any) -> dict[str, Any]:
        self.ids += 1
        await self.send(json.dumps({"id": self.ids, **message}))
        return next(m for m in reversed(self.heard) if m.get("id") == self.ids)

    async def settle(self) -> None:
        """Waits until all requested links are open and no bot has to move."""
        for _ in range(3):
            while self._tasks or self.host.host.guests.draws.tasks:
                await asyncio.sleep(0.001)
            await self.host.settle()


async def play_on(host: HostTab, *guests: GuestTab, most: int = 10_000, seed: int = 2) -> None:
    """Plays to the end or for a number of moves, by host and guests."""
    rng = random.Random(seed)
    pages: list[Any] = [host, *guests]
    while most and not host.view.get("end"):
        page = next(page for page in pages if page.view["legal"])
        answer = await page.say(do=rng.choice(page.view["legal"])[0], at=page.view["at"])
        assert answer["t"] == "ok", answer
        for guest in guests:
            await guest.settle()
        most -= 1
