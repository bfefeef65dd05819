"""Bots at a table: who computes, how long it takes, a busy server, a lower level."""

from __future__ import annotations

import asyncio
import base64
import json
import random
import time
from concurrent.futures import Future
from pathlib import Path
from typing import Any, cast

import pytest
from web.support import Page, Person, RandomPlayers, a_site, site_of, two_players

import matou
from matou.bots.levels import level
from matou.bots.service import Answer, BotService
from matou.core.observation import Observation
from matou.play import thinking
from matou.play.host import Choice
from matou.web.ops.chores import Chore, EventLoopLag
from matou.web.tables.bots import ServicePlayers


class HintCounter(RandomPlayers):
    """Bots that count the requests for a hint."""

    hints = 0

    async def answer(
        self, view: Observation, level: int, *, hint: bool = False, **more: Any
    ) -> Choice:
        self.hints += hint
        return await super().answer(view, level, hint=hint, **more)


@pytest.mark.parametrize("game", matou.available())
async def test_a_page_that_computes_hints_gets_only_what_its_seat_may_know(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots, rng = HintCounter(1), random.Random(3)
    async with a_site(tmp_path, players=bots) as app:
        person = Person(app)
        table = await person.new_table(game, "bot", level="4")
        page = await person.open(table)
        for _ in range(6):
            while not page.view["legal"]:
                await page.next("view")
            live = site_of(app).manager.tables[table]
            answer = await page.ask({"hint": "here"})
            asked = answer["think"]
            mine = live.state.observe(live.state.actor).tobytes()
            assert base64.b64decode(asked["record"]) == mine
            assert set(asked) == {"record", "seats", "seed", "iterations"}
            assert answer["at"] == page.view["at"]
            assert answer["module"] == f"{game}-{live.game.version}.wasm"
            assert (await page.act(rng))["t"] == "ok"
        assert bots.hints == 0, "the server computed a hint"
        # Without a matching module, the server computes the hint.
        monkeypatch.setattr(thinking, "module", lambda _: "")
        while not page.view["legal"]:
            await page.next("view")
        answer = await page.ask({"hint": "here"})
        assert answer["hint"] in [move[0] for move in page.view["legal"]]
        assert answer["because"].endswith(".")
        again = await page.ask({"hint": answer["hint"]})  # a hint that the page computed
        assert (again["says"], again["because"]) == (answer["says"], answer["because"])
        assert (await page.ask({"hint": -7}))["code"] == "hint"
        assert bots.hints == 1
        others = await Person(app).open(table)
        assert (await others.ask({"hint": "here"}))["code"] in ("seat", "hint")
        strict = await person.open(await person.new_table(game, hints=""))
        assert (await strict.ask({"hint": "here"}))["code"] == "hint"


class LowerLevelBots(RandomPlayers):
    """Bots whose moves come from a lower level."""

    is_lower = True

    async def answer(
        self, view: Observation, level: int, *, hint: bool = False, **more: Any
    ) -> Choice:
        action, _ = await super().answer(view, level, hint=hint, **more)
        return Choice(action, self.is_lower)


async def test_pages_are_notified_when_a_lower_level_moves_for_a_bot(tmp_path: Path) -> None:
    def simpler_notes(page: Page) -> list[bool]:
        heard = (json.loads(text) for text in page.raw)
        return [message["simpler"] for message in heard if message["t"] == "simpler"]

    bots, rng = LowerLevelBots(1), random.Random(2)
    async with a_site(tmp_path, players=bots) as app:
        person = Person(app)
        table = await person.new_table("appenzell", "bot", level="4")
        page = await person.open(table)
        for lower in (True, False):
            bots.is_lower = lower
            while not simpler_notes(page) or simpler_notes(page)[-1] != lower:
                if page.view["legal"]:
                    await page.act(rng)
                await page.settle()
            assert (await person.open(table)).view["simpler"] == lower
        assert simpler_notes(page) == [True, False]


async def test_a_busy_server_draws_only_the_current_position(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, basile, table = await two_players(app, "chopchop")
        live = site_of(app).manager.tables[table]
        rng = random.Random(4)

        async def views_of_a_move() -> list[dict[str, Any]]:
            """Returns the other player's views of the first move that chance answers."""
            while True:
                before, lines = live.number, len(live.lines)
                mover, other = (ada, basile) if ada.view["legal"] else (basile, ada)
                other.raw.clear()
                assert (await mover.act(rng))["t"] == "ok"
                await mover.settle()
                await other.settle()
                simpler_notes = [m for m in map(json.loads, other.raw) if m["t"] == "view"]
                said = [line for m in simpler_notes for line in m["log"][1]]
                assert len(said) == len(live.lines) - lines
                assert simpler_notes[-1]["at"] == live.number
                if live.number > before + 1:
                    return simpler_notes

        assert len(await views_of_a_move()) > 1
        site_of(app).manager.lag.late = -1.0
        (simpler_notes,) = await views_of_a_move()
        assert simpler_notes["at"] == live.number
        sheet = live.state.observe(simpler_notes["seat"]).sheet(names=["Ada", "Basile"])
        seen = ada if simpler_notes["seat"] == 0 else basile
        assert seen.drawn.parts == sheet.parts


async def test_a_blocked_event_loop_counts_as_late() -> None:
    async with asyncio.timeout(60):
        lag = EventLoopLag()
        looking = asyncio.create_task(Chore(lag.measure).repeat())
        assert not lag.is_late
        while not lag.is_late:
            await asyncio.sleep(0)
            time.sleep(0.2)  # block the event loop
        while lag.is_late:
            await asyncio.sleep(0.05)
        looking.cancel()


async def test_the_server_searches_as_long_for_a_hint_as_a_page() -> None:
    """Bot 4 usually plays after a single look; a hint gets the time that a page would take."""
    asked: list[int | str] = []

    class Service:
        def submit(self, view: Observation, bot: int | str, **_: Any) -> Future[Any]:
            asked.append(bot)
            done: Future[Any] = Future()
            done.set_result(Answer(view.legal()[0], str(bot), ()))
            return done

    players = ServicePlayers(cast(BotService, Service()))
    state = matou.game("chopchop").start(2)
    view = state.observe(state.actor)
    await players.answer(view, 4)
    await players.answer(view, 4, hint=True)
    assert asked == ["level4", f"level4@{level(4).iterations}"]
    assert level(asked[1]).by_network == 0
