"""Ratings: only for those who want one, and each game counts once."""

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
from web.server import Server
from web.strength.rated import GAME, choose_rating, count_results, play_out, table_of_two
from web.support import PATIENCE, Person, a_site, owner_of, site_of, table_of, two_players, until

import matou
from labs.bench.postgres import Postgres
from matou.rating import cats
from matou.web.http.security import COOKIE

NUMBERS = itertools.count()


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_only_people_who_ask_have_a_rating(tmp_path: Path, lang: str) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app, lang)
        page = (await person.get("/strength")).text
        assert ("I want a rating" if lang == "en" else "Je veux un classement") in page
        assert "1500" not in page
        assert 'name="rated"' not in (await person.get(f"/g/{GAME}")).text
        id = await person.new_table(GAME, level="1")
        await play_out(table_of(app, id))
        await count_results(app)
        assert await site_of(app).store.ratings.of(owner_of(app, person)) == {}
        await choose_rating(person)
        page = (await person.get("/strength")).text
        assert page.count('class="sheet"') == len(matou.available())
        assert 'name="rated" value="1" checked' in (await person.get(f"/g/{GAME}")).text
        await choose_rating(person, False)
        assert 'class="sheet"' not in (await person.get("/strength")).text


async def test_a_game_against_a_bot_counts_once_even_after_a_restart(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        person = Person(app)
        await choose_rating(person)
        id = await person.new_table(GAME, level="2", rated="1")
        table = table_of(app, id)
        assert table.strengths == ["1500 ± 333", str(cats.cat(GAME, 2, 2))]
        page = await person.open(id)
        assert [p["rating"] for p in page.view["players"]] == table.strengths
        # It is played without hints, and the bot cannot be replaced.
        assert (await page.ask({"hint": True}))["code"] == "hint"
        assert (await page.ask({"bot": 1, "level": 1}))["code"] == "seat"
        await play_out(table)
        won = 0 in table.state.winners
        cookies = dict(person.http.cookies)
    # The server stopped between the end and the counting.
    async with a_site(tmp_path, store=address) as app:
        person = Person(app)
        person.http.cookies.update(cookies)
        owner, store = owner_of(app, person), site_of(app).store
        assert await store.ratings.uncounted(9) == [id]
        assert await store.ratings.of(owner) == {}
        await asyncio.gather(*(count_results(app) for _ in range(4)))
        (rated,) = (await store.ratings.of(owner)).values()
        assert rated.games == 1
        assert (rated.rating.points > 1500) == won
        assert rated.rating.margin < 333
        await count_results(app)
        assert (await store.ratings.of(owner))[GAME] == rated
        assert await store.ratings.uncounted(9) == []
        (past,) = await store.ratings.history(owner, GAME, 9)
        assert (past.table, past.rating, past.places) == (id, rated.rating, 2)
        shown = (await person.get("/strength")).text
        assert f"<b>{rated.rating.points}</b> <span>± {rated.rating.margin}</span>" in shown
        assert f"/t/{id}/back" in shown
        # A rating that was turned off comes back unchanged.
        rows = await store.personal_data.export(owner)
        assert rows["ratings"][0]["games"] == 1
        assert rows["rated"][0]["table_id"] == id
        await choose_rating(person, False)
        assert str(rated.rating.points) not in (await person.get("/strength")).text
        await choose_rating(person)
        assert (await store.ratings.of(owner))[GAME] == rated
        await store.personal_data.delete(owner)
        assert not any((await store.personal_data.export(owner)).values())
        assert await store.ratings.of(owner) == {}


@pytest.mark.heavy
async def test_a_game_counts_once_after_kill_9_at_its_end(tmp_path: Path) -> None:
    data, rng = tmp_path / "data", random.Random(4)

    def reply(asked: str) -> list[Any]:
        with contextlib.closing(sqlite3.connect(data / "tables.db")) as db:
            return list(db.execute(asked))

    with Server(data) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as http:
        tokens = []
        for _ in range(2):
            ours = {"origin": server.url}
            assert http.post("/strength", data={"want": "1"}, headers=ours).status_code == 303
            tokens.append(http.cookies[COOKIE])
            http.cookies.clear()
        host, guest = [{"authorization": f"Bearer {token}"} for token in tokens]
        asked = {"game": GAME, "seats": ["you", "open"], "rated": True}
        made = http.post("/api/tables", json=asked, headers=host).json()
        place, invite = f"/api/tables/{made['table']}", made["invites"][0]["invite"]
        http.post(f"{place}/join", json={"invite": invite}, headers=guest)
        turn = 0
        while True:
            who = {"authorization": f"Bearer {tokens[turn]}"}
            now = http.get(place, headers=who)
            if now.status_code == 429:  # rate limit
                time.sleep(0.1)
                continue
            if now.json()["status"] == "over":
                break
            turn = now.json()["turn"]
            if legal := now.json()["legal"]:
                move = {"action": rng.choice(legal)["action"], "at": now.json()["at"]}
                http.post(f"{place}/actions", json=move, headers=who)
        server.kill()
        server.start()
        await until(lambda: reply("SELECT rated FROM tables") == [(1,)])
        server.kill()
        server.start()
        assert reply("SELECT game, games FROM ratings") == [(GAME, 1)] * 2
        assert len(reply("SELECT 1 FROM rated")) == 2


async def test_two_servers_count_each_game_once(postgres: Postgres, tmp_path: Path) -> None:
    store = postgres.new_database(f"strength{next(NUMBERS)}")

    async with a_site(tmp_path, store=store) as here, a_site(tmp_path, store=store) as there:
        person = Person(here)
        await choose_rating(person)
        for seed in range(4):
            id = await person.new_table(GAME, level="1", rated="1")
            await play_out(table_of(here, id), seed)
        await asyncio.gather(*(count_results(app) for app in (here, there, here, there)))
        await count_results(there)
        owner = owner_of(here, person)
        found = await site_of(here).store.ratings.of(owner)
        assert found[GAME].games == 4
        past = await site_of(here).store.ratings.history(owner, GAME, 9)
        assert len({then.table for then in past}) == 4
        assert past[0].rating == found[GAME].rating


async def test_a_game_between_people_counts_if_both_want_it(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        store = site_of(app).store
        for wants in (False, True):
            host, guest = Person(app), Person(app)
            await choose_rating(host)
            id = await host.new_table(GAME, "friends", rated="1", name="Ada")
            table = table_of(app, id)
            there = f"/t/{id}/join/{table.seats[1].invite}"
            assert "This game is rated" in (await guest.get(there)).text
            await guest.post(there, name="Bo", want_rating="1" if wants else "")
            assert table.strengths == ["1500 ± 333" if wants else ""] * 2
            await play_out(table)
            await count_results(app)
            found = [await store.ratings.of(owner_of(app, p)) for p in (host, guest)]
            if not wants:
                assert found == [{}, {}]
                continue
            points = [f[GAME].rating.points for f in found]
            if len(table.state.winners) == 1:
                assert points[table.state.winners[0]] > 1500
            assert sum(points) == pytest.approx(3000, abs=2)
            assert table.strengths == [str(f[GAME].rating) for f in found]


async def test_a_game_is_rated_or_not_from_the_moment_the_table_is_full(
    tmp_path: Path, address: str
) -> None:
    """A loser who turns their rating off, during the game or after it, is still rated."""

    async with a_site(tmp_path, store=address) as app:
        store = site_of(app).store
        for host_wants, middle, end in ((True, True, False), (True, False, True)):
            host, guest = Person(app), Person(app)
            await choose_rating(host, host_wants)
            table = await table_of_two(app, host, guest)
            await play_out(table, most=30)
            for person in (host, guest):
                await choose_rating(person, not middle)
            await play_out(table)
            for person in (host, guest):
                await choose_rating(person, not end)
            await count_results(app)
            for person in (host, guest):
                found = await store.ratings.of(owner_of(app, person))
                assert found[GAME].games == 1
        # Turning it on later does not make the game count.
        late, other = Person(app), Person(app)
        await late.get("/")
        table = await table_of_two(app, late, other)
        await choose_rating(late)
        await play_out(table)
        await count_results(app)
        assert await store.ratings.of(owner_of(app, other)) == {}


async def test_ratings_pages_reveal_nothing_about_games_in_play(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host = Person(app)
        await choose_rating(host)
        done = await host.new_table(GAME, level="1", rated="1")
        await play_out(table_of(app, done))
        await count_results(app)
        first, _, id = await two_players(app, GAME, rated="1")
        running = await host.new_table(GAME, level="1", rated="1")
        before = [(await host.get(path)).text for path in ("/strength", f"/g/{GAME}")]
        for table in (table_of(app, id), table_of(app, running)):
            await play_out(table, most=25)
        await count_results(app)
        after = [(await host.get(path)).text for path in ("/strength", f"/g/{GAME}")]
        assert before == after
        assert running not in after[0]
        assert done in after[0]
        assert not first.view["players"][0]["rating"].startswith("1256")


@pytest.mark.parametrize(("lang", "says"), [("en", "rated game"), ("fr", "partie classée")])
async def test_an_open_table_shows_that_it_is_rated(tmp_path: Path, lang: str, says: str) -> None:
    async with a_site(tmp_path) as app:
        host = Person(app)
        id = await host.new_table(GAME, "friends", rated="1", public="1", name="Ada")
        page = await host.open(id)
        assert says in (await Person(app, lang).get("/strangers")).text
        await page.close()
