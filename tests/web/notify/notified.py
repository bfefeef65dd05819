"""Helpers for tests of notifications: friends at a table, and a site that sends on demand."""

from __future__ import annotations

import random
import re
from email.message import EmailMessage
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from web.notify.receivers import Browser, Receiver
from web.support import Page, Person, site_of

from matou.play.table import Table
from matou.web.db.database import one
from matou.web.notify.choices import Choices, Mail
from matou.web.notify.notifier import Notifier

GAME = "catymini"


CONTACT = "mailto:operator@example.org"


AT_ONCE: dict[str, Any] = {
    "wait": 0.0,
    "mail_wait": 0.0,
    "rest": 0.0,
    "mail_rest": 0.0,
    "every": 1e6,
}


ALL = Choices(
    CONTACT, Mail("127.0.0.1", 25, "matou@site.test", security="none"), True, True, **AT_ONCE
)


@pytest.fixture(autouse=True)
def no_background_sending(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tests look for turns and send messages: no background task does."""
    monkeypatch.setattr(Notifier, "hurry", lambda _: None)


def with_mail(port: int, **more: Any) -> Choices:
    mail = Mail("127.0.0.1", port, "matou@site.test", security="none")
    return Choices(CONTACT, mail, True, True, **{**AT_ONCE, **more})


class Friends:
    """Ada and Basile at a table, each with a page."""

    def __init__(self, app: Starlette, ada: Person, basile: Person) -> None:
        self.app, self.ada, self.basile = app, ada, basile
        self.id = ""
        self.rng = random.Random(5)

    @property
    def table(self) -> Table:
        return site_of(self.app).manager.tables[self.id]

    async def sit(self, game: str = GAME, **fields: Any) -> Friends:
        self.id = await self.ada.new_table(game, "friends", name="Ada", **fields)
        self.adas = await self.ada.open(self.id)
        link = self.adas.view["invites"][0][1]
        await self.basile.post(f"/t/{self.id}/join/{link}", name="Basile", colour="3")
        self.basiles = await self.basile.open(self.id)
        await self.adas.settle()
        return self

    async def play_until(self, seat: int) -> None:
        """Plays until a seat's next turn begins."""
        other = self.adas if seat == 1 else self.basiles
        mine = self.adas if seat == 0 else self.basiles
        while self.table.state.actor == seat:
            await act(mine, self.rng)
        while self.table.state.actor != seat:
            await act(other, self.rng)
        await mine.settle()


async def act(page: Page, rng: random.Random) -> None:
    await page.settle()
    answer = await page.act(rng)
    assert answer["t"] == "ok", answer


async def friends_at(app: Starlette, lang: str = "en", **fields: Any) -> Friends:
    return await Friends(app, Person(app, lang), Person(app)).sit(**fields)


async def notify_all(app: Starlette) -> None:
    """Sends everything that is due."""
    notifier = site_of(app).notifier
    await notifier.tell_who_looks()
    await notifier.look_for_turns()
    while await notifier.send_due():
        pass


async def look_away(page: Page) -> None:
    await page.ask({"set": {"seen": False}})


async def subscribe(person: Person, browser: Browser, receiver: Receiver, where: str = "/1") -> int:
    asked = browser.subscription(receiver.url + where)
    return (await person.post("/notify/push", subscription=asked)).status_code


def content(message: EmailMessage) -> str:
    found: str = message.get_content()
    return found.replace("\r\n", "\n")


def links(text: str) -> list[str]:
    found = re.findall(r"http://site\.test[A-Za-z0-9_./-]*", text)
    return [urlsplit(url).path for url in found]


async def follow(person: Person, text: str, what: str) -> int:
    """Opens the link, then presses its button."""
    (path,) = {link for link in links(text) if f"/{what}/" in link}
    await person.get(path)
    return (await person.post(path)).status_code


async def time_passes(app: Starlette, seconds: float) -> None:
    """Moves the time of waiting messages on."""
    store = site_of(app).store
    await store.db.write(
        one("UPDATE notices SET due = due - $1", seconds),
        one("UPDATE channels SET rest = rest - $1, until = until - $1", seconds),
    )


async def forget_notices(app: Starlette) -> None:
    """Forgets the notices, as if each turn had just begun."""
    store = site_of(app).store
    await store.db.execute("DELETE FROM notices")


def owner_of(table: Table, seat: int) -> str:
    return table.seats[seat].owner
