"""Strength: who wants a rating has one, each game counts once, and a ladder of the five cats."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from web.server import Server
from web.stores import age_postgres, age_sqlite
from web.support import PATIENCE, Person, a_site, parts_of, two_players, until

import matou
from matou.bench.postgres import Postgres
from matou.play.opening import rematch_of
from matou.play.table import Table
from matou.rating import cats
from matou.web.http.security import COOKIE
from matou.web.store import postgres_schema, schema
from matou.web.strength import counting
from matou.web.strength.counting import Counting

GAME = "catymini"
DAYS = {"clock": "days", "days": "3"}
MADE = "CREATE TABLE wants_rating"  # by the first schema with ratings
BEFORE_SQLITE = next(i for i, script in enumerate(schema.MIGRATIONS) if MADE in script)
BEFORE_POSTGRES = next(i for i, m in enumerate(postgres_schema.MIGRATIONS) if MADE in m.script)
NUMBERS = itertools.count()


@pytest.fixture(autouse=True)
def nothing_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are counted when a test says so."""
    monkeypatch.setattr(counting, "LOOK_EVERY", 1e6)


def table_of(app: Starlette, id: str) -> Table:
    return parts_of(app).manager.tables[id]


def owner_of(app: Starlette, person: Person) -> str:
    return parts_of(app).visitors.people.owner(person.http.cookies.get(COOKIE))


async def play_out(table: Table, seed: int = 1, most: int = 10**6) -> None:
    """Everybody plays anything, to the end or for a while."""
    rng = random.Random(seed)
    while not table.state.over and len(table.state.history) < most:
        seat = table.state.actor
        if seat < 0 or table.seats[seat].kind != "person":
            await asyncio.sleep(0.001)  # cats, and the store, have their time
            continue
        await table.act(seat, rng.choice(table.state.observe(seat).legal()), table.number)


async def counted(app: Starlette) -> None:
    await Counting(parts_of(app).manager).count_all()


async def want(person: Person, wants: bool = True) -> None:
    assert (await person.post("/strength", want="1" if wants else "0")).status_code == 303


# Ratings


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_nobody_has_a_rating_who_did_not_ask_for_one(tmp_path: Path, lang: str) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            person = Person(app, lang)
            page = (await person.get("/strength")).text
            assert ("I want a rating" if lang == "en" else "Je veux un classement") in page
            assert "1500" not in page
            assert 'name="rated"' not in (await person.get(f"/g/{GAME}")).text
            id = await person.new_table(GAME, level="1")
            await play_out(table_of(app, id))
            await counted(app)
            assert await parts_of(app).store.ratings_of(owner_of(app, person)) == {}
            await want(person)
            page = (await person.get("/strength")).text
            assert page.count('class="sheet"') == len(matou.available())
            assert 'name="rated" value="1" checked' in (await person.get(f"/g/{GAME}")).text
            await want(person, False)
            assert 'class="sheet"' not in (await person.get("/strength")).text

    asyncio.run(story())


def test_a_game_against_a_cat_counts_once_also_after_the_server_was_away(
    tmp_path: Path, address: str
) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            person = Person(app)
            await want(person)
            id = await person.new_table(GAME, level="2", rated="1")
            table = table_of(app, id)
            assert table.strengths == ["1500 ± 333", str(cats.cat(GAME, 2, 2))]
            page = await person.open(id)
            assert [p["rating"] for p in page.view["players"]] == table.strengths
            # It is played without hints, and the cat that sits there stays.
            assert (await page.ask({"hint": True}))["code"] == "hint"
            assert (await page.ask({"bot": 1, "level": 1}))["code"] == "seat"
            await play_out(table)
            won = 0 in table.state.winners
            cookies = dict(person.http.cookies)
        # The server went away between the end and the counting.
        async with a_site(tmp_path, store=address) as app:
            person = Person(app)
            person.http.cookies.update(cookies)
            owner, store = owner_of(app, person), parts_of(app).store
            assert await store.to_count(9) == [id]
            assert await store.ratings_of(owner) == {}
            await asyncio.gather(*(counted(app) for _ in range(4)))
            (rated,) = (await store.ratings_of(owner)).values()
            assert rated.games == 1
            assert (rated.rating.points > 1500) == won
            assert rated.rating.margin < 333
            await counted(app)
            assert (await store.ratings_of(owner))[GAME] == rated
            assert await store.to_count(9) == []
            (past,) = await store.rated_games(owner, GAME, 9)
            assert (past.table, past.rating, past.places) == (id, rated.rating, 2)
            shown = (await person.get("/strength")).text
            assert f"<b>{rated.rating.points}</b> <span>± {rated.rating.margin}</span>" in shown
            assert f"/t/{id}/back" in shown
            # Who wants none any more has it back as it was, should they change their mind.
            rows = await store.rows_of(owner)
            assert rows["ratings"][0]["games"] == 1
            assert rows["rated"][0]["table_id"] == id
            await want(person, False)
            assert str(rated.rating.points) not in (await person.get("/strength")).text
            await want(person)
            assert (await store.ratings_of(owner))[GAME] == rated
            await store.forget_owner(owner)
            assert not any((await store.rows_of(owner)).values())
            assert await store.ratings_of(owner) == {}

    asyncio.run(story())


def test_a_game_is_counted_once_after_kill_9_right_at_its_end(tmp_path: Path) -> None:
    data, rng = tmp_path / "data", random.Random(4)

    def told(asked: str) -> list[Any]:
        with contextlib.closing(sqlite3.connect(data / "tables.db")) as db:
            return list(db.execute(asked))

    with Server(data) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        made = http.post(
            "/api/tables", json={"game": GAME, "seats": ["you", "open"], "rated": True}
        )
        place, invite = f"/api/tables/{made.json()['table']}", made.json()["invites"][0]["invite"]
        joined = http.post(f"{place}/join", json={"invite": invite})
        tokens = [made.json()["token"], joined.json()["token"]]
        for token in tokens:
            mine = {"cookie": f"{COOKIE}={token}", "origin": server.url}
            assert http.post("/strength", data={"want": "1"}, headers=mine).status_code == 303
        http.cookies.clear()
        turn = 0
        while True:
            who = {"authorization": f"Bearer {tokens[turn]}"}
            now = http.get(place, headers=who)
            if now.status_code == 429:  # more in a second than anybody needs
                time.sleep(0.1)
                continue
            if now.json()["status"] == "over":
                break
            turn = now.json()["turn"]
            if legal := now.json()["legal"]:
                asked = {"action": rng.choice(legal)["action"], "at": now.json()["at"]}
                http.post(f"{place}/actions", json=asked, headers=who)
        server.kill()
        server.start()
        asyncio.run(until(lambda: told("SELECT rated FROM tables") == [(1,)]))
        server.kill()
        server.start()
        assert told("SELECT game, games FROM ratings") == [(GAME, 1)] * 2
        assert len(told("SELECT 1 FROM rated")) == 2


def test_two_servers_count_each_game_of_somebody_once(postgres: Postgres, tmp_path: Path) -> None:
    store = postgres.new_database(f"strength{next(NUMBERS)}")

    async def story() -> None:
        async with a_site(tmp_path, store=store) as here, a_site(tmp_path, store=store) as there:
            person = Person(here)
            await want(person)
            for seed in range(4):
                id = await person.new_table(GAME, level="1", rated="1")
                await play_out(table_of(here, id), seed)
            await asyncio.gather(*(counted(app) for app in (here, there, here, there)))
            await counted(there)
            owner = owner_of(here, person)
            found = await parts_of(here).store.ratings_of(owner)
            assert found[GAME].games == 4
            past = await parts_of(here).store.rated_games(owner, GAME, 9)
            assert len({then.table for then in past}) == 4
            assert past[0].rating == found[GAME].rating

    asyncio.run(story())


def test_between_people_it_counts_if_both_want_it(tmp_path: Path, address: str) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            store = parts_of(app).store
            for wants in (False, True):
                host, guest = Person(app), Person(app)
                await want(host)
                id = await host.new_table(GAME, "friends", rated="1", name="Ada")
                table = table_of(app, id)
                there = f"/t/{id}/join/{table.seats[1].invite}"
                assert "counts for ratings" in (await guest.get(there)).text
                await guest.post(there, name="Bo", want_rating="1" if wants else "")
                assert table.strengths == ["1500 ± 333", "1500 ± 333" if wants else ""]
                await play_out(table)
                await counted(app)
                found = [await store.ratings_of(owner_of(app, p)) for p in (host, guest)]
                if not wants:
                    assert found == [{}, {}]
                    continue
                points = [f[GAME].rating.points for f in found]
                if len(table.state.winners) == 1:
                    assert points[table.state.winners[0]] > 1500
                assert sum(points) == pytest.approx(3000, abs=2)
                assert table.strengths == [str(f[GAME].rating) for f in found]

    asyncio.run(story())


def test_whoever_leaves_has_lost(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            host, guest = Person(app), Person(app)
            await want(host)
            id = await host.new_table(GAME, "friends", rated="1")
            table = table_of(app, id)
            link = table.seats[1].invite
            await guest.post(f"/t/{id}/join/{link}", name="Bo", want_rating="1")
            page = await guest.open(id)
            await play_out(table, most=20)
            assert (await page.ask({"bot": 1, "level": 5}))["t"] == "ok"
            await play_out(table)
            await counted(app)
            store = parts_of(app).store
            stayed, left = [
                (await store.rated_games(owner_of(app, p), GAME, 1))[0] for p in (host, guest)
            ]
            assert (stayed.place, left.place) == (0, 1)
            assert left.rating.points < 1500 < stayed.rating.points

    asyncio.run(story())


def test_no_page_of_ratings_says_anything_of_a_game_that_is_played(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            host = Person(app)
            await want(host)
            done = await host.new_table(GAME, level="1", rated="1")
            await play_out(table_of(app, done))
            await counted(app)
            first, _, id = await two_players(app, GAME, rated="1")
            running = await host.new_table(GAME, level="1", rated="1")
            before = [(await host.get(path)).text for path in ("/strength", f"/g/{GAME}")]
            for table in (table_of(app, id), table_of(app, running)):
                await play_out(table, most=25)
            await counted(app)
            after = [(await host.get(path)).text for path in ("/strength", f"/g/{GAME}")]
            assert before == after
            assert running not in after[0]
            assert done in after[0]
            assert not first.view["players"][0]["rating"].startswith("1256")

    asyncio.run(story())


@pytest.mark.parametrize(("lang", "says"), [("en", "counts for ratings"), ("fr", "compte pour le")])
def test_an_open_table_says_that_it_counts(tmp_path: Path, lang: str, says: str) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            host = Person(app)
            id = await host.new_table(GAME, "friends", rated="1", public="1", name="Ada")
            page = await host.open(id)
            assert says in (await Person(app, lang).get("/strangers")).text
            await page.close()

    asyncio.run(story())


# An older store


def test_a_store_of_before_gains_ratings_with_games_in_play_and_counts_none_that_was_over(
    tmp_path: Path, address: str
) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            person = Person(app)
            ids = [await person.new_table(GAME, "same", **DAYS) for _ in range(2)]
            await play_out(table_of(app, ids[0]))
            await play_out(table_of(app, ids[1]), most=20)
            cookies, owner = dict(person.http.cookies), owner_of(app, person)
        if address:
            await age_postgres(address, BEFORE_POSTGRES)
        else:
            age_sqlite(tmp_path / "tables.db", BEFORE_SQLITE)
        async with a_site(tmp_path, store=address) as app:
            person, store = Person(app), parts_of(app).store
            person.http.cookies.update(cookies)
            assert await store.to_count(9) == []
            await want(person)
            table = await parts_of(app).manager.table(ids[1])
            assert table is not None
            # What was played before says nothing of the time that was left; what comes does.
            assert await store.remaining(ids[1]) == {}
            await play_out(table, seed=2)
            assert len(await store.remaining(ids[1])) > 10
            story = (await person.get(f"/t/{ids[1]}/back/story")).json()
            assert {len(line) for line in story["lines"] if line[0] >= 0} == {3, 4}
            assert await store.to_count(9) == [ids[1]]
            await counted(app)
            assert await store.ratings_of(owner) == {}
            mine = await person.new_table(GAME, level="1", rated="1")
            await play_out(table_of(app, mine))
            await counted(app)
            assert (await store.ratings_of(owner))[GAME].games == 1

    asyncio.run(story())


# The ladder


def test_the_ladder_needs_no_account_and_says_who_is_next(tmp_path: Path, address: str) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            person, store = Person(app), parts_of(app).store
            page = (await person.get(f"/g/{GAME}")).text
            assert page.count('class="rung later"') == 4
            assert page.count('class="rung next"') == 1
            won = best = 0
            for seed in range(12):
                id = await person.new_table(GAME, level="1")
                table = table_of(app, id)
                await play_out(table, seed)
                if table.state.winners == [0]:
                    won += 1
                    best = max(best, table.state.scores[0] - table.state.scores[1])
                await counted(app)
                if won > 1:
                    break
            assert won
            fared = (await store.ladder(owner_of(app, person), GAME))[1]
            assert (fared.games, fared.won, fared.best) == (seed + 1, won, best)
            page = (await person.get(f"/g/{GAME}")).text
            assert page.count('class="rung beaten"') == 1
            assert page.count('class="rung next"') == 1
            assert f"won: {won} of {seed + 1}" in page
            assert ("beaten by" if best else "beaten") in page
            # Elsewhere nothing is beaten, and nobody else sees any of it.
            assert 'class="rung beaten"' not in (await person.get("/g/chopchop")).text
            assert 'class="rung beaten"' not in (await Person(app).get(f"/g/{GAME}")).text

    asyncio.run(story())


def test_of_cats_that_were_exchanged_the_weakest_that_has_moved_is_met(
    tmp_path: Path, address: str
) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            person = Person(app)
            id = await person.new_table(GAME, level="1")
            table, page = table_of(app, id), await person.open(id)
            assert not any(entry.actor == 1 for entry in table.state.history)
            await page.ask({"bot": 1, "level": 4})  # which counts: the first cat did nothing
            while not any(entry.actor == 1 for entry in table.state.history):
                await play_out(table, most=len(table.state.history) + 1)
                await until(lambda: table.state.actor == 0)
            for level in (5, 3, 5):
                assert (await page.ask({"bot": 1, "level": level}))["t"] == "ok"
            owner = owner_of(app, person)
        async with a_site(tmp_path, store=address) as app:
            manager, store = parts_of(app).manager, parts_of(app).store
            kept = await manager.table(id)
            assert kept is not None
            await play_out(kept)
            again, _ = rematch_of(kept, kept.game)
            assert [seat.weakest for seat in again.seats] == [0, 0]
            await counted(app)
            assert list(await store.ladder(owner, GAME)) == [3]

    asyncio.run(story())
