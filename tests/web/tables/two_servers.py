"""Two servers that share a PostgreSQL, with a friend at each."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from web.support import Page, Person, RandomPlayers, a_site, site_of, until

from labs.bench.postgres import Postgres
from matou.play.table import Table

GAME = "catymini"
NAMES = itertools.count()


@contextlib.asynccontextmanager
async def two_servers(
    postgres: Postgres, tmp_path: Path, *players: RandomPlayers
) -> AsyncIterator[tuple[Starlette, Starlette]]:
    store = postgres.new_database(f"peers{next(NAMES)}")
    bots = players or (RandomPlayers(1), RandomPlayers(2))
    async with (
        a_site(tmp_path, bots[0], store=store) as one,
        a_site(tmp_path, bots[1], store=store) as other,
    ):
        yield one, other


def at_server(app: Starlette, person: Person) -> Person:
    """Returns the same person, with the same cookies, at another server."""
    there = Person(app, person.lang)
    there.http.cookies.update(person.http.cookies)
    return there


async def wait_for_page(page: Page, what: Callable[[], Any]) -> None:
    async def settled() -> Any:
        await page.settle()
        return what()

    await until(settled)


def kinds(page: Page) -> list[str]:
    """Returns the kinds of all messages that a page has received."""
    return [json.loads(text)["t"] for text in page.raw]


async def wait_for_number(page: Page, number: int) -> None:
    await wait_for_page(page, lambda: page.view["at"] == number)


async def friends(one: Starlette, other: Starlette) -> tuple[Page, Page, str, Person, Person]:
    """Seats two people at a table, each through their own server."""
    host, guest = Person(one), Person(other)
    table = await host.new_table(GAME, "friends", name="Ada")
    first = await host.open(table)
    link = first.view["invites"][0][1]
    answer = await guest.post(f"/t/{table}/join/{link}", name="Basile", colour="3")
    assert answer.status_code == 303, answer.text
    second = await guest.open(table)
    await wait_for_page(first, lambda: first.view.get("legal") or second.view.get("legal"))
    return first, second, table, host, guest


async def friends_without_hints(
    one: Starlette, other: Starlette
) -> tuple[Page, Page, Table, Table, list[Person]]:
    """Seats friends at two servers, and stops hints from reaching the second."""
    first, second, table, *people = await friends(one, other)
    here, there = (site_of(app).manager.tables[table] for app in (one, other))
    await until(lambda: here.number == there.number)
    site_of(other).store.db.on_hint = lambda table, number: None  # noqa: ARG005
    return first, second, here, there, people
