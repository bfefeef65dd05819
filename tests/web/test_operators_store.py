"""A data folder over the years: old, new and foreign files; backups; clearing out."""

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
from web.support import Page, Person, a_site, parts_of

import matou as house
from matou.play.keeping import Gone
from matou.web.store import admin, schema
from matou.web.store.lockfile import Claim
from matou.web.store.schema import MIGRATIONS, BadStore

GAMES = house.available()


async def play(page: Page, moves: int, rng: random.Random) -> None:
    """So many moves of the person's own, against a bot."""
    while moves and page.view["end"] is None:
        if not page.view["legal"]:
            await page.next("view")
            continue
        answer = await page.ask({"do": rng.choice(page.view["legal"])[0], "at": page.view["at"]})
        assert answer["t"] == "ok", answer
        moves -= 1


class House:
    """A data folder with a game begun, and the cookie of who plays it."""

    def __init__(self, data: Path) -> None:
        self.data = data
        asyncio.run(self._begin())

    async def _begin(self) -> None:
        async with a_site(self.data) as app:
            host = Person(app)
            self.table = await host.new_table(GAMES[0])
            await play(await host.open(self.table), 3, random.Random(1))
            self.cookie = host.http.cookies["matou"]
        self.events = events_of(self.data / "tables.db", self.table)
        assert len(self.events) >= 6

    def goes_on(self, data: Path) -> None:
        """The same person finds the same game in a folder, and plays on."""

        async def story() -> None:
            async with a_site(data) as app:
                host = Person(app)
                host.http.cookies.set("matou", self.cookie, domain="site.test", path="/")
                page = await host.open(self.table)
                assert page.view["seat"] == 0
                loaded = await parts_of(app).store.load(self.table)
                assert loaded is not None
                assert loaded[1][: len(self.events)] == self.events
                await play(page, 2, random.Random(2))

        asyncio.run(story())
        assert len(events_of(data / "tables.db", self.table)) > len(self.events)


def events_of(path: Path, table: str) -> list[int]:
    with contextlib.closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT action FROM actions WHERE tbl = ? ORDER BY number", (table,))
        return [row[0] for row in rows]


def version_of(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


@pytest.fixture
def begun(tmp_path: Path) -> House:
    return House(tmp_path / "data")


def aged(path: Path, version: int) -> None:
    """Write a store again as an older Matou would have written it."""
    new = path.with_name("new.db")
    path.replace(new)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.executescript("".join(MIGRATIONS[:version]) + f"PRAGMA user_version = {version};")
        db.execute("ATTACH ? AS new", (str(new),))
        for (name,) in db.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'"):
            columns = ",".join(row[1] for row in db.execute(f"PRAGMA main.table_info({name})"))
            db.execute(f"INSERT INTO main.{name} ({columns}) SELECT {columns} FROM new.{name}")
    new.unlink()


# Older, newer and foreign files


@pytest.mark.parametrize("version", range(1, len(MIGRATIONS)))
def test_a_store_of_every_older_schema_opens_with_a_copy_beside_it_and_its_game_goes_on(
    begun: House, version: int
) -> None:
    path = begun.data / "tables.db"
    aged(path, version)
    assert version_of(path) == version
    begun.goes_on(begun.data)
    assert version_of(path) == len(MIGRATIONS)
    (copy,) = begun.data.glob(f"tables-schema{version}-*.db")
    assert version_of(copy) == version
    assert events_of(copy, begun.table) == begun.events
    assert copy.stat().st_mode & 0o077 == 0


def test_an_upgrade_that_fails_leaves_the_store_as_it_was(
    begun: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = begun.data / "tables.db"
    bad = "CREATE TABLE half (done); ALTER TABLE nothing ADD COLUMN x;"
    monkeypatch.setattr(schema, "MIGRATIONS", (*MIGRATIONS, bad))
    with pytest.raises(BadStore, match="could not be brought from schema"):
        asyncio.run(opened(begun.data))
    monkeypatch.undo()
    assert version_of(path) == len(MIGRATIONS)
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchall()
    assert list(begun.data.glob("tables-schema*.db"))
    begun.goes_on(begun.data)


async def opened(data: Path) -> None:
    async with a_site(data):
        pass


def served(data: Path, lang: str) -> Ran:
    return matou("serve", "--port", "0", "--data", str(data), "--lang", lang, cwd=data)


def test_a_store_from_the_future_is_refused_in_a_sentence(begun: House) -> None:
    path = begun.data / "tables.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    for lang, says in (("en", "written by a newer Matou"), ("fr", "vient d’un Matou plus récent")):
        ran = served(begun.data, lang)
        assert ran.code == 2
        assert says in " ".join(ran.err.split())
        assert "Traceback" not in ran.err
        assert matou("admin", "stats", "--data", str(begun.data), cwd=begun.data).code == 2
    assert path.read_bytes() == before


def test_files_that_are_not_ours_are_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (cheese)")
    other = path.read_bytes()
    for content in (other, b"Dear diary, \n" * 500):
        path.write_bytes(content)
        ran = served(tmp_path, "en")
        assert ran.code == 2
        assert "not a file of Matou’s tables" in " ".join(ran.err.split())
        assert path.read_bytes() == content
        assert matou("admin", "stats", "--data", str(tmp_path), cwd=tmp_path).code == 2


def test_a_folder_is_served_once_at_a_time(tmp_path: Path) -> None:
    with Claim(tmp_path):
        ran = served(tmp_path, "fr")
    assert ran.code == 2
    assert "tourne déjà" in ran.err


# Backup and restore


def run_admin(*args: object, cwd: Path, lang: str = "en") -> Ran:
    return matou("admin", *map(str, args), "--lang", lang, cwd=cwd)


def test_a_backup_made_while_serving_restores_into_the_same_games_and_seats(
    begun: House, tmp_path: Path
) -> None:
    async def story() -> Ran:
        async with a_site(begun.data) as app:
            rng, host = random.Random(3), Person(app)
            pages = [await host.open(await host.new_table(game)) for game in GAMES]
            copying = asyncio.to_thread(
                run_admin, "backup", tmp_path / "copy.zip", "--data", begun.data, cwd=tmp_path
            )
            copied = asyncio.ensure_future(copying)
            await asyncio.gather(*(play(page, 12, rng) for page in pages))
            return await copied

    ran = asyncio.run(story())
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
    begun.goes_on(there)
    again = run_admin("backup", file, "--data", begun.data, cwd=tmp_path)
    assert again.code == 2, "a backup never writes over a file"


def test_a_folder_for_backups_is_made_and_never_taken_for_the_file(
    begun: House, tmp_path: Path
) -> None:
    ran = run_admin("backup", tmp_path / "nightly", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 0, ran.err
    (file,) = (tmp_path / "nightly").glob("matou-*.zip")
    assert run_admin("restore", file, "--data", tmp_path / "back", cwd=tmp_path).code == 0
    ran = run_admin("backup", tmp_path / "none" / "nightly", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 2, "where there is no folder to make it in, nothing is made"


@pytest.fixture
def packed(begun: House, tmp_path: Path) -> Path:
    return admin.backup(begun.data, tmp_path / "good.zip").path


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
    begun: House, packed: Path, tmp_path: Path
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
    repacked(packed, files["new"], schema=len(MIGRATIONS) + 1)
    before = events_of(begun.data / "tables.db", begun.table)
    for name, file in files.items():
        ran = run_admin("restore", file, "--force", "--data", begun.data, cwd=tmp_path)
        assert ran.code == 2, name
        assert "Traceback" not in ran.err
        says = "newer Matou" if name == "new" else "no good backup"
        assert says in " ".join(ran.err.split()), ran.err
    ran = run_admin("restore", tmp_path / "none.zip", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 2
    assert "There is no file" in ran.err
    assert events_of(begun.data / "tables.db", begun.table) == before
    assert not [p for p in begun.data.iterdir() if p.is_dir()]


def test_restoring_never_writes_over_tables_nor_under_a_server(
    begun: House, packed: Path, tmp_path: Path
) -> None:
    begun.goes_on(begun.data)
    newer = events_of(begun.data / "tables.db", begun.table)
    ran = run_admin("restore", packed, "--data", begun.data, cwd=tmp_path, lang="fr")
    assert ran.code == 2
    assert "--force" in ran.err
    with Claim(begun.data):
        ran = run_admin("restore", packed, "--force", "--data", begun.data, cwd=tmp_path)
        assert ran.code == 2
        assert "A server is running" in ran.err
    assert events_of(begun.data / "tables.db", begun.table) == newer
    ran = run_admin("restore", packed, "--force", "--data", begun.data, cwd=tmp_path)
    assert ran.code == 0, ran.err
    assert events_of(begun.data / "tables.db", begun.table) == begun.events
    (aside,) = begun.data.glob("replaced-*")
    assert events_of(aside / "tables.db", begun.table) == newer
    begun.goes_on(begun.data)


# Counting and clearing out


def test_stats_count_tables_games_and_moves(begun: House, tmp_path: Path) -> None:
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
    for lang, word in (("en", "in play"), ("fr", "en cours")):
        ran = run_admin("stats", "--data", begun.data, cwd=tmp_path, lang=lang)
        assert GAMES[0] in ran.out
        assert word in ran.out
        assert str(len(begun.events)) in ran.out


def grown_old(data: Path, table: str, days: int, over: bool = False) -> None:
    with contextlib.closing(sqlite3.connect(data / "tables.db", isolation_level=None)) as db:
        then = time.time() - days * 86400
        db.execute("UPDATE tables SET touched = ?, over = ? WHERE id = ?", (then, over, table))


@pytest.fixture
def three(begun: House) -> dict[str, str]:
    """A table of today, one abandoned 100 days ago, one that ended 40 days ago."""

    async def story() -> list[str]:
        async with a_site(begun.data) as app:
            host = Person(app)
            tables = [await host.new_table(game) for game in (GAMES[0], GAMES[1])]
            for table in tables:
                page = await host.open(table)
                await play(page, 2, random.Random(4))
                await page.ask({"chat": "bonjour"})
            return tables

    abandoned, ended = asyncio.run(story())
    grown_old(begun.data, abandoned, 100)
    grown_old(begun.data, ended, 40, over=True)
    return {"today": begun.table, "abandoned": abandoned, "ended": ended}


def left(data: Path) -> set[str]:
    """The tables that anything at all is kept about."""
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


def test_purge_says_what_it_would_delete_and_then_deletes_just_that(
    begun: House, three: dict[str, str], tmp_path: Path
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
        assert words.startswith("2 tables")
    assert "Nothing is that old" in purge("--days", 365)
    assert "1 tables" in purge("--days", 30, "--abandoned", "--dry-run")
    assert "Nothing" in purge("--days", 60, "--finished", "--dry-run")
    assert left(begun.data) == everything
    assert "1 tables" in purge("--days", 30, "--finished")
    assert left(begun.data) == everything - {three["ended"]}
    with Claim(begun.data):  # a server runs
        assert "keeps its size" in purge("--days", 30)
    assert left(begun.data) == {three["today"]}
    begun.goes_on(begun.data)
    for bad in ((), ("--days", "soon"), ("--days", "0")):
        assert run_admin("purge", *bad, "--data", begun.data, cwd=tmp_path).code == 2


def test_no_move_is_acknowledged_at_a_table_that_was_purged_under_its_players(
    begun: House,
) -> None:
    async def story() -> None:
        async with a_site(begun.data) as app:
            host = Person(app)
            host.http.cookies.set("matou", begun.cookie, domain="site.test", path="/")
            page = await host.open(begun.table)
            while not page.view["legal"]:
                await page.next("view")
            grown_old(begun.data, begun.table, 100)
            assert admin.purge(begun.data, 30).tables == 1
            answer = await page.ask({"do": page.view["legal"][0][0], "at": page.view["at"]})
            assert answer["t"] == "closed"
            assert page.closed == 4404
            with pytest.raises(Gone):
                await parts_of(app).store.append(begun.table, 99, [0], 0)
            assert (await host.get(f"/t/{begun.table}")).status_code == 404

    asyncio.run(story())
    assert left(begun.data) == set()
