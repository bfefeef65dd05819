"""Metrics: counts, and access."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import httpx
from starlette.applications import Starlette
from web.ops.metrics import metrics_of
from web.support import Person, RandomPlayers, a_site, site_of

import matou as house
from matou.web.app import make
from matou.web.site import Options

GAME = house.available()[0]


def client_at(app: Starlette, address: str) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app, client=(address, 1))
    return httpx.AsyncClient(transport=transport, base_url="http://site.test")


async def test_metrics_count_moves_refusals_tables_and_pages(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host = Person(app)
        page = await host.open(await host.new_table(GAME))
        state, moves = site_of(app).manager.tables[page.table].state, 0
        while moves < 3 or not any(event.actor == 1 for event in state.history):
            if page.view["legal"]:
                await page.act(random.Random(moves))
                moves += 1
            else:
                await page.next("view")
        assert (await page.ask({"do": 0, "at": 999}))["code"] == "stale"
        logging.getLogger("matou.web").error("something broke")
        reply = (await client_at(app, "127.0.0.1").get("/metrics")).text
        found = metrics_of(reply)
        assert found[f'matou_moves_total{{by="person",game="{GAME}"}}'] == moves
        assert found[f'matou_moves_total{{by="bot",game="{GAME}"}}'] >= 1
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
            assert secret not in reply


async def test_metrics_need_the_token_or_a_local_client(tmp_path: Path) -> None:
    async def asked(app: Starlette, address: str, token: str = "") -> int:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return (await client_at(app, address).get("/metrics", headers=headers)).status_code

    def site(name: str, base_url: str = "", token: str = "") -> Starlette:
        return make(Options(tmp_path / name, base_url, metrics_token=token), RandomPlayers(1))

    app = site("plain")
    async with app.router.lifespan_context(app):
        assert await asked(app, "127.0.0.1") == 200
        assert await asked(app, "::1") == 200
        for address in ("192.168.1.9", "8.8.8.8", "127.0.0.1.example.org"):
            assert await asked(app, address) == 403
        assert await asked(app, "8.8.8.8", "guess") == 403
    # Behind a proxy every request comes from this machine.
    app = site("proxied", "https://example.org")
    async with app.router.lifespan_context(app):
        assert await asked(app, "127.0.0.1") == 403
    app = site("token", "https://example.org", "cheese")
    async with app.router.lifespan_context(app):
        assert await asked(app, "127.0.0.1") == 403
        assert await asked(app, "127.0.0.1", "mouse") == 403
        assert await asked(app, "8.8.8.8", "cheese") == 200


async def test_guesses_of_the_metrics_token_are_limited(tmp_path: Path) -> None:
    app = make(Options(tmp_path, metrics_token="cheese"), RandomPlayers(1))

    async def asked(token: str, address: str) -> int:
        headers = {"authorization": f"Bearer {token}"}
        return (await client_at(app, address).get("/metrics", headers=headers)).status_code

    async with app.router.lifespan_context(app):
        for _ in range(30):
            assert await asked("cheese", "8.8.8.8") == 200  # correct tokens are not limited
        guesses = [await asked(f"guess {i}", "8.8.8.8") for i in range(12)]
        assert guesses == [403] * 10 + [429] * 2
        assert await asked("cheese", "8.8.8.8") == 429
        assert await asked("cheese", "9.9.9.9") == 200
