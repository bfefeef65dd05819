"""Clocks at the site. Time is the site's own and lies in the store, where tests move it."""

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
from web.db.stores import age_postgres
from web.server import Server
from web.support import PATIENCE, Person, a_site, parts_of, table_of, two_players, until
from web.tables.timed import DAYS, GAME, LIVE, first_person, later, rung, to_move

from labs.bench.postgres import Postgres
from matou.core.fairness import prove
from matou.core.record import Record
from matou.play.clock import DAY, LAG, OPENING
from matou.play.timeline import TIME_UP
from matou.web.tables import site_time

pytestmark = pytest.mark.usefixtures("time_stands_still")
NAMES = itertools.count()


MINUTE = 60_000  # milliseconds: what a game of days may lose to a busy machine


async def test_a_whole_game_by_days(tmp_path: Path, address: str) -> None:
    rng = random.Random(7)

    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **DAYS)
        table = table_of(app, id)
        turns = 0
        await later(0.5 * DAY, app)
        person = first_person(app, first)
        assert "2 d 12 h" in (await person.get("/")).text
        (row,) = (await person.http.get("/api/tables")).json()["watch"]
        assert row["left"] == pytest.approx(2.5 * DAY, abs=60)
        await later(-0.5 * DAY, app)
        while not table.state.over:
            page, other = to_move(table, first, second)
            await page.settle()
            seat = table.state.actor
            if page.view["clock"]["left"][seat] > 2.999 * DAY * 1000:  # a turn begins
                turns += 1
                await later(2.5 * DAY, app)
                await rung(app)
            assert (await page.act(rng))["t"] == "ok"
            await other.settle()
            # Each position carries what the mover has left.
            shown = page.view["clock"]
            if shown["runs"] == seat:
                assert shown["left"][seat] == pytest.approx(DAY * 500, abs=MINUTE)
            else:
                assert shown["left"][seat] == pytest.approx(3 * DAY * 1000, abs=MINUTE)
        assert turns > 5
        assert page.view["clock"]["runs"] == -1
        assert all(seat.kind == "person" for seat in table.seats)
        person = first_person(app, first)
        record = Record.loads((await person.get(f"/t/{id}/record")).text)
        assert record.replay().over
        # Looking back, each move says what the mover had left of their three days.
        lines = (await person.get(f"/t/{id}/back/story")).json()["lines"]
        left = [line[3] for line in lines if line[0] >= 0]
        assert all(reply == "12:00:00" or reply.startswith("11:59:") for reply in left)
        assert left
        assert all(len(line) == 3 for line in lines if line[0] < 0)


async def test_when_time_is_up_a_cat_plays_on_and_its_person_takes_over_at_once(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **LIVE)
        table = table_of(app, id)
        page, other = to_move(table, first, second)
        seat = table.state.actor
        await later(OPENING + 300 + LAG - 0.5, app)
        await rung(app)
        assert table.seats[seat].kind == "person"  # somebody's move may be on its way
        table.host.pace = 60.0  # the cat thinks for a while
        at = table.number
        await later(2, app)
        await rung(app)
        assert table.number == at + 1
        assert (await parts_of(app).store.tables.events(id))[-1] == TIME_UP
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
async def test_a_move_that_comes_too_late_is_none(tmp_path: Path, lang: str, says: str) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, lang)
        id = await person.new_table(GAME, "same", **LIVE)
        page, table = await person.open(id), table_of(app, id)
        await page.ask({"look": table.state.actor})
        table.host.pace = 60.0
        asked = {"do": page.view["legal"][0][0], "at": page.view["at"], "took": 0}
        await later(OPENING + 300 + LAG + 0.5, app)
        seat = table.state.actor
        reply = await page.ask(asked)
        assert (reply["t"], reply["code"]) == ("no", "late"), reply
        assert reply["says"].startswith(says)
        assert table.seats[seat].kind == "bot"


async def test_the_way_to_the_server_is_given_back_within_bounds(tmp_path: Path) -> None:
    async def left(app: Starlette, took: int | None) -> float:
        person = Person(app)
        id = await person.new_table(GAME, "same", **{**LIVE, "increment": "0"})
        page, table = await person.open(id), table_of(app, id)
        seat = table.state.actor
        await page.ask({"look": seat})
        await later(OPENING + 50, app)
        asked = {"do": page.view["legal"][0][0], "at": page.view["at"]}
        assert (await page.ask(asked if took is None else {**asked, "took": took}))["t"] == "ok"
        assert table.time is not None
        return table.time.clock.left[seat]

    async with a_site(tmp_path) as app:
        honest, cheat = await left(app, None), await left(app, 0)
        assert cheat - honest == pytest.approx(LAG, abs=0.5)


async def test_undo_gives_no_time_at_a_table(tmp_path: Path) -> None:
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
            await later(20, app)
            assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
            assert clock.clock.left[seat] <= before + 0.01
            return
    raise AssertionError("nothing could be taken back")


async def test_a_stop_of_the_server_is_nobodys_time_and_a_table_that_nobody_opens_is_late_too(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        _, _, id = await two_players(app, GAME, **DAYS)
        await later(2 * DAY, app)
        seat = table_of(app, id).state.actor
    async with a_site(tmp_path, store=address) as app:
        store = parts_of(app).store
        # Ten days without a server.
        away = "UPDATE uptime SET last = last - $1, lost = lost - $1"
        await store.db.execute(away, 10 * DAY)
    async with a_site(tmp_path, store=address) as app:
        await rung(app)
        assert id not in parts_of(app).manager.tables
        table = await parts_of(app).manager.table(id)
        assert table is not None
        assert table.time is not None
        left = table.time.clock.left_at(seat, table.host.now())
        assert left == pytest.approx(DAY, abs=30)
        del parts_of(app).manager.tables[id]
        await later(DAY + LAG + 1, app)
        await rung(app)
        table = table_of(app, id)
        assert table.seats[seat].kind == "bot"
        assert TIME_UP in await parts_of(app).store.tables.events(id)


@contextlib.asynccontextmanager
async def two_servers(
    postgres: Postgres, tmp_path: Path
) -> AsyncIterator[tuple[Starlette, Starlette]]:
    store = postgres.new_database(f"clocks{next(NAMES)}")
    async with a_site(tmp_path, store=store) as one, a_site(tmp_path, store=store) as other:
        yield one, other


async def test_of_two_servers_that_notice_one_does_it(postgres: Postgres, tmp_path: Path) -> None:
    async with two_servers(postgres, tmp_path) as (here, there):
        _, _, id = await two_players(here, GAME, **LIVE)
        mine = table_of(here, id)
        theirs = await parts_of(there).manager.table(id)
        assert theirs is not None
        seat = mine.state.actor
        mine.host.pace = theirs.host.pace = 60.0
        await theirs.catch_up()
        await later(OPENING + 300 + LAG + 1, here, there)
        assert mine.time is not None
        assert theirs.time is not None
        await asyncio.gather(mine.time.check(), theirs.time.check(), rung(here), rung(there))
        events = await parts_of(here).store.tables.events(id)
        assert events.count(TIME_UP) == 1
        await theirs.catch_up()
        await mine.catch_up()
        assert mine.number == theirs.number == len(events)
        assert mine.seats[seat].kind == theirs.seats[seat].kind == "bot"
        assert mine.row.clock == theirs.row.clock


@pytest.mark.heavy
@pytest.mark.parametrize("when_up", ["bot", "lose"])
async def test_time_goes_on_after_kill_9_and_is_up_where_nobody_looks(
    tmp_path: Path, when_up: str
) -> None:
    data = tmp_path / "data"

    def tampered(change: str, *values: float) -> None:
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
        tampered("last = last - ?, lost = lost - ?", 3600.0, 3600.0)  # an hour without a server
        server.start()
        clock = http.get(place, headers=who).json()["clock"]
        assert clock["left"][seat] + clock["waits"] > 60.0
        server.kill()
        tampered("lost = lost - ?", 2000.0)  # it went on for half an hour, and was killed
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
        server.kill()  # and once more, right after: what was decided stands
        server.start()
        now = http.get(place, headers=who).json()
        assert (now["status"], now["ending"]["winners"]) == ("over", [1 - seat])


async def test_time_in_which_no_server_could_say_a_word_is_charged_to_nobody(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database was away for a minute, and a move comes before the server's next word."""

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
        db = parts_of(app).store.db
        await db.execute("UPDATE uptime SET last = last - 60, lost = lost - 60")
        clock = SimpleNamespace(time=time.time, monotonic=lambda: time.monotonic() + 60)
        monkeypatch.setattr(site_time, "time", clock)
        await page.act(random.Random(1))
        assert table.time.clock.left[seat] > had - 5


async def test_a_game_whose_times_were_up_ends_by_the_rules_is_proved_and_looked_back_at(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **DAYS)
        table = table_of(app, id)
        rng = random.Random(2)
        for _ in range(3):
            page, _ = to_move(table, first, second)
            await page.settle()
            # Nothing of a clock is for one seat alone.
            assert {*page.view["clock"]} == {"left", "sides", "runs", "waits", "loses"}
            await page.act(rng)
        late = set()
        while not table.state.over:
            if (seat := table.state.actor) not in late and table.seats[seat].kind == "person":
                late.add(seat)
                await later(3 * DAY + LAG + 1, app)
                await rung(app)
            await asyncio.sleep(0)  # cats play on for both, while somebody looks
            if table.time is not None and not table.bots.is_busy:
                table.bots.wake()
        assert late == {0, 1}
        assert [seat.kind for seat in table.seats] == ["bot", "bot"]
        person = first_person(app, first)
        record = Record.loads((await person.get(f"/t/{id}/record")).text)
        assert prove(record).whole
        assert len(record.actions) == table.number - 2
        assert (await person.get(f"/t/{id}/back")).status_code == 200
        # The same from the store.
        del parts_of(app).manager.tables[id]
        again = await parts_of(app).manager.table(id)
        assert again is not None
        assert again.state.tobytes() == table.state.tobytes()
        assert again.number == table.number


async def test_a_database_of_the_last_schema_gains_clocks_with_a_game_in_play(
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
    await age_postgres(store, 2)
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
