"""The log: events with their table, and no secrets."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.support import a_site, site_of, two_players

import matou as house
from matou.web.ops import logs

GAME = house.available()[0]


@pytest.fixture
def output() -> Iterator[io.StringIO]:
    """The log as JSON lines."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logs.Lines())
    root, ours = logging.getLogger(), logging.getLogger("matou")
    before = ours.level
    root.addHandler(handler)
    ours.setLevel(logging.INFO)
    yield out
    root.removeHandler(handler)
    ours.setLevel(before)


async def test_the_log_names_the_table_of_an_event_and_contains_no_secret(
    tmp_path: Path, output: io.StringIO
) -> None:
    secrets: set[str] = set()

    async with a_site(tmp_path) as app:
        first, second, table = await two_players(app, GAME)
        live = site_of(app).manager.tables[table]
        secrets.update({live.row.seed, *(s.owner for s in live.seats), "Ada", "Basile"})
        secrets.update(s.invite for s in live.seats if s.invite)
        secrets.update(p.split("=", 1)[1] for p in first_cookies(first) + first_cookies(second))
        await first.ask({"chat": "a word in confidence"})
        page = first if first.view["legal"] else second
        store = site_of(app).store
        append, store.tables.append = store.tables.append, broken  # type: ignore[assignment]
        answer = await page.ask({"do": page.view["legal"][0][0], "at": page.view["at"]})
        assert answer["t"] == "no"
        store.tables.append = append
        evil = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, client=("203.0.113.9", 7)),
            base_url="http://site.test",
        )
        bad = await evil.post(f"/g/{GAME}/play", headers={"origin": "https://evil.test"})
        assert bad.status_code == 403
    lines = [json.loads(line) for line in output.getvalue().splitlines()]
    assert all({"time", "level", "event"} <= set(line) for line in lines)
    opened = next(line for line in lines if line["event"] == "opened")
    assert (opened["table"], opened["game"], opened["level"]) == (table, GAME, "info")
    wrong = next(line for line in lines if line["level"] == "error")
    assert wrong["table"] == table
    assert wrong["error"] == "OSError"
    assert "Traceback" in wrong["traceback"]
    assert any("another site" in line["event"] for line in lines)
    whole = output.getvalue()
    for secret in {*secrets, "a word in confidence", "203.0.113.9"}:
        assert secret not in whole, secret


def first_cookies(page: Any) -> list[str]:
    header = next(v for k, v in page.scope["headers"] if k == b"cookie").decode()
    return [part for part in header.split("; ") if part.startswith("matou=")]


async def broken(*_: object) -> None:
    raise OSError(28, "No space left on device")


def test_visitors_addresses_are_logged_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    scope = {"client": ("203.0.113.9", 7)}
    assert logs.visitor(scope) == {}
    monkeypatch.setattr(logs, "log_addresses", True)
    assert logs.visitor(scope) == {"client": "203.0.113.9"}


def test_a_readable_line_has_a_time_a_level_a_sentence_and_its_fields() -> None:
    record = logging.makeLogRecord(
        {"msg": "table %s: opened", "args": ("ab12",), "levelname": "INFO", "game": GAME}
    )
    line = logs.Readable().format(record)
    assert re.fullmatch(rf"[-\d]{{10}} [:\d]{{8}} info +opened table=ab12 game={GAME}", line)
