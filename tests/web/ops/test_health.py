"""The health check: a store that does not answer, a full disk."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from web.support import Person, a_site, parts_of, sqlite_of

import matou as house
from matou.web.ops import health

GAME = house.available()[0]


async def test_health_says_when_the_store_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        well = await person.get("/healthz")
        assert well.status_code == 200
        assert well.json()["ok"] is True
        assert well.json()["bots"] == "ok"
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            with monkeypatch.context() as hasty:
                hasty.setattr(health, "PATIENCE", 0.2)
                ill = await person.get("/healthz")
            assert ill.status_code == 503
            assert ill.json()["store"] == "does not answer"
            other.rollback()
        await parts_of(app).store.db.answers()
        assert (await person.get("/healthz")).status_code == 200


async def test_health_says_when_the_disk_is_full_and_when_there_is_room_again(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        person, store = Person(app), sqlite_of(app)
        page = await person.open(await person.new_table(GAME))
        await store.writer.do(lambda db: db.execute("PRAGMA max_page_count = 1"))
        long = "x" * 250
        answers = [(await page.ask({"chat": long}))["t"] for _ in range(40)]
        assert "no" in answers, "at some point nothing fits any more"
        ill = await person.get("/healthz")
        assert ill.status_code == 503
        assert ill.json()["store"] == "cannot write"
        await store.writer.do(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
        assert (await person.get("/healthz")).status_code == 200
        assert (await page.ask({"chat": "there you are"}))["t"] == "ok"
