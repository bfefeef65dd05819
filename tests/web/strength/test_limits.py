"""Rated games are limited per pair of players and per network."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.applications import Starlette
from web.strength.rated import GAME, at_one_table, counted, play_out, want
from web.support import Person, a_site, owner_of, parts_of, table_of

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
        await want(host)
        tables = [await at_one_table(app, host, guest) for _ in range(3)]
        assert [bool(table.strengths[0]) for table in tables] == [True, True, False]
        for table, counts in zip(tables, (True, True, False), strict=True):
            page = await host.open(table.id)
            assert [p["unrated"] for p in page.view["players"]] == [not counts] * 2
        # The next browser of that network is somebody new, but from there.
        for fresh in (True, False):
            other = from_elsewhere(app, "198.51.100.7")
            assert bool((await at_one_table(app, host, other)).strengths[0]) == fresh
        # Who switches their rating off, or deletes all, is not forgotten by that.
        await want(guest, False)
        await parts_of(app).store.personal_data.delete(owner_of(app, other))
        other = from_elsewhere(app, "198.51.100.7")
        assert not (await at_one_table(app, host, other)).strengths[0]
        # With others, and at another game, it counts.
        other = from_elsewhere(app, "203.0.113.9")
        assert (await at_one_table(app, host, other)).strengths[0]
        assert (await at_one_table(app, other, guest)).strengths[0]
        # No address is kept, and after a while not even a hash.
        rows = await parts_of(app).store.db.read(("SELECT network FROM seats",))
        networks = {row[0] for row in rows[0]}
        assert len(networks) == 4
        assert all(network == "" or len(network) == 32 for network in networks)
        await parts_of(app).store.db.write(one("UPDATE seats SET rated_at = 1 WHERE rated_at > 0"))
        await parts_of(app).store.clean_up()
        rows = await parts_of(app).store.db.read(("SELECT network FROM seats",))
        assert {row[0] for row in rows[0]} == {""}


async def test_tables_that_fill_at_one_moment_do_not_get_round_the_limit(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repository, "PER_PAIR", 2)

    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        await want(host)
        await want(guest)
        ids = [await host.new_table(GAME, "friends", rated="1") for _ in range(5)]
        links = [table_of(app, id).seats[1].invite for id in ids]
        joins = (f"/t/{i}/join/{link}" for i, link in zip(ids, links, strict=True))
        await asyncio.gather(*(guest.post(join, name="Bo") for join in joins))
        for id in ids:
            await play_out(table_of(app, id))
        await counted(app)
        rated = await parts_of(app).store.ratings.of(owner_of(app, host))
        assert rated[GAME].games == 2
