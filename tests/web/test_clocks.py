"""Clocks at the site: the time is the site's, kept in the store, and moved there by the test."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import math
import random
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from web.server import Server
from web.stores import age_postgres
from web.support import PATIENCE, Person, a_site, parts_of, two_players, until
from web.timed import DAYS, GAME, LIVE, first_person, later, rung, table_of, to_move

from matou.bench.postgres import Postgres
from matou.core.fairness import prove
from matou.core.record import Record
from matou.play.clock import DAY, LAG, OPENING
from matou.play.timeline import TIME_UP
from matou.web.store.jobs import one
from matou.web.tables import site_time

pytestmark = pytest.mark.usefixtures("time_stands_still")
NAMES = itertools.count()


MINUTE = 60_000  # milliseconds: what a game of days may lose to a busy machine


def test_a_whole_game_by_days(tmp_path: Path, address: str) -> None:
    rng = random.Random(7)

    async def story() -> None:
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
            assert all(told == "12:00:00" or told.startswith("11:59:") for told in left)
            assert left
            assert all(len(line) == 3 for line in lines if line[0] < 0)

    asyncio.run(story())


def test_when_time_is_up_a_cat_plays_on_and_its_person_takes_over_at_once(
    tmp_path: Path, address: str
) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            first, second, id = await two_players(app, GAME, **LIVE)
            table = table_of(app, id)
            page, other = to_move(table, first, second)
            seat = table.state.actor
            await later(OPENING + 300 + LAG - 0.5, app)
            await rung(app)
            assert table.seats[seat].kind == "person"  # somebody's move may be on its way
            parts_of(app).manager.pace = 60.0
            table.pace = 60.0  # the cat thinks for a while
            at = table.number
            await later(2, app)
            await rung(app)
            assert table.number == at + 1
            assert (await parts_of(app).store.events(id))[-1] == TIME_UP
            told = await other.next("late")
            assert told["seat"] == seat
            await page.settle()
            mine = page.view["players"][seat]
            assert (mine["kind"], mine["kept"], mine["mine"]) == ("bot", True, True)
            assert page.view["clock"]["runs"] == -1
            assert (await page.ask({"take": seat}))["t"] == "ok"
            await page.settle()
            told = [m for m in map(json.loads, page.raw) if m["t"] == "clock"][-1]
            clock = told["clock"]
            assert table.seats[seat].kind == "person"
            assert clock["runs"] == seat
            assert clock["left"][seat] == pytest.approx(60_000, abs=2000)
            assert (await page.act(random.Random(1)))["t"] == "ok"

    asyncio.run(story())


@pytest.mark.parametrize(("lang", "says"), [("en", "Your time is up"), ("fr", "Ton temps est")])
def test_a_move_that_comes_too_late_is_none(tmp_path: Path, lang: str, says: str) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app, lang)
            id = await person.new_table(GAME, "same", **LIVE)
            page, table = await person.open(id), table_of(app, id)
            await page.ask({"look": table.state.actor})
            table.pace = 60.0
            asked = {"do": page.view["legal"][0][0], "at": page.view["at"], "took": 0}
            await later(OPENING + 300 + LAG + 0.5, app)
            seat = table.state.actor
            told = await page.ask(asked)
            assert (told["t"], told["code"]) == ("no", "late"), told
            assert told["says"].startswith(says)
            assert table.seats[seat].kind == "bot"

    asyncio.run(story())


def test_the_way_to_the_server_is_given_back_within_bounds(tmp_path: Path) -> None:
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

    async def story() -> None:
        async with a_site(tmp_path) as app:
            honest, cheat = await left(app, None), await left(app, 0)
            assert cheat - honest == pytest.approx(LAG, abs=0.5)

    asyncio.run(story())


def test_undo_gives_no_time_at_a_table(tmp_path: Path) -> None:
    async def story() -> None:
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

    asyncio.run(story())


def test_a_stop_of_the_server_is_nobodys_time_and_a_table_that_nobody_opens_is_late_too(
    tmp_path: Path, address: str
) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            _, _, id = await two_players(app, GAME, **DAYS)
            await later(2 * DAY, app)
            seat = table_of(app, id).state.actor
        async with a_site(tmp_path, store=address) as app:
            store = parts_of(app).store
            # Ten days without a server.
            away = "UPDATE uptime SET last = last - $1, lost = lost - $1"
            await store._write(one(away, 10 * DAY))
        async with a_site(tmp_path, store=address) as app:
            await rung(app)
            assert id not in parts_of(app).manager.tables
            table = await parts_of(app).manager.table(id)
            assert table is not None
            assert table.time is not None
            left = table.time.clock.left_at(seat, table.time.now())
            assert left == pytest.approx(DAY, abs=30)
            del parts_of(app).manager.tables[id]
            await later(DAY + LAG + 1, app)
            await rung(app)
            table = table_of(app, id)
            assert table.seats[seat].kind == "bot"
            assert TIME_UP in await parts_of(app).store.events(id)

    asyncio.run(story())


@contextlib.asynccontextmanager
async def two_servers(
    postgres: Postgres, tmp_path: Path
) -> AsyncIterator[tuple[Starlette, Starlette]]:
    store = postgres.new_database(f"clocks{next(NAMES)}")
    async with a_site(tmp_path, store=store) as one, a_site(tmp_path, store=store) as other:
        yield one, other


def test_of_two_servers_that_notice_one_does_it(postgres: Postgres, tmp_path: Path) -> None:
    async def story() -> None:
        async with two_servers(postgres, tmp_path) as (here, there):
            _, _, id = await two_players(here, GAME, **LIVE)
            mine = table_of(here, id)
            theirs = await parts_of(there).manager.table(id)
            assert theirs is not None
            seat = mine.state.actor
            mine.pace = theirs.pace = 60.0
            await theirs.catch_up()
            await later(OPENING + 300 + LAG + 1, here, there)
            assert mine.time is not None
            assert theirs.time is not None
            await asyncio.gather(mine.time.check(), theirs.time.check(), rung(here), rung(there))
            events = await parts_of(here).store.events(id)
            assert events.count(TIME_UP) == 1
            await theirs.catch_up()
            await mine.catch_up()
            assert mine.number == theirs.number == len(events)
            assert mine.seats[seat].kind == theirs.seats[seat].kind == "bot"
            assert mine.kept.clock == theirs.kept.clock

    asyncio.run(story())


@pytest.mark.parametrize("when_up", ["bot", "lose"])
def test_time_goes_on_after_kill_9_and_is_up_where_nobody_looks(
    tmp_path: Path, when_up: str
) -> None:
    data = tmp_path / "data"

    def tampered(change: str, *values: float) -> None:
        with contextlib.closing(sqlite3.connect(data / "tables.db")) as db, db:
            db.execute(f"UPDATE uptime SET {change}", values)

    with Server(data) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        clock = {"kind": "live", "minutes": 30, "when_up": when_up}
        asked = {"game": GAME, "seats": ["you", "you"], "clock": clock}
        told = http.post("/api/tables", json=asked).json()
        place = f"/api/tables/{told['table']}"
        who = {"authorization": f"Bearer {told['token']}"}
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

        asyncio.run(until(is_up))
        if when_up == "bot":
            return
        server.kill()  # and once more, right after: what was decided stands
        server.start()
        now = http.get(place, headers=who).json()
        assert (now["status"], now["ending"]["winners"]) == ("over", [1 - seat])


# Setting a table


def test_time_in_which_no_server_could_say_a_word_is_charged_to_nobody(
    tmp_path: Path, address: str
) -> None:
    """The database was away for a minute, and a move comes before the server's next word."""

    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            first, second, id = await two_players(app, GAME, **LIVE)
            table, time = table_of(app, id), parts_of(app).manager.time
            for _ in range(2):
                page, _ = to_move(table, first, second)
                await page.settle()
                assert (await page.act(random.Random(1)))["t"] == "ok"
            assert table.time is not None
            page, _ = to_move(table, first, second)
            await page.settle()
            seat = table.state.actor
            had = table.time.clock.left[seat]
            store: Any = parts_of(app).store
            await store._write(one("UPDATE uptime SET last = last - 60, lost = lost - 60"))
            time._told, time._ahead = -math.inf, time._ahead + 60
            await page.act(random.Random(1))
            assert table.time.clock.left[seat] > had - 5

    asyncio.run(story())


def test_without_a_clock_there_is_nothing_of_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app)
            id = await person.new_table(GAME)
            page = await person.open(id)
            assert "clock" not in page.view
            assert 'id="clocks"' not in (await person.get(f"/t/{id}")).text
            assert table_of(app, id).time is None
            timed = await person.new_table(GAME, **DAYS)
            assert 'id="clocks"' in (await person.get(f"/t/{timed}")).text

    asyncio.run(story())


@pytest.mark.parametrize(
    ("lang", "fields", "says"),
    [
        ("en", {"clock": "live", "minutes": "500"}, "minutes: 500 (from 1 to 180)"),
        ("fr", {"clock": "days", "days": "0"}, "0 (de 1 à 14)"),
        ("en", {"clock": "sand"}, "clock: “sand”"),
    ],
)
def test_a_clock_that_there_is_not(
    tmp_path: Path, lang: str, fields: dict[str, str], says: str
) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            answer = await Person(app, lang).post(f"/g/{GAME}/play", **fields)
            assert answer.status_code == 400
            assert says in answer.text

    asyncio.run(story())


def test_the_api_sets_a_clock_and_tells_what_each_has_left(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            http = Person(app).http
            asked: dict[str, Any] = {
                "game": "chopchop",
                "seats": ["you", "you", "you"],
                "clock": {"kind": "live", "minutes": 2, "increment": 5},
            }
            told = (await http.post("/api/tables", json=asked)).json()
            who = {"authorization": f"Bearer {told['token']}"}
            place = f"/api/tables/{told['table']}"
            position = (await http.get(place, headers=who)).json()
            assert position["clock"]["runs"] == position["turn"]
            await later(OPENING + 30, app)
            position = (await http.get(place, headers=who)).json()
            left = position["clock"]["left"]
            assert left[position["turn"]] == pytest.approx(90, abs=2)
            assert left[1] == left[2]  # the mice are a team
            plain = {"game": GAME, "seats": ["you", "you"]}
            told = (await http.post("/api/tables", json=plain)).json()
            who = {"authorization": f"Bearer {told['token']}"}
            assert (await http.get(f"/api/tables/{told['table']}", headers=who)).json()[
                "clock"
            ] is None
            for wrong in ({"kind": "live", "minutes": 0}, {"kind": "sand"}, {"kind": "days"}):
                answer = await http.post("/api/tables", json={**plain, "clock": wrong})
                assert answer.status_code == 422, answer.text
                assert answer.json()["field"].startswith("clock"), answer.text

    asyncio.run(story())


def test_a_site_without_clocks_writes_nothing_and_one_that_was_idle_loses_no_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_time, "BEAT", 0.01)

    async def story() -> None:
        async with a_site(tmp_path) as app:
            store, time = parts_of(app).store, parts_of(app).manager.time
            asked = ("SELECT lost, last FROM uptime",)
            before = await store._read(asked)
            await asyncio.sleep(0.1)
            assert await store._read(asked) == before
            # It was there for an hour in which no time ran.
            time._awake += 3600
            away = "UPDATE uptime SET last = last - $1, lost = lost - $1"
            await store._write(one(away, 3600.0))
            now = time.now()
            await time.beat()
            assert time.now() - now == pytest.approx(3600, abs=2)
            # And for another it was not: stopped, or its machine asleep.
            await store._write(one(away, 3600.0))
            now = time.now()
            await time.beat()
            assert time.now() - now == pytest.approx(0, abs=2)

    asyncio.run(story())


def test_a_game_whose_times_were_up_ends_by_the_rules_is_proved_and_looked_back_at(
    tmp_path: Path, address: str
) -> None:
    async def story() -> None:
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

    asyncio.run(story())


def test_a_database_of_the_last_schema_gains_clocks_with_a_game_in_play(
    postgres: Postgres, tmp_path: Path
) -> None:
    store = postgres.new_database(f"clocks{next(NAMES)}")

    async def story() -> None:
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

    asyncio.run(story())
