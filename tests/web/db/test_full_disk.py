"""A full disk or a failing store: clear messages, and no acknowledged data is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from cli.terminal import matou as run_matou
from web.support import Page, Person, a_site, site_of, sqlite_of

import matou
from matou.core.fairness import commitment
from matou.core.messages import say
from matou.play.keeping import StoreFailed, TableRow
from matou.play.seats import Seat
from matou.web.db import sqlite
from matou.web.db.errors import BadStore
from matou.web.db.sqlite import SqliteDatabase
from matou.web.store import Store

GAME = matou.available()[0]
FULL = "database or disk is full"


def test_a_first_start_on_a_full_disk_explains_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(path: Path) -> sqlite3.Connection:
        db = connect(path)
        db.execute("PRAGMA max_page_count = 2")
        return db

    connect = sqlite.connect
    with monkeypatch.context() as disk:
        disk.setattr(sqlite, "connect", small)
        for lang, says in (("en", "There were no tables yet"), ("fr", "encore aucune table")):
            ran = run_matou(
                *("serve", "--port", "0", "--data", str(tmp_path), "--lang", lang), cwd=tmp_path
            )
            output = " ".join(ran.err.split())
            assert ran.code == 2
            assert says in output
            assert FULL in output
            assert "None" not in output
            assert "schema" not in output
    SqliteDatabase(tmp_path / "tables.db").shut()


def test_a_store_that_cannot_be_opened_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, made = sqlite.connect, []

    def fail_later(path: Path) -> sqlite3.Connection:
        made.append(path)
        if len(made) > 2:  # for the upgrade, to read, to write
            raise sqlite3.OperationalError("disk I/O error")
        return connect(path)

    monkeypatch.setattr(sqlite, "connect", fail_later)
    with pytest.raises(BadStore, match="cannot be used: disk I/O error"):
        SqliteDatabase(tmp_path / "tables.db")


class SickConnection:
    """A connection that can neither commit nor roll back while it is sick."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.sick = False
        self.writes = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)

    def execute(self, said: str, *values: Any) -> Any:
        self.writes = said.startswith("BEGIN IMMEDIATE") or (self.writes and said != "BEGIN")
        if self.sick and self.writes and said.startswith(("COMMIT", "ROLLBACK")):
            raise sqlite3.OperationalError("disk I/O error")
        return self.db.execute(said, *values)


async def test_a_closed_store_raises_an_error(tmp_path: Path) -> None:
    store = SqliteDatabase(tmp_path / "tables.db")
    store.shut()
    with pytest.raises(StoreFailed):
        await Store(store).tables.load("any")
    with pytest.raises(StoreFailed):  # and does not wait for the stopped thread
        await asyncio.wait_for(Store(store).jobs.put("any", "key", ""), 20)
    assert not store.damage


async def test_requests_of_one_loop_iteration_share_a_commit_even_while_closing(
    tmp_path: Path,
) -> None:
    store = SqliteDatabase(tmp_path / "tables.db")
    commits: list[float] = []
    store.writer.on_commit = commits.append

    asked = [store.writer.do(lambda db: db.execute("SELECT 1"))]
    asked.append(store.writer.do(lambda db: db.execute("SELECT 2")))
    store.shut()
    assert len(await asyncio.gather(*asked)) == 2
    assert len(commits) == 1


async def test_the_stores_thread_survives_every_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, made = sqlite.connect, []

    def sickly(path: Path) -> Any:
        made.append(SickConnection(connect(path)))
        return made[-1]

    monkeypatch.setattr(sqlite, "connect", sickly)

    async with a_site(tmp_path) as app:
        person = Person(app)
        page = await person.open(await person.new_table(GAME))
        for connection in made:
            connection.sick = True
        for _ in range(2):
            assert (await page.ask({"chat": "lost"}))["says"] == say(
                "The site is having trouble reading or saving its tables, "
                "so your last action may be lost. The problem has been "
                "logged. Try again later."
            ).say("en")
            assert (await person.get("/healthz")).status_code == 503
        with pytest.raises(StoreFailed, match="disk I/O"):
            await site_of(app).store.db.answers()
        for connection in made:
            connection.sick = False
        assert (await person.get("/healthz")).status_code == 200
        assert (await page.ask({"chat": "kept"}))["t"] == "ok"
        loaded = await site_of(app).store.tables.load(page.table)
        assert loaded is not None
        assert [said.said for said in loaded[2]] == ["kept"]


async def test_a_table_before_its_draw_can_be_watched_while_writes_fail(
    tmp_path: Path,
) -> None:
    """Its page stays open: if it were closed, it would reconnect for ever."""

    async with a_site(tmp_path) as app:
        state = matou.game("clocktowers").start(2)
        assert state.actor == matou.CHANCE
        seats = [Seat("person", 0, "", "Ada", 2), Seat("person", 0, "", "Basile", 1)]
        owing = TableRow(
            id="owing",
            game="clocktowers",
            version=state.game.version,
            options=dict(state.game.settings(2)),
            seats=seats,
            seed="5" * 64,
            commitment=commitment("5" * 64),
            settings={"watch": True},
        )
        await site_of(app).store.tables.create(owing)
        (tmp_path / "tables.db-wal").rename(tmp_path / "away")
        page = await Person(app).open("owing")
        assert (await page.next("no"))["says"] == say(
            "The site is having trouble reading or saving its tables, "
            "so your last action may be lost. The problem has been "
            "logged. Try again later."
        ).say("en")
        assert (await page.ask({"sync": 1}))["t"] == "ok"
        (tmp_path / "away").rename(tmp_path / "tables.db-wal")
        assert (await page.ask({"sync": 1}))["t"] == "ok"
        await (await Person(app).open("owing")).next("view")
        assert site_of(app).manager.tables["owing"].number > 0


async def test_chat_after_a_full_disk_follows_the_earlier_lines(tmp_path: Path) -> None:
    said: list[str] = []

    async def talk(page: Page, lines: int) -> None:
        for _ in range(lines):
            line = f"{len(said)} " + "x" * 200
            if (await page.ask({"chat": line}))["t"] == "ok":
                said.append(line)

    async with a_site(tmp_path) as app:
        person, store = Person(app), sqlite_of(app)
        page = await person.open(await person.new_table(GAME))
        await talk(page, 2)
        await store.writer.do(lambda db: db.execute("PRAGMA max_page_count = 1"))
        await talk(page, 60)
        assert len(said) < 60, "the store never became full"
        await store.writer.do(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
        await talk(page, 3)
        cookie = person.http.cookies["matou"]
    async with a_site(tmp_path) as app:
        person = Person(app)
        person.http.cookies.set("matou", cookie)
        again = await person.open(page.table)
        await talk(again, 3)
        assert [line[2] for line in again.view["chat"]] == said[:-3]
        loaded = await site_of(app).store.tables.load(page.table)
        assert loaded is not None
        assert [line.said for line in loaded[2]] == said
