"""Strangers meet: in the list of open tables, by a quick game, in a bot's seat."""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
from pathlib import Path
from typing import Any

import pytest
from web.api.programs import Program
from web.db.stores import downgrade_postgres, downgrade_sqlite
from web.secrecy import ID, check_same_for_viewer, seated
from web.strangers.meeting import GAME, listed_tables, quick_game, table_of
from web.support import Person, RandomPlayers, a_site, site_of

import matou
from labs.bench.postgres import Postgres
from matou.core.observation import Observation
from matou.play.host import Choice
from matou.web.db.database import one
from matou.web.strangers import matching, open_tables

pytestmark = pytest.mark.usefixtures("uncached_open_tables")


async def test_two_players_meet_by_quick_game_and_the_bot_gives_up_its_seat_between_moves(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, basile, late = Person(app), Person(app, "fr"), Person(app)
        first = await quick_game(ada, name="Ada")
        id, _, reply = first.partition("#")
        assert reply == "new-with-cat"
        table = table_of(app, id)
        own = next(i for i, s in enumerate(table.seats) if s.kind == "person")
        other = 1 - own
        page = await ada.open(id)
        assert page.view["open"]
        assert page.view["players"][other]["held"]
        # The bot plays.
        rng = random.Random(3)
        begun = table.number
        while table.number < begun + 4:
            await asyncio.sleep(0)
            await page.settle()
            if page.view["legal"] and page.view["at"] == table.number:
                await page.act(rng)
        assert table.seats[other].kind == "bot"
        # Basile joins the same table, in the bot's seat.
        assert await quick_game(basile, name="Basile") == f"{id}#sat-for-cat"
        joined = await page.next("joined")
        assert joined == {"t": "joined", "seat": other, "cat": True}
        assert page.view["players"][other]["name"] == "Basile"
        seat = table.seats[other]
        assert (seat.kind, seat.level, seat.name) == ("person", 0, "Basile")
        # The two of them finish the game.
        second = await basile.open(id)
        pages = {own: page, other: second}
        while not table.state.over:
            await asyncio.sleep(0)
            mover = pages.get(table.state.actor)
            if mover is None:
                continue
            await mover.settle()
            if mover.view["legal"]:
                await mover.act(rng)
        # A third person finds nobody waiting.
        assert (await quick_game(late)).partition("#")[0] != id


class SlowBots(RandomPlayers):
    """Bots that think until `enough` is set."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked, self.enough = asyncio.Event(), asyncio.Event()

    async def answer(
        self, view: Observation, level: int, *, hint: bool = False, **more: Any
    ) -> Choice:
        self.asked.set()
        await self.enough.wait()
        return await super().answer(view, level, hint=hint, **more)


async def test_a_move_that_a_bot_was_thinking_about_is_not_played_for_the_new_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "randrange", lambda _: 1)  # the bot begins

    cat = SlowBots()
    async with a_site(tmp_path, players=cat) as app:
        ada, bo = Person(app), Person(app)
        id = (await quick_game(ada)).partition("#")[0]
        await asyncio.wait_for(cat.asked.wait(), 10)
        table = table_of(app, id)
        number, actor = table.number, table.state.actor
        assert (await quick_game(bo)).partition("#")[0] == id
        page = await bo.open(id)
        cat.enough.set()
        while table.bots.is_busy:
            await asyncio.sleep(0)
        assert (table.number, table.state.actor) == (number, actor)
        assert page.view["legal"]
        assert (await page.act(random.Random(1)))["t"] == "ok"
        assert table.state.history[-1].actor in (actor, matou.CHANCE)


async def test_quick_games_do_not_join_advanced_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "EARLY", 1)

    async with a_site(tmp_path) as app:
        ada, bo = Person(app), Person(app)
        id = (await quick_game(ada)).partition("#")[0]
        table, rng = table_of(app, id), random.Random(2)
        while table.number < 20:
            await asyncio.sleep(0)
            seat = table.state.actor
            if seat >= 0 and table.seats[seat].kind == "person":
                await table.act(seat, table.state.sample(rng), table.number)
        other = (await quick_game(bo)).partition("#")[0]
        assert other != id
        # From the list it can still be joined.
        assert await listed_tables(Person(app)) == [other, id]
        assert (await bo.post(f"/strangers/join/{id}")).status_code == 303
        # A person who already waits at a public table is sent back to it.
        own = await ada.new_table(GAME, "friends", public="1")
        assert await quick_game(ada) == f"{own}#waiting"


async def test_public_tables_are_listed_and_joined_with_a_click_and_private_ones_are_not(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        host, guest, third = Person(app), Person(app, "fr"), Person(app)
        private = await host.new_table(GAME, "friends", name="Ada")
        public = await host.new_table(
            "clocktowers", "friends", name="Ada", public="1", seats="3", clock="days", days="2"
        )
        page = await host.open(public)
        assert await listed_tables(guest) == [public]
        shown = (await guest.get("/strangers/open")).text
        assert "2 jours par tour" in shown
        assert "2 places libres sur 3" in shown
        assert "Ada" in shown
        # A page that has the current list gets an empty answer.
        stamp = re.search(r'data-stamp="(\w+)"', shown)
        assert stamp is not None
        again = await guest.get(f"/strangers/open?seen={stamp[1]}")
        assert (again.status_code, again.text) == (204, "")
        # A private table cannot be joined by its id.
        for way in (private, "nothing"):
            assert (await guest.post(f"/strangers/join/{way}")).status_code == 404
        assert [s.kind for s in table_of(app, private).seats] == ["person", "open"]
        for n, person in enumerate((guest, third)):
            answer = await person.post(f"/strangers/join/{public}")
            assert answer.headers["location"] == f"/t/{public}"
            assert (await page.next("joined"))["cat"] is False
            assert await listed_tables(Person(app)) == ([public] if n == 0 else [])
        # The table is full: latecomers get a polite answer, and players get back to it.
        answer = await Person(app).post(f"/strangers/join/{public}")
        assert answer.status_code == 409
        assert "This table is full" in answer.text
        answer = await guest.post(f"/strangers/join/{public}")
        assert answer.headers["location"] == f"/t/{public}"  # no seat is open
        assert len({s.owner for s in table_of(app, public).seats}) == 3
        assert len({s.colour for s in table_of(app, public).seats}) == 3


async def test_a_double_click_takes_one_seat(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        host, twice = Person(app), Person(app)
        await twice.post("/strength", want="0")  # gets a cookie
        id = await host.new_table(GAME, "friends", seats="4", public="1")
        await host.open(id)
        clicks = [twice.post(f"/strangers/join/{id}", name="Basile") for _ in range(3)]
        assert [answer.status_code for answer in await asyncio.gather(*clicks)] == [303] * 3
        kinds = [seat.kind for seat in table_of(app, id).seats]
        assert kinds.count("open") == 2


async def test_a_table_whose_players_have_left_is_not_listed(
    tmp_path: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "LAPSE", 0.0)

    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        await host.new_table(GAME, "friends", public="1")
        days = await host.new_table(GAME, "friends", public="1", clock="days")
        assert await listed_tables(guest) == [days]


async def test_two_players_who_come_to_two_servers_at_once_meet(
    tmp_path: Path, postgres: Postgres
) -> None:
    store = postgres.new_database(f"strangers{secrets.token_hex(6)}")

    async with (
        a_site(tmp_path / "one", store=store) as one,
        a_site(tmp_path / "two", store=store) as two,
    ):
        people = [Person(app) for app in (one, two)]
        met = await asyncio.gather(*(quick_game(person, name="Ada") for person in people))
        ids = {id.partition("#")[0] for id in met}
        assert len(ids) == 1
        (id,) = ids
        # A page at the other server shows both players.
        page = await people[0].open(id)
        while (
            page.view["players"][0]["kind"] != "person"
            or page.view["players"][1]["kind"] != "person"
        ):
            await page.next("view")
        # Each server lists the tables of the other.
        public = await Person(one).new_table(GAME, "friends", public="1")
        assert await listed_tables(Person(two)) == [public]
        watching = await Person(one).open(public)
        assert (await Person(two).post(f"/strangers/join/{public}")).status_code == 303
        assert (await watching.next("joined"))["seat"] == 1


async def test_hostile_forms_are_answered_politely(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        person = Person(app)
        for fields in ({"game": "chess"}, {"clock": "hours"}, {"game": "x" * 3000}):
            answer = await person.post("/strangers/quick", **fields)
            assert answer.status_code == 400
            assert "that game or that clock" in answer.text
        assert (await person.http.post("/strangers/quick")).status_code == 403  # no origin
        for path in ("/strangers/join/%00", "/strangers/join/" + "x" * 500):
            assert (await person.post(path)).status_code == 404
        assert (await person.get("/strangers/open?seen=" + "x" * 500)).status_code == 200
        for bear in ("", "\x00", "x" * 64, "a" * 3000):
            assert (await person.post("/strangers/meet", bear=bear)).status_code == 400
        table = await quick_game(person, name="\u202e<i>" + "Z" * 99)
        assert "<i>" not in (await person.get("/strangers/open")).text
        assert len(table_of(app, table).seats) == 2


async def test_an_upgraded_store_lets_strangers_meet_and_its_games_continue(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        id = await host.new_table(GAME, "friends")
        await guest.post(f"/t/{id}/join/{table_of(app, id).seats[1].invite}")
        first, second = await host.open(id), await guest.open(id)
        await first.ask({"chat": "before"})
        pages = first, second
        await pages[table_of(app, id).state.actor].act(random.Random(1))
        number = table_of(app, id).number
        cookies = [dict(person.http.cookies) for person in (host, guest)]
    if address:
        await downgrade_postgres(address, 3)
    else:
        downgrade_sqlite(tmp_path / "tables.db", 6)
    async with a_site(tmp_path, store=address) as app:
        host, guest = Person(app), Person(app)
        for person, stored in zip((host, guest), cookies, strict=True):
            person.http.cookies.update(stored)
        first, second = await host.open(id), await guest.open(id)
        table = table_of(app, id)
        assert table.number == number
        assert (await (first, second)[table.state.actor].act(random.Random(1)))["t"] == "ok"
        assert [line[2] for line in first.view["chat"]] == ["before"]
        assert await listed_tables(host) == []  # private tables stay private
        # Strangers can meet now.
        met = (await quick_game(Person(app))).partition("#")[0]
        assert await listed_tables(host) == [met]
        assert (await host.post(f"/strangers/join/{met}")).status_code == 303


async def what_the_list_shows(
    tmp: Path,
    game: str,
    events: list[int],
    viewer: int | None,
    visible_action: int | None,
    tokens: list[str],
) -> list[bytes]:
    """Returns everything that the list shows of a game in play, on pages and by the API."""
    async with a_site(tmp) as app:
        people = [Person(app), Person(app)]
        for person, token in zip(people, tokens, strict=True):
            person.http.cookies.set("matou", token)
        await seated(app, game, events, people)
        store = site_of(app).store
        public = json.dumps({"public": True, "host": "", "watch": False})
        warm = "UPDATE seats SET kind = 'bot', level = 2, owner = '', invite = 'x'"
        await store.db.write(
            one("UPDATE tables SET settings = $1 WHERE id = $2", public, ID),
            one(f"{warm} WHERE tbl = $1 AND seat = 1", ID),
        )
        await store.offers.put([ID], 60.0)
        looker = people[viewer] if viewer is not None else Person(app)
        program = Program(app)
        reply = [(await looker.get(path)).content for path in ("/strangers", "/strangers/open")]
        reply.append((await program.ask("GET", "/api/open")).content)
        assert all(ID.encode() in part for part in reply)
        return reply


@pytest.mark.parametrize("game", matou.available())
async def test_hidden_information_does_not_change_the_list(game: str, tmp_path: Path) -> None:
    await check_same_for_viewer(what_the_list_shows, game, None, tmp_path, enough=2, least=1)


async def test_all_visitors_share_one_read_of_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_tables, "FRESH", 1000.0)

    async with a_site(tmp_path) as app:
        table = await Person(app).new_table(GAME, "friends", public="1")
        store, read = site_of(app).store, 0
        offered = store.offers.newest

        async def counted(most: int) -> Any:
            nonlocal read
            read += 1
            return await offered(most)

        monkeypatch.setattr(store.offers, "newest", counted)
        people = [Person(app, lang) for lang in ("en", "fr") * 10]
        for _ in range(2):
            assert await asyncio.gather(*map(listed_tables, people)) == [[table]] * 20
        assert read == 1


async def test_a_bots_seat_in_a_rated_game_cannot_be_taken(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        host, guest = Person(app), Person(app)
        id = await host.new_table(GAME, "friends", public="1", rated="1", hints="")
        assert await listed_tables(guest) == [id]  # an empty seat can be taken
        page = await host.open(id)
        assert (await page.ask({"bot": 1, "level": 2}))["t"] == "ok"
        assert not page.view["players"][1]["held"]
        assert await listed_tables(guest) == []
        assert (await guest.post(f"/strangers/join/{id}")).status_code == 409
        assert table_of(app, id).seats[1].kind == "bot"
