"""A site's database over the years: moved to, backed up, restored, cleared out, upgraded."""

from __future__ import annotations

import asyncio
import itertools
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.terminal import matou
from web.stores import a_table
from web.support import PATIENCE, Person, RandomPlayers, a_site
from web.test_operators_store import House

from matou.bench.postgres import Postgres
from matou.play.keeping import StoreFailed
from matou.web.ops import serve
from matou.web.store import admin, copying, pool, postgres_schema
from matou.web.store.interface import Store
from matou.web.store.opening import open_store
from matou.web.store.postgres_schema import MIGRATIONS, Migration
from matou.web.store.results import WON, Result, Search
from matou.web.store.schema import BadStore

NAMES = itertools.count()


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.new_database(f"care{next(NAMES)}")


def ran(tmp_path: Path, *args: object) -> tuple[int, str]:
    """A command, how it ended, and what it said."""
    done = matou(*map(str, args), cwd=tmp_path)
    assert "Traceback" not in done.err
    return done.code, re.sub(r"\s+", " ", done.out + done.err)


def held_by(path: Path) -> dict[str, list[Any]]:
    """Every record of a file."""
    db = sqlite3.connect(path)
    try:
        return {name: [*copying.rows_of(db, name)] for name in copying.TABLES}
    finally:
        db.close()


def test_a_folder_is_moved_to_postgresql_and_back_and_its_people_play_on(
    tmp_path: Path, database: str
) -> None:
    house = House(tmp_path / "data")

    async def used() -> None:  # a server ran on both, and did what every server does
        for store in (open_store(house.data, ""), open_store(tmp_path, database)):
            await store.start()
            assert await store.take_job("clean up", "", 600.0)
            await store.beat(5.0)
            await store.close()

    asyncio.run(used())
    code, told = ran(tmp_path, "admin", "move", "--to", database, "--data", house.data)
    assert code == 0, told
    assert f"1 tables and {len(house.events)} actions" in told
    code, told = ran(tmp_path, "admin", "move", "--to", database, "--data", house.data)
    assert (code, "holds tables already" in told) == (2, True)

    async def goes_on() -> None:
        async with a_site(tmp_path, store=database) as app:
            host = Person(app)
            host.http.cookies.set("matou", house.cookie)
            page = await host.open(house.table)
            assert page.view["at"] == len(house.events)
            assert (await page.ask({"chat": "still me"}))["t"] == "ok"
            again = ("admin", "restore", kept, "--store", database, "--force")
            code, told = await asyncio.to_thread(ran, tmp_path, *again)
            assert (code, "server is running" in told) == (2, True)

    kept = tmp_path / "kept.zip"
    assert ran(tmp_path, "admin", "backup", kept, "--store", database)[0] == 0
    asyncio.run(goes_on())
    stats = admin.stats(tmp_path, database)
    assert (stats["tables"], stats["people"]) == (1, 1)
    assert stats["actions"] >= len(house.events)
    # A backup of the database is one for a folder, too: every record is what it was.
    assert ran(tmp_path, "admin", "restore", kept, "--data", tmp_path / "back")[0] == 0
    assert held_by(tmp_path / "back" / "tables.db") == held_by(house.data / "tables.db")
    house.goes_on(tmp_path / "back")
    # And put back into the database, what is there is moved aside.
    assert ran(tmp_path, "admin", "restore", kept, "--store", database)[0] == 2
    assert ran(tmp_path, "admin", "restore", kept, "--store", database, "--force")[0] == 0
    assert admin.stats(tmp_path, database)["actions"] == len(house.events)


def test_a_server_that_has_just_stopped_is_not_taken_for_one_that_runs(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "LEAVING", PATIENCE)
    house = House(tmp_path / "data")
    asked = asyncio.Event()

    async def story() -> None:
        async with pool.database(database):
            loop, stay = asyncio.get_running_loop(), copying.others_stay

            async def others_stay(db: Any) -> bool:
                loop.call_soon_threadsafe(asked.set)
                return await stay(db)

            monkeypatch.setattr(copying, "others_stay", others_stay)
            moving = asyncio.create_task(asyncio.to_thread(admin.move, house.data, database))
            await asked.wait()  # while this connection is there
        await moving

    asyncio.run(story())
    assert admin.stats(tmp_path, database)["tables"] == 1


def test_what_does_not_arrive_as_it_was_is_not_moved(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path / "data")
    sent = copying.rows_of
    times = itertools.count()

    def garbled(db: sqlite3.Connection, name: str) -> Iterator[Any]:
        rows = list(sent(db, name))
        if name == "actions" and next(times) == 0:
            rows[2] = (*rows[2][:2], rows[2][2] + 1, *rows[2][3:])
        return iter(rows)

    monkeypatch.setattr(copying, "rows_of", garbled)
    with pytest.raises(BadStore, match="did not arrive as it was"):
        admin.move(house.data, database)
    assert admin.stats(tmp_path, database)["tables"] == 0


def test_old_tables_are_cleared_out_of_a_database(tmp_path: Path, database: str) -> None:
    async def begin() -> None:
        store = open_store(tmp_path, database)
        await store.start()
        for i in range(4):
            await store.create(a_table(f"t{i}", touched=1e9 if i else 4e9, over=i == 1), [1, 2])
        await store.record("t1", [Result("t1", "ada", "catymini", 0, WON, "0", "", 1, 60.0, 1e9)])
        await store.close()

    async def recorded() -> int:
        store = open_store(tmp_path, database)
        await store.start()
        _, count = await store.finished_of("ada", Search(), 10)
        await store.close()
        return count

    asyncio.run(begin())
    assert asyncio.run(recorded()) == 1
    would = admin.purge(tmp_path, 30, dry_run=True, store=database)
    assert (would.over.total(), would.abandoned.total(), would.actions) == (1, 2, 6)
    assert admin.purge(tmp_path, 30, abandoned=False, store=database).tables == 1
    _, told = ran(tmp_path, "admin", "purge", "--days", "30", "--store", database)
    assert "2 tables with 4 actions are deleted" in told
    stats = admin.stats(tmp_path, database)
    assert (stats["tables"], stats["actions"]) == (1, 2)
    assert asyncio.run(recorded()) == 0  # nobody is told of a game that is gone


def test_servers_of_two_versions_run_side_by_side_and_too_old_a_one_is_refused(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = Migration(1, "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine';")
    less = Migration(len(MIGRATIONS) + 2, "ALTER TABLE tables DROP COLUMN mood;")

    async def started(*migrations: Migration) -> Store:
        monkeypatch.setattr(postgres_schema, "MIGRATIONS", (*MIGRATIONS, *migrations))
        store = open_store(tmp_path, database)
        await store.start()
        return store

    async def story() -> None:
        old = await started()
        await old.create(a_table())
        new = await started(more)
        await new.append("0123456789ab", 0, [1], 0)
        await old.append("0123456789ab", 1, [2], 0)
        old_again = await started()  # an older server that starts now is no worse off
        await old_again.append("0123456789ab", 2, [3], 0)
        assert await new.events("0123456789ab") == [1, 2, 3]
        assert old.key == new.key == old_again.key
        newest = await started(more, less)
        with pytest.raises(BadStore, match="changed by a newer Matou"):
            await started()
        for store in (old, new, old_again, newest):
            await store.close()

    asyncio.run(story())


def test_what_was_acknowledged_outlives_the_database_and_the_store_comes_back_by_itself(
    tmp_path: Path,
) -> None:
    async def story(own: Postgres) -> None:
        store = open_store(tmp_path, own.new_database("site"))
        await store.start()
        await store.create(a_table())
        sure = 0
        for life in range(3):
            while sure < 5 * (life + 1):
                await store.append("0123456789ab", sure, [sure], 0)
                sure += 1
            own.kill()
            with pytest.raises(StoreFailed):
                await store.append("0123456789ab", sure, [sure], 0)
            assert store.ill
            own.start()
            async with asyncio.timeout(PATIENCE):
                while store.ill:
                    await asyncio.sleep(0.02)
            assert await store.events("0123456789ab") == [*range(sure)]
        await store.close()

    with Postgres(durable=True) as own:
        asyncio.run(story(own))


def test_a_database_that_cannot_be_used_is_told_in_a_sentence_without_its_password(
    postgres: Postgres, tmp_path: Path
) -> None:
    for address, says in (
        ("mysql://ada:secret@host/db", "is no address of a store"),
        ("postgresql://ada:secret@127.0.0.1:1/db", "cannot be used"),
        (postgres.address("nowhere"), "does not exist"),
    ):
        for command in (("serve", "--port", "0"), ("admin", "stats")):
            code, told = ran(tmp_path, *command, "--store", address)
            assert code == 2
            assert says in told
            assert "secret" not in told


def test_a_server_that_starts_just_as_its_database_goes_away_says_so_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("matou.web.app.start_players", RandomPlayers)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)

    async def well(*_: object) -> None:
        """It was, a moment ago."""

    monkeypatch.setattr(serve, "check_store", well)
    away = "postgresql://nobody@127.0.0.1:1/nothing"
    with pytest.raises(BadStore, match=r"127\.0\.0\.1:1"):
        serve.serve(port=0, data=tmp_path, store=away)
    assert "Traceback" not in caplog.text
