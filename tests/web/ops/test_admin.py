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
from cli.terminal import Ran, matou
from web.ops.data_folder import GAMES, DataFolder, events_of, play
from web.support import Person, a_site, parts_of

import matou as house
from matou.play.keeping import Gone
from matou.web.db.files import locked
from matou.web.db.schema import SQLITE
from matou.web.ops import backup, housekeeping


def run_admin(*args: object, cwd: Path, lang: str = "en") -> Ran:
    return matou("admin", *map(str, args), "--lang", lang, cwd=cwd)


async def test_a_backup_made_while_serving_restores_into_the_same_games_and_seats(
    begun: DataFolder, tmp_path: Path
) -> None:
    async with a_site(begun.data) as app:
        rng, host = random.Random(3), Person(app)
        pages = [await host.open(await host.new_table(game)) for game in GAMES]
        copying = asyncio.to_thread(
            run_admin, "backup", tmp_path / "copy.zip", "--data", begun.data, cwd=tmp_path
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
    # Every table is there as it was at one moment: its events, from the first on, without a gap.
    with contextlib.closing(sqlite3.connect(there / "tables.db")) as db:
        tables = [row[0] for row in db.execute("SELECT id FROM tables")]
        rows = list(db.execute("SELECT tbl, number FROM actions ORDER BY tbl, number"))
    assert begun.table in tables
    for table in tables:
        now = events_of(begun.data / "tables.db", table)
        then = events_of(there / "tables.db", table)
        assert then == now[: len(then)]
        assert [n for t, n in rows if t == table] == list(range(len(then)))
    await begun.goes_on(there)
    again = run_admin("backup", file, "--data", begun.data, cwd=tmp_path)
    assert again.code == 2, "a backup never writes over a file"


def test_a_folder_for_backups_is_made_and_never_taken_for_the_file(
    begun: DataFolder, tmp_path: Path
) -> None:
    ran = run_admin("backup", tmp_path / "nightly", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 0, ran.err
    (file,) = (tmp_path / "nightly").glob("matou-*.zip")
    assert run_admin("restore", file, "--data", tmp_path / "back", cwd=tmp_path).code == 0
    ran = run_admin("backup", tmp_path / "none" / "nightly", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 2, "where there is no folder to make it in, nothing is made"


@pytest.fixture
def packed(begun: DataFolder, tmp_path: Path) -> Path:
    return backup.backup(begun.data, tmp_path / "good.zip").path


def repacked(good: Path, bad: Path, **changed: Any) -> None:
    """A backup with a file of it, or its manifest, changed."""
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "manifest.json":
                content = json.dumps({**json.loads(content), **changed}).encode()
            elif name == "tables.db" and not changed:
                content = content[:5000] + b"mouse" + content[5005:]
            new.writestr(name, content)


def test_a_damaged_or_foreign_backup_is_refused_and_nothing_changes(
    begun: DataFolder, packed: Path, tmp_path: Path
) -> None:
    files = {
        name: tmp_path / f"{name}.zip" for name in ("cut", "bit", "text", "zip", "what", "new")
    }
    good = packed.read_bytes()
    files["cut"].write_bytes(good[: len(good) // 2])
    repacked(packed, files["bit"])
    files["text"].write_text("nothing of the sort")
    with zipfile.ZipFile(files["zip"], "w") as other:
        other.writestr("holiday.jpg", b"a cat in the sun")
    repacked(packed, files["what"], what="another program's backup")
    repacked(packed, files["new"], schema=len(SQLITE) + 1)
    before = events_of(begun.data / "tables.db", begun.table)
    for name, file in files.items():
        ran = run_admin("restore", file, "--force", "--data", begun.data, cwd=tmp_path)
        assert ran.code == 2, name
        assert "Traceback" not in ran.err
        says = "newer Matou" if name == "new" else "not a valid backup"
        assert says in " ".join(ran.err.split()), ran.err
    ran = run_admin("restore", tmp_path / "none.zip", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 2
    assert "There is no file" in ran.err
    assert events_of(begun.data / "tables.db", begun.table) == before
    assert not [p for p in begun.data.iterdir() if p.is_dir()]


async def test_restoring_never_writes_over_tables_nor_under_a_server(
    begun: DataFolder, packed: Path, tmp_path: Path
) -> None:
    await begun.goes_on(begun.data)
    newer = events_of(begun.data / "tables.db", begun.table)
    ran = run_admin("restore", packed, "--data", begun.data, cwd=tmp_path, lang="fr")
    assert ran.code == 2
    assert "--force" in ran.err
    with locked(begun.data):
        ran = run_admin("restore", packed, "--force", "--data", begun.data, cwd=tmp_path)
        assert ran.code == 2
        assert "A server is using" in ran.err
    assert events_of(begun.data / "tables.db", begun.table) == newer
    ran = run_admin("restore", packed, "--force", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert events_of(begun.data / "tables.db", begun.table) == begun.events
    (aside,) = begun.data.glob("replaced-*")
    assert events_of(aside / "tables.db", begun.table) == newer
    await begun.goes_on(begun.data)


def test_stats_count_tables_games_and_moves(begun: DataFolder, tmp_path: Path) -> None:
    found = json.loads(run_admin("stats", "--json", "--data", begun.data, cwd=tmp_path).out)
    assert (found["tables"], found["open"], found["over"]) == (1, 1, 0)
    assert found["actions"] == len(begun.events)
    version = str(house.game(GAMES[0]).version)
    assert found["games"] == {
        GAMES[0]: {
            "tables": 1,
            "open": 1,
            "over": 0,
            "actions": len(begun.events),
            "versions": {version: 1},
        }
    }
    for lang, word in (("en", "in progress"), ("fr", "en cours")):
        ran = run_admin("stats", "--data", begun.data, cwd=tmp_path, lang=lang)
        assert GAMES[0] in ran.out
        assert word in ran.out
        assert str(len(begun.events)) in ran.out


def grown_old(data: Path, table: str, days: int, over: bool = False) -> None:
    with contextlib.closing(sqlite3.connect(data / "tables.db", isolation_level=None)) as db:
        then = time.time() - days * 86400
        db.execute("UPDATE tables SET touched = ?, over = ? WHERE id = ?", (then, over, table))


@pytest.fixture
def three(begun: DataFolder) -> dict[str, str]:
    """A table of today, one abandoned 100 days ago, one that ended 40 days ago."""

    async def played() -> list[str]:
        async with a_site(begun.data) as app:
            host = Person(app)
            tables = [await host.new_table(game) for game in (GAMES[0], GAMES[1])]
            for table in tables:
                page = await host.open(table)
                await play(page, 2, random.Random(4))
                await page.ask({"chat": "bonjour"})
            return tables

    abandoned, ended = asyncio.run(played())
    grown_old(begun.data, abandoned, 100)
    grown_old(begun.data, ended, 40, over=True)
    return {"today": begun.table, "abandoned": abandoned, "ended": ended}


def left(data: Path) -> set[str]:
    """The tables that any data is stored about."""
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


async def test_purge_says_what_it_would_delete_and_then_deletes_just_that(
    begun: DataFolder, three: dict[str, str], tmp_path: Path
) -> None:
    def purge(*args: object, lang: str = "en") -> str:
        ran = run_admin("purge", *args, "--data", begun.data, cwd=tmp_path, lang=lang)
        assert ran.code == 0, ran.err
        return " ".join(ran.out.split())

    everything = set(three.values())
    for words in (
        purge("--days", 30, "--dry-run"),
        purge("--days", 30, "--dry-run", lang="fr"),
    ):
        assert "2 tables" in words
    assert "Nothing to delete" in purge("--days", 365)
    assert "1 table with" in purge("--days", 30, "--abandoned", "--dry-run")
    assert "Nothing" in purge("--days", 60, "--finished", "--dry-run")
    assert left(begun.data) == everything
    assert "1 table with" in purge("--days", 30, "--finished")
    assert left(begun.data) == everything - {three["ended"]}
    with locked(begun.data):  # a server runs
        assert "keeps its size" in purge("--days", 30)
    assert left(begun.data) == {three["today"]}
    await begun.goes_on(begun.data)
    for bad in ((), ("--days", "soon"), ("--days", "0")):
        assert run_admin("purge", *bad, "--data", begun.data, cwd=tmp_path).code == 2


async def test_no_move_is_acknowledged_at_a_table_that_was_purged_under_its_players(
    begun: DataFolder,
) -> None:
    async with a_site(begun.data) as app:
        host = Person(app)
        host.http.cookies.set("matou", begun.cookie, domain="site.test", path="/")
        page = await host.open(begun.table)
        while not page.view["legal"]:
            await page.next("view")
        grown_old(begun.data, begun.table, 100)
        assert housekeeping.purge(begun.data, 30).tables == 1
        answer = await page.ask({"do": page.view["legal"][0][0], "at": page.view["at"]})
        assert answer["t"] == "closed"
        assert page.closed == 4404
        with pytest.raises(Gone):
            await parts_of(app).store.tables.append(begun.table, 99, [0], 0)
        assert (await host.get(f"/t/{begun.table}")).status_code == 404
    assert left(begun.data) == set()
