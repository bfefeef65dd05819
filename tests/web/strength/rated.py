"""Helpers for tests of ratings: rated tables, played and counted."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from starlette.applications import Starlette
from web.support import Person, site_of, table_of

from matou.play.table import Table
from matou.web.strength.counting import Counting

GAME = "catymini"


DAYS = {"clock": "days", "days": "3"}


async def play_out(table: Table, seed: int = 1, most: int = 10**6) -> None:
    """Plays randomly for all people, to the end or up to `most` actions."""
    rng = random.Random(seed)
    while not table.state.over and len(table.state.history) < most:
        seat = table.state.actor
        if seat < 0 or table.seats[seat].kind != "person":
            await asyncio.sleep(0.001)  # let bots and the store work
            continue
        await table.act(seat, rng.choice(table.state.observe(seat).legal()), table.number)


async def play_until_acted(table: Table, seat: int, times: int) -> None:
    """Plays until a seat has acted so often, by its person or a bot."""
    while sum(entry.actor == seat for entry in table.state.history) < times:
        await play_out(table, most=len(table.state.history) + 1)


async def count_results(app: Starlette) -> None:
    await Counting(site_of(app).manager).count_all()


async def table_of_two(
    app: Starlette, host: Person, guest: Person, rated: str = "1", **fields: Any
) -> Table:
    """Seats two people at the host's table. The guest wants a rating too."""
    id = await host.new_table(GAME, "friends", rated=rated, **fields)
    table = table_of(app, id)
    await guest.post(f"/t/{id}/join/{table.seats[1].invite}", name="Bo", want_rating="1")
    assert table.full
    return table


async def choose_rating(person: Person, wants: bool = True) -> None:
    assert (await person.post("/strength", want="1" if wants else "0")).status_code == 303
