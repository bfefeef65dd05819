"""Two servers that share a PostgreSQL, and two friends at them."""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from web.support import Page, Person, RandomPlayers, a_site, parts_of, until

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


def at(app: Starlette, person: Person) -> Person:
    """The same person, with the same cookies, at another server."""
    there = Person(app, person.lang)
    there.http.cookies.update(person.http.cookies)
    return there


async def seen(page: Page, what: Callable[[], Any]) -> None:
    async def settled() -> Any:
        await page.settle()
        return what()

    await until(settled)


def kinds(page: Page) -> list[str]:
    """What a page was sent."""
    return [json.loads(text)["t"] for text in page.raw]


async def shows(page: Page, number: int) -> None:
    await seen(page, lambda: page.view["at"] == number)


async def friends(one: Starlette, other: Starlette) -> tuple[Page, Page, str, Person, Person]:
    """A table of two people, each at a server of their own."""
    host, guest = Person(one), Person(other)
    table = await host.new_table(GAME, "friends", name="Ada")
    first = await host.open(table)
    link = first.view["invites"][0][1]
    answer = await guest.post(f"/t/{table}/join/{link}", name="Basile", colour="3")
    assert answer.status_code == 303, answer.text
    second = await guest.open(table)
    await seen(first, lambda: first.view.get("legal") or second.view.get("legal"))
    return first, second, table, host, guest


async def deaf(one: Starlette, other: Starlette) -> tuple[Page, Page, Table, Table, list[Person]]:
    """Friends at two servers, of which the second hears no hints any more."""
    first, second, table, *people = await friends(one, other)
    here, there = (parts_of(app).manager.tables[table] for app in (one, other))
    await until(lambda: here.number == there.number)
    parts_of(other).store.db.on_hint = lambda table, number: None  # noqa: ARG005
    return first, second, here, there, people
