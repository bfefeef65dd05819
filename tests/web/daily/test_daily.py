"""The cat of the day on a site: one try, results, streaks, several servers, personal data."""

from __future__ import annotations

import asyncio
import html
import io
import json
import zipfile
from pathlib import Path

import pytest
from web.daily.days import GAME, SeededBots, days_later, finish_daily, open_daily
from web.strength.rated import play_out
from web.support import Person, a_site, owner_of, site_of, table_of
from web.tables.two_servers import at_server, two_servers
from web.you.passkey_browser import Browser

import matou
from labs.bench.postgres import Postgres
from matou.bots.service import Answer
from matou.core.fairness import check
from matou.core.record import Record
from matou.play import daily
from matou.web.tables.bots import SEEDED_TRIES, ServicePlayers


async def page_of(person: Person) -> str:
    answer = await person.get("/daily")
    assert answer.status_code == 200
    return html.unescape(answer.text)


async def test_the_same_moves_lead_to_the_same_game_and_the_record_verifies(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, SeededBots(), store=address) as app:
        ada, bo, carol = (Person(app) for _ in range(3))
        one, other = [await finish_daily(app, person) for person in (ada, bo)]
        assert one.id != other.id
        assert one.dealer.commitment == other.dealer.commitment
        actions = [[entry.action for entry in table.state.history] for table in (one, other)]
        assert actions[0] == actions[1], "the same moves met other draws"
        another = await finish_daily(app, carol, seed=2)
        assert [entry.action for entry in another.state.history] != actions[0]
        days_later(monkeypatch, 1)
        for table, person in ((one, ada), (other, carol)):
            text = (await person.get(f"/t/{table.id}/record")).text
            record = Record.loads(text)
            assert record.id == f"{one.row.day}-{GAME}"
            assert check(record) is None
            assert (await person.get(f"/t/{table.id}/verify")).json()["fits"]


async def test_streaks_over_several_days(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada = Person(app)
        assert "Your streak" not in await page_of(ada)
        seeds = set()
        for later, says in ((0, "1 day."), (1, "2 days."), (3, "3 days."), (10, "1 day.")):
            day = days_later(monkeypatch, later)
            assert f"{says}</b>" not in await page_of(ada)
            table = await finish_daily(app, ada)
            assert table.row.day == day
            seeds.add(table.row.seed)
            assert f"Your streak: {says}" in await page_of(ada)
        assert len(seeds) == 4
        days_later(monkeypatch, 13)
        assert "Your streak" not in await page_of(ada)


async def test_the_first_try_counts(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, store = Person(app), site_of(app).store
        await ada.get("/daily")
        table = await open_daily(app, ada)
        assert [one.table_id for one in await store.daily.of(owner_of(app, ada))] == [table.id]
        answers = await asyncio.gather(*(ada.post(f"/daily/{GAME}") for _ in range(4)))
        assert {a.headers["location"] for a in answers} == {f"/t/{table.id}"}
        page = await ada.open(table.id)
        assert page.view["daily"]
        assert not page.view["hints"]
        for asked, code in (
            ({"hint": "here"}, "hint"),
            ({"bot": table.seats_of(page_owner := owner_of(app, ada))[0], "level": 4}, "seat"),
            ({"bot": 1 - table.seats_of(page_owner)[0], "level": 1}, "seat"),
        ):
            assert (await page.ask(asked))["code"] == code
        await play_out(table, most=len(table.state.history) + 1)
        await page.settle()
        assert not page.view["undo"]
        refused = await page.ask({"undo": True, "at": table.number})
        assert (refused["code"], "every move stands" in refused["says"]) == ("undo", True)
        assert (await page.ask({"resign": True}))["t"] == "ok"
        assert table.state.over
        answer = await ada.post(f"/t/{table.id}/rematch")
        assert (answer.status_code, "tomorrow" in answer.text) == (410, True)
        again = await ada.post(f"/daily/{GAME}")
        assert again.headers["location"] == f"/t/{table.id}"


async def test_a_practice_game_has_other_draws_and_is_not_compared(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada = Person(app)
        level, seat = daily.challenge(matou.game(GAME), daily.today())
        fields = f'name="you" value="{seat}"><input type="hidden" name="level" value="{level}"'
        assert fields in await page_of(ada)
        id = await ada.new_table(GAME, level=level, you=seat)
        practice = table_of(app, id)
        table = await open_daily(app, ada)
        assert practice.row.seed != table.row.seed
        assert practice.seats[seat].owner == table.seats[seat].owner
        assert practice.seats[1 - seat].level == table.seats[1 - seat].level == level
        assert len(await site_of(app).store.daily.of(owner_of(app, ada))) == 1


async def test_results_of_people_with_an_account_are_listed(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo = Browser(app), Browser(app)
        await ada.a_code()
        await finish_daily(app, ada)
        await finish_daily(app, bo, seed=2)
        page = await bo.page("/daily")
        assert page.count('<th scope="row">Ada</th>') == 1
        assert page.count('<th scope="row">') == 1, "Bo has no name"
        assert "anybody could try again" in page
        assert "Save your name to be listed here." in page
        shown = await ada.page("/daily")
        assert '<tr class="mine"><th scope="row">Ada</th>' in shown
        text = shown.partition('data-text="')[2].partition('"')[0].split("\n")
        assert text[0] == f"Cat of the day · Caty Mini · {daily.today()}"
        assert text[1].endswith(("=^.^=", "=o.o=", "=-.-="))
        assert text[2] == "https://site.test/daily"
        picture = await ada.get(f"/daily/{GAME}/share.png")
        assert (picture.status_code, picture.content[:4]) == (200, b"\x89PNG")
        assert picture.headers["cache-control"].startswith("private")
        assert (await ada.get("/daily/clocktowers/share.png")).status_code == 404, "not played"


async def test_a_game_that_ends_after_midnight_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path) as app:
        ada = Browser(app)
        await ada.a_code()
        day = days_later(monkeypatch, -1)
        table = await finish_daily(app, ada)
        assert table.row.day == day
        page = await ada.page("/daily")
        assert "Your streak" not in page
        assert '<th scope="row">' not in page
        days_later(monkeypatch, 0)
        assert "this game doesn’t count" in await ada.page(f"/daily/{day}")


async def test_two_servers_have_the_same_seed_and_share_the_one_try(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path, SeededBots(), SeededBots()) as (one, other):
        ada, bo = Person(one), Person(other)
        first, second = await finish_daily(one, ada), await finish_daily(other, bo)
        assert first.row.seed == second.row.seed
        assert [e.action for e in first.state.history] == [e.action for e in second.state.history]
        answer = await at_server(other, ada).post(f"/daily/{GAME}")
        assert answer.headers["location"] == f"/t/{first.id}"


async def test_a_new_device_adds_its_days_and_the_earlier_try_counts(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, phone, store = Browser(app), Browser(app), site_of(app).store
        code = await ada.a_code()
        await finish_daily(app, ada)
        days_later(monkeypatch, 1)
        await finish_daily(app, phone)
        day = days_later(monkeypatch, 2)
        first = await finish_daily(app, phone)
        await finish_daily(app, ada, seed=2)
        assert "Your streak: 2 days." in await ada.page("/daily")
        assert (await phone.post("/you/in/code", code=code, along="1")).status_code == 303
        page = await ada.page("/daily")
        assert "Your streak: 3 days." in page
        assert f'href="/t/{first.id}"' in page
        assert len(await store.daily.results(day, GAME, "")) == 1
        assert len(await store.daily.of(owner_of(app, ada))) == 4


async def test_tries_are_exported_and_deleted_with_their_person(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, store = Browser(app), site_of(app).store
        await ada.a_code()
        table = await finish_daily(app, ada)
        answer = await ada.post("/you/export")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as file:
            about = json.loads(file.read("about.json"))
        assert [row["table_id"] for row in about["daily_games"]] == [table.id]
        owner = owner_of(app, ada)
        assert (await ada.post("/you/delete", word="delete")).status_code == 200
        assert await store.daily.of(owner) == []
        assert await store.daily.results(daily.today(), GAME, "") == []


async def test_a_late_bot_with_a_seed_is_asked_again_and_not_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int | None] = []
    view = matou.game(GAME).start(2)
    while view.actor < 0:
        view.play(view.legal()[0])
    seen = view.observe(view.actor)

    class Service:
        def submit(
            self, view: matou.Observation, bot: str, **how: object
        ) -> asyncio.Future[Answer]:
            asked.append(how["seed"])  # type: ignore[arg-type]
            done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            late = "late" if len(asked) < SEEDED_TRIES else ""
            done.set_result(Answer(view.legal()[0], bot, (), late))
            return done

    players = ServicePlayers(Service())  # type: ignore[arg-type]
    assert not (await players.answer(seen, 4, seed=7)).is_lower
    assert asked == [7] * SEEDED_TRIES
    assert (await players.answer(seen, 4)).is_lower is False
