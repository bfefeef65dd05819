"""One table at several servers that share a PostgreSQL: one site for its visitors."""

from __future__ import annotations

import asyncio
import json
import random
import time
from pathlib import Path

import pytest
from web.api.programs import Program
from web.support import a_site, site_of, until
from web.tables.two_servers import (
    GAME,
    at_server,
    friends,
    kinds,
    two_servers,
    wait_for_number,
    wait_for_page,
)

from labs.bench.postgres import Postgres
from matou.play.presence import RELOAD
from matou.web.tables import repository


async def test_two_players_at_two_servers_finish_a_game(postgres: Postgres, tmp_path: Path) -> None:
    rng = random.Random(5)

    async with two_servers(postgres, tmp_path) as (one, other):
        first, second, table, _, guest = await friends(one, other)
        assert [p["name"] for p in first.view["players"]] == ["Ada", "Basile"]
        here, there = (site_of(app).manager.tables[table] for app in (one, other))
        while not here.state.over:
            await until(lambda: here.number == there.number)
            page = first if here.state.actor == 0 else second
            await wait_for_number(page, here.number)
            assert (await page.act(rng))["t"] == "ok"
        await until(lambda: there.state.over)
        await wait_for_page(first, lambda: first.view.get("end"))
        await wait_for_page(second, lambda: second.view.get("end"))
        assert here.timeline.state.tobytes() == there.timeline.state.tobytes()
        events = await site_of(one).store.tables.events(table)
        assert len(events) == here.number
        # Both ask for a rematch and get the same one.
        answers = await asyncio.gather(
            guest.post(f"/t/{table}/rematch"), at_server(one, guest).post(f"/t/{table}/rematch")
        )
        assert len({answer.headers["location"] for answer in answers}) == 1
        await until(lambda: here.row.rematch and there.row.rematch)


async def test_of_two_simultaneous_moves_one_is_played_and_one_is_stale(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        first, _, table, host, _ = await friends(one, other)
        here, there = (site_of(app).manager.tables[table] for app in (one, other))
        twin = await at_server(other, host).open(table)
        assert here.state.actor == 0
        stale = 0
        for _ in range(6):
            if here.state.over or here.state.actor != 0:
                break
            await until(lambda: here.number == there.number)
            number, legal = here.number, here.state.legal()
            answers = await asyncio.gather(
                first.ask({"do": legal[0], "at": number}),
                twin.ask({"do": legal[-1], "at": number}),
            )
            assert sorted(answer["t"] for answer in answers) == ["no", "ok"]
            assert {a["code"] for a in answers if a["t"] == "no"} <= {"stale", "turn"}
            stale += 1
            await until(lambda: here.number == there.number)
            assert here.state.tobytes() == there.state.tobytes()
            assert not here.broken
            assert not there.broken
        assert stale


async def test_chat_seats_reactions_and_presence_are_the_same_at_both_servers(
    postgres: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        first, second, table, _, guest = await friends(one, other)
        here, there = (site_of(app).manager.tables[table] for app in (one, other))
        for i in range(3):
            asked = (
                page.ask({"chat": f"{name} {i}"}) for page, name in ((first, "a"), (second, "b"))
            )
            assert [a["t"] for a in await asyncio.gather(*asked)] == ["ok", "ok"]
        await until(lambda: len(here.chat) == len(there.chat) == 6)
        assert [line.said for line in here.chat] == [line.said for line in there.chat]
        await first.ask({"react": 1})
        assert (await second.next("react"))["which"] == 1
        await second.ask({"chat": "end"})
        await until(lambda: len(here.chat) == 7)
        await first.settle()
        assert kinds(first).count("chat") == 7, "a line came twice"
        assert kinds(second).count("react") == 1
        # The other player is present at this server too.
        await until(lambda: here.presence.here(1) and there.presence.here(0))
        refused = await first.ask({"bot": 1, "level": 2})
        assert refused["t"] == "no"
        # Servers also exchange presence regularly.
        there.presence.last_seen.clear()
        await site_of(one).manager.peers.exchange_presence()
        await site_of(other).manager.peers.exchange_presence()
        assert there.presence.here(0)
        # A seat that changes at one server changes at the other.
        assert (await second.ask({"bot": 1, "level": 2}))["t"] == "ok"
        await until(lambda: here.seats[1].kind == "bot")
        assert (await (await at_server(one, guest).open(table)).ask({"take": 1}))["t"] == "ok"
        await until(lambda: there.seats[1].kind == "person")
        # A player who leaves one server is away at the other at once.
        monkeypatch.setattr(repository, "RELOAD", -60.0)
        await first.close()
        site_of(one).manager.clock = lambda: time.monotonic() + RELOAD
        here.presence.tell()
        await until(lambda: not there.presence.here(0))
        assert not there.presence.gone(0)


async def test_a_copy_without_pages_is_reloaded_when_one_opens_and_not_at_every_move(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        first, second, table, host, guest = await friends(one, other)
        here, there = (site_of(app).manager.tables[table] for app in (one, other))
        await second.close()
        second = await at_server(one, guest).open(table)
        behind = there.number
        for _ in range(4):
            page = first if here.state.actor == 0 else second
            await wait_for_number(page, here.number)
            assert (await page.act(random.Random(1)))["t"] == "ok"
        await until(lambda: there.is_behind)
        await site_of(other).manager.peers.sweep()
        assert there.number == behind < here.number
        third = await at_server(other, host).open(table)
        assert third.view["at"] == here.number


async def test_presence_is_watched_only_while_a_player_is_missing(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        first, second, table, _, _ = await friends(app, app)
        live = site_of(app).manager.tables[table]
        assert not live.presence.misses_somebody()
        await second.close()
        assert live.presence.misses_somebody()
        assert live.presence.here(1)  # for a moment
        site_of(app).manager.clock = lambda: time.monotonic() + 3600
        live.presence.tell()
        await first.settle()
        assert [p["here"] for p in json.loads(first.raw[-1])["players"]] == [True, False]


async def test_a_call_repeated_at_another_server_is_answered_and_done_once(
    postgres: Postgres, tmp_path: Path
) -> None:
    async with two_servers(postgres, tmp_path) as (one, other):
        here, there = Program(one), Program(other)
        await here.set_table(GAME, "you", "you")
        there.token, there.table = here.token, here.table
        now = await here.look()
        assert (await there.look())["at"] == now["at"]
        # The other server gets no hints, so its copy of the table is old.
        site_of(other).store.db.on_hint = lambda table, number: None  # noqa: ARG005
        choice = now["legal"][0]["action"]
        done = await here.act(choice, now["at"])
        assert done.status_code == 200
        again = await there.act(choice, now["at"])
        assert (again.status_code, again.json()["at"]) == (200, done.json()["at"])
        another = await there.act(now["legal"][1]["action"], now["at"])
        assert another.json()["error"] == "stale"
        # A move that answers a position which only the first server knows is accepted.
        after = await here.look()
        await here.act(after["legal"][0]["action"], after["at"])
        later = await here.look()
        moved = await there.act(later["legal"][0]["action"], later["at"])
        assert moved.status_code == 200, moved.text
