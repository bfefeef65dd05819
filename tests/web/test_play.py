"""Whole games over the live path: people, bots, undo, seats, rematch, fairness."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from web.support import Clock, Page, Person, a_site, parts_of, two_players

import matou
from matou.core.record import Record
from matou.core.state import Observation
from matou.play import thinking
from matou.play.players import Choice
from matou.web.ops.event_loop_lag import EventLoopLag
from matou.web.tables.bots import RandomPlayers

GAMES = matou.available()


def run(coroutine: Any) -> Any:
    return asyncio.run(coroutine)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_a_whole_game_and_can_check_it(game: str, tmp_path: Path) -> None:
    async def story() -> None:
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

    run(story())


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_person_plays_bots_to_the_end_in_either_language(
    game: str, lang: str, tmp_path: Path
) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app, lang)
            table = await person.new_table(game, seats=matou.game(game).min_seats)
            page = await person.open(table)
            rng = random.Random(5)
            while not page.view["end"]:
                if page.view["turn"] == 0 and page.view["legal"]:
                    assert (await page.act(rng))["t"] == "ok"
                else:
                    await page.next("view")

    run(story())


def test_a_table_comes_back_from_the_store_as_it_was(tmp_path: Path) -> None:
    async def story() -> None:
        rng = random.Random(1)
        async with a_site(tmp_path) as app:
            first, second, table = await two_players(app, GAMES[0])
            for _ in range(12):
                page = first if first.view["turn"] == 0 else second
                await page.act(rng)
                await first.settle()
                await second.settle()
            live = parts_of(app).manager.tables[table]
            before = (live.number, live.state.tobytes(), [e.name for e in live.state.history])
            await first.close()
            await second.close()
            live.touched -= 1000
            assert parts_of(app).manager.let_go(live.touched + 1) == 1
            again = await parts_of(app).manager.table(table)
            assert again is not None
            assert again is not live
            assert (
                again.number,
                again.state.tobytes(),
                [e.name for e in again.state.history],
            ) == before
        async with a_site(tmp_path) as app:
            again = await parts_of(app).manager.table(table)
            assert again is not None
            assert again.state.tobytes() == before[1]

    run(story())


def test_undo_is_an_event_and_survives(tmp_path: Path) -> None:
    """An action that shows nobody anything new can be taken back; the store keeps both."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            table, page = await with_something_to_undo(app)
            manager = parts_of(app).manager
            live = manager.tables[table]
            at, length = live.number, len(live.state.history)
            answer = await page.ask({"undo": True, "at": at})
            assert answer["t"] == "ok", answer
            await page.settle()
            assert live.number == at + 1
            assert len(live.state.history) == length - 1
            assert page.view["at"] == at + 1
            kept = await manager.store.load(table)
            assert kept is not None
            assert kept[1][-1] == -1
            manager.tables.clear()
            again = await manager.table(table)
            assert again is not None
            assert again.state.tobytes() == live.state.tobytes()

    run(story())


async def with_something_to_undo(app: Any) -> tuple[str, Any]:
    """Play, in one game after another, until an action can be taken back."""
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


def test_an_open_seat_waits_a_bot_can_take_it_and_a_person_comes_back(tmp_path: Path) -> None:
    async def story() -> None:
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
            # The guest is there: nobody can put a bot in their place.
            assert (await page.ask({"bot": 1, "level": 1}))["code"] == "seat"
            await other.close()
            # Nor while they may be about to come back: a page reloads, a train leaves a tunnel.
            clock.now += 59
            assert "give them a minute" in (await page.ask({"bot": 1, "level": 1}))["says"]
            live = parts_of(app).manager.tables[table]
            assert live.here(1)
            clock.now += 2
            live.tell_presence()
            players = (await page.next("players"))["players"]
            assert [player["here"] for player in players] == [True, False]
            assert (await page.ask({"bot": 1, "level": 1}))["t"] == "ok"
            seat = live.seats[1]
            assert seat.kind == "bot"
            back = await guest.open(table)
            assert (await back.ask({"take": 1}))["t"] == "ok"
            assert seat.kind == "person"
            assert seat.name == "Bo"

    run(story())


def test_a_rematch_rotates_the_seats_and_is_one_for_all(tmp_path: Path) -> None:
    async def story() -> None:
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
            tables = parts_of(app).manager.tables
            before = len(tables)
            clicks = [p.post(f"/t/{table}/rematch") for p in (host, guest, host, guest)]
            one, *others = await asyncio.gather(*clicks)
            assert {other.headers["location"] for other in others} == {one.headers["location"]}
            assert len(tables) == before + 1, "clicks at once make one table"
            assert len(await parts_of(app).store.tables_of(tables[table].seats[0].owner, 9)) == 2
            again = one.headers["location"].removeprefix("/t/")
            seats = parts_of(app).manager.tables[again].seats
            assert [s.name for s in seats] == ["Bo", "Ada"]
            assert (await Person(app).post(f"/t/{table}/rematch")).status_code == 403
            page = await host.open(again)
            assert page.view["players"][1]["mine"]

    run(story())


def test_chat_and_reactions_reach_everybody_and_stay(tmp_path: Path) -> None:
    async def story() -> None:
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

    run(story())


def test_hints_only_where_the_table_allows_them(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app)
            page = await person.open(await person.new_table(GAMES[0]))
            while page.view["turn"] != 0:
                await page.next("view")
            answer = await page.ask({"hint": True})
            assert answer["hint"] in [move[0] for move in page.view["legal"]]
            assert answer["because"].endswith(".")
            again = await page.ask({"hint": answer["hint"]})  # found by a page itself
            assert (again["says"], again["because"]) == (answer["says"], answer["because"])
            assert (await page.ask({"hint": -7}))["code"] == "hint"
            assert answer["says"]
            strict = await person.open(await person.new_table(GAMES[0], hints=""))
            assert (await strict.ask({"hint": True}))["code"] == "hint"

    run(story())


@pytest.mark.parametrize("game", GAMES)
def test_pass_and_play_draws_a_curtain_exactly_where_there_are_secrets(
    game: str, tmp_path: Path
) -> None:
    async def story() -> int:
        curtains = 0
        async with a_site(tmp_path) as app:
            person = Person(app)
            table = await person.new_table(game, "same", name="Ada", name1="Bo")
            page = await person.open(table)
            live = parts_of(app).manager.tables[table]
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
        return curtains

    curtains = run(story())
    state = matou.game(game).start(2)
    rng = random.Random(4)
    secrets = False
    while not state.over:
        state.play(state.sample(rng))
        if state.actor >= 0:
            secrets |= state.observe(state.actor).tobytes() != state.observe(None).tobytes()
    assert (curtains > 0) == secrets


class Asked(RandomPlayers):
    """Bots that count how often they are asked for a hint."""

    hints = 0

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> Choice:
        self.hints += hint
        return await super().answer(view, level, hint=hint)


@pytest.mark.parametrize("game", matou.available())
def test_a_page_that_thinks_by_itself_is_given_what_its_seat_may_know(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        bots, rng = Asked(1), random.Random(3)
        async with a_site(tmp_path, players=bots) as app:
            person = Person(app)
            table = await person.new_table(game, "bot", level="4")
            page = await person.open(table)
            for _ in range(6):
                while not page.view["legal"]:
                    await page.next("view")
                live = parts_of(app).manager.tables[table]
                answer = await page.ask({"hint": "here"})
                asked = answer["think"]
                mine = live.state.observe(live.state.actor).tobytes()
                assert base64.b64decode(asked["record"]) == mine
                assert set(asked) == {"record", "seats", "seed", "iterations"}
                assert answer["at"] == page.view["at"]
                assert answer["module"] == f"{game}-{live.game.version}.wasm"
                assert (await page.act(rng))["t"] == "ok"
            assert bots.hints == 0, "the server has no work"
            # Without a module that fits, the server answers as ever.
            monkeypatch.setattr(thinking, "module", lambda _: "")
            while not page.view["legal"]:
                await page.next("view")
            answer = await page.ask({"hint": "here"})
            assert answer["hint"] in [move[0] for move in page.view["legal"]]
            assert answer["because"].endswith(".")
            again = await page.ask({"hint": answer["hint"]})  # found by a page itself
            assert (again["says"], again["because"]) == (answer["says"], answer["because"])
            assert (await page.ask({"hint": -7}))["code"] == "hint"
            assert bots.hints == 1
            others = await Person(app).open(table)
            assert (await others.ask({"hint": "here"}))["code"] in ("seat", "hint")
            strict = await person.open(await person.new_table(game, hints=""))
            assert (await strict.ask({"hint": "here"}))["code"] == "hint"

    run(story())


class Failing(RandomPlayers):
    """Bots for whom a lower level has to move."""

    is_lower = True

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> Choice:
        action, _ = await super().answer(view, level, hint=hint)
        return Choice(action, self.is_lower)


def test_a_table_is_told_when_a_lower_level_moves_for_a_bot(tmp_path: Path) -> None:
    def told(page: Page) -> list[bool]:
        heard = (json.loads(text) for text in page.raw)
        return [message["simpler"] for message in heard if message["t"] == "simpler"]

    async def story() -> None:
        bots, rng = Failing(1), random.Random(2)
        async with a_site(tmp_path, players=bots) as app:
            person = Person(app)
            table = await person.new_table(GAMES[0], "bot", level="4")
            page = await person.open(table)
            for lower in (True, False):
                bots.is_lower = lower
                while not told(page) or told(page)[-1] != lower:
                    if page.view["legal"]:
                        await page.act(rng)
                    await page.settle()
                assert (await person.open(table)).view["simpler"] == lower
            assert told(page) == [True, False]

    run(story())


def test_while_the_server_is_late_only_where_the_game_stands_is_drawn(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, basile, table = await two_players(app, "chopchop")
            live = parts_of(app).manager.tables[table]
            rng = random.Random(4)

            async def views_of_a_move() -> list[dict[str, Any]]:
                """Of the first move that chance answers: what the other is sent."""
                while True:
                    before, lines = live.number, len(live.lines)
                    mover, other = (ada, basile) if ada.view["legal"] else (basile, ada)
                    other.raw.clear()
                    assert (await mover.act(rng))["t"] == "ok"
                    await mover.settle()
                    await other.settle()
                    told = [m for m in map(json.loads, other.raw) if m["t"] == "view"]
                    said = [line for m in told for line in m["log"][1]]
                    assert len(said) == len(live.lines) - lines
                    assert told[-1]["at"] == live.number
                    if live.number > before + 1:
                        return told

            assert len(await views_of_a_move()) > 1
            parts_of(app).manager.lag.late = -1.0
            (told,) = await views_of_a_move()
            assert told["at"] == live.number
            sheet = live.state.observe(told["seat"]).sheet(names=["Ada", "Basile"])
            seen = ada if told["seat"] == 0 else basile
            assert seen.drawn.parts == sheet.parts

    run(story())


def test_the_server_is_late_when_its_work_keeps_it_from_looking() -> None:
    async def story() -> None:
        lag = EventLoopLag()
        looking = asyncio.create_task(lag.beat())
        assert not lag.is_late
        while not lag.is_late:
            await asyncio.sleep(0)
            time.sleep(0.2)  # somebody's work, all of it in one go
        while lag.is_late:
            await asyncio.sleep(0.05)
        looking.cancel()

    run(asyncio.wait_for(story(), 60))


def test_bots_take_as_long_as_the_most_patient_player_wishes(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path, pace=1.0) as app:
            ada, basile, table = await two_players(app, "chopchop")
            live = parts_of(app).manager.tables[table]
            normal = live.bots.pause
            onlooker = await Person(app).open(table)
            assert (await onlooker.ask({"set": {"pace": "calm"}}))["t"] == "ok"
            assert live.bots.pause == normal, "who only looks on is not asked"
            await ada.ask({"set": {"pace": "quick"}})
            assert live.bots.pause == normal
            await basile.ask({"set": {"pace": "quick"}})
            assert 0 < live.bots.pause < normal
            await ada.ask({"set": {"pace": "calm"}})
            assert live.bots.pause > normal
            for bad in ("fast", 3, None, ["calm"]):
                answer = await ada.ask({"set": {"pace": bad}})
                assert answer["t"] == "no"
                assert "pace" in answer["says"]

    run(story())
