"""Helpers for tests of clocks. The site's time is stored in the database and moved there."""

from __future__ import annotations

from typing import Any

from starlette.applications import Starlette
from web.support import Page, Person, site_of

from matou.play.table import Table

GAME = "catymini"


LIVE = {"clock": "live", "minutes": "5", "increment": "10"}


DAYS = {"clock": "days", "days": "3"}


async def pass_time(seconds: float, *apps: Starlette) -> None:
    """Moves a site's time on, at all its servers."""
    store = site_of(apps[0]).store
    await store.db.execute("UPDATE uptime SET lost = lost - $1", float(seconds))
    for app in apps:
        await site_of(app).manager.time.beat()


async def check_clocks(app: Starlette) -> None:
    """Checks all clocks for tables whose time is up."""
    manager = site_of(app).manager
    await manager.time.ring(manager)


def to_move(table: Table, first: Page, second: Page) -> tuple[Page, Page]:
    return (first, second) if table.state.actor == 0 else (second, first)


def person_of(app: Starlette, page: Page) -> Person:
    """Returns the person who has this page open, by the cookie."""
    person = Person(app)
    headers: Any = page.scope["headers"]
    cookie = dict(headers)[b"cookie"].decode()
    person.http.cookies.update(dict(part.split("=", 1) for part in cookie.split("; ")))
    return person
