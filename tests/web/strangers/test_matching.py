"""Strangers of similar strength meet, and their game is rated if both want that."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from starlette.applications import Starlette
from web.strangers.meeting import GAME, listed_tables, quick_game, table_of
from web.support import Person, a_site, owner_of, site_of

from matou.play.table import Table
from matou.rating import MIDDLE, MU, STEP, Rating
from matou.web.strangers import matching

pytestmark = pytest.mark.usefixtures("uncached_open_tables")
SLOWLY = 1000  # the accepted distance grows this much more slowly, so that real time is nothing


@pytest.fixture(autouse=True)
def _widen_slowly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matching, "WIDER", matching.WIDER / SLOWLY)


async def rated_person(app: Starlette, points: int | None, lang: str = "en") -> Person:
    """Returns a person who wants a rating, and has one unless ``points`` is None."""
    person = Person(app, lang)
    assert (await person.post("/strength", want="1")).status_code == 303
    store = site_of(app).store
    if points is not None:
        values = owner_of(app, person), GAME, MU + (points - MIDDLE) / STEP, 2.0
        insert = "INSERT INTO ratings (owner, game, mu, sigma, games) VALUES ($1, $2, $3, $4, 9)"
        await store.db.execute(insert, *values)
    return person


async def pass_waiting_time(app: Starlette, seconds: float) -> None:
    """Makes everybody wait for so long, in the slower time of this file."""
    store = site_of(app).store
    await store.db.execute("UPDATE offers SET since = since - $1", seconds * SLOWLY)


def people_at(table: Table) -> set[str]:
    return {seat.name for seat in table.seats if seat.kind == "person"}


async def test_the_nearest_in_strength_is_met_first_and_distant_players_after_a_while(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        for name, points in (("Weak", 1100), ("Near", 1560), ("Strong", 1990)):
            person = await rated_person(app, points)
            assert (await quick_game(person, name=name)).endswith("#new-with-cat")
        # They were too far from each other. The next person joins the nearest…
        ada = await rated_person(app, 1500)
        id, _, reply = (await quick_game(ada, name="Ada")).partition("#")
        assert reply == "counts"
        assert people_at(table_of(app, id)) == {"Ada", "Near"}
        # …and never one who is too far, unless they have waited for long.
        bo = await rated_person(app, 1500)
        assert (await quick_game(bo, name="Bo")).endswith("#new-with-cat")
        cleo = await rated_person(app, 1300)
        await pass_waiting_time(app, 10)
        id = (await quick_game(cleo, name="Cleo")).partition("#")[0]
        assert people_at(table_of(app, id)) == {"Cleo", "Weak"}
        # A person without a rating meets the one who has waited longest.
        id, _, reply = (await quick_game(Person(app), name="New")).partition("#")
        assert reply == "sat-for-cat"
        assert people_at(table_of(app, id)) == {"New", "Strong"}


async def test_two_players_who_wait_with_bots_are_matched_after_a_while(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        strangers = site_of(app).open_tables
        people = [await rated_person(app, points) for points in (1200, 1700)]
        ids = [(await quick_game(p, name=n)) for p, n in zip(people, ("Ada", "Bo"), strict=True)]
        assert [id.partition("#")[2] for id in ids] == ["new-with-cat"] * 2
        ids = [id.partition("#")[0] for id in ids]
        pages = [await p.open(id) for p, id in zip(people, ids, strict=True)]
        await pass_waiting_time(app, 20)
        await strangers.bring_together()
        assert not table_of(app, ids[0]).row.rematch
        await pass_waiting_time(app, 20)
        await strangers.bring_together()
        reply = [await page.next("rematch") for page in pages]
        assert reply[0] == reply[1]
        assert reply[0]["now"]
        table = table_of(app, reply[0]["table"])
        assert people_at(table) == {"Ada", "Bo"}
        assert table.is_rated
        # Bots play on at the old tables, and nobody can join them.
        assert await listed_tables(Person(app)) == []
        for id in ids:
            assert {seat.owner for seat in table_of(app, id).seats} == {""}
        # A person never meets themselves.
        again = await rated_person(app, 1200)
        await quick_game(again, name="Cleo")
        await again.new_table(GAME, "friends", public="1")
        await pass_waiting_time(app, 1000)
        assert matching.pairs(await strangers.read()) == []


@pytest.mark.parametrize("wants", [True, False])
async def test_a_quick_game_is_rated_if_both_want_it(
    tmp_path: Path, address: str, wants: bool
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada = await rated_person(app, None)
        first = (await quick_game(ada, name="Ada")).partition("#")[0]
        page = await ada.open(first)
        assert page.view["rematch"] == ""
        bo = await rated_person(app, None, "fr") if wants else Person(app, "fr")
        # The list shows what will happen, and the table agrees.
        shown = (await bo.get("/strangers")).text
        assert "Ada (1500 ± 333)" in shown
        assert ("partie classée" in shown) == wants
        id, _, reply = (await quick_game(bo, name="Bo")).partition("#")
        table = table_of(app, id)
        assert all(seat.rated_at > 0 for seat in table.seats) == wants
        if not wants:
            assert (id, reply) == (first, "sat-for-cat")
            return
        assert reply == "counts"
        assert await page.next("rematch") == {"t": "rematch", "table": id, "now": True}
        assert table.strengths == [str(Rating())] * 2
        assert not table.row.settings["hints"]
        assert {seat.owner for seat in table.seats} == {owner_of(app, ada), owner_of(app, bo)}
        # A player who returns to the old table is sent to the new one, and no game is lost.
        assert (await ada.open(first)).view["rematch"] == id
        assert await site_of(app).store.ratings.ladder(owner_of(app, ada), GAME) == {}


async def test_if_two_players_join_the_same_one_only_one_of_them_gets_the_new_table(
    tmp_path: Path, address: str
) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada, bo, cleo = [await rated_person(app, None) for _ in range(3)]
        id = (await quick_game(ada, name="Ada")).partition("#")[0]
        # Both click twice. One of them gets to the new table, with both clicks.
        answers = await asyncio.gather(
            *(person.post(f"/strangers/join/{id}", name="X") for person in (bo, bo, cleo, cleo))
        )
        assert sorted(a.status_code for a in answers) == [303, 303, 409, 409]
        again = f"/t/{table_of(app, id).row.rematch}#counts"
        assert {a.headers.get("location") for a in answers} == {again, None}
        assert len(people_at(table_of(app, table_of(app, id).row.rematch))) == 2
