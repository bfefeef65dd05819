"""Data folders of older and newer versions of Matou, and foreign files."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from cli.terminal import CommandResult, matou
from web.db.stores import downgrade_sqlite
from web.ops.data_folder import DataFolder, events_of
from web.support import a_site

from matou.web.db import schema
from matou.web.db.errors import BadStore
from matou.web.db.files import locked
from matou.web.db.schema import SQLITE


def version_of(path: Path) -> int:
    with contextlib.closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


@pytest.mark.parametrize("version", range(1, len(SQLITE)))
async def test_a_store_of_every_older_schema_is_copied_and_upgraded(
    data_folder: DataFolder, version: int
) -> None:
    path = data_folder.data / "tables.db"
    downgrade_sqlite(path, version)
    assert version_of(path) == version
    await data_folder.check_game_continues(data_folder.data)
    assert version_of(path) == len(SQLITE)
    (copy,) = data_folder.data.glob(f"tables-schema{version}-*.db")
    assert version_of(copy) == version
    assert events_of(copy, data_folder.table) == data_folder.events
    assert copy.stat().st_mode & 0o077 == 0


async def test_an_upgrade_that_fails_leaves_the_store_as_it_was(
    data_folder: DataFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = data_folder.data / "tables.db"
    bad = "CREATE TABLE half (done); ALTER TABLE nothing ADD COLUMN x;"
    monkeypatch.setattr(schema, "SQLITE", (*SQLITE, bad))
    with pytest.raises(BadStore, match="could not be upgraded from schema"):
        await open_store(data_folder.data)
    monkeypatch.undo()
    assert version_of(path) == len(SQLITE)
    with contextlib.closing(sqlite3.connect(path)) as db:
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchall()
    assert list(data_folder.data.glob("tables-schema*.db"))
    await data_folder.check_game_continues(data_folder.data)


async def open_store(data: Path) -> None:
    async with a_site(data):
        pass


def run_server(data: Path, lang: str) -> CommandResult:
    return matou("serve", "--port", "0", "--data", str(data), "--lang", lang, cwd=data)


def test_a_store_of_a_newer_version_is_refused_in_a_sentence(data_folder: DataFolder) -> None:
    path = data_folder.data / "tables.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {len(SQLITE) + 1}")
    before = path.read_bytes()
    for lang, says in (("en", "written by a newer Matou"), ("fr", "vient d’un Matou plus récent")):
        ran = run_server(data_folder.data, lang)
        assert ran.code == 2
        assert says in " ".join(ran.err.split())
        assert "Traceback" not in ran.err
        assert (
            matou("admin", "stats", "--data", str(data_folder.data), cwd=data_folder.data).code == 2
        )
    assert path.read_bytes() == before


def test_foreign_files_are_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (cheese)")
    other = path.read_bytes()
    for content in (other, b"Dear diary, \n" * 500):
        path.write_bytes(content)
        ran = run_server(tmp_path, "en")
        assert ran.code == 2
        assert "is not a Matou database" in " ".join(ran.err.split())
        assert path.read_bytes() == content
        assert matou("admin", "stats", "--data", str(tmp_path), cwd=tmp_path).code == 2


def test_a_folder_is_served_by_one_server_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path):
        ran = run_server(tmp_path, "fr")
    assert ran.code == 2
    assert "utilise déjà" in ran.err
