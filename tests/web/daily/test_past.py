"""Results of past days: a page for each, with replays, records and seeds; none of today."""

from __future__ import annotations

import asyncio
import html
from pathlib import Path

import pytest
from starlette.applications import Starlette
from web.daily.days import GAME, SeededBots, days_later, finish_daily
from web.support import Person, a_site, owner_of, site_of, table_of
from web.tables.two_servers import at_server, two_servers
from web.you.passkey_browser import Browser

import matou
from labs.bench.postgres import Postgres
from matou.play import daily


async def test_results_become_public_after_midnight(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo = Browser(app), Person(app)
        await ada.a_code()
        table = await finish_daily(app, ada)
        day, key = table.row.day, site_of(app).store.db.key
        seeds = [daily.seed_of(day, game, key) for game in matou.available()]
        assert table.row.seed in seeds
        for asked in (day, "2020-01-01", "2999-01-01", "catymini", "x"):
            answer = await bo.get(f"/daily/{asked}")
            assert answer.status_code == (303 if asked == day else 404), asked
        assert f"/daily/{day}" not in (await bo.get("/daily")).text
        for path in ("/daily", f"/daily/{day}"):
            shown = await ada.page(path)
            assert not any(seed in shown for seed in seeds)
            assert f"/t/{table.id}/back" not in shown

        days_later(monkeypatch, 1)
        today = [daily.seed_of(daily.today(), game, key) for game in matou.available()]
        shown = await ada.page("/daily")
        assert f'href="/daily/{day}"' in shown
        for person in (ada, bo):
            shown = html.unescape((await person.get(f"/daily/{day}")).text)
            assert all(seed in shown for seed in seeds)
            assert not any(seed in shown for seed in today)
            assert f'href="/t/{table.id}/back"' in shown
            assert (f"/t/{table.id}/record" in shown) == (person is ada)
            for page_name in ("back", "record", "verify"):
                assert (await person.get(f"/t/{table.id}/{page_name}")).status_code == 200
        # A person who deletes their data disappears from the list.
        await ada.post("/you/delete", word="delete")
        assert (await bo.get(f"/daily/{day}")).status_code == 404


async def test_people_who_block_each_other_are_not_in_each_others_results(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo, store = Browser(app), Browser(app), site_of(app).store
        for name, person in (("Ada", ada), ("Bo", bo)):
            await person.make_passkey(name)
            await finish_daily(app, person)
        adas, bos = (owner_of(app, person) for person in (ada, bo))
        day = daily.today()

        async def names(person: Browser, path: str) -> list[str]:
            shown = await person.page(path)
            return [name for name in ("Ada", "Bo") if f'">{name}</' in shown]

        for later in (0, 1):
            days_later(monkeypatch, later)
            path = f"/daily/{day}" if later else "/daily"
            assert await names(ada, path) == await names(bo, path) == ["Ada", "Bo"]
            await store.moderation.avoid(adas, bos, "mute", "Bo")
            assert await names(ada, path) == ["Ada", "Bo"]
            await store.moderation.avoid(adas, bos, "block", "Bo")
            assert (await names(ada, path), await names(bo, path)) == (["Ada"], ["Bo"])
            assert await names(Browser(app), path) == ["Ada", "Bo"]
            await store.moderation.stop_avoiding(adas, bos)


async def test_of_simultaneous_first_tries_one_counts(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, SeededBots(), store=address) as app:
        ada, store = Person(app), site_of(app).store
        await ada.new_table(GAME)
        tabs = [at_server(app, ada) for _ in range(4)]
        answers = await asyncio.gather(*(tab.post(f"/daily/{GAME}") for tab in tabs))
        (place,) = {answer.headers["location"] for answer in answers}
        (tried,) = await store.daily.of(owner_of(app, ada))
        assert place == f"/t/{tried.table_id}"
        assert table_of(app, tried.table_id).row.day == daily.today()


async def test_of_simultaneous_first_tries_at_two_servers_one_counts(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path, SeededBots(), SeededBots()) as (one, other):
        for nth in range(5):
            ada = Person(one)
            await ada.new_table(GAME)
            game = [*matou.available()][nth % 4]
            tabs = [at_server(app, ada) for app in (one, other)]
            answers = await asyncio.gather(*(tab.post(f"/daily/{game}") for tab in tabs))
            (place,) = {answer.headers["location"] for answer in answers}
            tries = await site_of(other).store.daily.of(owner_of(one, ada))
            assert [f"/t/{tried.table_id}" for tried in tries] == [place]
            for tab in tabs:
                assert (await tab.get(place)).status_code == 200


async def test_two_servers_at_midnight_whose_clocks_differ(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One server passes midnight a moment before the other: no day is lost, opened or doubled."""
    old = daily.today()
    midnight = daily.end_of(old)

    def set_clock(seconds: float) -> None:
        """Sets the time of the next request, in seconds after midnight."""
        monkeypatch.setattr(daily, "now", lambda: midnight + seconds)

    def adas(app: Starlette) -> Browser:
        """Returns her browser at another server."""
        there = Browser(app)
        there.http.cookies.update(ada.http.cookies)
        return there

    async with two_servers(postgres, tmp_path, SeededBots(), SeededBots()) as (one, other):
        ada, key = Browser(one), site_of(one).store.db.key
        await ada.a_code()
        bo = Person(other)
        set_clock(-9)
        first = await finish_daily(one, ada)
        set_clock(1)
        new = daily.today()
        assert new != old
        second = (await ada.post(f"/daily/{GAME}")).headers["location"]
        assert second != f"/t/{first.id}"
        assert (await ada.get(f"/daily/{old}")).status_code == 200
        assert (await ada.get(f"/t/{first.id}/record")).status_code == 200
        set_clock(-1)
        there = adas(other)
        answer = await there.post(f"/daily/{GAME}")
        assert answer.headers["location"] == f"/t/{first.id}", "the old day has ended there"
        assert (await there.get(f"/daily/{old}")).status_code == 303
        assert (await there.get(f"/daily/{new}")).status_code == 404
        for path, status in ((first.id, 403), (second.removeprefix("/t/"), 403)):
            assert (await there.get(f"/t/{path}/record")).status_code == status
        # The new day's seed is hidden on both sides of midnight.
        seed = daily.seed_of(new, GAME, key)
        for seconds, person in ((1, ada), (-1, there), (-1, bo), (2, bo)):
            set_clock(seconds)
            for path in ("/daily", f"/daily/{old}", f"/daily/{new}", second, f"{second}/back"):
                assert seed not in (await person.get(path)).text
        # After midnight both servers have the new day, with one try and the same streak.
        set_clock(2)
        answers = await asyncio.gather(*(adas(app).post(f"/daily/{GAME}") for app in (one, other)))
        assert {answer.headers["location"] for answer in answers} == {second}
        tries = await site_of(other).store.daily.of(owner_of(one, ada))
        assert [tried.day for tried in tries] == [old, new]
        for app in (one, other):
            assert "Your streak: 1 day." in await adas(app).page("/daily")
            shown = (await at_server(app, bo).get(f"/daily/{old}")).text
            assert (f'href="/t/{first.id}/back"' in shown, "Ada" in shown) == (True, True)
