"""Clocks resist cheating: the opening allowance, seats given to bots, undo, rematches."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from starlette.applications import Starlette
from web.support import Person, a_site, site_of, table_of, two_players
from web.tables.timed import DAYS, GAME, LIVE, check_clocks, pass_time, person_of, to_move
from web.tables.two_servers import at_server, two_servers

from labs.bench.postgres import Postgres
from matou.play import seating
from matou.play.clock import OPENING
from matou.play.keeping import StoreFailed
from matou.play.table import Table
from matou.play.timeline import UNDOS

pytestmark = pytest.mark.usefixtures("frozen_site_time")
ROUNDS = 4  # how often a seat goes to a bot and back


async def failing(*asked: object) -> None:
    raise StoreFailed(str(asked[0]))


def time_left(table: Table, seat: int) -> float:
    """Returns the seconds that a seat has left."""
    assert table.time is not None
    return table.time.clock.left_at(seat, table.host.now())


async def test_a_seat_that_goes_to_a_bot_and_back_has_one_opening_allowance(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address, pace=60.0) as app:
        first, second, id = await two_players(app, GAME, **LIVE)
        seat = table_of(app, id).state.actor
        page, _ = to_move(table_of(app, id), first, second)
        for _ in range(ROUNDS):
            await pass_time(10, app)
            assert (await page.ask({"bot": seat, "level": 1}))["t"] == "ok"
            del site_of(app).manager.tables[id]  # the next request replays it
            await pass_time(2, app)
            assert (await page.ask({"take": seat}))["t"] == "ok"
        assert time_left(table_of(app, id), seat) == pytest.approx(300 - 12 * ROUNDS + OPENING)
        await page.close()
        page = await person_of(app, page).open(id)
        assert page.view["clock"]["waits"] == 0


async def test_an_opening_that_was_not_stored_costs_no_allowance(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        id = await host.new_table(GAME, "friends", **LIVE)
        link = (await host.open(id)).view["invites"][0][1]
        store = site_of(app).store
        with monkeypatch.context() as broken:
            broken.setattr(store.tables, "append", failing)
            await guest.post(f"/t/{id}/join/{link}")
        table = await site_of(app).manager.table(id)
        assert table is not None
        await table.begin()
        assert table.time is not None
        assert table.time.clock.since - table.host.now() == OPENING


async def test_moving_and_undoing_does_not_stop_the_clock(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, "clocktowers", **LIVE)
        table, rng = table_of(app, id), random.Random(3)
        while True:  # until a move can be undone
            page, _ = to_move(table, first, second)
            await page.settle()
            seat, action = table.state.actor, rng.choice(page.view["legal"])[0]
            had = time_left(table, seat)
            await page.ask({"do": action, "at": table.number})
            await page.settle()
            if page.view["undo"]:
                break
        assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
        for _ in range(UNDOS - 1):
            await pass_time(0.97, app)
            reply = await page.ask({"do": action, "at": table.number, "took": 0})
            assert reply["t"] == "ok", reply
            await pass_time(0.03, app)
            assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
        assert time_left(table, seat) == pytest.approx(had - (UNDOS - 1))


async def a_rematch(app: Starlette, game: str, **clock: str) -> tuple[str, Person, Person]:
    """Opens a rematch without players. Returns its id, who moves first, and the other."""
    first, second, id = await two_players(app, game, **clock)
    again = await site_of(app).manager.rematch(table_of(app, id))
    host, guest = (person_of(app, page) for page in (first, second))
    # A rematch rotates the seats by one.
    return (again, guest, host) if table_of(app, again).state.actor == 0 else (again, host, guest)


@pytest.mark.parametrize("first_to_come", [0, 1])
async def test_the_clock_of_a_rematch_starts_when_both_players_are_there(
    tmp_path: Path, address: str, first_to_come: int
) -> None:
    async with a_site(tmp_path, store=address) as app:
        id, *people = await a_rematch(app, GAME, **LIVE)
        page = await people[first_to_come].open(id)
        seat = table_of(app, id).state.actor
        assert page.view["clock"]["runs"] == -1
        await pass_time(OPENING + 400, app)
        await check_clocks(app)
        assert table_of(app, id).seats[seat].kind == "person"
        del site_of(app).manager.tables[id]  # the next request replays it
        await page.ask({"sync": True})
        assert page.view["clock"]["left"] == [300_000, 300_000]
        assert page.view["clock"]["runs"] == -1
        await people[1 - first_to_come].open(id)
        clock = (await page.next("clock"))["clock"]
        assert (clock["runs"], clock["waits"]) == (seat, OPENING * 1000)
        await pass_time(OPENING + 10, app)
        assert time_left(table_of(app, id), seat) == pytest.approx(290)


async def test_the_first_player_of_a_rematch_can_move_and_undo_before_the_other_comes(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        id, first, second = await a_rematch(app, "clocktowers", **LIVE)
        page, rng = await first.open(id), random.Random(3)
        table = table_of(app, id)
        seat = table.state.actor
        while not page.view["undo"]:
            assert table.state.actor == seat
            await pass_time(100, app)
            assert (await page.act(rng))["t"] == "ok"
        await pass_time(100, app)
        assert (await page.ask({"undo": True, "at": table.number}))["t"] == "ok"
        await page.settle()
        assert (await page.act(rng))["t"] == "ok"
        assert time_left(table, seat) == 300
        await second.open(id)
        assert (await page.next("clock"))["clock"]["runs"] == table.state.actor
        assert time_left(table, seat) == 300


async def test_a_rematch_does_not_wait_for_bots_or_in_games_by_days(
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


async def test_players_who_join_a_rematch_at_two_servers_at_once_are_both_counted(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        id, *_ = await a_rematch(one, GAME, **LIVE)
        here, there = table_of(one, id), await site_of(other).manager.table(id)
        assert there is not None
        site_of(other).store.db.on_hint = lambda table, number: None  # noqa: ARG005
        for seat, table in enumerate((here, there)):
            table.presence.saw(table.seats[seat].owner)
            await table.begin()
        await here.catch_up()
        for table in (here, there):
            assert table.time is not None
            assert table.time.clock.runs == table.state.actor


async def test_a_seat_that_goes_to_a_bot_and_back_at_two_servers_has_one_allowance(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        for app in (one, other):
            site_of(app).manager.pace = 60.0
        first, second, id = await two_players(one, GAME, **LIVE)
        seat = table_of(one, id).state.actor
        here, _ = to_move(table_of(one, id), first, second)
        there = await at_server(other, person_of(one, here)).open(id)
        for _ in range(ROUNDS):
            await pass_time(10, one, other)
            assert (await here.ask({"bot": seat, "level": 1}))["t"] == "ok"
            await table_of(other, id).catch_up()
            await pass_time(2, one, other)
            assert (await there.ask({"take": seat}))["t"] == "ok"
            await table_of(one, id).catch_up()
        for app in (one, other):
            assert time_left(table_of(app, id), seat) == pytest.approx(300 - 12 * ROUNDS + OPENING)
