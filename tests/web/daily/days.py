"""Helpers for tests of the cat of the day: a mock date, seeded bots, finished games."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.applications import Starlette
from web.strength.rated import play_out
from web.support import Person, RandomPlayers, site_of, table_of, until

from matou.bots import make
from matou.core.observation import Observation
from matou.play import daily
from matou.play.host import Choice
from matou.play.table import Table

GAME = "catymini"


class SeededBots(RandomPlayers):
    """Bots that play by the day's seed, as in the bots' process."""

    async def answer(
        self, view: Observation, level: int, *, seed: int | None = None, **_: Any
    ) -> Choice:
        assert seed is not None
        return Choice(make(view.game, level, seed=seed).choose(view))


def days_later(monkeypatch: pytest.MonkeyPatch, days: int) -> str:
    """Moves the clock and returns the new date."""
    monkeypatch.setattr(daily, "now", lambda: time.time() + days * daily.SECONDS)
    return daily.today()


async def open_daily(app: Starlette, person: Person, game: str = GAME) -> Table:
    answer = await person.post(f"/daily/{game}")
    assert answer.status_code == 303, answer.text
    return table_of(app, answer.headers["location"].removeprefix("/t/"))


async def finish_daily(app: Starlette, person: Person, seed: int = 1, game: str = GAME) -> Table:
    table = await open_daily(app, person, game)
    await play_out(table, seed)
    store = site_of(app).store

    async def recorded() -> bool:
        tries = await store.daily.of(table.row.settings["host"])
        return any(one.table_id == table.id and one.ended is not None for one in tries)

    await until(recorded)
    return table
