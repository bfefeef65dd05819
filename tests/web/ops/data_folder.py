"""A data folder with a game in progress, for tests of backups, restores and other admin tasks."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path

from web.support import Page, Person, a_site, site_of

import matou as house

GAMES = house.available()


async def play(page: Page, moves: int, rng: random.Random) -> None:
    """Plays some moves of the person against a bot."""
    while moves and page.view["end"] is None:
        if not page.view["legal"]:
            await page.next("view")
            continue
        answer = await page.ask({"do": rng.choice(page.view["legal"])[0], "at": page.view["at"]})
        assert answer["t"] == "ok", answer
        moves -= 1


class DataFolder:
    """A data folder with a game in progress, and its player's cookie."""

    def __init__(self, data: Path) -> None:
        self.data = data
        asyncio.run(self._begin())

    async def _begin(self) -> None:
        async with a_site(self.data) as app:
            host = Person(app)
            self.table = await host.new_table(GAMES[0])
            await play(await host.open(self.table), 3, random.Random(1))
            self.cookie = host.http.cookies["matou"]
        self.events = events_of(self.data / "tables.db", self.table)
        assert len(self.events) >= 6

    async def check_game_continues(self, data: Path) -> None:
        """Checks that the player finds the same game in another folder and can play on."""
        async with a_site(data) as app:
            host = Person(app)
            host.http.cookies.set("matou", self.cookie, domain="site.test", path="/")
            page = await host.open(self.table)
            assert page.view["seat"] == 0
            loaded = await site_of(app).store.tables.load(self.table)
            assert loaded is not None
            assert loaded[1][: len(self.events)] == self.events
            await play(page, 2, random.Random(2))
        assert len(events_of(data / "tables.db", self.table)) > len(self.events)


def events_of(path: Path, table: str) -> list[int]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT action FROM actions WHERE tbl = ? ORDER BY number", (table,))
        return [row[0] for row in rows]
