"""The result of a rated game if a player leaves, is late, or lets a bot play."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.strength.rated import (
    DAYS,
    GAME,
    choose_rating,
    count_results,
    play_out,
    play_until_acted,
    table_of_two,
)
from web.support import Clock, Person, a_site, owner_of, site_of, table_of, until

from matou.web.strength import counting


async def test_a_player_who_leaves_has_lost(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, guest = Person(app), Person(app)
        await choose_rating(host)
        id = await host.new_table(GAME, "friends", rated="1")
        table = table_of(app, id)
        link = table.seats[1].invite
        await guest.post(f"/t/{id}/join/{link}", name="Bo", want_rating="1")
        page = await guest.open(id)
        await play_until_acted(table, 1, counting.EARLY)
        assert (await page.ask({"bot": 1, "level": 5}))["t"] == "ok"
        await play_out(table)
        await count_results(app)
        store = site_of(app).store
        stayed, left = [
            (await store.ratings.history(owner_of(app, p), GAME, 1))[0] for p in (host, guest)
        ]
        assert (stayed.place, left.place) == (0, 1)
        assert left.rating.points < 1500 < stayed.rating.points


@pytest.mark.parametrize("after_the_end", [False, True])
async def test_a_seat_that_a_bot_has_played_counts_as_lost(
    tmp_path: Path, address: str, after_the_end: bool
) -> None:
    """The seat is taken back before the end, or tried to after a restart."""

    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        await choose_rating(host)
        table = await table_of_two(app, host, guest)
        page, other = await guest.open(table.id), await host.open(table.id)
        await play_until_acted(table, 1, counting.EARLY if after_the_end else 0)
        assert (await page.ask({"bot": 1, "level": 5}))["t"] == "ok"
        await play_until_acted(table, 1, 10)
        if not after_the_end:
            await until(lambda: table.state.actor == 0)
            assert (await page.ask({"take": 1}))["t"] == "ok"
            await until(lambda: table.seats[1].kind == "person")
            await other.settle()
            assert other.view["players"][1]["forfeited"]
        cookies = dict(guest.http.cookies)
        owners = [owner_of(app, p) for p in (host, guest)]
    async with a_site(tmp_path, store=address) as app:
        guest = Person(app)
        guest.http.cookies.update(cookies)
        found = await site_of(app).manager.table(table.id)
        assert found is not None
        page = await guest.open(table.id)
        await play_out(found)
        if after_the_end:
            refused = await page.ask({"take": 1})
            assert (refused["t"], refused["code"]) == ("no", "over")
            refused = await page.ask({"bot": 0, "level": 1})
            assert refused["t"] == "no"
        await count_results(app)
        store = site_of(app).store
        stayed, left = [(await store.ratings.history(o, GAME, 1))[0] for o in owners]
        assert (stayed.place, left.place) == (0, 1)
        assert left.rating.points < 1500 < stayed.rating.points


async def test_only_the_clock_decides_about_an_absent_player_of_a_rated_game(
    tmp_path: Path,
) -> None:
    """A player cannot make another lose by seating a bot while their time runs."""

    async with a_site(tmp_path) as app:
        clock = Clock(app)
        for rated in ("1", ""):
            host, guest = Person(app), Person(app)
            await choose_rating(host)
            table = await table_of_two(app, host, guest, rated, **DAYS)
            page = await host.open(table.id)
            clock.now += 1e5
            answer = await page.ask({"bot": 1, "level": 1})
            assert (answer["t"] == "no") == bool(rated), answer


async def test_a_rated_game_that_is_abandoned_early_does_not_count(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        for own in (0, counting.EARLY):
            host, guest = Person(app), Person(app)
            await choose_rating(host)
            table = await table_of_two(app, host, guest)
            page = await guest.open(table.id)
            await play_until_acted(table, 1, own)
            assert (await page.ask({"bot": 1, "level": 1}))["t"] == "ok"
            await play_out(table)
            await count_results(app)
            for person in (host, guest):
                found = await site_of(app).store.ratings.of(owner_of(app, person))
                assert (GAME in found) == bool(own)
        assert await site_of(app).store.ratings.uncounted(9) == []
