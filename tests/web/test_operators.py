"""For whoever runs the site: is it well, how busy is it, what happened; and no secret in any."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
import logging
import random
import re
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from cli.terminal import matou
from starlette.applications import Starlette
from web.server import Server
from web.support import Person, RandomPlayers, a_site, parts_of, sqlite_of, two_players

import matou as house
from matou.web.app import make
from matou.web.http.address import BadAddress, split
from matou.web.ops import health, logs

GAME = house.available()[0]
LINE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="[^"\\]*",?)*)\})? (-?[0-9.e+-]+|\+Inf)')


def metrics_of(text: str) -> dict[str, float]:
    """Prometheus' text, every line of which must be well formed."""
    found: dict[str, float] = {}
    named: dict[str, str] = {}
    for line in text.splitlines():
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name not in named
            named[name] = kind
        elif not line.startswith("# HELP "):
            match = LINE.fullmatch(line)
            assert match, line
            family = re.sub(r"_(bucket|sum|count)$", "", match[1])
            assert family in named or match[1] in named, line
            assert line[: line.rindex(" ")] not in found
            found[line[: line.rindex(" ")]] = float(match[3])
    return found


def asker(app: Starlette, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://site.test")


def test_metrics_count_moves_refusals_tables_and_pages(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            host = Person(app)
            page = await host.open(await host.new_table(GAME))
            state, moves = parts_of(app).manager.tables[page.table].state, 0
            while moves < 3 or not any(event.actor == 1 for event in state.history):
                if page.view["legal"]:
                    await page.act(random.Random(moves))
                    moves += 1
                else:
                    await page.next("view")
            assert (await page.ask({"do": 0, "at": 999}))["code"] == "stale"
            logging.getLogger("matou.web").error("something broke")
            told = (await asker(app, "127.0.0.1").get("/metrics")).text
            found = metrics_of(told)
            assert found[f'matou_moves_total{{game="{GAME}",by="person"}}'] == moves
            assert found[f'matou_moves_total{{game="{GAME}",by="bot"}}'] >= 1
            assert found['matou_refused_messages_total{code="stale"}'] == 1
            assert found["matou_tables_open"] == 1
            assert found["matou_pages_connected"] == 1
            assert found[f'matou_tables_opened_total{{game="{GAME}"}}'] == 1
            assert found['matou_errors_total{level="error"}'] == 1
            assert found['matou_http_responses_total{status="303"}'] == 1
            assert found["matou_move_seconds_count"] == moves
            assert found['matou_move_seconds_bucket{le="+Inf"}'] == moves
            assert found["matou_commit_seconds_count"] >= 4
            buckets = [v for k, v in found.items() if k.startswith("matou_commit_seconds_bucket")]
            assert buckets == sorted(buckets)
            assert found["matou_store_bytes"] > 0
            assert found["matou_store_well"] == 1
            for secret in (page.table, host.http.cookies["matou"]):
                assert secret not in told

    asyncio.run(story())


def test_metrics_are_for_this_machine_or_for_the_token(tmp_path: Path) -> None:
    async def asked(app: Starlette, address: str, token: str = "") -> int:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return (await asker(app, address).get("/metrics", headers=headers)).status_code

    def site(name: str, base_url: str = "", token: str = "") -> Starlette:
        return make(tmp_path / name, base_url, RandomPlayers(1), metrics_token=token)

    async def story() -> None:
        app = site("plain")
        async with app.router.lifespan_context(app):
            assert await asked(app, "127.0.0.1") == 200
            assert await asked(app, "::1") == 200
            for address in ("192.168.1.9", "8.8.8.8", "127.0.0.1.example.org"):
                assert await asked(app, address) == 403
            assert await asked(app, "8.8.8.8", "guess") == 403
        # Behind a proxy everybody seems to come from this machine.
        app = site("proxied", "https://example.org")
        async with app.router.lifespan_context(app):
            assert await asked(app, "127.0.0.1") == 403
        app = site("token", "https://example.org", "cheese")
        async with app.router.lifespan_context(app):
            assert await asked(app, "127.0.0.1") == 403
            assert await asked(app, "127.0.0.1", "mouse") == 403
            assert await asked(app, "8.8.8.8", "cheese") == 200

    asyncio.run(story())


def test_health_says_when_the_store_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
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
            await parts_of(app).store.answers()
            assert (await person.get("/healthz")).status_code == 200

    asyncio.run(story())


def test_health_says_when_the_disk_is_full_and_when_there_is_room_again(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person, store = Person(app), sqlite_of(app)
            page = await person.open(await person.new_table(GAME))
            await store._do(lambda db: db.execute("PRAGMA max_page_count = 1"))
            long = "x" * 250
            answers = [(await page.ask({"chat": long}))["t"] for _ in range(40)]
            assert "no" in answers, "at some point nothing fits any more"
            ill = await person.get("/healthz")
            assert ill.status_code == 503
            assert ill.json()["store"] == "cannot write"
            await store._do(lambda db: db.execute("PRAGMA max_page_count = 1000000"))
            assert (await person.get("/healthz")).status_code == 200
            assert (await page.ask({"chat": "there you are"}))["t"] == "ok"

    asyncio.run(story())


# The log


@pytest.fixture
def told() -> Iterator[io.StringIO]:
    """What the log says, as JSON."""
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


def test_the_log_tells_events_with_their_table_and_never_a_secret(
    tmp_path: Path, told: io.StringIO
) -> None:
    secrets: set[str] = set()

    async def story() -> str:
        async with a_site(tmp_path) as app:
            first, second, table = await two_players(app, GAME)
            live = parts_of(app).manager.tables[table]
            secrets.update({live.kept.seed, *(s.owner for s in live.seats), "Ada", "Basile"})
            secrets.update(s.invite for s in live.seats if s.invite)
            secrets.update(p.split("=", 1)[1] for p in first_cookies(first) + first_cookies(second))
            await first.ask({"chat": "a word in confidence"})
            page = first if first.view["legal"] else second
            monkey = parts_of(app).store
            append, monkey.append = monkey.append, broken  # type: ignore[method-assign, assignment]
            answer = await page.ask({"do": page.view["legal"][0][0], "at": page.view["at"]})
            assert answer["t"] == "no"
            monkey.append = append  # type: ignore[method-assign]
            evil = httpx.AsyncClient(
                transport=httpx.ASGITransport(app, client=("203.0.113.9", 7)),
                base_url="http://site.test",
            )
            bad = await evil.post(f"/g/{GAME}/play", headers={"origin": "https://evil.test"})
            assert bad.status_code == 403
            return table

    table = asyncio.run(story())
    lines = [json.loads(line) for line in told.getvalue().splitlines()]
    assert all({"time", "level", "event"} <= set(line) for line in lines)
    opened = next(line for line in lines if line["event"] == "opened")
    assert (opened["table"], opened["game"], opened["level"]) == (table, GAME, "info")
    wrong = next(line for line in lines if line["level"] == "error")
    assert wrong["table"] == table
    assert wrong["error"] == "OSError"
    assert "Traceback" in wrong["traceback"]
    assert any("another site" in line["event"] for line in lines)
    whole = told.getvalue()
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
    monkeypatch.setattr(logs, "_addresses", True)
    assert logs.visitor(scope) == {"client": "203.0.113.9"}


def test_a_readable_line_has_a_time_a_level_a_sentence_and_its_fields() -> None:
    record = logging.makeLogRecord(
        {"msg": "table %s: opened", "args": ("ab12",), "levelname": "INFO", "game": GAME}
    )
    line = logs.Readable().format(record)
    assert re.fullmatch(rf"[-\d]{{10}} [:\d]{{8}} info +opened table=ab12 game={GAME}", line)


# The real thing


@pytest.mark.heavy
def test_a_real_server_logs_json_is_backed_up_and_counted_and_keeps_its_folder(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path / "data", more=("--log", "json"))
    with server:
        health = json.load(urllib.request.urlopen(f"{server.url}/healthz"))
        assert health["ok"] is True
        assert health["bots"] in ("ok", "away")  # they start beside the site
        made = urllib.request.Request(
            f"{server.url}/g/{GAME}/play",
            data=b"mode=bot&level=1&watch=1",
            headers={"origin": server.url},
        )
        table = urllib.request.urlopen(made).url.rpartition("/")[2]
        found = metrics_of(urllib.request.urlopen(f"{server.url}/metrics").read().decode())
        assert found["matou_tables_open"] == 1
        data = ("--data", str(server.data))
        assert matou("admin", "backup", "copy.zip", *data, cwd=tmp_path).code == 0
        stats = json.loads(matou("admin", "stats", "--json", *data, cwd=tmp_path).out)
        assert stats["tables"] == 1
        refused = matou("admin", "restore", "copy.zip", "--force", *data, cwd=tmp_path)
        assert refused.code == 2
        assert "A server is running" in refused.err
        second = subprocess.run(
            [sys.executable, "-m", "matou", "serve", "--port", "0", *data],
            capture_output=True,
            text=True,
            check=False,
        )
        assert second.returncode == 2
        assert "already running" in second.stderr
        code, _ = server.stop()
        assert code in (0, -15)
        said = [line for line in server.said().splitlines() if not line.startswith("Matou: ")]
    lines = [json.loads(line) for line in said]
    events = [line["event"] for line in lines]
    assert events[0] == "server started"
    assert events[-1] == "server stopped"
    assert table in [line.get("table") for line in lines if line["event"] == "opened"]
    restored = matou("admin", "restore", "copy.zip", "--force", *data, cwd=tmp_path)
    assert restored.code == 0, restored.err


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("https://example.org", ("https://example.org", "")),
        ("https://Example.org:443/", ("https://example.org", "")),
        ("http://localhost:8080/a/b/", ("http://localhost:8080", "/a/b")),
        ("https://[::1]:8443/matou", ("https://[::1]:8443", "/matou")),
        ("", ("", "")),
    ],
)
def test_a_public_address_has_an_origin_and_a_root(address: str, parts: tuple[str, str]) -> None:
    assert split(address) == parts


@pytest.mark.parametrize(
    "address",
    [
        *("example.org", "ftp://example.org", "//x", "https://", "https://a b", "https://x/../y"),
        *("https://x/?q", "https://x/é", "https://user:secret@x", "https://x/a//b", "http://[::1"),
    ],
)
def test_an_address_no_site_can_have_is_refused_in_words(address: str, tmp_path: Path) -> None:
    with pytest.raises(BadAddress):
        split(address)
    ran = matou("serve", "--base-url", address, "--lang", "fr", cwd=tmp_path)
    assert ran.code == 2
    assert "https://example.org/matou" in ran.err


def test_a_root_that_the_site_uses_itself_is_refused(tmp_path: Path) -> None:
    for path in ("t", "static/x", "live", "g"):
        with pytest.raises(BadAddress, match="addresses of its own"):
            make(tmp_path, f"https://example.org/{path}", RandomPlayers(1))
