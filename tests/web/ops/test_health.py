"""The health check: a store that does not answer, a full disk."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest
from web.support import Person, a_site, site_of, sqlite_of

import matou as house
from matou.web.ops import health

GAME = house.available()[0]


async def test_health_says_when_the_store_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        healthy = await person.get("/healthz")
        assert healthy.status_code == 200
        assert healthy.json()["ok"] is True
        assert healthy.json()["bots"] == "ok"
        with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as other:
            other.execute("BEGIN IMMEDIATE")
            with monkeypatch.context() as patch:
                patch.setattr(health, "PATIENCE", 0.2)
                unhealthy = await person.get("/healthz")
            assert unhealthy.status_code == 503
            assert unhealthy.json()["store"] == "does not answer"
            other.rollback()
        await site_of(app).store.db.answers()
        assert (await person.get("/healthz")).status_code == 200


async def test_health_follows_a_full_disk_until_there_is_room_again(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        person, store = Person(app), sqlite_of(app)
        page = await person.open(await person.new_table(GAME))
        await store.writer.do(lambda db: db.execute("PRAGMA max_page_count = 1"))
        long = "x" * 250
        answers = [(await page.ask({"chat": long}))["t"] for _ in range(40)]
        assert "no" in answers, "the store never became full"
        unhealthy = await person.get("/healthz")
        assert unhealthy.status_code == 503
        assert unhealthy.json()["store"] == "cannot write"
        await store.writer.do(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
        assert (await person.get("/healthz")).status_code == 200
        assert (await page.ask({"chat": "there you are"}))["t"] == "ok"
