"""Damage is seen and said: spoiled pages, files that are gone, a disk that is full."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.terminal import matou as run_matou
from web.support import PATIENCE, Page, Person, a_site, parts_of, sqlite_of

import matou
from matou.core.fairness import commitment
from matou.play.keeping import Kept, StoreFailed
from matou.play.seats import Seat
from matou.web import text
from matou.web.store import damage, sqlite
from matou.web.store.schema import BadStore
from matou.web.store.sqlite import SqliteStore

GAME = matou.available()[0]
FULL = "database or disk is full"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, str]:
    """A store with a table that was played and talked at, as one file; the table's id."""
    data = tmp_path_factory.mktemp("kept")

    async def story() -> str:
        async with a_site(data) as app:
            host = Person(app)
            page = await host.open(await host.new_table(GAME))
            for n in range(40):
                await page.ask({"chat": f"{n} " + "cheese " * 30})
            return page.table

    table = asyncio.run(story())
    return (data / "tables.db").read_bytes(), table


def page_size(content: bytes) -> int:
    return int.from_bytes(content[16:18], "big")


@contextlib.contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        yield db


def spoiled(content: bytes, page: int, kind: str) -> bytes:
    """The same with one page overwritten; pages count from 1."""
    size = page_size(content)
    junk = {
        "zeros": bytes(size),
        "ones": b"\xff" * size,
        "noise": random.Random(page).randbytes(size),
    }[kind]
    return content[: (page - 1) * size] + junk + content[page * size :]


@pytest.mark.parametrize("kind", ["zeros", "ones", "noise"])
def test_a_store_with_any_page_spoiled_is_refused_at_the_start(
    kept: tuple[bytes, str], kind: str, tmp_path: Path
) -> None:
    content, _ = kept
    path = tmp_path / "tables.db"
    pages = len(content) // page_size(content)
    assert pages > 10
    for page in range(1, pages + 1):
        path.write_bytes(spoiled(content, page, kind))
        with pytest.raises(BadStore, match=r"is damaged|is not a file of Matou"):
            SqliteStore(path).shut()
    for lang, says in (("en", "is damaged"), ("fr", "est abîmé")):
        ran = run_matou(
            *("serve", "--port", "0", "--data", str(tmp_path), "--lang", lang), cwd=tmp_path
        )
        assert ran.code == 2
        assert says in " ".join(ran.err.split())
        assert "Traceback" not in ran.err
    path.write_bytes(content)
    SqliteStore(path).shut()


def spoil_tree(path: Path, content: bytes, name: str) -> None:
    """Overwrite the first page of what a table of the store is kept in."""
    path.write_bytes(content)
    with connected(path) as db:
        rows = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,))
        page = rows.fetchone()[0]
    path.write_bytes(spoiled(content, page, "noise"))


def test_a_check_that_takes_too_long_goes_on_while_the_server_runs(
    kept: tuple[bytes, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "CHECK_SECONDS", 0)
    spoil_tree(tmp_path / "tables.db", kept[0], "chat")
    look = damage.found_by_quick_check
    begin = threading.Event()

    def later(db: sqlite3.Connection) -> str:
        begin.wait(PATIENCE)
        return look(db)

    monkeypatch.setattr(damage, "found_by_quick_check", later)

    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app)
            assert (await person.get("/healthz")).json()["store"] == "ok"
            begin.set()
            while not parts_of(app).store.damage:
                await asyncio.sleep(0.01)
            answer = await person.get("/healthz")
            assert answer.status_code == 503
            assert answer.json()["store"] == "damaged"

    asyncio.run(story())


async def is_told_of(app: Any, table: str) -> None:
    """Who asks for the table is not told that nothing is lost, and whoever looks after it knows."""
    for lang in ("en", "fr"):
        person = Person(app, lang)
        for path in (f"/t/{table}", f"/t/{table}/back", f"/api/tables/{table}"):
            answer = await person.get(path)
            assert answer.status_code == 503, path
            assert text.STORE_ILL.say(lang) in answer.text
            assert text.ERROR.say(lang) not in answer.text
    page = Page(app, table, "", "en")
    await page.start()
    assert page.closed == 4404  # the page comes back, and reads the above
    health = await person.get("/healthz")
    assert health.status_code == 503
    assert health.json()["store"] == "damaged"
    assert parts_of(app).manager.metrics.text().count("matou_store_well 0") == 1


def test_what_cannot_be_read_is_trouble_and_nobody_is_told_that_nothing_is_lost(
    kept: tuple[bytes, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(damage, "found_by_quick_check", lambda _: "")
    content, table = kept
    spoil_tree(tmp_path / "tables.db", content, "actions")

    async def story() -> None:
        async with a_site(tmp_path) as app:
            assert (await Person(app).get("/healthz")).status_code == 200
            await is_told_of(app, table)
            # What can be read still is.
            assert (await Person(app).get("/")).status_code == 200

    asyncio.run(story())
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
def test_what_makes_no_game_is_trouble_too(
    kept: tuple[bytes, str], tmp_path: Path, spoil: str
) -> None:
    content, table = kept
    (tmp_path / "tables.db").write_bytes(content)
    with connected(tmp_path / "tables.db") as db:
        db.execute(spoil)

    async def story() -> None:
        async with a_site(tmp_path) as app:
            await is_told_of(app, table)

    asyncio.run(story())


@pytest.mark.parametrize("name", ["tables.db", "tables.db-wal", "tables.db-shm"])
def test_files_that_vanish_under_a_running_server_are_missed(tmp_path: Path, name: str) -> None:
    """Nothing is acknowledged any more: with the next start it would be gone."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app)
            page = await person.open(await person.new_table(GAME))
            assert (await page.ask({"chat": "one"}))["t"] == "ok"
            (tmp_path / name).rename(tmp_path / "away")
            refused = await page.ask({"chat": "two"})
            assert refused["code"] == "fault"
            assert refused["says"] == text.STORE_ILL.en
            assert (await person.get("/healthz")).status_code == 503
            assert (await person.post(f"/g/{GAME}/play")).status_code == 503
            (tmp_path / name).write_bytes((tmp_path / "away").read_bytes())  # another file
            assert (await person.get("/healthz")).status_code == 503
            (tmp_path / name).unlink()
            (tmp_path / "away").rename(tmp_path / name)
            assert (await person.get("/healthz")).status_code == 200
            assert (await page.ask({"chat": "three"}))["t"] == "ok"
            loaded = await parts_of(app).store.load(page.table)
            assert loaded is not None
            assert [said.said for said in loaded[2]] == ["one", "three"]

    asyncio.run(story())


# A full disk


def test_a_first_start_on_a_full_disk_says_what_is_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def small(path: Path) -> sqlite3.Connection:
        db = connect(path)
        db.execute("PRAGMA max_page_count = 2")
        return db

    connect = sqlite.connect
    with monkeypatch.context() as disk:
        disk.setattr(sqlite, "connect", small)
        for lang, says in (("en", "No tables were there yet"), ("fr", "encore aucune table")):
            ran = run_matou(
                *("serve", "--port", "0", "--data", str(tmp_path), "--lang", lang), cwd=tmp_path
            )
            told = " ".join(ran.err.split())
            assert ran.code == 2
            assert says in told
            assert FULL in told
            assert "None" not in told
            assert "schema" not in told
    SqliteStore(tmp_path / "tables.db").shut()


def test_a_store_that_cannot_be_opened_is_refused_and_leaves_no_thread_in_pieces(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, made = sqlite.connect, []

    def fail_later(path: Path) -> sqlite3.Connection:
        made.append(path)
        if len(made) > 2:  # to bring it up to date, to read, to write
            raise sqlite3.OperationalError("disk I/O error")
        return connect(path)

    monkeypatch.setattr(sqlite, "connect", fail_later)
    with pytest.raises(BadStore, match="cannot be used: disk I/O error"):
        SqliteStore(tmp_path / "tables.db")


class Sick:
    """A connection that cannot commit, nor take anything back, while it is sick."""

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


def test_whoever_asks_a_closed_store_is_told_that_it_failed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    store.shut()
    with pytest.raises(StoreFailed):
        asyncio.run(store.load("any"))
    with pytest.raises(StoreFailed):  # and is not left waiting for a thread that has gone
        asyncio.run(asyncio.wait_for(store.put_job("any", "key", ""), 20))
    assert not store.damage


def test_what_is_asked_in_one_turn_of_the_loop_is_one_commit_even_if_the_store_closes_then(
    tmp_path: Path,
) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    commits: list[float] = []
    store.writer.on_commit = commits.append

    async def story() -> None:
        asked = [store.writer.do(lambda db: db.execute("SELECT 1"))]
        while not store.writer._writes.empty():  # until its thread has taken what it was given
            time.sleep(0.001)
        asked.append(store.writer.do(lambda db: db.execute("SELECT 2")))
        store.shut()
        assert len(await asyncio.gather(*asked)) == 2

    asyncio.run(story())
    assert len(commits) == 1


def test_the_stores_thread_outlives_whatever_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, made = sqlite.connect, []

    def sickly(path: Path) -> Any:
        made.append(Sick(connect(path)))
        return made[-1]

    monkeypatch.setattr(sqlite, "connect", sickly)

    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app)
            page = await person.open(await person.new_table(GAME))
            for connection in made:
                connection.sick = True
            for _ in range(2):
                assert (await page.ask({"chat": "lost"}))["says"] == text.STORE_ILL.en
                assert (await person.get("/healthz")).status_code == 503
            with pytest.raises(StoreFailed, match="disk I/O"):
                await parts_of(app).store.answers()
            for connection in made:
                connection.sick = False
            assert (await person.get("/healthz")).status_code == 200
            assert (await page.ask({"chat": "kept"}))["t"] == "ok"
            loaded = await parts_of(app).store.load(page.table)
            assert loaded is not None
            assert [said.said for said in loaded[2]] == ["kept"]

    asyncio.run(story())


def test_a_table_that_owes_a_draw_can_be_looked_at_while_nothing_can_be_written(
    tmp_path: Path,
) -> None:
    """Its page stays: one that were sent away would come back at once, without end."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            store = sqlite_of(app)
            state = matou.game("clocktowers").start(2)
            assert state.actor == matou.CHANCE
            seats = [Seat("person", 0, "", "Ada", 2), Seat("person", 0, "", "Basile", 1)]
            owing = Kept(
                id="owing",
                game="clocktowers",
                version=state.game.version,
                options=dict(state.game.settings(2)),
                seats=seats,
                seed="5" * 64,
                commitment=commitment("5" * 64),
                settings={"watch": True},
            )
            await store.create(owing)
            (tmp_path / "tables.db-wal").rename(tmp_path / "away")
            page = await Person(app).open("owing")
            assert (await page.next("no"))["says"] == text.STORE_ILL.en
            assert (await page.ask({"sync": 1}))["t"] == "ok"
            (tmp_path / "away").rename(tmp_path / "tables.db-wal")
            assert (await page.ask({"sync": 1}))["t"] == "ok"
            await (await Person(app).open("owing")).next("view")
            assert parts_of(app).manager.tables["owing"].number > 0

    asyncio.run(story())


def test_chat_after_a_full_disk_comes_after_what_was_said_before(tmp_path: Path) -> None:
    said: list[str] = []

    async def talk(page: Page, lines: int) -> None:
        for _ in range(lines):
            line = f"{len(said)} " + "x" * 200
            if (await page.ask({"chat": line}))["t"] == "ok":
                said.append(line)

    async def story() -> None:
        async with a_site(tmp_path) as app:
            person, store = Person(app), sqlite_of(app)
            page = await person.open(await person.new_table(GAME))
            await talk(page, 2)
            await store._do(lambda db: db.execute("PRAGMA max_page_count = 1"))
            await talk(page, 60)
            assert len(said) < 60, "at some point nothing fits any more"
            await store._do(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
            await talk(page, 3)
            cookie = person.http.cookies["matou"]
        async with a_site(tmp_path) as app:
            person = Person(app)
            person.http.cookies.set("matou", cookie)
            again = await person.open(page.table)
            await talk(again, 3)
            assert [line[2] for line in again.view["chat"]] == said[:-3]
            loaded = await parts_of(app).store.load(page.table)
            assert loaded is not None
            assert [line.said for line in loaded[2]] == said

    asyncio.run(story())
