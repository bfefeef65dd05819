"""Resigning at the site: who wins, what is recorded, who is refused."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from web.strength.rated import (
    GAME as RATED,
    choose_rating,
    count_results,
    play_until_acted,
    table_of_two,
)
from web.support import Person, a_site, owner_of, site_of, table_of, two_players
from web.tables.timed import LIVE, person_of, to_move

from matou.core.fairness import prove
from matou.core.record import Record
from matou.play.timeline import resignation
from matou.web.strength import counting

GAME = "clocktowers"
RESIGN = {"resign": True}


async def test_of_two_players_the_other_wins_even_out_of_turn(tmp_path: Path, address: str) -> None:
    rng = random.Random(5)

    async with a_site(tmp_path, store=address) as app:
        first, second, id = await two_players(app, GAME, watch="1", **LIVE)
        table = table_of(app, id)
        for _ in range(8):
            page, other = to_move(table, first, second)
            await page.settle()
            assert (await page.act(rng))["t"] == "ok"
            await other.settle()
        spectator = await Person(app).open(id)
        assert (await spectator.ask(RESIGN))["code"] == "seat"
        played, winner = len(table.state.history), table.state.actor
        waiting = second if winner == 0 else first
        assert (await waiting.ask(RESIGN))["t"] == "ok"
        assert (await site_of(app).store.tables.events(id))[-1] == resignation(
            1 - winner, stops=True
        )
        assert table.state.winners == [winner]
        assert not table.timeline.can_undo(0)
        assert not table.timeline.can_undo(1)
        for page in (first, second):
            await page.settle()
            assert page.view["end"]["winners"] == [winner]
            assert page.view["clock"]["runs"] == -1
            assert [p["kind"] for p in page.view["players"]] == ["person", "person"]
            assert (await page.ask(RESIGN))["code"] == "over"
        assert waiting.view["prompt"].endswith("You resigned.")
        await spectator.settle()
        assert "resigned" in spectator.view["end"]["how"]
        person = person_of(app, first)
        text = (await person.get(f"/t/{id}/record")).text
        ending = f"resigned {1 - winner}: after {played} actions, which ended the game\n"
        assert ending in text
        record = Record.loads(text)
        assert record.dumps() == text
        assert record.replay().winners == [winner]
        assert prove(record).whole
        assert (await person.get(f"/t/{id}/verify")).json()["fits"]
        assert "resigned" in (await person.get(f"/t/{id}/back/{played}")).json()["says"]
        assert not (await person.get(f"/t/{id}/back/{played - 1}")).json()["over"]
    async with a_site(tmp_path, store=address) as app:
        again = await site_of(app).manager.table(id)
        assert again is not None
        assert again.row.over
        assert (again.state.out, again.state.winners) == (table.state.out, [winner])


async def test_of_three_players_the_others_play_on_and_the_seat_cannot_be_retaken(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        host = Person(app)
        id = await host.new_table(GAME, "same", seats="3")
        page, table = await host.open(id), table_of(app, id)
        table.host.pace = 0.0
        left = table.state.actor
        assert (await page.ask(RESIGN))["t"] == "ok"
        assert not table.state.over
        assert table.out == {left}
        await page.settle()
        player = page.view["players"][left]
        assert (player["kind"], player["held"], player["out"]) == ("bot", False, "resigned")
        assert (await page.ask({"take": left}))["code"] == "late"
        while table.state.actor == left or table.bot_to_move() >= 0:
            await asyncio.sleep(0.01)
        second = table.state.actor
        assert (await page.ask(RESIGN))["t"] == "ok"
        assert table.state.winners == [3 - left - second]


async def test_resigning_against_bots_at_an_open_table_and_by_the_api(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host = Person(app)
        alone = await host.new_table("chopchop", seats="3")
        assert (await (await host.open(alone)).ask(RESIGN))["t"] == "ok"
        assert 0 not in table_of(app, alone).state.winners
        waits = await host.new_table(GAME, "friends")
        assert (await (await host.open(waits)).ask(RESIGN))["code"] == "waiting"
        asked = {"game": GAME, "seats": ["you", {"bot": 1}]}
        made = (await host.http.post("/api/tables", json=asked)).json()
        place = f"/api/tables/{made['table']}/resign"
        assert (await Person(app).http.post(place)).status_code == 401
        host.http.headers["authorization"] = f"Bearer {made['token']}"
        reply = (await host.http.post(place)).json()
        assert (reply["status"], reply["ending"]["rule"]) == ("over", "resigned")
        assert reply["ending"]["winners"] == [1]
        assert (await host.http.post(place)).status_code == 409


async def test_a_rated_game_counts_as_a_loss(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, guest = Person(app), Person(app)
        await choose_rating(host)
        table = await table_of_two(app, host, guest)
        page = await guest.open(table.id)
        await play_until_acted(table, 1, counting.EARLY)
        assert (await page.ask(RESIGN))["t"] == "ok"
        await count_results(app)
        history = site_of(app).store.ratings.history
        won, lost = [(await history(owner_of(app, p), RATED, 1))[0] for p in (host, guest)]
        assert (won.place, lost.place) == (0, 1)
        assert lost.rating.points < 1500 < won.rating.points
