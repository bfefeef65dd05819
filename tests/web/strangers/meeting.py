"""Helpers for tests of strangers: a quick game, and the list of open tables."""

from __future__ import annotations

import re

from starlette.applications import Starlette
from web.support import Person, site_of

from matou.play.table import Table

GAME = "catymini"


async def quick_game(person: Person, **fields: str) -> str:
    """Asks for a quick game. Returns the table's id, with the end of its address."""
    answer = await person.post("/strangers/quick", game=GAME, clock="", **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


async def listed_tables(person: Person) -> list[str]:
    """Returns the open tables that a person sees."""
    return re.findall(r'data-table="(\w+)"', (await person.get("/strangers/open")).text)


def table_of(app: Starlette, id: str) -> Table:
    return site_of(app).manager.tables[id.partition("#")[0]]
