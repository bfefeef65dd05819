"""Clocks at the site. The site's time is in the store, where tests move it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import sqlite3
import time
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.applications import Starlette
from web.db.stores import downgrade_postgres
from web.server import Server
from web.support import PATIENCE, Person, a_site, site_of, table_of, two_players, until
from web.tables.timed import DAYS, GAME, LIVE, check_clocks, pass_time, person_of, to_move

from labs.bench.postgres import Postgres
from matou.core.fairness import prove
from matou.core.record import Record
from matou.play.clock import DAY, LAG, OPENING
from matou.play.timeline import TIME_UP
from matou.web.tables import site_time

pytestmark = pytest.mark.usefixtures("frozen_site_time")
NAMES = itertools.count()


MINUTE = 60_000  # milliseconds: tolerance on a busy machine


async def test_a_whole_game_by_days(tmp_path: Path, address: str) -> None:
    rng = random.Random(7)

    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **DAYS)
        table = table_of(app, id)
        turns = 0
        await pass_time(0.5 * DAY, app)
        person = person_of(app, first)
        assert "2 d 12 h" in (await person.get("/")).text
        (row,) = (await person.http.get("/api/tables")).json()["watch"]
        assert row["left"] == pytest.approx(2.5 * DAY, abs=60)
        await pass_time(-0.5 * DAY, app)
        while not table.state.over:
            page, other = to_move(table, first, second)
            await page.settle()
            seat = table.state.actor
            if page.view["clock"]["left"][seat] > 2.999 * DAY * 1000:  # a turn begins
                turns += 1
                await pass_time(2.5 * DAY, app)
                await check_clocks(app)
            assert (await page.act(rng))["t"] == "ok"
            await other.settle()
            # Each position shows the mover's time.
            shown = page.view["clock"]
            if shown["runs"] == seat:
                assert shown["left"][seat] == pytest.approx(DAY * 500, abs=MINUTE)
            else:
                assert shown["left"][seat] == pytest.approx(3 * DAY * 1000, abs=MINUTE)
        assert turns > 5
        assert page.view["clock"]["runs"] == -1
        assert all(seat.kind == "person" for seat in table.seats)
        person = person_of(app, first)
        record = Record.loads((await person.get(f"/t/{id}/record")).text)
        assert record.replay().over
        # The replay shows the time left after each move.
        lines = (await person.get(f"/t/{id}/back/story")).json()["lines"]
        left = [line[3] for line in lines if line[0] >= 0]
        assert all(reply == "12:00:00" or reply.startswith("11:59:") for reply in left)
        assert left
        assert all(len(line) == 3 for line in lines if line[0] < 0)


async def test_when_time_is_up_a_bot_plays_on_and_the_player_can_take_over(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **LIVE)
        table = table_of(app, id)
        page, other = to_move(table, first, second)
        seat = table.state.actor
        await pass_time(OPENING + 300 + LAG - 0.5, app)
        await check_clocks(app)
        assert table.seats[seat].kind == "person"  # a move may still be on its way
        table.host.pace = 60.0  # a slow bot
        at = table.number
        await pass_time(2, app)
        await check_clocks(app)
        assert table.number == at + 1
        assert (await site_of(app).store.tables.events(id))[-1] == TIME_UP
        reply = await other.next("late")
        assert reply["seat"] == seat
        await page.settle()
        mine = page.view["players"][seat]
        assert (mine["kind"], mine["held"], mine["mine"]) == ("bot", True, True)
        assert page.view["clock"]["runs"] == -1
        assert (await page.ask({"take": seat}))["t"] == "ok"
        await page.settle()
        reply = [m for m in map(json.loads, page.raw) if m["t"] == "clock"][-1]
        clock = reply["clock"]
        assert table.seats[seat].kind == "person"
        assert clock["runs"] == seat
        assert clock["left"][seat] == pytest.approx(60_000, abs=2000)
        assert (await page.act(random.Random(1)))["t"] == "ok"


@pytest.mark.parametrize(("lang", "says"), [("en", "Your time is up"), ("fr", "Ton temps est")])
async def test_a_move_after_the_deadline_is_refused(tmp_path: Path, lang: str, says: str) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, lang)
        id = await person.new_table(GAME, "same", **LIVE)
        page, table = await person.open(id), table_of(app, id)
        await page.ask({"look": table.state.actor})
        table.host.pace = 60.0
        asked = {"do": page.view["legal"][0][0], "at": page.view["at"], "took": 0}
        await pass_time(OPENING + 300 + LAG + 0.5, app)
        seat = table.state.actor
        reply = await page.ask(asked)
        assert (reply["t"], reply["code"]) == ("no", "late"), reply
        assert reply["says"].startswith(says)
        assert table.seats[seat].kind == "bot"


async def test_network_delay_is_compensated_within_limits(tmp_path: Path) -> None:
    async def left(app: Starlette, took: int | None) -> float:
        person = Person(app)
        id = await person.new_table(GAME, "same", **{**LIVE, "increment": "0"})
        page, table = await person.open(id), table_of(app, id)
        seat = table.state.actor
        await page.ask({"look": seat})
        await pass_time(OPENING + 50, app)
        asked = {"do": page.view["legal"][0][0], "at": page.view["at"]}
        assert (await page.ask(asked if took is None else {**asked, "took": took}))["t"] == "ok"
        assert table.time is not None
        return table.time.clock.left[seat]

    async with a_site(tmp_path) as app:
        honest, cheat = await left(app, None), await left(app, 0)
        assert cheat - honest == pytest.approx(LAG, abs=0.5)


async def test_undo_gives_no_time_back(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        id = await person.new_table("clocktowers", "same", **LIVE)
        page, table = await person.open(id), table_of(app, id)
        rng = random.Random(3)
        clock = table.time
        assert clock is not None
        for _ in range(200):
            seat = table.state.actor
            if page.view.get("curtain"):
                await page.ask({"look": seat})
                await page.settle()
            before = clock.clock.left[seat]
            await page.act(rng)
            if not page.view["undo"]:
                continue
            await pass_time(20, app)
            assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
            assert clock.clock.left[seat] <= before + 0.01
            return
    raise AssertionError("nothing could be taken back")


async def test_downtime_is_not_counted_and_unopened_tables_run_out_of_time(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        _, _, id = await two_players(app, GAME, **DAYS)
        await pass_time(2 * DAY, app)
        seat = table_of(app, id).state.actor
    async with a_site(tmp_path, store=address) as app:
        store = site_of(app).store
        # The server is down for ten days.
        away = "UPDATE uptime SET last = last - $1, lost = lost - $1"
        await store.db.execute(away, 10 * DAY)
    async with a_site(tmp_path, store=address) as app:
        await check_clocks(app)
        assert id not in site_of(app).manager.tables
        table = await site_of(app).manager.table(id)
        assert table is not None
        assert table.time is not None
        left = table.time.clock.left_at(seat, table.host.now())
        assert left == pytest.approx(DAY, abs=30)
        del site_of(app).manager.tables[id]
        await pass_time(DAY + LAG + 1, app)
        await check_clocks(app)
        table = table_of(app, id)
        assert table.seats[seat].kind == "bot"
        assert TIME_UP in await site_of(app).store.tables.events(id)


@contextlib.asynccontextmanager
async def two_servers(
    postgres: Postgres, tmp_path: Path
) -> AsyncIterator[tuple[Starlette, Starlette]]:
    store = postgres.new_database(f"clocks{next(NAMES)}")
    async with a_site(tmp_path, store=store) as one, a_site(tmp_path, store=store) as other:
        yield one, other


async def test_two_servers_that_see_the_deadline_apply_it_once(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (here, there):
        _, _, id = await two_players(here, GAME, **LIVE)
        mine = table_of(here, id)
        theirs = await site_of(there).manager.table(id)
        assert theirs is not None
        seat = mine.state.actor
        mine.host.pace = theirs.host.pace = 60.0
        await theirs.catch_up()
        await pass_time(OPENING + 300 + LAG + 1, here, there)
        assert mine.time is not None
        assert theirs.time is not None
        await asyncio.gather(
            mine.time.check(), theirs.time.check(), check_clocks(here), check_clocks(there)
        )
        events = await site_of(here).store.tables.events(id)
        assert events.count(TIME_UP) == 1
        await theirs.catch_up()
        await mine.catch_up()
        assert mine.number == theirs.number == len(events)
        assert mine.seats[seat].kind == theirs.seats[seat].kind == "bot"
        assert mine.row.clock == theirs.row.clock


@pytest.mark.heavy
@pytest.mark.parametrize("when_up", ["bot", "lose"])
async def test_clocks_survive_kill_9_and_run_out_without_open_pages(
    tmp_path: Path, when_up: str
) -> None:
    data = tmp_path / "data"

    def change_uptime(change: str, *values: float) -> None:
        with contextlib.closing(sqlite3.connect(data / "tables.db")) as db, db:
            db.execute(f"UPDATE uptime SET {change}", values)

    with Server(data) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        clock = {"kind": "live", "minutes": 30, "when_up": when_up}
        asked = {"game": GAME, "seats": ["you", "you"], "clock": clock}
        reply = http.post("/api/tables", json=asked).json()
        place = f"/api/tables/{reply['table']}"
        who = {"authorization": f"Bearer {reply['token']}"}
        clock = http.get(place, headers=who).json()["clock"]
        seat = clock["runs"]
        server.kill()
        change_uptime("last = last - ?, lost = lost - ?", 3600.0, 3600.0)  # down for an hour
        server.start()
        clock = http.get(place, headers=who).json()["clock"]
        assert clock["left"][seat] + clock["waits"] > 60.0
        server.kill()
        change_uptime("lost = lost - ?", 2000.0)  # ran for half an hour
        server.start()

        def is_up() -> bool:
            with contextlib.closing(sqlite3.connect(data / "tables.db")) as db:
                kinds = [row[0] for row in db.execute("SELECT kind FROM seats ORDER BY seat")]
                ((over,),) = db.execute("SELECT over FROM tables")
            if when_up == "lose":
                return bool(over)
            return kinds == ["bot" if i == seat else "person" for i in range(2)]

        await until(is_up)
        if when_up == "bot":
            return
        server.kill()  # the decision survives another kill
        server.start()
        now = http.get(place, headers=who).json()
        assert (now["status"], now["ending"]["winners"]) == ("over", [1 - seat])


async def test_time_without_a_database_is_not_counted(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database was away for a minute, and a move arrives before the server's next heartbeat."""

    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **LIVE)
        table = table_of(app, id)
        for _ in range(2):
            page, _ = to_move(table, first, second)
            await page.settle()
            assert (await page.act(random.Random(1)))["t"] == "ok"
        assert table.time is not None
        page, _ = to_move(table, first, second)
        await page.settle()
        seat = table.state.actor
        had = table.time.clock.left[seat]
        db = site_of(app).store.db
        await db.execute("UPDATE uptime SET last = last - 60, lost = lost - 60")
        clock = SimpleNamespace(time=time.time, monotonic=lambda: time.monotonic() + 60)
        monkeypatch.setattr(site_time, "time", clock)
        await page.act(random.Random(1))
        assert table.time.clock.left[seat] > had - 5


async def test_a_game_with_timeouts_ends_by_the_rules_and_can_be_proved_and_replayed(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **DAYS)
        table = table_of(app, id)
        rng = random.Random(2)
        for _ in range(3):
            page, _ = to_move(table, first, second)
            await page.settle()
            # No part of a clock is for one seat alone.
            assert {*page.view["clock"]} == {"left", "sides", "runs", "waits", "loses"}
            await page.act(rng)
        late = set()
        while not table.state.over:
            if (seat := table.state.actor) not in late and table.seats[seat].kind == "person":
                late.add(seat)
                await pass_time(3 * DAY + LAG + 1, app)
                await check_clocks(app)
            await asyncio.sleep(0)  # bots play on for both
            if table.time is not None and not table.bots.is_busy:
                table.bots.wake()
        assert late == {0, 1}
        assert [seat.kind for seat in table.seats] == ["bot", "bot"]
        person = person_of(app, first)
        record = Record.loads((await person.get(f"/t/{id}/record")).text)
        assert prove(record).whole
        assert len(record.actions) == table.number - 2
        assert (await person.get(f"/t/{id}/back")).status_code == 200
        # The store has the same game.
        del site_of(app).manager.tables[id]
        again = await site_of(app).manager.table(id)
        assert again is not None
        assert again.state.tobytes() == table.state.tobytes()
        assert again.number == table.number


async def test_an_upgraded_database_gains_clocks_during_a_game(
    postgres: Postgres, tmp_path: Path
) -> None:
    store = postgres.new_database(f"clocks{next(NAMES)}")

    async with a_site(tmp_path, store=store) as app:
        person = Person(app)
        id = await person.new_table(GAME, "same")
        page = await person.open(id)
        await page.ask({"look": table_of(app, id).state.actor})
        await page.act(random.Random(1))
        number, cookies = table_of(app, id).number, dict(person.http.cookies)
    await downgrade_postgres(store, 2)
    async with a_site(tmp_path, store=store) as app:
        person = Person(app)
        person.http.cookies.update(cookies)
        page = await person.open(id)
        table = table_of(app, id)
        assert (table.number, table.time) == (number, None)
        await page.ask({"look": table.state.actor})
        assert (await page.act(random.Random(1)))["t"] == "ok"
        other = Person(app)
        timed = await other.new_table(GAME, **DAYS)
        assert "clock" in (await other.open(timed)).view
