"""Floods: endless undo, chat and hint requests hold up nobody else."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.replay.finished import a_finished_table
from web.support import (
    PATIENCE,
    Person,
    RandomPlayers,
    a_site,
    owner_of,
    set_limit,
    site_of,
    sqlite_of,
    two_players,
)

import matou
from matou.core.fairness import Dealer, commitment
from matou.core.observation import Observation
from matou.play import log, timeline
from matou.play.host import Choice
from matou.play.keeping import MOST_CHAT, Said, TableRow
from matou.play.seats import Seat
from matou.play.timeline import UNDO

SEED = "7" * 64
GAME = "clocktowers"


def up_to_an_undo(id: str) -> tuple[matou.State, int]:
    """Returns a game whose last action can be undone, and the seat that can."""
    state, dealer, rng = matou.game(GAME).start(2), Dealer(SEED, id), random.Random(2)
    while not (state.actor >= 0 and any(state.can_undo(seat) for seat in (0, 1))):
        state.play(dealer.draw(state) if state.actor == matou.CHANCE else state.sample(rng))
    return state, state.history[-1].actor


async def a_table(app: Starlette, id: str, owner: str, pairs: int) -> matou.State:
    """Creates a table where the last action of that game was undone and repeated `pairs` times."""
    state, mover = up_to_an_undo(id)
    stored = TableRow(
        id=id,
        game=GAME,
        version=state.game.version,
        options=dict(state.game.settings(2)),
        seats=[Seat("person", 0, owner if i == mover else "", "Ada", i) for i in range(2)],
        seed=SEED,
        commitment=commitment(SEED),
        settings={"watch": True, "host": owner},
        turn=state.actor,
    )
    actions = [entry.action for entry in state.history]
    await site_of(app).store.tables.create(stored, actions + [UNDO, actions[-1]] * pairs)
    return state


async def test_undone_actions_are_not_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[int] = []
    play = log.play

    def counted(state: matou.State, action: int, onlooker: Any) -> Any:
        played.append(action)
        return play(state, action, onlooker)

    monkeypatch.setattr(timeline, "play", counted)

    async with a_site(tmp_path) as app:
        state = await a_table(app, "bomb", "", 500)
        assert (await Person(app).get("/t/bomb")).status_code == 200
        live = site_of(app).manager.tables["bomb"]
        assert len(played) == len(state.history)
        assert live.number == len(state.history) + 1000, "undone moves still count as positions"
        assert live.state.tobytes() == state.tobytes()
        assert live.state.history == state.history
        assert len(live.lines) == len(state.history)
        assert not live.timeline.undone


async def test_undo_is_limited_and_explains_why(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        await person.new_table(GAME)
        owner = owner_of(app, person)
        state = await a_table(app, "again", owner, timeline.UNDOS - 1)
        page = await person.open("again")
        last = state.history[-1].action
        for _ in range(2):  # the second one is refused
            undone = await page.ask({"undo": True, "at": page.view["at"]})
            if undone["t"] == "ok":
                await page.settle()
                assert (await page.ask({"do": last, "at": page.view["at"]}))["t"] == "ok"
                await page.settle()
        assert (undone["code"], undone["rule"]) == ("undo", "")
        assert "often enough" in undone["says"]
        await page.close()
        site_of(app).manager.tables.clear()
        page = await person.open("again")
        assert "often enough" in (await page.ask({"undo": True, "at": page.view["at"]}))["says"]


async def test_a_long_game_is_replayed_once_without_blocking_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others_ran, begun = threading.Event(), threading.Event()
    play, replays = log.play, 0

    def slow(state: matou.State, action: int, onlooker: Any) -> Any:
        nonlocal replays
        replays += not state.history
        begun.set()
        assert others_ran.wait(PATIENCE), "replaying blocked the event loop"
        return play(state, action, onlooker)

    async with a_site(tmp_path) as app:
        await a_table(app, "long", "", 0)
        monkeypatch.setattr(timeline, "play", slow)
        first, second = Person(app), Person(app)
        opening = [asyncio.create_task(p.get("/t/long")) for p in (first, second)]
        while not begun.is_set():
            await asyncio.sleep(0.001)
        assert (await Person(app).get("/healthz")).status_code == 200
        others_ran.set()
        assert [(await page).status_code for page in opening] == [200, 200]
        assert replays == 1


async def test_only_the_visible_chat_is_stored_and_loaded(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        first, _, table = await two_players(app, GAME)
        store, manager = sqlite_of(app), site_of(app).manager
        with sqlite3.connect(store.path) as db:  # as older versions stored them
            lines = [(table, i, 0, "Ada", f"line {i}", 0.0) for i in range(1000)]
            db.executemany(
                "INSERT INTO chat (tbl, number, seat, name, said, at) VALUES (?,?,?,?,?,?)",
                lines,
            )
            db.execute("UPDATE tables SET talked = 1000")
        db.close()
        found = await site_of(app).store.tables.load(table)
        assert found is not None
        assert [line.said for line in found[2]] == [
            f"line {i}" for i in range(1000 - MOST_CHAT, 1000)
        ]
        await first.ask({"chat": "still here"})
        manager.tables.clear()
        again = await manager.table(table)
        assert again is not None
        assert len(again.chat) == MOST_CHAT
        assert [line.said for line in again.chat][-2:] == ["line 999", "still here"]
        with sqlite3.connect(store.path) as db:
            assert db.execute("SELECT count(*) FROM chat").fetchone()[0] == MOST_CHAT
        db.close()


async def test_a_chat_line_that_was_not_stored_leaves_no_gap(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path) as app:
        _, _, table = await two_players(app, GAME)
        manager = site_of(app).manager
        live = manager.tables[table]
        say = live.store.say

        async def full(table: str, said: Said) -> int:
            raise sqlite3.OperationalError("database or disk is full")

        await live.say(0, "Ada", "one")
        monkeypatch.setattr(live.store, "say", full)
        with pytest.raises(sqlite3.OperationalError):
            await live.say(0, "Ada", "lost")
        monkeypatch.setattr(live.store, "say", say)
        await live.say(0, "Ada", "two")
        for _ in range(2):
            manager.tables.clear()
            fresh = await manager.table(table)
            assert fresh is not None
            await fresh.say(0, "Ada", "three")
        found = await manager.store.tables.load(table)
        assert found is not None
        assert [line.said for line in found[2]] == ["one", "two", "three", "three"]


async def test_rematches_count_as_new_tables(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        await person.new_table(GAME)
        owner = owner_of(app, person)
        for i in range(3):
            await a_finished_table(app, GAME, owner, id=f"done{i}")
        set_limit(app, "tables", 0, 2)
        answers = [(await person.post(f"/t/done{i}/rematch")).status_code for i in range(3)]
        assert answers == [303, 303, 429]
        # A rematch that exists already costs nothing.
        assert (await person.post("/t/done0/rematch")).status_code == 303


class SlowHints(RandomPlayers):
    """Bots that take until `enough` is set to find a hint."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked = 0
        self.enough = asyncio.Event()

    async def answer(
        self, view: Observation, level: int, *, hint: bool = False, **more: Any
    ) -> Choice:
        if hint:
            self.asked += 1
            await self.enough.wait()
        return await super().answer(view, level, **more)


async def test_a_person_gets_one_hint_at_a_time(tmp_path: Path) -> None:
    players = SlowHints()
    async with a_site(tmp_path, players) as app:
        ada, basile = Person(app), Person(app)
        pages = []
        for person in (ada, ada, basile):  # Ada has two tables open
            page = await person.open(await person.new_table(GAME))
            while page.view["turn"] != 0:
                await page.next("view")
            pages.append(page)
        first, second, others = pages
        third = await ada.open(first.table)  # and the first one twice
        await first.send({"hint": True})
        while players.asked < 1:
            await asyncio.sleep(0)
        for page in (second, third):
            answer = await page.ask({"hint": True})
            assert (answer["t"], answer.get("code")) == ("no", "hint")
            assert "already on its way" in answer["says"]
        await others.send({"hint": True})
        while players.asked < 2:
            await asyncio.sleep(0)
        players.enough.set()
        for page in (first, others):
            assert (await page.next("ok", "no"))["says"]
        assert (await second.ask({"hint": True}))["t"] == "ok"
