"""Clocks that nobody cheats: the opening allowance, seats given to bots, undo, rematches."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from starlette.applications import Starlette
from web.support import Person, a_site, parts_of, table_of, two_players
from web.tables.timed import DAYS, GAME, LIVE, first_person, later, rung, to_move
from web.tables.two_servers import at, two_servers

from labs.bench.postgres import Postgres
from matou.play import seating
from matou.play.clock import OPENING
from matou.play.keeping import StoreFailed
from matou.play.table import Table
from matou.play.timeline import UNDOS

pytestmark = pytest.mark.usefixtures("time_stands_still")
ROUNDS = 4  # in which a seat is given to a bot and taken back


async def failing(*asked: object) -> None:
    raise StoreFailed(str(asked[0]))


def left(table: Table, seat: int) -> float:
    """Seconds that a seat has left now."""
    assert table.time is not None
    return table.time.clock.left_at(seat, table.host.now())


async def test_a_seat_that_goes_to_a_cat_and_back_has_one_opening_allowance(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address, pace=60.0) as app:
        first, second, id = await two_players(app, GAME, **LIVE)
        seat = table_of(app, id).state.actor
        page, _ = to_move(table_of(app, id), first, second)
        for _ in range(ROUNDS):
            await later(10, app)
            assert (await page.ask({"bot": seat, "level": 1}))["t"] == "ok"
            del parts_of(app).manager.tables[id]  # it comes back by replay
            await later(2, app)
            assert (await page.ask({"take": seat}))["t"] == "ok"
        assert left(table_of(app, id), seat) == pytest.approx(300 - 12 * ROUNDS + OPENING)
        await page.close()
        page = await first_person(app, page).open(id)
        assert page.view["clock"]["waits"] == 0


async def test_an_opening_that_could_not_be_written_takes_nobodys_allowance(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        id = await host.new_table(GAME, "friends", **LIVE)
        link = (await host.open(id)).view["invites"][0][1]
        store = parts_of(app).store
        with monkeypatch.context() as broken:
            broken.setattr(store.tables, "append", failing)
            await guest.post(f"/t/{id}/join/{link}")
        table = await parts_of(app).manager.table(id)
        assert table is not None
        await table.begin()
        assert table.time is not None
        assert table.time.clock.since - table.host.now() == OPENING


async def test_moving_and_taking_back_does_not_stop_the_clock(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, "clocktowers", **LIVE)
        table, rng = table_of(app, id), random.Random(3)
        while True:  # until something can be taken back
            page, _ = to_move(table, first, second)
            await page.settle()
            seat, action = table.state.actor, rng.choice(page.view["legal"])[0]
            had = left(table, seat)
            await page.ask({"do": action, "at": table.number})
            await page.settle()
            if page.view["undo"]:
                break
        assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
        for _ in range(UNDOS - 1):
            await later(0.97, app)
            reply = await page.ask({"do": action, "at": table.number, "took": 0})
            assert reply["t"] == "ok", reply
            await later(0.03, app)
            assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
        assert left(table, seat) == pytest.approx(had - (UNDOS - 1))


async def a_rematch(app: Starlette, game: str, **clock: str) -> tuple[str, Person, Person]:
    """A rematch that nobody has come to yet: who moves first, and the other."""
    first, second, id = await two_players(app, game, **clock)
    again = await parts_of(app).manager.rematch(table_of(app, id))
    host, guest = (first_person(app, page) for page in (first, second))
    # The seats have moved on by one.
    return (again, guest, host) if table_of(app, again).state.actor == 0 else (again, host, guest)


@pytest.mark.parametrize("comes", [0, 1])
async def test_after_a_rematch_no_time_runs_until_everybody_is_there(
    tmp_path: Path, address: str, comes: int
) -> None:
    async with a_site(tmp_path, store=address) as app:
        id, *people = await a_rematch(app, GAME, **LIVE)
        page = await people[comes].open(id)
        seat = table_of(app, id).state.actor
        assert page.view["clock"]["runs"] == -1
        await later(OPENING + 400, app)
        await rung(app)
        assert table_of(app, id).seats[seat].kind == "person"
        del parts_of(app).manager.tables[id]  # it comes back by replay
        await page.ask({"sync": True})
        assert page.view["clock"]["left"] == [300_000, 300_000]
        assert page.view["clock"]["runs"] == -1
        await people[1 - comes].open(id)
        clock = (await page.next("clock"))["clock"]
        assert (clock["runs"], clock["waits"]) == (seat, OPENING * 1000)
        await later(OPENING + 10, app)
        assert left(table_of(app, id), seat) == pytest.approx(290)


async def test_who_is_there_may_move_and_take_back_before_the_other_comes(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        id, first, second = await a_rematch(app, "clocktowers", **LIVE)
        page, rng = await first.open(id), random.Random(3)
        table = table_of(app, id)
        seat = table.state.actor
        while not page.view["undo"]:
            assert table.state.actor == seat
            await later(100, app)
            assert (await page.act(rng))["t"] == "ok"
        await later(100, app)
        assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
        await page.settle()
        assert (await page.act(rng))["t"] == "ok"
        assert left(table, seat) == 300
        await second.open(id)
        assert (await page.next("clock"))["clock"]["runs"] == table.state.actor
        assert left(table, seat) == 300


async def test_a_cat_in_the_place_of_who_does_not_come_is_not_waited_for_nor_is_a_game_by_days(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path, pace=60.0) as app:
        id, first, _ = await a_rematch(app, GAME, **LIVE)
        await first.open(id)
        table = table_of(app, id)
        seat = table.state.actor
        await seating.change_seat(table, 1 - seat, "person", kind="bot", level=1)
        assert table.time is not None
        assert table.time.clock.runs == seat
        id, *_ = await a_rematch(app, GAME, **DAYS)
        table = table_of(app, id)
        assert table.time is not None
        assert table.time.clock.runs == table.state.actor


async def test_two_who_come_to_a_rematch_at_two_servers_at_once_are_both_there(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        id, *_ = await a_rematch(one, GAME, **LIVE)
        here, there = table_of(one, id), await parts_of(other).manager.table(id)
        assert there is not None
        parts_of(other).store.db.on_hint = lambda table, number: None  # noqa: ARG005
        for seat, table in enumerate((here, there)):
            table.presence.saw(table.seats[seat].owner)
            await table.begin()
        await here.catch_up()
        for table in (here, there):
            assert table.time is not None
            assert table.time.clock.runs == table.state.actor


async def test_a_seat_that_is_given_away_at_one_server_and_taken_back_at_another_has_one_allowance(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        for app in (one, other):
            parts_of(app).manager.pace = 60.0
        first, second, id = await two_players(one, GAME, **LIVE)
        seat = table_of(one, id).state.actor
        here, _ = to_move(table_of(one, id), first, second)
        there = await at(other, first_person(one, here)).open(id)
        for _ in range(ROUNDS):
            await later(10, one, other)
            assert (await here.ask({"bot": seat, "level": 1}))["t"] == "ok"
            await table_of(other, id).catch_up()
            await later(2, one, other)
            assert (await there.ask({"take": seat}))["t"] == "ok"
            await table_of(one, id).catch_up()
        for app in (one, other):
            assert left(table_of(app, id), seat) == pytest.approx(300 - 12 * ROUNDS + OPENING)
