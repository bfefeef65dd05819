"""Whole games over WebSockets: people, bots, undo, seats, rematches, fairness."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from web.support import Clock, Person, a_site, site_of, two_players

import matou
from matou.core.record import Record

GAMES = matou.available()


@pytest.mark.parametrize("game", GAMES)
async def test_two_people_play_a_whole_game_and_can_check_it(game: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, game)
        rng = random.Random(3)
        while not first.view["end"]:
            page = first if first.view["turn"] == 0 else second
            await page.settle()
            assert page.view["turn"] == page.view["seat"]
            answer = await page.act(rng)
            assert answer["t"] == "ok", answer
            await first.settle()
            await second.settle()
            assert first.view["at"] == second.view["at"] == answer["at"]
        end = first.view["end"]
        assert end["rule"]
        assert len(end["scores"]) == 2
        assert all(score["lines"] for score in end["scores"])
        stranger = Person(app)
        verdict = (await stranger.get(f"/t/{table}/verify")).json()
        assert verdict["fits"], verdict
        text = (await stranger.get(f"/t/{table}/record")).text
        record = Record.loads(text)
        assert record.players == {0: "Ada", 1: "Basile"}
        assert record.seed == end["seed"]
        assert record.replay().over


@pytest.mark.parametrize("game", GAMES)
async def test_a_person_plays_bots_to_the_end_in_either_language(game: str, tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, ("en", "fr")[GAMES.index(game) % 2])
        table = await person.new_table(game, seats=matou.game(game).min_seats)
        page = await person.open(table)
        rng = random.Random(5)
        while not page.view["end"]:
            if page.view["turn"] == 0 and page.view["legal"]:
                assert (await page.act(rng))["t"] == "ok"
            else:
                await page.next("view")


async def test_a_table_comes_back_from_the_store_as_it_was(tmp_path: Path) -> None:
    rng = random.Random(1)
    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, GAMES[0])
        for _ in range(12):
            page = first if first.view["turn"] == 0 else second
            await page.act(rng)
            await first.settle()
            await second.settle()
        live = site_of(app).manager.tables[table]
        before = (live.number, live.state.tobytes(), [e.name for e in live.state.history])
        await first.close()
        await second.close()
        live.touched -= 1000
        await site_of(app).manager.unload_idle()
        assert table not in site_of(app).manager.tables
        again = await site_of(app).manager.table(table)
        assert again is not None
        assert again is not live
        assert (
            again.number,
            again.state.tobytes(),
            [e.name for e in again.state.history],
        ) == before
    async with a_site(tmp_path) as app:
        again = await site_of(app).manager.table(table)
        assert again is not None
        assert again.state.tobytes() == before[1]


async def test_undo_is_an_event_in_the_store(tmp_path: Path) -> None:
    """An action that reveals nothing can be undone; the store has the action and the undo."""

    async with a_site(tmp_path) as app:
        table, page = await play_until_undo(app)
        manager = site_of(app).manager
        live = manager.tables[table]
        at, length = live.number, len(live.state.history)
        answer = await page.ask({"undo": True, "at": at})
        assert answer["t"] == "ok", answer
        await page.settle()
        assert live.number == at + 1
        assert len(live.state.history) == length - 1
        assert page.view["at"] == at + 1
        stored = await manager.store.tables.load(table)
        assert stored is not None
        assert stored[1][-1] == -1
        manager.tables.clear()
        again = await manager.table(table)
        assert again is not None
        assert again.state.tobytes() == live.state.tobytes()


async def play_until_undo(app: Any) -> tuple[str, Any]:
    """Plays one game after another until an action can be undone."""
    for game in GAMES:
        first, second, table = await two_players(app, game)
        rng = random.Random(2)
        for _ in range(60):
            if first.view["end"]:
                break
            page = first if first.view["turn"] == 0 else second
            await page.act(rng)
            await first.settle()
            await second.settle()
            for page in (first, second):
                if page.view["undo"]:
                    return table, page
    raise AssertionError("nothing could be undone in any game")


async def test_a_bot_can_take_the_seat_of_a_player_who_left_and_the_player_can_return(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path, pace=0.01) as app:
        clock = Clock(app)
        host, guest = Person(app), Person(app)
        table = await host.new_table(GAMES[0], "friends", name="Ada")
        page = await host.open(table)
        assert page.view["legal"] == []
        answer = await page.ask({"do": 0, "at": page.view["at"]})
        assert answer["code"] == "waiting"
        link = page.view["invites"][0][1]
        assert (await guest.get(f"/t/{table}/join/{link}")).status_code == 200
        assert (await guest.post(f"/t/{table}/join/{link}", name="Bo")).status_code == 303
        other = await guest.open(table)
        late = Person(app)
        assert (await late.post(f"/t/{table}/join/{link}", name="Zoe")).status_code == 409
        # The guest is present: a bot cannot take the seat.
        assert (await page.ask({"bot": 1, "level": 1}))["code"] == "seat"
        await other.close()
        # Nor within a minute of leaving: a page reloads, a train leaves a tunnel.
        clock.now += 59
        assert "give them a minute" in (await page.ask({"bot": 1, "level": 1}))["says"]
        live = site_of(app).manager.tables[table]
        live.presence.tell()
        away = (await page.next("players"))["players"][1]
        assert (away["here"], away["gone"]) == (False, False)
        clock.now += 2
        live.presence.tell()
        assert (await page.next("players"))["players"][1]["gone"]
        assert (await page.ask({"bot": 1, "level": 1}))["t"] == "ok"
        seat = live.seats[1]
        assert seat.kind == "bot"
        back = await guest.open(table)
        assert (await back.ask({"take": 1}))["t"] == "ok"
        assert seat.kind == "person"
        assert seat.name == "Bo"


async def test_simultaneous_rematch_requests_open_one_table_with_rotated_seats(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        host, guest = Person(app), Person(app)
        game = min(GAMES, key=lambda g: matou.game(g).words.MINUTES)
        table = await host.new_table(game, "friends", name="Ada")
        first = await host.open(table)
        link = first.view["invites"][0][1]
        await guest.post(f"/t/{table}/join/{link}", name="Bo")
        second = await guest.open(table)
        assert (await host.post(f"/t/{table}/rematch")).status_code == 403
        rng = random.Random(1)
        await first.settle()
        while not first.view["end"]:
            await (first if first.view["turn"] == 0 else second).act(rng)
            await first.settle()
            await second.settle()
        tables = site_of(app).manager.tables
        before = len(tables)
        clicks = [p.post(f"/t/{table}/rematch") for p in (host, guest, host, guest)]
        one, *others = await asyncio.gather(*clicks)
        assert {other.headers["location"] for other in others} == {one.headers["location"]}
        assert len(tables) == before + 1, "clicks at once make one table"
        assert len(await site_of(app).store.games.all_of(tables[table].seats[0].owner, 9)) == 2
        again = one.headers["location"].removeprefix("/t/")
        seats = site_of(app).manager.tables[again].seats
        assert [s.name for s in seats] == ["Bo", "Ada"]
        assert (await Person(app).post(f"/t/{table}/rematch")).status_code == 403
        page = await host.open(again)
        assert page.view["players"][1]["mine"]


async def test_chat_and_reactions_reach_everybody_and_chat_is_stored(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, GAMES[0])
        assert (await first.ask({"chat": "  Bonjour\n<b>toi</b> "}))["t"] == "ok"
        heard = await second.next("chat")
        assert heard["line"][:3] == [0, "Ada", "Bonjour <b>toi</b>"]
        await second.ask({"react": 1})
        assert (await first.next("react"))["which"] == 1
        watcher = await Person(app).open(table)
        assert watcher.view["chat"][0][2] == "Bonjour <b>toi</b>"
        assert (await watcher.ask({"chat": "psst"}))["code"] == "seat"


async def test_hints_only_where_the_table_allows_them(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        page = await person.open(await person.new_table(GAMES[0]))
        while page.view["turn"] != 0:
            await page.next("view")
        answer = await page.ask({"hint": True})
        assert answer["hint"] in [move[0] for move in page.view["legal"]]
        assert answer["because"].endswith(".")
        again = await page.ask({"hint": answer["hint"]})  # a hint that the page computed
        assert (again["says"], again["because"]) == (answer["says"], answer["because"])
        assert (await page.ask({"hint": -7}))["code"] == "hint"
        assert answer["says"]
        strict = await person.open(await person.new_table(GAMES[0], hints=""))
        assert (await strict.ask({"hint": True}))["code"] == "hint"


@pytest.mark.parametrize("game", GAMES)
async def test_pass_and_play_draws_a_curtain_exactly_where_there_are_secrets(
    game: str, tmp_path: Path
) -> None:
    curtains = 0
    async with a_site(tmp_path) as app:
        person = Person(app)
        table = await person.new_table(game, "same", name="Ada", name1="Bo")
        page = await person.open(table)
        live = site_of(app).manager.tables[table]
        rng = random.Random(4)
        for _ in range(80):
            if page.view["end"]:
                break
            actor = live.state.actor
            own, open_ = live.state.observe(actor), live.state.observe(None)
            secret = own.tobytes() != open_.tobytes() or own.log != open_.log
            if page.view.get("curtain"):
                curtains += 1
                assert secret
                assert page.view["seat"] is None
                assert page.view["legal"] == []
                action = own.legal()[0]
                refused = await page.ask({"do": action, "at": live.number})
                assert refused["code"] == "turn"
                await page.settle()
                page.view.pop("curtain", None)
                assert (await page.ask({"look": actor}))["t"] == "ok"
            assert page.view["seat"] == actor
            page.view.pop("curtain", None)
            assert (await page.act(rng))["t"] == "ok"
    state = matou.game(game).start(2)
    rng = random.Random(4)
    secrets = False
    while not state.over:
        state.play(state.sample(rng))
        if state.actor >= 0:
            own, open_ = state.observe(state.actor), state.observe(None)
            secrets |= own.tobytes() != open_.tobytes() or own.log != open_.log
    assert (curtains > 0) == secrets
