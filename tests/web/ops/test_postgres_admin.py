"""Administration of a PostgreSQL database: moves, backups, purges, upgrades."""

from __future__ import annotations

import asyncio
import gc
import itertools
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.terminal import matou
from needs import need_postgres
from web.db.stores import a_table
from web.ops.data_folder import DataFolder
from web.support import PATIENCE, Person, RandomPlayers, a_site

from labs.bench.postgres import Postgres
from matou.play.keeping import StoreFailed
from matou.web.db import pool, schema
from matou.web.db.errors import BadStore
from matou.web.db.schema import POSTGRES, Migration
from matou.web.ops import backup, copying, housekeeping, serve
from matou.web.site import Options
from matou.web.store import Store, open_store
from matou.web.tables.player_games import WON, Result, Search

NAMES = itertools.count()


@pytest.fixture
def database(postgres: Postgres) -> str:
    return postgres.new_database(f"care{next(NAMES)}")


async def ran(tmp_path: Path, *args: object) -> tuple[int, str]:
    """Runs a command; returns its exit status and output."""
    done = await asyncio.to_thread(matou, *map(str, args), cwd=tmp_path)
    assert "Traceback" not in done.err
    return done.code, re.sub(r"\s+", " ", done.out + done.err)


def rows_in(path: Path) -> dict[str, list[Any]]:
    """Returns every row of a file."""
    db = sqlite3.connect(path)
    try:
        return {name: [*copying.rows_of(db, name)] for name in copying.tables()}
    finally:
        db.close()


async def test_a_data_folder_moves_to_postgresql_and_back_and_its_players_play_on(
    tmp_path: Path, database: str, data_folder: DataFolder
) -> None:
    for store in (open_store(data_folder.data, ""), open_store(tmp_path, database)):
        await store.db.start()
        assert await store.jobs.take("clean up", "", 600.0)
        await store.uptime.beat(5.0)
        await store.db.close()
    code, output = await ran(
        tmp_path, "admin", "move", "--to", database, "--data", data_folder.data
    )
    assert code == 0, output
    assert f"1 table and {len(data_folder.events)} actions" in output
    code, output = await ran(
        tmp_path, "admin", "move", "--to", database, "--data", data_folder.data
    )
    assert (code, "already contains tables" in output) == (2, True)

    stored = tmp_path / "kept.zip"
    assert (await ran(tmp_path, "admin", "backup", stored, "--store", database))[0] == 0
    async with a_site(tmp_path, store=database) as app:
        host = Person(app)
        host.http.cookies.set("matou", data_folder.cookie)
        page = await host.open(data_folder.table)
        assert page.view["at"] == len(data_folder.events)
        assert (await page.ask({"chat": "still me"}))["t"] == "ok"
        again = ("admin", "restore", stored, "--store", database, "--force")
        code, output = await ran(tmp_path, *again)
        assert (code, "server is using" in output) == (2, True)
    stats = await asyncio.to_thread(housekeeping.stats, tmp_path, database)
    assert (stats["tables"], stats["people"]) == (1, 1)
    assert stats["actions"] >= len(data_folder.events)
    # A backup of the database also restores into a folder, row by row the same.
    assert (await ran(tmp_path, "admin", "restore", stored, "--data", tmp_path / "back"))[0] == 0
    assert rows_in(tmp_path / "back" / "tables.db") == rows_in(data_folder.data / "tables.db")
    await data_folder.check_game_continues(tmp_path / "back")
    # Restoring into the database moves its tables aside.
    assert (await ran(tmp_path, "admin", "restore", stored, "--store", database))[0] == 2
    assert (await ran(tmp_path, "admin", "restore", stored, "--store", database, "--force"))[0] == 0
    assert (await asyncio.to_thread(housekeeping.stats, tmp_path, database))["actions"] == len(
        data_folder.events
    )


async def test_admin_move_waits_for_the_connections_of_a_stopping_server(
    tmp_path: Path, database: str, data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "LEAVING", PATIENCE)
    asked = asyncio.Event()

    async with pool.database(database):
        loop, stay = asyncio.get_running_loop(), copying.others_stay

        async def others_stay(db: Any) -> bool:
            loop.call_soon_threadsafe(asked.set)
            return await stay(db)

        monkeypatch.setattr(copying, "others_stay", others_stay)
        moving = asyncio.create_task(asyncio.to_thread(backup.move, data_folder.data, database))
        await asked.wait()  # this connection is open until then
    await moving
    assert (await asyncio.to_thread(housekeeping.stats, tmp_path, database))["tables"] == 1


def test_a_move_that_garbles_a_row_is_undone(
    tmp_path: Path, database: str, data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = copying.rows_of
    times = itertools.count()

    def garbled(db: sqlite3.Connection, name: str) -> Iterator[Any]:
        rows = list(sent(db, name))
        if name == "actions" and next(times) == 0:
            rows[2] = (*rows[2][:2], rows[2][2] + 1, *rows[2][3:])
        return iter(rows)

    monkeypatch.setattr(copying, "rows_of", garbled)
    with pytest.raises(BadStore, match="was not copied correctly"):
        backup.move(data_folder.data, database)
    assert housekeeping.stats(tmp_path, database)["tables"] == 0


async def test_old_tables_are_purged_from_a_database(tmp_path: Path, database: str) -> None:
    async def recorded() -> int:
        store = open_store(tmp_path, database)
        await store.db.start()
        _, count = await store.games.finished_of("ada", Search(), 10)
        await store.db.close()
        return count

    store = open_store(tmp_path, database)
    await store.db.start()
    for i in range(4):
        await store.tables.create(a_table(f"t{i}", touched=1e9 if i else 4e9, over=i == 1), [1, 2])
    await store.games.record("t1", [Result("t1", "ada", "catymini", 0, WON, "0", "", 1, 60.0, 1e9)])
    await store.db.close()
    assert await recorded() == 1
    would = await asyncio.to_thread(housekeeping.purge, tmp_path, 30, dry_run=True, store=database)
    assert (would.over.total(), would.abandoned.total(), would.actions) == (1, 2, 6)
    gone = await asyncio.to_thread(housekeeping.purge, tmp_path, 30, kinds=[1], store=database)
    assert gone.tables == 1
    _, output = await ran(tmp_path, "admin", "purge", "--days", "30", "--store", database)
    assert "Deleted 2 tables with 4 actions" in output
    stats = await asyncio.to_thread(housekeeping.stats, tmp_path, database)
    assert (stats["tables"], stats["actions"]) == (1, 2)
    assert await recorded() == 0  # purged games are gone from the list


async def test_servers_of_two_versions_run_side_by_side_and_one_that_is_too_old_is_refused(
    tmp_path: Path, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = Migration(1, "ALTER TABLE tables ADD COLUMN mood TEXT NOT NULL DEFAULT 'fine';")
    less = Migration(len(POSTGRES) + 2, "ALTER TABLE tables DROP COLUMN mood;")

    async def started(*migrations: Migration) -> Store:
        monkeypatch.setattr(schema, "POSTGRES", (*POSTGRES, *migrations))
        store = open_store(tmp_path, database)
        await store.db.start()
        return store

    old = await started()
    await old.tables.create(a_table())
    new = await started(more)
    await new.tables.append("0123456789ab", 0, [1], 0)
    await old.tables.append("0123456789ab", 1, [2], 0)
    old_again = await started()  # an older server can still start
    await old_again.tables.append("0123456789ab", 2, [3], 0)
    assert await new.tables.events("0123456789ab") == [1, 2, 3]
    assert old.db.key == new.db.key == old_again.db.key
    newest = await started(more, less)
    with pytest.raises(BadStore, match="upgraded by a newer Matou"):
        await started()
    for store in (old, new, old_again, newest):
        await store.db.close()


async def test_acknowledged_moves_survive_a_crash_of_the_database_and_the_store_reconnects(
    tmp_path: Path,
) -> None:
    need_postgres()
    with Postgres(durable=True) as own:
        store = open_store(tmp_path, own.new_database("site"))
        await store.db.start()
        await store.tables.create(a_table())
        sure = 0
        for life in range(3):
            while sure < 5 * (life + 1):
                await store.tables.append("0123456789ab", sure, [sure], 0)
                sure += 1
            own.kill()
            with pytest.raises(StoreFailed):
                await store.tables.append("0123456789ab", sure, [sure], 0)
            assert store.db.ill
            own.start()
            async with asyncio.timeout(PATIENCE):
                while store.db.ill:
                    await asyncio.sleep(0.02)
            assert await store.tables.events("0123456789ab") == [*range(sure)]
        await store.db.close()


async def test_an_unusable_database_is_reported_in_a_sentence_without_its_password(
    postgres: Postgres, tmp_path: Path
) -> None:
    for address, says in (
        ("mysql://ada:secret@host/db", "is not a valid database address"),
        ("postgresql://ada:secret@127.0.0.1:1/db", "cannot be used"),
        (postgres.address("nowhere"), "does not exist"),
    ):
        for command in (("serve", "--port", "0"), ("admin", "stats")):
            code, output = await ran(tmp_path, *command, "--store", address)
            assert code == 2
            assert says in output
            assert "secret" not in output


def test_a_database_lost_during_startup_is_reported_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("matou.web.site.start_players", RandomPlayers)
    monkeypatch.setattr("gc.freeze", lambda: None)
    monkeypatch.setattr("gc.set_threshold", lambda *_: None)

    async def still_answers(*_: object) -> None:
        """The database still answers."""

    monkeypatch.setattr(serve, "check_database", still_answers)
    away = "postgresql://nobody@127.0.0.1:1/nothing"
    with pytest.raises(BadStore, match=r"127\.0\.0\.1:1"):
        serve.serve(Options(tmp_path, store_address=away), port=0)
    assert "Traceback" not in caplog.text


async def test_a_cancelled_connection_attempt_logs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A database that restarts accepts connections and drops them at once."""
    monkeypatch.setattr(pool, "CLOSE_SECONDS", PATIENCE)
    complaints: list[str] = []

    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, said: complaints.append(said["message"]))
    database = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = database.sockets[0].getsockname()[1]
    for steps in [*range(30)] * 3:  # of the event loop before the caller cancels
        connecting = asyncio.create_task(pool.connect(f"postgresql://ada@127.0.0.1:{port}/db"))
        for _ in range(steps):
            await asyncio.sleep(0)
        connecting.cancel()
        await asyncio.gather(connecting, return_exceptions=True)
    await pool.drop_abandoned()
    database.close()
    gc.collect()
    assert complaints == []
    assert not pool.abandoned
