"""Clocks at the site: a player whose time is up loses."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from starlette.applications import Starlette
from web.support import Person, a_site, site_of, table_of, two_players
from web.tables.timed import GAME, LIVE, check_clocks, pass_time, person_of, to_move

from matou.core.fairness import prove
from matou.core.record import Record
from matou.play.clock import LAG, OPENING
from matou.play.timeline import OUT, STOPPED

pytestmark = pytest.mark.usefixtures("frozen_site_time")
LOSING = {**LIVE, "when_up": "lose"}


async def run_out_of_time(app: Starlette, id: str) -> int:
    """Lets the time of the seat to move run out, and returns the seat."""
    table = table_of(app, id)
    seat, time = table.state.actor, table.time
    assert time is not None
    assert time.clock.deadline is not None
    await pass_time(time.clock.deadline - time.host.now() + LAG + 1, app)
    await check_clocks(app)
    return seat


async def test_of_two_players_the_late_one_loses_and_the_game_is_over(
    tmp_path: Path, address: str
) -> None:
    rng = random.Random(5)

    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, **LOSING)
        table = table_of(app, id)
        for _ in range(8):
            page, other = to_move(table, first, second)
            await page.settle()
            assert (await page.act(rng))["t"] == "ok"
            await other.settle()
        played = len(table.state.history)
        late = await run_out_of_time(app, id)
        assert (await site_of(app).store.tables.events(id))[-1] == STOPPED
        assert table.state.over
        assert table.state.winners == [1 - late]
        assert [seat.kind for seat in table.seats] == ["person", "person"]
        loser, winner = (first, second) if late == 0 else (second, first)
        for page in (loser, winner):
            await page.settle()
            assert page.view["end"]["winners"] == [1 - late]
            assert page.view["end"]["rule"] == ""
            assert page.view["legal"] == []
            assert page.view["clock"]["runs"] == -1
        assert "lost on time" in loser.view["end"]["how"]
        assert loser.view["prompt"].endswith("You lost on time.")
        assert winner.view["prompt"].startswith("You win")
        # The game is over for both.
        asked = {"do": 0, "at": loser.view["at"]}
        assert (await loser.ask(asked))["code"] == "over"
        person = person_of(app, first)
        await check_record(person, id, late, played)
        # The replay shows it, in lists and in pictures.
        last = (await person.get(f"/t/{id}/back/{played}?text=1")).json()
        assert last["over"]
        assert last["winners"] == [1 - late]
        assert "lost on time" in last["says"]
        before = (await person.get(f"/t/{id}/back/{played - 1}")).json()
        assert not before["over"]
        assert (await person.get(f"/t/{id}/share.png")).status_code == 200
        await site_of(app).manager.recorder.record_some()
        rows = (await person.get("/you/games")).text
        assert "lost on time" in rows
    # The result survives a restart.
    async with a_site(tmp_path, store=address) as app:
        again = await site_of(app).manager.table(id)
        assert again is not None
        assert again.row.over
        assert again.state.over
        assert again.state.winners == [1 - late]
        await check_clocks(app)
        assert len(await site_of(app).store.tables.events(id)) == again.number


async def check_record(person: Person, id: str, late: int, played: int) -> None:
    """The record proves the game, and opens as the same game."""
    text = (await person.get(f"/t/{id}/record")).text
    assert text.startswith("matou record 2\n")
    assert f"time {late}: up after {played} actions, which ended the game\n" in text
    record = Record.loads(text)
    assert record.dumps() == text
    end = record.replay()
    assert (end.over, end.winners, end.ended_by) == (True, [1 - late], "time")
    assert prove(record).whole
    assert (await person.get(f"/t/{id}/verify")).json()["fits"]
    there = (await person.post("/open", record=text)).headers["location"]
    assert "lost on time" in (await person.get(f"{there}/{played}")).json()["says"]


async def test_of_three_players_the_late_one_is_out_and_the_others_play_on(
    tmp_path: Path, address: str
) -> None:
    rng = random.Random(6)

    async with a_site(tmp_path, store=address) as app:
        host = Person(app)
        id = await host.new_table("clocktowers", "same", seats="3", **LOSING)
        page, table = await host.open(id), table_of(app, id)
        table.host.pace = 0.0
        late = await run_out_of_time(app, id)
        # Bots may have moved since.
        assert (await site_of(app).store.tables.events(id)).count(OUT) == 1
        assert not table.state.over
        assert table.out == {late}
        await page.settle()
        mine = page.view["players"][late]
        assert (mine["kind"], mine["held"], mine["out"]) == ("bot", False, "time")
        reply = await page.ask({"take": late})
        assert (reply["t"], reply["code"]) == ("no", "late")
        second = -1
        while not table.state.over:
            await asyncio.sleep(0.01)
            await page.settle()
            if page.view["at"] != table.number or table.bot_to_move() >= 0:
                continue
            if len(table.state.history) > 20:
                second = await run_out_of_time(app, id)  # only two are left, so the other wins
                break
            if page.view.get("curtain"):
                await page.ask({"look": table.state.actor})
                await page.settle()
            assert (await page.act(rng))["t"] == "ok"
        assert (await site_of(app).store.tables.events(id))[-1] == STOPPED
        assert table.state.over
        assert table.state.winners == [3 - late - second]
        text = (await host.get(f"/t/{id}/record")).text
        assert f"time {late}: up after " in text
        record = Record.loads(text)
        assert record.dumps() == text
        assert record.replay().winners == table.state.winners
        assert record.replay().out == table.state.out
        assert prove(record).whole
    async with a_site(tmp_path, store=address) as app:
        again = await site_of(app).manager.table(id)
        assert again is not None
        assert again.state.out == table.state.out
        assert again.lines == table.lines


async def test_a_team_loses_together_and_a_game_against_bots_ends(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host = Person(app)
        id = await host.new_table("chopchop", "same", seats="3", **LOSING)
        table = table_of(app, id)
        late = await run_out_of_time(app, id)
        assert table.state.over
        assert table.state.winners == ([1, 2] if late == 0 else [0])
        alone = await host.new_table("clocktowers", seats="3", level="1", **LOSING)
        table = table_of(app, alone)
        while table.state.actor != 0:
            await asyncio.sleep(0.01)
        assert await run_out_of_time(app, alone) == 0
        assert table.state.over
        assert 0 not in table.state.winners
        assert table.state.winners


async def test_the_api_shows_a_loss_on_time_and_compensates_network_delay(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        clock = {"kind": "live", "minutes": 5, "when_up": "lose"}
        asked = {"game": GAME, "seats": ["you", "you"], "clock": clock}
        made = (await person.http.post("/api/tables", json=asked)).json()
        place, table = f"/api/tables/{made['table']}", table_of(app, made["table"])
        person.http.headers["authorization"] = f"Bearer {made['token']}"
        now = (await person.http.get(place)).json()
        seat = now["turn"]
        await pass_time(OPENING + 50, app)
        assert table.time is not None
        move = {"action": now["legal"][0]["action"], "at": now["at"], "took": 0.0}
        assert (await person.http.post(f"{place}/actions", json=move)).status_code == 200
        spent = 300 - table.time.clock.left[seat]
        assert spent == pytest.approx(50 - LAG, abs=0.9)
        late = await run_out_of_time(app, made["table"])
        now = (await person.http.get(place)).json()
        assert now["status"] == "over"
        assert now["ending"]["winners"] == [1 - late]
        assert now["ending"]["rule"] == "time"
        assert "lost on time" in now["ending"]["how"]
        assert [player["out"] for player in now["players"]] == [i == late for i in range(2)]
