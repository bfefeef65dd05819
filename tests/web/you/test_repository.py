"""Personal data in stores: moved and deleted as a whole, accounts, results of games."""

from __future__ import annotations

import asyncio
import random
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from web.db.stores import Stores, a_table, downgrade_postgres, downgrade_sqlite, two_stores
from web.replay.finished import a_finished_table
from web.support import Person, a_site, owner_of, site_of, two_players

from matou.play.keeping import Said
from matou.play.seats import Seat
from matou.web.db.sqlite import SqliteDatabase, connect
from matou.web.tables.player_games import DRAWN, LOST, NOT_COUNTED, WON, Result, Search
from matou.web.you.repository import MOST_DEVICES, MOST_PASSKEYS, OWNED, Accounts


def test_owned_lists_every_column_with_a_person_and_exports_existing_columns(
    tmp_path: Path,
) -> None:
    """A column called ``owner`` belongs to a person. OWNED also lists those with other names."""
    SqliteDatabase(tmp_path / "tables.db").shut()
    named = {(owned.table, owned.column) for owned in OWNED}
    with closing(connect(tmp_path / "tables.db")) as db:
        tables = [row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type='table'")]
        there = {
            (table, column[1])
            for table in tables
            for column in db.execute(f"PRAGMA table_info({table})")
        }
    assert {place for place in there if place[1] == "owner"} <= named
    assert named <= there
    for owned in OWNED:
        reply = {(owned.table, name.strip()) for name in owned.exports.split(",") if name}
        assert reply <= there, owned
        assert (owned.table, owned.column) not in reply, "an owner id is exported"


async def test_all_data_of_one_person_moves_to_another(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        both = a_table("both")
        both.seats[1] = Seat("person", 0, "bo", "Bo", 2, "")
        away = a_table("away", settings={"host": "ada", "watch": False})
        away.seats[0] = Seat("bot", 3)
        for table in (a_table("only"), both, away):
            await one.tables.create(table)
        await one.presence.mark([("only", "ada"), ("both", "ada"), ("both", "bo")])
        heads = await other.tables.heads(["only", "both", "away"])
        assert sorted(await other.personal_data.move("ada", "bo")) == ["away", "both", "only"]
        found = {id: await one.tables.load(id) for id in ("only", "both", "away")}
        for id, loaded in found.items():
            assert loaded is not None
            assert loaded.row.settings["host"] == "bo"
            assert loaded.row.sitting == heads[id].sitting + 1
            assert "ada" not in {seat.owner for seat in loaded.row.seats}
        assert [s.owner for s in found["both"].row.seats] == ["bo", "bo"]  # type: ignore[union-attr]
        assert {id for id in found if "bo" in found[id].seen} == {"only", "both"}  # type: ignore[union-attr]
        rows = await one.personal_data.export("bo")
        assert sorted((row["tbl"], row["seat"]) for row in rows["seats"]) == [
            ("both", 0),
            ("both", 1),
            ("only", 0),
        ]
        assert not any((await one.personal_data.export("ada")).values())
        for nobody in ("", "bo", "nobody"):
            assert await one.personal_data.move(nobody, "bo") == []


async def test_deleting_a_person_leaves_the_games_to_their_opponents(
    stores: Stores,
) -> None:
    async with two_stores(stores) as (one, other):
        alone = a_table("alone")
        for id in ("shared", "ended"):
            table = a_table(id, over=id == "ended")
            table.seats[1] = Seat("person", 0, "bo", "Bo", 2, "")
            await one.tables.create(table, [1, 2])
            await one.tables.say(id, Said(0, "Ada", "hello", 1.0))
            await one.tables.say(id, Said(1, "Bo", "hi", 2.0))
        await one.tables.create(alone, [1])
        await one.games.record("ended", [a_result("ended", "ada"), a_result("ended", "bo")])
        await one.accounts.create("ada", "Ada")
        await one.accounts.add_passkey("key", "ada", "public", 0, "phone")
        await one.accounts.add_device("phone", "ada", "phone")
        assert sorted(await other.personal_data.delete("ada")) == ["alone", "ended", "shared"]
        assert not any((await one.personal_data.export("ada")).values())
        assert await one.tables.load("alone") is None
        assert await one.tables.events("alone") == []
        for id, kind in (("shared", "bot"), ("ended", "person")):
            found = await one.tables.load(id)
            assert found is not None
            gone, stays = found.row.seats
            assert (gone.kind, gone.owner, gone.name) == (kind, "", "")
            assert (stays.owner, stays.name) == ("bo", "Bo")
            assert [line.said for line in found.chat] == ["hi"]
            assert found.events == [1, 2]
            assert found.row.settings["host"] == ""
            assert found.row.sitting == 1
        assert len((await one.personal_data.export("bo"))["results"]) == 1
        assert await one.personal_data.delete("") == []


def a_result(table: str, owner: str, **more: Any) -> Result:
    result = Result(table, owner, "catymini", 0, 1, "0", "2", 0, 60.0, 1.0)
    return result._replace(**more)


async def test_passkeys_devices_codes_and_tickets_are_stored(stores: Stores) -> None:
    async with two_stores(stores) as (first, second):
        one, other = first.accounts, second.accounts
        await one.create("ada", "Ada")
        stored = await other.get("ada")
        assert stored is not None
        assert (stored.name, stored.has_code) == ("Ada", False)
        assert await other.get("bo") is None
        await one.rename("ada", "Ada L.")
        # Passkeys: the last way to sign in cannot be removed.
        assert await one.add_passkey("k1", "ada", "pub", 5, "phone")
        assert not await other.add_passkey("k1", "bo", "pub", 5, "phone")
        assert not await other.remove_passkey("ada", "k1")
        assert await other.use_passkey("k1", 5, 6)
        assert not await one.use_passkey("k1", 5, 7), "an old counter is accepted"
        assert await one.add_passkey("k2", "ada", "pub", 0, "key ring")
        await one.rename_passkey("ada", "k2", "ring")
        await one.rename_passkey("bo", "k2", "mine")
        assert [(k.id, k.counter, k.name) for k in await other.passkeys_of("ada")] == [
            ("k1", 6, "phone"),
            ("k2", 0, "ring"),
        ]
        assert not await one.remove_passkey("bo", "k2")
        assert await one.remove_passkey("ada", "k1")
        assert await one.passkey("k1") is None
        for i in range(MOST_PASSKEYS):
            assert await one.add_passkey(f"n{i}", "ada", "", 0, "") == (i < MOST_PASSKEYS - 1)
        # A code works once.
        await one.set_recovery("ada", "hash")
        assert (await one.get("ada")).has_code  # type: ignore[union-attr]
        assert [await other.recover(code) for code in ("", "other", "hash", "hash")] == [
            *("", "", "ada", "")
        ]
        await check_devices(one, other)
        await check_tickets(one, other)


async def check_devices(one: Accounts, other: Accounts) -> None:
    """Devices are signed out one by one."""
    for device in ("d1", "d2", "d3"):
        await one.add_device(device, "ada", device)
    await one.saw_device("d1")
    await one.sign_out("bo", "d1")
    await one.sign_out("ada", "d2")
    assert [await other.owner_of_device(d) for d in ("d1", "d2", "d3", "")] == [
        *("ada", "", "ada", "")
    ]
    assert {device.id for device in await other.devices_of("ada")} == {"d1", "d3"}
    for device in ("d1", "d3"):
        await one.sign_out("ada", device)
    assert await other.devices_of("ada") == []
    for i in range(MOST_DEVICES + 1):
        await one.add_device(f"many{i}", "ada", "")
    assert len(await other.devices_of("ada")) == MOST_DEVICES


async def check_tickets(one: Accounts, other: Accounts) -> None:
    """Tickets work once and expire, and a person has one at a time."""
    await one.put_ticket("challenge", "c1", 60)
    await one.put_ticket("join", "j0", 60, "ada", "first")
    await one.put_ticket("join", "j1", 60, "ada", "waiting")
    await one.put_ticket("join", "late", -1, "bo", "waiting")
    assert await other.ticket("join", "late") is None
    assert await other.ticket("join", "j0") is None
    assert await other.ticket("join", "j1") == ("ada", "waiting")
    assert not await other.change_ticket("join", "j1", "other", "asked")
    assert await other.change_ticket("join", "j1", "waiting", "asked")
    assert await one.take_ticket("challenge", "j1") is None
    assert await one.take_ticket("join", "j1") == ("ada", "asked")
    assert await one.take_ticket("join", "j1") is None
    assert await other.take_ticket("challenge", "c1") == ("", "")


async def test_a_game_recorded_during_a_listing_appears_once(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two_stores(stores) as (one, other):
        await one.tables.create(a_table("t0", over=True, turn=-2))
        finished_of = one.games.finished_of

        async def meanwhile(*asked: Any) -> Any:
            await other.games.record("t0", [a_result("t0", "ada")])
            return await finished_of(*asked)

        monkeypatch.setattr(one.games, "finished_of", meanwhile)
        assert [k.id for k in await one.games.all_of("ada", 9)] == ["t0"]


async def test_games_are_recorded_once_and_found_by_game_and_opponent(stores: Stores) -> None:
    async with two_stores(stores) as (one, other):
        for i in range(4):
            table = a_table(f"t{i}", over=i < 3, touched=100.0 + i, turn=[-2, -2, -2, 0][i])
            table.seats[1] = Seat("person", 0, "bo", ["Élodie", "Bo_b", "100%", "Bo"][i], 2, "")
            await one.tables.create(table)
        waiting = a_table("wait", touched=200.0, turn=1)
        await one.tables.create(waiting)
        assert await one.games.unrecorded(9) == ["t2", "t1", "t0"]
        assert [k.id for k in await one.games.all_of("ada", 9)] == [
            "wait",
            "t3",
            "t2",
            "t1",
            "t0",
        ]
        for i, outcome in enumerate((1, -1, 9)):
            row = a_result(f"t{i}", "ada", outcome=outcome, ended=100.0 + i, levels=str(i))
            assert await one.games.record(f"t{i}", [row])
            assert not await other.games.record(f"t{i}", [row]), "recorded twice"
        assert await other.games.unrecorded(9) == []
        assert [k.id for k in await one.games.all_of("ada", 9)] == [
            "wait",
            "t3",
            "t2",
            "t1",
            "t0",
        ]
        assert [k.id for k in await one.games.all_of("ada", 3)] == ["wait", "t3", "t2"]
        assert [k.id for k in await one.games.in_play_of("ada", 9)] == ["t3", "wait"], (
            "her turn is not first"
        )
        assert [k.id for k in await one.games.in_play_of("ada", 1)] == ["t3"]

        async def found(**asked: Any) -> list[str]:
            games, count = await other.games.finished_of("ada", Search(**asked), 9)
            assert count == len(games)
            assert all(stored.id == result.tbl for stored, result in games)
            return [stored.id for stored, _ in games]

        assert await found() == ["t2", "t1", "t0"]
        assert await found(game="catymini") == ["t2", "t1", "t0"]
        assert await found(game="chess") == []
        assert await found(name="bo_B") == ["t1"], "an underscore is a wildcard"
        assert await found(name="0%") == ["t2"]
        for spelt in ("élo", "Élo", "elo", "ÉLODIE", "e\u0301lo"):
            assert await found(name=spelt) == ["t0"], spelt
        assert await found(name="ada") == [], "found by her own name"
        assert await found(name="nobody", cats=[(1, 0)]) == ["t1"]
        page, count = await one.games.finished_of("ada", Search(), 1, 1)
        assert ([stored.id for stored, _ in page], count) == (["t1"], 3)
        figures = sorted(await one.games.figures_of("ada"))
        assert [(f.outcome, f.levels, f.games, f.seconds) for f in figures] == [
            (-1, "1", 1, 60.0),
            (1, "0", 1, 60.0),
        ]


async def test_a_finished_game_is_recorded_for_each_person(tmp_path: Path) -> None:
    """Of a game that ends now, and of one in a store without such records."""

    async with a_site(tmp_path) as app:
        store, rng = site_of(app).store, random.Random(3)
        first, second, table = await two_players(app, "catymini")
        while not first.view["end"]:
            page = first if first.view["turn"] == 0 else second
            await page.settle()
            await page.act(rng)
            await first.settle()
        state = site_of(app).manager.tables[table].state
        for seat, owner in enumerate(site_of(app).manager.tables[table].seats):
            while not (found := await store.games.finished_of(owner.owner, Search(), 9))[1]:
                await asyncio.sleep(0.01)
            ((stored, result),) = found[0]
            assert (stored.id, result.seat, result.people) == (table, seat, 1)
            assert result.winners == ",".join(map(str, state.winners))
            assert result.outcome == (WON if seat in state.winners else LOST)
            assert await store.games.in_play_of(owner.owner, 9) == []
        old = await a_finished_table(app, "clocktowers", "ada")
        await a_finished_table(app, "clocktowers", "bo", id="gone", version=99)
        while await store.games.unrecorded(9):
            site_of(app).manager.recorder.ended.set()
            await asyncio.sleep(0.01)
        ((_, result),) = (await store.games.finished_of("ada", Search(), 9))[0]
        assert result.outcome == (WON if 0 in old.winners else LOST if old.winners else DRAWN)
        assert (result.levels, result.people) == ("4", 0)
        ((_, result),) = (await store.games.finished_of("bo", Search(), 9))[0]
        assert result.outcome == NOT_COUNTED, "counted without its rules"


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_an_upgraded_store_has_the_same_games_and_people(
    tmp_path: Path, kind: str, request: pytest.FixtureRequest
) -> None:
    store = ""
    if kind == "postgresql":
        store = request.getfixturevalue("postgres").new_database("aged")

    async with a_site(tmp_path, store=store) as app:
        ada = Person(app)
        playing = await ada.new_table("catymini", name="Ada")
        cookies, owner = dict(ada.http.cookies), owner_of(app, ada)
        ended = await a_finished_table(app, "clocktowers", owner)
    if store:
        await downgrade_postgres(store, 3)
    else:
        downgrade_sqlite(tmp_path / "tables.db", 6)
    async with a_site(tmp_path, store=store) as app:
        stored = site_of(app).store
        ada = Person(app)
        ada.http.cookies.update(cookies)
        page = await ada.open(playing)
        assert page.view["legal"]
        assert [table.id for table in await stored.games.in_play_of(owner, 9)] == [playing]
        while await stored.games.unrecorded(9):
            await asyncio.sleep(0.01)
        ((_, result),) = (await stored.games.finished_of(owner, Search(), 9))[0]
        assert result.winners == ",".join(map(str, ended.winners))
        hosted = (await stored.personal_data.export(owner))["tables"]
        assert {row["id"] for row in hosted} == {playing, "done"}
