"""What the tests of strangers share: a quick game, and the list of open tables."""

from __future__ import annotations

import re

from starlette.applications import Starlette
from web.support import Person, parts_of

from matou.play.table import Table

GAME = "catymini"


async def quick(person: Person, **fields: str) -> str:
    """A quick game; the table it leads to, and how, as its address ends."""
    answer = await person.post("/strangers/quick", game=GAME, clock="", **fields)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/t/")


async def listed(person: Person) -> list[str]:
    """The tables in the list, as somebody sees it."""
    return re.findall(r'data-table="(\w+)"', (await person.get("/strangers/open")).text)


def table_of(app: Starlette, id: str) -> Table:
    return parts_of(app).manager.tables[id.partition("#")[0]]
