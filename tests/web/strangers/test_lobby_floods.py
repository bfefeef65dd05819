"""The lobby survives floods: open tables are limited per person and network, live and new
tables come first, and a quick game finds the players who wait for one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from web.api.programs import Program
from web.strangers.meeting import GAME, listed_tables, quick_game
from web.support import Person, a_site, set_limit, site_of
from web.tables.two_servers import two_servers

from labs.bench.postgres import Postgres
from matou.web.strangers import open_tables
from matou.web.strangers.repository import OPEN_OF_NETWORK, OPEN_OF_PERSON


async def set_public_table(person: Person, **fields: Any) -> int:
    """Sets up a public table by days, and returns the status."""
    fields = {"mode": "friends", "public": "1", "clock": "days", "days": "3", **fields}
    answer = await person.post(f"/g/{GAME}/play", **fields)
    assert answer.status_code == 303 or "open tables" in answer.text
    return answer.status_code


async def flood(app: Starlette, network: str, tables: int) -> list[int]:
    """Sets up tables by new people, each from their own address in one IPv6 network."""
    people = [Person(app, address=f"{network}::{i + 1:x}") for i in range(tables)]
    return [await set_public_table(person) for person in people]


async def test_a_flood_of_tables_hides_no_others_and_leaves_quick_games_possible(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "MOST", 2 * OPEN_OF_NETWORK)
    monkeypatch.setattr(open_tables, "FRESH", 0.0)

    async with a_site(tmp_path, store=address) as app:
        for n in range(3):
            codes = await flood(app, f"2001:db8:0:{n}", OPEN_OF_NETWORK + 2)
            assert codes == [303] * OPEN_OF_NETWORK + [409] * 2
        host = Person(app, address="10.0.0.1")
        live = await host.new_table(GAME, "friends", public="1")
        days = await host.new_table(GAME, "friends", public="1", clock="days", days="3")
        shown = await listed_tables(Person(app))
        assert shown[:2] == [live, days]
        assert len(shown) == 2 * OPEN_OF_NETWORK
        # Two people who look for the same quick game meet in a full lobby.
        monkeypatch.setattr(open_tables, "MOST", 1)
        fields = {"clock": "live"}
        first, second = Person(app, address="10.0.0.2"), Person(app, address="10.0.0.3")
        answers = [
            await person.post("/strangers/quick", game=GAME, **fields) for person in (first, second)
        ]
        tables = [answer.headers["location"].partition("#")[0] for answer in answers]
        assert tables[0] == tables[1]


async def test_open_tables_per_person_are_limited_across_networks(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        await person.get("/")
        assert await set_public_table(person) == 303
        moving = [Person(app, address=f"10.0.0.{i}") for i in range(OPEN_OF_PERSON)]
        for there in moving:
            there.http.cookies.update(person.http.cookies)
        codes = [await set_public_table(there) for there in moving]
        assert codes == [303] * (OPEN_OF_PERSON - 1) + [409]
        # The page and the API explain it. A table for friends is still allowed.
        answer = await person.post(f"/g/{GAME}/play", mode="friends", public="1")
        assert "You already have 8 open tables." in answer.text
        program = Program(app)
        program.token = person.http.cookies["matou"]
        body = {"game": GAME, "seats": ["you", "open"], "public": True}
        refused = await program.ask("POST", "/api/tables", body)
        assert (refused.status_code, refused.json()["error"]) == (409, "crowded")
        refused = await program.ask("POST", "/api/quick", {"game": GAME})
        assert (refused.status_code, refused.json()["error"]) == (409, "crowded")
        await person.new_table(GAME, "friends")


async def test_a_table_counts_as_open_until_somebody_joins_it(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        assert (await flood(app, "2001:db8", OPEN_OF_NETWORK))[-1] == 303
        waits = Person(app, address="2001:db8::ffff")
        assert await set_public_table(waits) == 409
        tables = await listed_tables(waits)
        answer = await Person(app).post(f"/strangers/join/{tables[0]}", name="Bo")
        assert answer.status_code == 303
        assert await set_public_table(waits) == 303


async def test_withdrawn_tables_that_come_back_count_for_their_network(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        store, site = site_of(app).store, site_of(app)
        assert (await flood(app, "2001:db8", 3))[-1] == 303
        tables = [offered.row.id for offered in await store.offers.newest(99)]
        origin = site.open_tables.origin("2001:db8::/64")
        assert await store.offers.count("", origin) == (0, 3)
        await store.offers.withdraw(tables)
        assert await store.offers.count("", origin) == (0, 0)
        assert await store.offers.newest(99) == []
        await store.clean_up()
        await store.offers.put(tables, 60.0)
        assert await store.offers.count("", origin) == (0, 3)


async def test_tables_beyond_the_limit_are_never_listed(tmp_path: Path, address: str) -> None:
    """A server of an older version stores no network, and two simultaneous requests both pass."""

    async with a_site(tmp_path, store=address) as app:
        store = site_of(app).store
        for n in range(2):
            await flood(app, f"2001:db8:0:{n}", OPEN_OF_NETWORK)
        await store.db.execute("UPDATE offers SET network = 'one'")
        assert len(await store.offers.newest(99)) == OPEN_OF_NETWORK
        await store.db.execute("UPDATE offers SET network = ''")
        assert len(await store.offers.newest(99)) == 2 * OPEN_OF_NETWORK
        await store.db.execute("UPDATE tables SET host = 'one'")
        assert len(await store.offers.newest(99)) == OPEN_OF_PERSON
        assert len(await store.offers.waiting(99, 15)) == OPEN_OF_PERSON


async def test_two_servers_count_together(postgres: Postgres, tmp_path: Path) -> None:
    async with two_servers(postgres, tmp_path) as (here, there):
        for app in (here, there):
            set_limit(app, "tables", 1e6, 1e6)
        half = OPEN_OF_NETWORK // 2
        assert await flood(here, "2001:db8", half) == [303] * half
        assert await flood(there, "2001:db8", half + 1) == [303] * half + [409]
        assert await set_public_table(Person(here, address="2001:db8::1")) == 409
        # A person at one server finds a person who waits at the other.
        ada, bo = Person(here, address="10.0.0.1"), Person(there, address="10.0.0.2")
        tables = [(await quick_game(person)).partition("#")[0] for person in (ada, bo)]
        assert tables[0] == tables[1]
