"""`matou admin`: backups, restoring, statistics, deleting old tables."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import sqlite3
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest
from cli.terminal import CommandResult, matou
from web.ops.data_folder import GAMES, DataFolder, events_of, play
from web.support import Person, a_site, site_of

import matou as house
from matou.play.keeping import Gone
from matou.web.db.files import locked
from matou.web.db.schema import SQLITE
from matou.web.ops import backup, housekeeping


def run_admin(*args: object, cwd: Path, lang: str = "en") -> CommandResult:
    return matou("admin", *map(str, args), "--lang", lang, cwd=cwd)


async def test_a_backup_made_while_serving_restores_into_the_same_games_and_seats(
    data_folder: DataFolder, tmp_path: Path
) -> None:
    async with a_site(data_folder.data) as app:
        rng, host = random.Random(3), Person(app)
        pages = [await host.open(await host.new_table(game)) for game in GAMES]
        copying = asyncio.to_thread(
            run_admin, "backup", tmp_path / "copy.zip", "--data", data_folder.data, cwd=tmp_path
        )
        copied = asyncio.ensure_future(copying)
        await asyncio.gather(*(play(page, 12, rng) for page in pages))
        ran = await copied
    assert ran.code == 0, ran.err
    assert "copy.zip" in ran.out
    file, there = tmp_path / "copy.zip", tmp_path / "there"
    assert file.stat().st_mode & 0o077 == 0
    ran = run_admin("restore", file, "--data", there, cwd=tmp_path)
    assert ran.code == 0, ran.err
    # The copy shows all tables at one moment: the events of each from the first on, without a gap.
    with contextlib.closing(sqlite3.connect(there / "tables.db")) as db:
        tables = [row[0] for row in db.execute("SELECT id FROM tables")]
        rows = list(db.execute("SELECT tbl, number FROM actions ORDER BY tbl, number"))
    assert data_folder.table in tables
    for table in tables:
        now = events_of(data_folder.data / "tables.db", table)
        then = events_of(there / "tables.db", table)
        assert then == now[: len(then)]
        assert [n for t, n in rows if t == table] == list(range(len(then)))
    await data_folder.check_game_continues(there)
    again = run_admin("backup", file, "--data", data_folder.data, cwd=tmp_path)
    assert again.code == 2, "the backup wrote over a file"


def test_backup_makes_its_folder_and_writes_a_file_into_it(
    data_folder: DataFolder, tmp_path: Path
) -> None:
    ran = run_admin("backup", tmp_path / "nightly", "--data", data_folder.data, cwd=tmp_path)
    assert ran.code == 0, ran.err
    (file,) = (tmp_path / "nightly").glob("matou-*.zip")
    assert run_admin("restore", file, "--data", tmp_path / "back", cwd=tmp_path).code == 0
    ran = run_admin(
        "backup", tmp_path / "none" / "nightly", "--data", data_folder.data, cwd=tmp_path
    )
    assert ran.code == 2, "made more than one folder"


@pytest.fixture
def backup_file(data_folder: DataFolder, tmp_path: Path) -> Path:
    return backup.backup(data_folder.data, tmp_path / "good.zip").path


def repack(good: Path, bad: Path, **changed: Any) -> None:
    """Copies a backup with a damaged database, or with changes in its manifest."""
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                content = json.dumps({**json.loads(content), **changed}).encode()
            elif name == "tables.db" and not changed:
                content = content[:5000] + b"mouse" + content[5005:]
            new.writestr(name, content)


def test_a_damaged_or_foreign_backup_is_refused_and_nothing_changes(
    data_folder: DataFolder, backup_file: Path, tmp_path: Path
) -> None:
    files = {
        name: tmp_path / f"{name}.zip" for name in ("cut", "bit", "text", "zip", "what", "new")
    }
    good = backup_file.read_bytes()
    files["cut"].write_bytes(good[: len(good) // 2])
    repack(backup_file, files["bit"])
    files["text"].write_text("nothing of the sort")
    with zipfile.ZipFile(files["zip"], "w") as other:
        other.writestr("holiday.jpg", b"a cat in the sun")
    repack(backup_file, files["what"], what="another program's backup")
    repack(backup_file, files["new"], schema=len(SQLITE) + 1)
    before = events_of(data_folder.data / "tables.db", data_folder.table)
    for name, file in files.items():
        ran = run_admin("restore", file, "--force", "--data", data_folder.data, cwd=tmp_path)
        assert ran.code == 2, name
        assert "Traceback" not in ran.err
        says = "newer Matou" if name == "new" else "not a valid backup"
        assert says in " ".join(ran.err.split()), ran.err
    ran = run_admin("restore", tmp_path / "none.zip", "--data", data_folder.data, cwd=tmp_path)
    assert ran.code == 2
    assert "There is no file" in ran.err
    assert events_of(data_folder.data / "tables.db", data_folder.table) == before
    assert not [p for p in data_folder.data.iterdir() if p.is_dir()]


async def test_restore_needs_force_and_a_stopped_server(
    data_folder: DataFolder, backup_file: Path, tmp_path: Path
) -> None:
    await data_folder.check_game_continues(data_folder.data)
    newer = events_of(data_folder.data / "tables.db", data_folder.table)
    ran = run_admin("restore", backup_file, "--data", data_folder.data, cwd=tmp_path, lang="fr")
    assert ran.code == 2
    assert "--force" in ran.err
    with locked(data_folder.data):
        ran = run_admin("restore", backup_file, "--force", "--data", data_folder.data, cwd=tmp_path)
        assert ran.code == 2
        assert "A server is using" in ran.err
    assert events_of(data_folder.data / "tables.db", data_folder.table) == newer
    ran = run_admin("restore", backup_file, "--force", "--data", data_folder.data, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert events_of(data_folder.data / "tables.db", data_folder.table) == data_folder.events
    (aside,) = data_folder.data.glob("replaced-*")
    assert events_of(aside / "tables.db", data_folder.table) == newer
    await data_folder.check_game_continues(data_folder.data)


def test_stats_count_tables_games_and_moves(data_folder: DataFolder, tmp_path: Path) -> None:
    found = json.loads(run_admin("stats", "--json", "--data", data_folder.data, cwd=tmp_path).out)
    assert (found["tables"], found["open"], found["over"]) == (1, 1, 0)
    assert found["actions"] == len(data_folder.events)
    version = str(house.game(GAMES[0]).version)
    assert found["games"] == {
        GAMES[0]: {
            "tables": 1,
            "open": 1,
            "over": 0,
            "actions": len(data_folder.events),
            "versions": {version: 1},
        }
    }
    for lang, word in (("en", "in progress"), ("fr", "en cours")):
        ran = run_admin("stats", "--data", data_folder.data, cwd=tmp_path, lang=lang)
        assert GAMES[0] in ran.out
        assert word in ran.out
        assert str(len(data_folder.events)) in ran.out


def make_older(data: Path, table: str, days: int, over: bool = False) -> None:
    with contextlib.closing(sqlite3.connect(data / "tables.db", isolation_level=None)) as db:
        then = time.time() - days * 86400
        db.execute("UPDATE tables SET touched = ?, over = ? WHERE id = ?", (then, over, table))


@pytest.fixture
def three_tables(data_folder: DataFolder) -> dict[str, str]:
    """A table of today, one abandoned 100 days ago, one that ended 40 days ago."""

    async def played() -> list[str]:
        async with a_site(data_folder.data) as app:
            host = Person(app)
            tables = [await host.new_table(game) for game in (GAMES[0], GAMES[1])]
            for table in tables:
                page = await host.open(table)
                await play(page, 2, random.Random(4))
                await page.ask({"chat": "bonjour"})
            return tables

    abandoned, ended = asyncio.run(played())
    make_older(data_folder.data, abandoned, 100)
    make_older(data_folder.data, ended, 40, over=True)
    return {"today": data_folder.table, "abandoned": abandoned, "ended": ended}


def stored_tables(data: Path) -> set[str]:
    """Returns the tables that the database still holds anything about."""
    found: set[str] = set()
    with contextlib.closing(sqlite3.connect(data / "tables.db")) as db:
        for name, column in (
            ("tables", "id"),
            ("actions", "tbl"),
            ("seats", "tbl"),
            ("chat", "tbl"),
        ):
            found |= {row[0] for row in db.execute(f"SELECT {column} FROM {name}")}
    return found


async def test_purge_deletes_exactly_what_the_dry_run_counts(
    data_folder: DataFolder, three_tables: dict[str, str], tmp_path: Path
) -> None:
    def purge(*args: object, lang: str = "en") -> str:
        ran = run_admin("purge", *args, "--data", data_folder.data, cwd=tmp_path, lang=lang)
        assert ran.code == 0, ran.err
        return " ".join(ran.out.split())

    everything = set(three_tables.values())
    for words in (
        purge("--days", 30, "--dry-run"),
        purge("--days", 30, "--dry-run", lang="fr"),
    ):
        assert "2 tables" in words
    assert "Nothing to delete" in purge("--days", 365)
    assert "1 table with" in purge("--days", 30, "--abandoned", "--dry-run")
    assert "Nothing" in purge("--days", 60, "--finished", "--dry-run")
    assert stored_tables(data_folder.data) == everything
    assert "1 table with" in purge("--days", 30, "--finished")
    assert stored_tables(data_folder.data) == everything - {three_tables["ended"]}
    with locked(data_folder.data):  # a server runs
        assert "keeps its size" in purge("--days", 30)
    assert stored_tables(data_folder.data) == {three_tables["today"]}
    await data_folder.check_game_continues(data_folder.data)
    for bad in ((), ("--days", "soon"), ("--days", "0")):
        assert run_admin("purge", *bad, "--data", data_folder.data, cwd=tmp_path).code == 2


async def test_no_move_is_acknowledged_at_a_table_that_was_purged_during_play(
    data_folder: DataFolder,
) -> None:
    async with a_site(data_folder.data) as app:
        host = Person(app)
        host.http.cookies.set("matou", data_folder.cookie, domain="site.test", path="/")
        page = await host.open(data_folder.table)
        while not page.view["legal"]:
            await page.next("view")
        make_older(data_folder.data, data_folder.table, 100)
        assert housekeeping.purge(data_folder.data, 30).tables == 1
        answer = await page.ask({"do": page.view["legal"][0][0], "at": page.view["at"]})
        assert answer["t"] == "closed"
        assert page.closed == 4404
        with pytest.raises(Gone):
            await site_of(app).store.tables.append(data_folder.table, 99, [0], 0)
        assert (await host.get(f"/t/{data_folder.table}")).status_code == 404
    assert stored_tables(data_folder.data) == set()
