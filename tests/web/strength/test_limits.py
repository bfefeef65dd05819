"""Rated games are limited per pair of players and per network."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.applications import Starlette
from web.strength.rated import GAME, choose_rating, count_results, play_out, table_of_two
from web.support import Person, a_site, owner_of, site_of, table_of

from matou.web.db.database import one
from matou.web.strength import repository


def from_elsewhere(app: Starlette, address: str) -> Person:
    return Person(app, address=address)


async def test_rated_games_are_limited_per_pair_and_per_network(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "PER_PAIR", 2)
    monkeypatch.setattr(repository, "PER_NETWORK", 3)

    async with a_site(tmp_path, store=address) as app:
        host, guest = from_elsewhere(app, "192.0.2.1"), from_elsewhere(app, "198.51.100.7")
        await choose_rating(host)
        tables = [await table_of_two(app, host, guest) for _ in range(3)]
        assert [bool(table.strengths[0]) for table in tables] == [True, True, False]
        for table, counts in zip(tables, (True, True, False), strict=True):
            page = await host.open(table.id)
            assert [p["unrated"] for p in page.view["players"]] == [not counts] * 2
        # A new person from the same network counts for the network.
        for fresh in (True, False):
            other = from_elsewhere(app, "198.51.100.7")
            assert bool((await table_of_two(app, host, other)).strengths[0]) == fresh
        # Turning the rating off, or deleting the data, does not reset the limit.
        await choose_rating(guest, False)
        await site_of(app).store.personal_data.delete(owner_of(app, other))
        other = from_elsewhere(app, "198.51.100.7")
        assert not (await table_of_two(app, host, other)).strengths[0]
        # Games against others still count.
        other = from_elsewhere(app, "203.0.113.9")
        assert (await table_of_two(app, host, other)).strengths[0]
        assert (await table_of_two(app, other, guest)).strengths[0]
        # Only a hash of the address is stored, and not for long.
        rows = await site_of(app).store.db.read(("SELECT network FROM seats",))
        networks = {row[0] for row in rows[0]}
        assert len(networks) == 4
        assert all(network == "" or len(network) == 32 for network in networks)
        await site_of(app).store.db.write(one("UPDATE seats SET rated_at = 1 WHERE rated_at > 0"))
        await site_of(app).store.clean_up()
        rows = await site_of(app).store.db.read(("SELECT network FROM seats",))
        assert {row[0] for row in rows[0]} == {""}


async def test_tables_that_fill_at_once_do_not_exceed_the_limit(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "PER_PAIR", 2)

    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        await choose_rating(host)
        await choose_rating(guest)
        ids = [await host.new_table(GAME, "friends", rated="1") for _ in range(5)]
        links = [table_of(app, id).seats[1].invite for id in ids]
        joins = (f"/t/{i}/join/{link}" for i, link in zip(ids, links, strict=True))
        await asyncio.gather(*(guest.post(join, name="Bo") for join in joins))
        for id in ids:
            await play_out(table_of(app, id))
        await count_results(app)
        rated = await site_of(app).store.ratings.of(owner_of(app, host))
        assert rated[GAME].games == 2
