"""What tests of clocks share: the time is the site's, stored in the database, and moved there."""

from __future__ import annotations

from typing import Any

from starlette.applications import Starlette
from web.support import Page, Person, parts_of

from matou.play.table import Table

GAME = "catymini"


LIVE = {"clock": "live", "minutes": "5", "increment": "10"}


DAYS = {"clock": "days", "days": "3"}


async def later(seconds: float, *apps: Starlette) -> None:
    """So much time goes by at a site, at all its servers."""
    store = parts_of(apps[0]).store
    await store.db.execute("UPDATE uptime SET lost = lost - $1", float(seconds))
    for app in apps:
        await parts_of(app).manager.time.beat()


async def rung(app: Starlette) -> None:
    """Whoever looks for tables whose time is up has looked."""
    manager = parts_of(app).manager
    await manager.time.ring(manager)


def to_move(table: Table, first: Page, second: Page) -> tuple[Page, Page]:
    return (first, second) if table.state.actor == 0 else (second, first)


def first_person(app: Starlette, page: Page) -> Person:
    """Whoever has a page open, by their cookie."""
    person = Person(app)
    headers: Any = page.scope["headers"]
    cookie = dict(headers)[b"cookie"].decode()
    person.http.cookies.update(dict(part.split("=", 1) for part in cookie.split("; ")))
    return person
