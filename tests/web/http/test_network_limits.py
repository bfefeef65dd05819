"""Rate limits count networks: many IPv6 addresses of one network, or many tokens, count
once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.api.programs import Program
from web.support import Page, Person, a_site, site_of, until

from matou.web.api import calls
from matou.web.http.limits import STORED_SECONDS
from matou.web.tables import connection

GAME = "catymini"

Ask = Callable[[Person], Awaitable[Any]]

LIMITED_REQUESTS: dict[str, tuple[Ask, int]] = {
    "recovery codes": (lambda person: person.post("/you/in/code", code="0" * 20), 10),
    "sign-ins": (lambda person: person.post("/you/in/options"), 60),
    "uploads": (lambda person: person.post("/open", record="x"), 20),
    "games taken online": (lambda person: person.post("/online", record="x"), 20),
    "API calls without a token": (lambda person: person.get("/api/games"), 3),
}


@pytest.mark.parametrize("what", LIMITED_REQUESTS)
async def test_limits_count_networks_and_not_single_addresses(what: str, tmp_path: Path) -> None:
    ask, most = LIMITED_REQUESTS[what]
    async with a_site(tmp_path, rate=3) as app:
        people = [Person(app, address=f"2001:db8::{i:x}") for i in range(most + 2)]
        slowed = [(await ask(person)).status_code == 429 for person in people]
        assert slowed == [False] * most + [True] * 2
        elsewhere = Person(app, address="2001:db8:0:1::1")
        assert (await ask(elsewhere)).status_code != 429


async def test_every_limit_refills_before_it_is_deleted(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        limits = site_of(app).limits
        for buckets in (*limits.of_person.values(), *limits.of_network.values()):
            assert buckets.burst <= buckets.rate * STORED_SECONDS, buckets.name


# Many tokens


async def programs_with_tables(app: Starlette, count: int) -> list[Program]:
    """Returns programs in one network, each with a token and a table."""
    made = [Program(app) for _ in range(count)]
    for program in made:
        await program.set_table(GAME)
    return made


async def test_many_tokens_in_one_network_share_its_pictures(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        six = await programs_with_tables(app, 6)
        asked = [
            await program.ask("GET", f"{program.at_table}?svg=1")
            for _ in range(8)
            for program in six
        ]
        most = int(calls.PICTURES_BURST)
        assert [answer.status_code for answer in asked] == [200] * most + [429] * (48 - most)
        assert asked[-1].json()["error"] == "rate"
        # Positions without a picture still work, and pictures in other networks.
        assert (await six[0].ask("GET", six[0].at_table)).status_code == 200
        elsewhere = Person(app, address="10.0.0.9")
        bearer = {"authorization": f"Bearer {six[0].token}"}
        answer = await elsewhere.http.get(f"{six[0].at_table}?svg=1", headers=bearer)
        assert answer.status_code == 200


async def test_many_tokens_in_one_network_share_its_calls(tmp_path: Path) -> None:
    async with a_site(tmp_path, rate=10) as app:  # per token; twice that per network
        people = site_of(app).people
        bearers = [{"authorization": f"Bearer {people.new()}"} for _ in range(6)]
        here, elsewhere = Person(app, address="10.0.0.1"), Person(app, address="10.0.0.2")
        asked = [
            (await here.http.get("/api/games", headers=bearer)).status_code
            for _ in range(5)
            for bearer in bearers
        ]
        assert asked == [200] * 20 + [429] * 10
        answer = await elsewhere.http.get("/api/games", headers=bearers[0])
        assert answer.status_code == 200


async def test_many_tokens_in_one_network_share_its_streams(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "NETWORK_STREAMS", 2)

    async with a_site(tmp_path) as app:
        first, second, third = await programs_with_tables(app, 3)
        streams = [await program.follow() for program in (first, second, third)]
        assert [stream.status for stream in streams] == [200, 200, 429]
        await streams[0].close()
        assert (await third.follow()).status == 200


# Pages that never read


class PageThatNeverReads(Page):
    """A page that connects and then reads nothing until `reads` is set."""

    def __init__(self, app: Starlette, table: str, address: str) -> None:
        super().__init__(app, table, "", "en")
        self.scope["client"] = (address, 1)
        self.reads = asyncio.Event()

    async def run(self) -> None:
        app: Any = self.app

        async def put(message: dict[str, Any]) -> None:
            if message["type"] == "websocket.send":
                await self.reads.wait()
            await self.down.put(message)

        await app(self.scope, self.up.get, put)

    async def start(self) -> None:
        self.task = asyncio.create_task(self.run())
        await self.up.put({"type": "websocket.connect"})
        assert (await self.down.get())["type"] == "websocket.accept"


async def test_messages_waiting_for_pages_that_never_read_are_limited_by_network(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        host, live = Person(app), site_of(app).live
        table = await host.new_table(GAME, watch="1")
        pages = [PageThatNeverReads(app, table, f"2001:db8::{i + 1:x}") for i in range(40)]
        for page in pages:
            await page.start()
        await until(lambda: len(live.open) == len(pages))
        for page in pages:
            for _ in range(30):  # each answer is a whole view
                await page.send({"sync": 1})
        await until(lambda: all(page.up.empty() for page in pages))

        def waiting() -> list[int]:
            return [page.waiting for page in live.open]

        assert max(waiting()) <= connection.OF_PAGE
        assert sum(waiting()) == live.unread.total() <= connection.OF_NETWORK
        # A page elsewhere that reads gets everything.
        reader = await host.open(table)
        assert (await reader.ask({"sync": 1, "id": 7}))["id"] == 7
        # A page that starts to read gets the current position.
        assert (await reader.act(random.Random(1)))["t"] == "ok"
        pages[0].reads.set()

        async def is_there() -> bool:
            await pages[0].settle()
            await reader.settle()
            return bool(pages[0].view.get("at") == reader.view["at"])

        await until(is_there)
        for page in pages:
            await page.close()
        assert live.unread.total() == 0
        await reader.close()
