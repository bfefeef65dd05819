"""Servers that crash, miss hints or cannot read the store: the others continue."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path
from typing import Any, Literal

import pytest
from web.support import PATIENCE, Person, RandomPlayers, a_site, site_of, until
from web.tables.two_servers import (
    GAME,
    NAMES,
    at_server,
    friends,
    friends_without_hints,
    kinds,
    two_servers,
    wait_for_number,
    wait_for_page,
)

from labs.bench.postgres import Postgres
from matou.core.observation import Observation
from matou.play.host import Choice
from matou.play.keeping import StoreFailed
from matou.play.opening import new_table
from matou.play.seats import Seat
from matou.web.store import open_database, open_store
from matou.web.tables import peers
from matou.web.tables.connection import AGAIN

OPEN = Seat("open", 0, "", "", 1, "link")


async def test_the_sweep_finds_moves_whose_hints_were_lost(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(peers, "SWEEP", 3600.0)  # only on demand

    async with two_servers(postgres, tmp_path) as (one, other):
        first, second, here, there, _ = await friends_without_hints(one, other)
        assert (await first.act(random.Random(1)))["t"] == "ok"
        await first.ask({"chat": "hello?"})
        assert there.number < here.number
        await site_of(other).manager.peers.sweep()
        await until(lambda: there.number == here.number and len(there.chat) == 1)
        await wait_for_page(second, lambda: second.view["at"] == here.number)


async def test_a_server_without_hints_shows_visitors_the_stored_position(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A notification called them. If they saw the old position, they would leave again."""
    monkeypatch.setattr(peers, "SWEEP", 3600.0)
    read, shown = asyncio.Event(), asyncio.Event()

    async with two_servers(postgres, tmp_path) as (one, other):
        first, second, here, there, (host, guest) = await friends_without_hints(one, other)
        table, parts = here.id, site_of(other)
        pages = [first, await at_server(one, guest).open(table)]

        async def move() -> int:
            page = pages[here.state.actor]
            await wait_for_number(page, here.number)
            assert (await page.act(random.Random(1)))["t"] == "ok"
            return here.number

        # Another page of the table is open at the server.
        number = await move()
        assert there.number < number
        again = await at_server(other, host).open(table)
        assert again.view["at"] == number
        await wait_for_number(second, number)
        # No page of the table is open there.
        await again.close()
        await second.close()
        number = await move()
        assert there.number < number
        third = await at_server(other, guest).open(table)
        assert third.view["at"] == number
        await third.close()
        # The table is still loading for an earlier visitor.
        parts.manager.tables.pop(table).stop()
        load = parts.store.tables.load

        async def slowly(id: str) -> Any:
            found = await load(id)
            read.set()
            await shown.wait()
            return found

        monkeypatch.setattr(parts.store.tables, "load", slowly)
        before = asyncio.create_task(at_server(other, host).open(table))
        await read.wait()
        number = await move()
        late = asyncio.create_task(at_server(other, guest).open(table))
        for _ in range(20):
            await asyncio.sleep(0)
        shown.set()
        assert (await late).view["at"] == number
        await before


@pytest.mark.parametrize("shared", [False, True])
async def test_another_server_draws_the_opening_after_a_crash(
    shared: bool, postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither player is present, and no notification is sent for a turn that has not begun."""
    monkeypatch.setattr(peers, "SWEEP", 3600.0)  # only on demand
    address = postgres.new_database(f"peers{next(NAMES)}") if shared else ""

    async with a_site(tmp_path, RandomPlayers(1), store=address) as app:
        parts = site_of(app)
        game = parts.manager.games[GAME]
        here = [Seat("person", 0, owner, owner, i) for i, owner in enumerate("ab")]
        tables = [new_table(game, seats, {}, {}) for seats in (here, [here[0], OPEN])]
        for table in tables:
            table.touched = time.time() - 60
            await parts.store.tables.create(table)
        await parts.manager.peers.begin_for_others()
        drawn, waits = [await parts.store.tables.load(table.id) for table in tables]
        assert drawn is not None
        assert drawn.events
        assert drawn.row.turn >= 0
        assert waits is not None
        assert waits.events == []


class CountingBots(RandomPlayers):
    """Bots that count their moves."""

    def __init__(self) -> None:
        super().__init__(3)
        self.asked = 0

    async def answer(
        self, view: Observation, level: int, *, hint: bool = False, **more: Any
    ) -> Choice:
        self.asked += 1
        return await super().answer(view, level, hint=hint, **more)


async def test_one_server_moves_the_bots_and_another_takes_over_when_it_dies(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matou.play.bot_turns.LOOK_AGAIN", 0.02)
    monkeypatch.setattr(peers, "SWEEP", 0.05)

    players = CountingBots(), CountingBots()
    async with two_servers(postgres, tmp_path, *players) as (one, other):
        person = Person(one)
        table = await person.new_table(GAME)
        pages = [await person.open(table), await at_server(other, person).open(table)]
        here, there = (site_of(app).manager.tables[table] for app in (one, other))
        dead = open_store(tmp_path, site_of(one).store.db.address)  # type: ignore[attr-defined]
        await dead.db.start()
        rng, moves = random.Random(7), 0
        while not here.state.over and moves < 12:
            await until(lambda: here.state.over or here.bot_to_move() < 0)
            await until(lambda: here.number == there.number)
            if here.state.over:
                break
            await wait_for_page(pages[0], lambda: pages[0].view["at"] == here.number)
            assert (await pages[0].act(rng))["t"] == "ok"
            moves += 1
        await until(lambda: here.number == there.number and here.bot_to_move() < 0)
        events = [e for e in here.state.history if e.actor == 1]
        assert sum(p.asked for p in players) == len(events), "a move was computed twice"
        # A server takes the job and dies: the bot waits until its lease ends.
        again = await person.new_table(GAME)
        page = await person.open(again)
        assert await dead.jobs.take("bots", again, peers.LEASE)
        live = site_of(one).manager.tables[again]
        asked = sum(p.asked for p in players)
        while live.bot_to_move() < 0 and not live.state.over:
            await wait_for_page(page, lambda: page.view["at"] == live.number)
            assert (await page.act(rng))["t"] == "ok"
        for _ in range(20):
            await asyncio.sleep(0.01)
        assert sum(p.asked for p in players) == asked
        await page.close()
        site_of(one).manager.tables.pop(again).stop()  # open nowhere
        await dead.jobs.renew("bots", again, -1)
        store = site_of(one).store
        number = live.number
        while len(await store.tables.events(again)) == number:
            await asyncio.sleep(0.02)
        await dead.db.close()


async def test_a_waiting_page_sees_the_move_after_the_mover_reconnects(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails during a move: the mover reconnects, and the other page stays connected."""

    async def away(*_: Any) -> None:
        raise StoreFailed("away")

    store = postgres.new_database(f"peers{next(NAMES)}")
    async with a_site(tmp_path, RandomPlayers(1), store=store) as app:
        pages = await friends(app, app)
        mover, other = sorted(pages[:2], key=lambda page: not page.view["legal"])
        person = pages[3] if mover is pages[0] else pages[4]
        with monkeypatch.context() as patch:
            for way in ("append", "news"):
                patch.setattr(site_of(app).store.tables, way, away)
            move = {"do": mover.view["legal"][0][0], "at": mover.view["at"]}
            sent = {"type": "websocket.receive", "text": json.dumps(move)}
            await mover.up.put(sent)
            assert mover.task is not None
            await asyncio.wait_for(mover.task, PATIENCE)
        back = await person.open(pages[2])
        answer = await back.act(random.Random(1))
        assert answer["t"] == "ok"
        await wait_for_number(other, answer["at"])


async def test_hints_arrive_again_as_soon_as_the_database_accepts_connections(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database closes all connections, as after its own crash. The store reconnects at once."""
    monkeypatch.setattr("matou.web.db.postgres.ASK_SECONDS", 3600.0)

    address = postgres.new_database(f"peers{next(NAMES)}")
    store: Any = open_database(tmp_path, address)
    gaps: list[int] = []
    store.on_gap = lambda: gaps.append(1)
    await store.start()
    async with store.pool.connection() as db:
        thrown_out = (
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert await db.fetchval(thrown_out) >= 1
    await until(lambda: len(gaps) == 2)
    await store.close()


class WatchedLock(asyncio.Lock):
    """Counts the tasks that wait for it."""

    waiting = 0

    async def acquire(self) -> Literal[True]:
        self.waiting += 1
        try:
            return await super().acquire()
        finally:
            self.waiting -= 1


async def test_a_page_that_syncs_while_a_move_fails_does_not_see_that_move(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: reads work, writes fail."""
    failing = asyncio.Event()

    async def full(*_: Any) -> None:
        await failing.wait()
        raise StoreFailed("no space left")

    store = postgres.new_database(f"peers{next(NAMES)}")
    async with a_site(tmp_path, RandomPlayers(1), store=store) as app:
        pages = await friends(app, app)
        mover, other = sorted(pages[:2], key=lambda page: not page.view["legal"])
        at, live = mover.view["at"], site_of(app).manager.tables[pages[2]]
        live.lock = lock = WatchedLock()
        monkeypatch.setattr(site_of(app).store.tables, "append", full)
        move = {"do": mover.view["legal"][0][0], "at": at}
        await mover.up.put({"type": "websocket.receive", "text": json.dumps(move)})
        await until(lock.locked)
        waiting = asyncio.create_task(other.ask({"sync": 1}))
        await until(lambda: lock.waiting)
        failing.set()
        await waiting
        await other.settle()
        numbers = [json.loads(raw).get("at") for raw in other.raw if '"view"' in raw]
        assert max(n for n in numbers if n is not None) == at


async def test_a_server_that_cannot_read_its_store_sends_its_pages_to_another(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("matou.web.tables.websocket.LOOK", 0.02)
    monkeypatch.setattr("matou.web.tables.websocket.UNREAD", 0.04)
    monkeypatch.setattr("matou.web.ops.health.PATIENCE", 0.2)

    async def cut_off(*_: Any, **__: Any) -> Any:
        await asyncio.sleep(3600)

    async with two_servers(postgres, tmp_path) as (one, other):
        first, second, table, _, guest = await friends(one, other)
        db: Any = site_of(other).store.db
        for way in ("read", "write", "answers"):
            monkeypatch.setattr(db, way, cut_off)
        monkeypatch.setattr(db, "recovered", lambda: None)  # it would answer from its last read
        db.trouble = "nothing comes back"
        assert await second.next("closed") == {"t": "closed"}
        assert second.closed == AGAIN
        assert first.closed is None
        health = await guest.http.get("/healthz")
        assert (health.status_code, health.json()["store"]) == (503, "does not answer")
        assert (await at_server(one, guest).open(table)).view["at"] == first.view["at"]


async def test_a_bot_whose_move_cannot_be_stored_retries_without_reloading_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It used to make pages reload, which made the bot retry at once, ten times a second."""
    monkeypatch.setattr("matou.play.bot_turns.LOOK_AGAIN", 0.02)
    failed = 0

    async def full(*_: Any) -> None:
        nonlocal failed
        failed += 1
        raise StoreFailed("no space left")

    class Slow(RandomPlayers):
        may_move = asyncio.Event()

        async def answer(
            self, view: Observation, level: int, *, hint: bool = False, **more: Any
        ) -> Choice:
            await self.may_move.wait()
            return await super().answer(view, level, hint=hint, **more)

    async with a_site(tmp_path, Slow(1)) as app:
        person = Person(app)
        page = await person.open(await person.new_table(GAME))
        live = site_of(app).manager.tables[page.table]
        while live.bot_to_move() < 0:
            await wait_for_number(page, live.number)
            assert (await page.act(random.Random(1)))["t"] == "ok"
        number = live.number
        with monkeypatch.context() as patched:
            patched.setattr(site_of(app).store.tables, "append", full)
            Slow.may_move.set()
            await until(lambda: failed == 3)
        await until(lambda: live.number > number)
        await wait_for_page(page, lambda: page.view["at"] == live.number)
        assert "reload" not in kinds(page)
