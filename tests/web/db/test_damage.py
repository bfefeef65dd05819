"""A damaged store is noticed and reported: overwritten pages, missing files."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.terminal import matou as run_matou
from web.support import PATIENCE, Page, Person, a_site, site_of

import matou
from matou.core.messages import say
from matou.web.db import damage, sqlite
from matou.web.db.errors import BadStore
from matou.web.db.sqlite import SqliteDatabase

GAME = matou.available()[0]
FULL = "database or disk is full"


@pytest.fixture(scope="module")
def a_store(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """Returns a store with a table that has moves and chat, as one file, and the table's id."""
    data = tmp_path_factory.mktemp("kept")

    async def played() -> str:
        async with a_site(data) as app:
            host = Person(app)
            page = await host.open(await host.new_table(GAME))
            for n in range(40):
                await page.ask({"chat": f"{n} " + "cheese " * 30})
            return page.table

    table = asyncio.run(played())
    return (data / "tables.db").read_bytes(), table


def page_size(content: bytes) -> int:
    return int.from_bytes(content[16:18], "big")


@contextlib.contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


def overwrite_page(content: bytes, page: int, kind: str) -> bytes:
    """Overwrites one page; pages count from 1."""
    size = page_size(content)
    junk = {
        "zeros": bytes(size),
        "ones": b"\xff" * size,
        "noise": random.Random(page).randbytes(size),
    }[kind]
    return content[: (page - 1) * size] + junk + content[page * size :]


@pytest.mark.parametrize("kind", ["zeros", "ones", "noise"])
def test_a_store_with_any_page_overwritten_is_refused_at_the_start(
    a_store: tuple[bytes, str], kind: str, tmp_path: Path
) -> None:
    content, _ = a_store
    path = tmp_path / "tables.db"
    pages = len(content) // page_size(content)
    assert pages > 10
    for page in range(1, pages + 1):
        path.write_bytes(overwrite_page(content, page, kind))
        with pytest.raises(BadStore, match=r"is damaged|is not a Matou database"):
            SqliteDatabase(path).shut()
    for lang, says in (("en", "is damaged"), ("fr", "est endommagé")):
        ran = run_matou(
            *("serve", "--port", "0", "--data", str(tmp_path), "--lang", lang), cwd=tmp_path
        )
        assert ran.code == 2
        assert says in " ".join(ran.err.split())
        assert "Traceback" not in ran.err
    path.write_bytes(content)
    SqliteDatabase(path).shut()


def overwrite_root_page(path: Path, content: bytes, name: str) -> None:
    """Overwrites the first page of a table in the database."""
    path.write_bytes(content)
    with connected(path) as db:
        rows = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
        page = rows.fetchone()[0]
    path.write_bytes(overwrite_page(content, page, "noise"))


async def test_a_slow_check_continues_while_the_server_runs(
    a_store: tuple[bytes, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", 0)
    overwrite_root_page(tmp_path / "tables.db", a_store[0], "chat")
    look = damage.found_by_quick_check
    begin = threading.Event()

    def later(db: sqlite3.Connection) -> str:
        begin.wait(PATIENCE)
        return look(db)

    monkeypatch.setattr(damage, "found_by_quick_check", later)

    async with a_site(tmp_path) as app:
        person = Person(app)
        assert (await person.get("/healthz")).json()["store"] == "ok"
        begin.set()
        while not site_of(app).store.db.damage:
            await asyncio.sleep(0.01)
        answer = await person.get("/healthz")
        assert answer.status_code == 503
        assert answer.json()["store"] == "damaged"


async def check_damage_is_reported(app: Any, table: str) -> None:
    """Checks that visitors are not promised that nothing is lost, and that health reports it."""
    for lang in ("en", "fr"):
        person = Person(app, lang)
        for path in (f"/t/{table}", f"/t/{table}/back", f"/api/tables/{table}"):
            answer = await person.get(path)
            assert answer.status_code == 503, path
            assert (
                say(
                    "The site is having trouble reading or saving its tables, "
                    "so your last action may be lost. The problem has been "
                    "logged. Try again later."
                ).say(lang)
                in answer.text
            )
            assert (
                say("It’s our fault, and we’ve made a note of it. No moves were lost.").say(lang)
                not in answer.text
            )
    page = Page(app, table, "", "en")
    await page.start()
    assert page.closed == 4404  # the page reloads and shows the message above
    health = await person.get("/healthz")
    assert health.status_code == 503
    assert health.json()["store"] == "damaged"
    assert site_of(app).manager.metrics.text().count("matou_store_well 0") == 1


async def test_unreadable_pages_are_reported_as_damage(
    a_store: tuple[bytes, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(damage, "found_by_quick_check", lambda _: "")
    content, table = a_store
    overwrite_root_page(tmp_path / "tables.db", content, "actions")

    async with a_site(tmp_path) as app:
        assert (await Person(app).get("/healthz")).status_code == 200
        await check_damage_is_reported(app, table)
        # Undamaged tables can still be read.
        assert (await Person(app).get("/")).status_code == 200
    assert any(record.getMessage() == "the store is damaged" for record in caplog.records)
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    "spoil",
    [
        "UPDATE actions SET action = 99999",
        "UPDATE tables SET options = '{'",
        "UPDATE tables SET settings = cast(x'ff' AS TEXT)",
    ],
)
async def test_rows_that_are_no_game_are_reported_as_damage(
    a_store: tuple[bytes, str], tmp_path: Path, spoil: str
) -> None:
    content, table = a_store
    (tmp_path / "tables.db").write_bytes(content)
    with connected(tmp_path / "tables.db") as db:
        db.execute(spoil)

    async with a_site(tmp_path) as app:
        await check_damage_is_reported(app, table)


@pytest.mark.parametrize("name", ["tables.db", "tables.db-wal", "tables.db-shm"])
async def test_a_running_server_notices_missing_files(tmp_path: Path, name: str) -> None:
    """Nothing is acknowledged any more, since the next start would not find it."""

    async with a_site(tmp_path) as app:
        person = Person(app)
        page = await person.open(await person.new_table(GAME))
        assert (await page.ask({"chat": "one"}))["t"] == "ok"
        (tmp_path / name).rename(tmp_path / "away")
        refused = await page.ask({"chat": "two"})
        assert refused["code"] == "fault"
        assert refused["says"] == say(
            "The site is having trouble reading or saving its tables, "
            "so your last action may be lost. The problem has been "
            "logged. Try again later."
        ).say("en")
        assert (await person.get("/healthz")).status_code == 503
        assert (await person.post(f"/g/{GAME}/play")).status_code == 503
        (tmp_path / name).write_bytes((tmp_path / "away").read_bytes())  # another file
        assert (await person.get("/healthz")).status_code == 503
        (tmp_path / name).unlink()
        (tmp_path / "away").rename(tmp_path / name)
        assert (await person.get("/healthz")).status_code == 200
        assert (await page.ask({"chat": "three"}))["t"] == "ok"
        loaded = await site_of(app).store.tables.load(page.table)
        assert loaded is not None
        assert [said.said for said in loaded[2]] == ["one", "three"]
