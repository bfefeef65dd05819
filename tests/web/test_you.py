"""A name that lasts: kept by a passkey or a code, on several devices, left and come back to."""

from __future__ import annotations

import asyncio
import contextlib
import html
import io
import json
import re
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from web.authenticator import Authenticator
from web.finished import a_finished_table, owner_of
from web.programs import Program
from web.support import Person, a_site, parts_of, sqlite_of, two_players
from web.unknown import ID, has_secrets, seated, told_alike

import matou
from matou.bench.postgres import Postgres
from matou.play import views
from matou.play.keeping import Kept, StoreFailed
from matou.play.log import Line, Told
from matou.play.seats import Seat, names_of
from matou.web import text
from matou.web.http import devices
from matou.web.store.results import Search
from matou.web.tables.recording import results_of
from matou.web.you import arrivals

ORIGIN = "https://site.test"


class Browser(Person):
    """A person's browser, at an address where passkeys work, with passkeys of its own."""

    def __init__(self, app: Starlette, lang: str = "en") -> None:
        super().__init__(app, lang)
        self.http.base_url = httpx.URL(ORIGIN)
        self.passkeys = Authenticator("site.test", ORIGIN)

    async def post(self, path: str, **fields: Any) -> httpx.Response:
        return await self.http.post(path, data=fields, headers={"origin": ORIGIN})

    async def make_passkey(self, name: str = "Ada", **more: Any) -> httpx.Response:
        asked = (await self.post("/you/passkey/options", name=name)).json()
        return await self.post("/you/passkey", credential=self.passkeys.make(asked, **more))

    async def use_passkey(self, passkeys: Authenticator, **how: Any) -> httpx.Response:
        asked = (await self.post("/you/in/options")).json()
        fields = {} if how.pop("alone", False) else {"along": "1"}
        used = passkeys.use(asked, **how)
        return await self.post("/you/in/passkey", credential=used, **fields)

    async def page(self, path: str = "/you") -> str:
        answer = await self.http.get(path, follow_redirects=True)
        assert answer.status_code == 200, path
        return html.unescape(answer.text)

    async def a_code(self) -> str:
        answer = await self.post("/you/code", name="Ada")
        assert answer.status_code == 200
        found = re.search(r'id="code">([0-9A-Z-]{24})<', answer.text)
        assert found is not None
        return found[1]


def whose(app: Starlette, person: Person) -> str:
    """Who a browser is, as the site knows it after its last request."""
    return owner_of(app, person)


def tell(story: Any) -> None:
    asyncio.run(story())


def test_a_name_is_kept_by_a_passkey_and_come_back_to_from_another_browser(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, store = Browser(app), parts_of(app).store
            table = await ada.new_table("catymini", name="Ada")
            page = await ada.open(table)
            before = whose(app, ada)
            assert (await ada.make_passkey()).json() == {"code": "/you/code"}
            after = whose(app, ada)
            assert after != before, "the old cookie opens nothing any more"
            assert not any((await store.rows_of(before)).values())
            # The page that was open comes back by itself, and sits where it sat.
            await page.next("closed")
            assert page.closed == 1013
            assert (await ada.open(table)).view["seat"] == 0
            shown = await ada.page()
            assert "Your name is kept since" in shown
            assert "Ada" in shown
            # Another browser, with games of its own.
            other = Browser(app)
            mine = await other.new_table("clocktowers", name="Ada too")
            await other.open(mine)
            assert "own games along: 1" in await other.page("/you/in")
            told = (await other.use_passkey(ada.passkeys)).json()
            assert told == {"go": "/you?told=in&n=1"}
            assert "now with your games (1)" in await other.page(told["go"])
            assert whose(app, other) == after
            assert {kept.id for kept in await store.in_play_of(after, 9)} == {table, mine}
            assert (await ada.open(mine)).view["seat"] == 0, "and so for the first"
            assert len(await store.devices_of(after)) == 2

    tell(story)


def test_passkeys_are_refused_in_words(tmp_path: Path) -> None:
    """Wrong origin, wrong site, a copy that counts behind, used twice, removed, made up."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, other = Browser(app), Browser(app)
            await ada.make_passkey()
            for how in (
                {"origin": "https://evil.test"},
                {"rp_id": "evil.test"},
                {"challenge": "AAAA"},
                {"signature": b"no"},
                {"id": "bm9ib2R5"},
            ):
                answer = await other.use_passkey(ada.passkeys, **how)
                assert answer.status_code == 400, how
                assert answer.json()["wrong"], how
                assert not (await other.http.get("/you")).text.count("kept since")
            assert (await other.use_passkey(ada.passkeys)).status_code == 200
            # A copy of the authenticator that has counted less.
            ada.passkeys.count -= 1
            answer = await Browser(app).use_passkey(ada.passkeys)
            assert "as if it existed twice" in answer.json()["wrong"]
            ada.passkeys.count += 5
            # An answer is good once.
            third = Browser(app)
            asked = (await third.post("/you/in/options")).json()
            sent = ada.passkeys.use(asked)
            assert (await third.post("/you/in/passkey", credential=sent)).status_code == 200
            again = await Browser(app).post("/you/in/passkey", credential=sent)
            assert "took too long" in again.json()["wrong"]
            french = Browser(app, "fr")
            for sent in ("", "null", "[]", "{", '{"response":{"clientDataJSON":"e30"}}', "é" * 50):
                answer = await french.post("/you/in/passkey", credential=sent)
                assert answer.status_code == 400
                assert "clé" in answer.json()["wrong"]
                assert (await french.post("/you/passkey", credential=sent)).status_code == 400
            # Forms of other sites do nothing.
            for path in ("/you/in/options", "/you/passkey", "/you/code", "/you/out", "/you/join"):
                answer = await ada.http.post(path, headers={"origin": "https://evil.test"})
                assert answer.status_code == 403, path

    tell(story)


def test_several_passkeys_are_listed_named_and_removed_but_for_the_last_way_in(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, store = Browser(app), parts_of(app).store
            await ada.make_passkey()
            owner = whose(app, ada)
            (first,) = await store.passkeys_of(owner)
            refused = await ada.post("/you/passkey/remove", id=first.id)
            assert "only way back in" in await ada.page(refused.headers["location"])
            spare = ada.passkeys = Authenticator("site.test", ORIGIN)
            assert (await ada.make_passkey()).json() == {"go": "/you?told=passkey"}
            second = (await store.passkeys_of(owner))[1]
            await ada.post("/you/passkey/name", id=second.id, name="Key ring")
            assert "Key ring" in await ada.page()
            removed = await ada.post("/you/passkey/remove", id=first.id)
            assert "opens nothing here any more" in await ada.page(removed.headers["location"])
            assert [key.id for key in await store.passkeys_of(owner)] == [second.id]
            assert (await Browser(app).use_passkey(spare)).status_code == 200
            # The same passkey is not taken twice, nor another's removed.
            bo = Browser(app)
            asked = (await bo.post("/you/passkey/options", name="Bo")).json()
            sent = spare.make(asked, id=second.id)
            assert (
                "known already" in (await bo.post("/you/passkey", credential=sent)).json()["wrong"]
            )
            await bo.make_passkey("Bo")
            await bo.post("/you/passkey/remove", id=second.id)
            assert len(await store.passkeys_of(owner)) == 1
            # Somebody who became another meanwhile does not add to whom they were.
            asked = (await bo.post("/you/passkey/options")).json()
            await bo.post("/you/out", which="here")
            answer = await bo.post("/you/passkey", credential=bo.passkeys.make(asked, id="new"))
            assert answer.status_code == 400

    tell(story)


def test_a_zero_letter_in_a_form_is_nobodys_trouble(tmp_path: Path, address: str) -> None:
    async def story() -> None:
        async with a_site(tmp_path, store=address) as app:
            ada = Browser(app)
            await ada.a_code()
            for path in ("/you/passkey/name", "/you/passkey/remove", "/you/out"):
                answer = await ada.post(path, id="\0", name="phone", which="\0")
                assert answer.status_code == 303, path
            assert parts_of(app).store.ill == ""

    tell(story)


def test_a_printed_code_opens_once_and_a_newer_one_replaces_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, store = Person(app), parts_of(app).store
            browser = Browser(app)
            code = await browser.a_code()
            owner = whose(app, browser)
            kept = sqlite_text(tmp_path)
            assert code not in kept
            assert code.replace("-", "") not in kept
            newer = await browser.a_code()
            assert newer != code
            assert whose(app, browser) == owner
            lost = Browser(app)
            for wrong in (code, "", "x", "\x00" * 24, newer[:-1], "É" * 24):
                answer = await lost.post("/you/in/code", code=wrong)
                assert answer.status_code == 422
                assert "No name has that code" in answer.text
            typed = newer.lower().replace("0", "o").replace("1", "l").replace("-", " ")
            answer = await lost.post("/you/in/code", code=typed)
            assert answer.status_code == 303
            assert "print a new code" in await lost.page(answer.headers["location"])
            assert whose(app, lost) == owner
            assert (await Browser(app).post("/you/in/code", code=newer)).status_code == 422
            assert not (await store.kept_name(owner)).has_code  # type: ignore[union-attr]
            # Guessing is slowed down.
            statuses = [
                (await lost.post("/you/in/code", code="0" * 20)).status_code for _ in range(9)
            ]
            assert statuses[-1] == 429
            # Where browsers know no passkeys (no https), a code keeps the name.
            answer = await ada.http.get("/you")
            assert "https" in answer.text
            assert "data-passkey" not in answer.text

    tell(story)


def sqlite_text(data: Path) -> str:
    files = (data / "tables.db", data / "tables.db-wal")
    return "".join(file.read_bytes().decode("latin-1") for file in files if file.exists())


def test_signing_out_here_there_and_everywhere(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, phone, laptop = Browser(app), Browser(app), Browser(app)
            await ada.make_passkey()
            for device in (phone, laptop):
                await device.use_passkey(ada.passkeys)
            owner = whose(app, ada)
            table = await phone.new_table("catymini", watch="")
            page = await phone.open(table)
            stolen = phone.http.cookies["matou"]
            here = parts_of(app).visitors.people.device(stolen)
            # Another's device cannot be signed out.
            bo = Browser(app)
            await bo.make_passkey("Bo")
            await bo.post("/you/out", which=here)
            assert "Ada" in await phone.page()
            # One of one's own can, and what is open there ends.
            answer = await ada.post("/you/out", which=here)
            assert "signed out" in await ada.page(answer.headers["location"])
            await page.next("closed")
            assert page.closed == 1013
            assert (await phone.http.get(f"/t/{table}")).status_code == 403
            assert phone.http.cookies["matou"] == stolen
            # A stolen cookie is nobody's: it begins anew as any other.
            await phone.new_table("catymini")
            assert phone.http.cookies["matou"] != stolen
            assert whose(app, phone) != owner
            # Everywhere.
            phone.http.cookies.clear()
            await phone.use_passkey(ada.passkeys)
            assert (await laptop.post("/you/out", which="all")).headers["location"] == "/"
            for device in (ada, phone, laptop):
                assert "kept since" not in await device.page()
            assert await parts_of(app).store.devices_of(owner) == []
            assert (await ada.use_passkey(ada.passkeys)).status_code == 200, "passkeys stay"
            # Whoever signs in where another is signed in takes nothing of theirs.
            await bo.use_passkey(ada.passkeys)
            assert whose(app, bo) == owner
            assert "kept since" in await bo.page()

    tell(story)


def test_on_somebody_elses_device_their_games_wait_until_one_signs_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, friend = Browser(app), Browser(app)
            await ada.make_passkey()
            theirs = await friend.new_table("catymini", name="Bo")
            before = whose(app, friend)
            answer = await friend.use_passkey(ada.passkeys, alone=True)
            assert answer.json() == {"go": "/you?told=in&n=0"}
            assert whose(app, friend) == whose(app, ada)
            assert theirs not in await ada.page("/you/games")
            await friend.post("/you/out", which="here")
            assert whose(app, friend) == before
            assert theirs in await friend.page("/you/games")
            # The same by a code, and when the person is deleted from there.
            code = await ada.a_code()
            await friend.post("/you/in/code", code=code)
            assert theirs not in await friend.page("/you/games")
            await friend.post("/you/delete", word="delete")
            assert theirs in await friend.page("/you/games")

    tell(story)


def test_a_device_is_not_who_a_browser_was_before(tmp_path: Path) -> None:
    """A cookie that only a forger puts there: signing out is carried out all the same."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, eve = Browser(app), Browser(app)
            await ada.a_code()
            await eve.a_code()
            eve.http.cookies.set("before", ada.http.cookies["matou"], domain="site.test")
            parts_of(app).visitors.people._devices.pop(
                parts_of(app).visitors.people.device(ada.http.cookies["matou"])
            )
            assert (await eve.post("/you/out")).status_code == 303
            assert "matou" not in eve.http.cookies

    tell(story)


def test_another_device_joins_by_a_link_that_is_confirmed_on_the_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, phone, thief = Browser(app), Browser(app), Browser(app)
            assert (await ada.post("/you/join")).headers["location"] == "/you"
            await ada.a_code()
            owner = whose(app, ada)

            async def a_link() -> str:
                await ada.post("/you/join")
                found = re.search(r'class="link">([^<]+)<', await ada.page("/you/join"))
                assert found is not None
                assert (await ada.get("/you/join/qr.svg")).headers[
                    "content-type"
                ] == "image/svg+xml"
                return found[1].removeprefix(ORIGIN)

            link = await a_link()
            mine = await phone.new_table("catymini")
            assert "Join Ada on this device?" in await phone.page(link)
            assert "own games along: 1" in await phone.page(link)
            await phone.post(link, along="1")
            number = re.search(r'class="number">(\d+)<', await phone.page(link))
            assert number is not None
            assert number[1] in await ada.page("/you/join")
            assert (await ada.get("/you/join/state")).json() == {"state": "asked"}
            # Whoever has the link too gets nowhere, before and after.
            assert (await thief.get(link)).status_code == 410
            assert (await thief.post(link)).status_code == 410
            assert (await phone.get(link)).status_code == 200, "nothing happens by itself"
            assert whose(app, phone) != owner
            await ada.post("/you/join/answer", answer="yes", number=number[1])
            assert (await thief.get(link)).status_code == 410
            assert (await phone.get(f"{link}/state")).json() == {"state": "yes"}
            answer = await phone.get(link)
            assert answer.headers["location"] == "/you?told=in&n=1"
            assert whose(app, phone) == owner
            assert [t.id for t in await parts_of(app).store.in_play_of(owner, 9)] == [mine]
            assert "has joined" in await ada.page("/you/join")
            assert (await thief.get(link)).status_code == 410, "once"
            # Refused, mistaken, or made anew: the older link is good no longer.
            link = await a_link()
            await thief.post(link)
            await ada.post("/you/join/answer", answer="no")
            assert (await thief.get(link)).status_code == 410
            link = await a_link()
            await thief.post(link)
            await ada.post("/you/join/answer", answer="yes", number="1")
            assert (await thief.get(link)).status_code == 410
            link, newer = await a_link(), await a_link()
            assert (await thief.get(link)).status_code == 410
            assert (await thief.get(newer)).status_code == 200
            assert (await ada.get("/you/join/nothing")).status_code == 410
            assert (await thief.get("/you/join/qr.svg")).status_code == 404

    tell(story)


def test_floods_of_challenges_are_slowed_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrivals, "BURST", 5)

    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada = Browser(app)
            answers = [await ada.post("/you/in/options") for _ in range(7)]
            assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2
            assert answers[-1].json()["wrong"]
            assert (await ada.post("/you/code")).status_code == 429

    tell(story)


def test_a_device_whose_store_is_away_is_not_taken_for_somebody_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada = Browser(app)
            await ada.make_passkey()
            cookie = ada.http.cookies["matou"]
            people, store = parts_of(app).visitors.people, parts_of(app).store

            async def fails(device: str) -> str:
                raise StoreFailed(device)

            monkeypatch.setattr(store, "owner_of_device", fails)
            people._devices.clear()
            parts_of(app).devices._asked.clear()
            for path in ("/", "/you"):
                answer = await ada.get(path)
                assert answer.status_code == 503
            assert (await ada.post("/g/catymini/play", mode="bot")).status_code == 503
            assert ada.http.cookies["matou"] == cookie

    tell(story)


def kept(id: str, owner: str, **more: Any) -> Kept:
    seats = more.pop("seats", [Seat("person", 0, owner, "Ada"), Seat("bot", 3, colour=1)])
    fields = {"settings": {"watch": False, "host": owner}, "over": True, "turn": -2, **more}
    options = {"toys": "six"}
    return Kept(id, "catymini", 1, options, seats, "5" * 64, "c0de", **fields)


def test_your_games_and_figures_with_a_search_and_pages(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, bo, store = Browser(app), Browser(app, "fr"), parts_of(app).store
            assert "No finished game yet" in await ada.page("/you/games")
            assert "No game has counted yet" in await ada.page("/you/figures")
            waiting = await ada.new_table("clocktowers", "friends", name="Ada")
            mine = await ada.new_table("catymini", name="Ada", clock="days", days="3")
            owner = whose(app, ada)
            for i in range(25):
                seats = [Seat("person", 0, owner, "Ada"), Seat("bot", 1 + i % 5, colour=1)]
                if i == 7:
                    seats[1] = Seat("person", 0, "zoé", "Zoé_%", 1)
                table = kept(f"game{i}", owner, seats=seats, touched=1000.0 + i, created=940.0 + i)
                await store.create(table)
                await store.record(table.id, results_of(table, [i % 2]))
            shown = await ada.page("/you/games")
            assert shown.index(mine) < shown.index(waiting), "where it is one's turn comes first"
            assert re.search(r'class="left">[23] d', shown)
            assert [f"game{i}" in shown for i in (24, 5, 4)] == [True, True, False]
            assert "25 games" in shown
            assert "Page 1 of 2" in shown
            assert "game4" in await ada.page("/you/games?page=2")
            for q, found in (("zo", 1), ("ZOÉ", 1), ("é_%25", 1), ("_", 1), ("ada", 0), ("x", 0)):
                page = await ada.page(f"/you/games?q={q}")
                assert page.count('class="row over') == found, q
            cat = text.level_name(3).en
            assert (await ada.page(f"/you/games?q={cat[1:]}")).count('class="row over') == 4
            assert "25 games" in await ada.page("/you/games?game=catymini")
            assert mine not in await ada.page("/you/games?game=clocktowers")
            for odd in ("?page=0", "?page=999999999", "?page=-1", "?page=²", "?game=%00", "?q=%00"):
                assert (await ada.get(f"/you/games{odd}")).status_code == 200, odd
            figures = await ada.page("/you/figures")
            rows = re.findall(r'row">([^<]+)</th>' + r"<td>([^<]+)</td>" * 4, figures)
            assert rows[-2:] == [
                ("in all", "25", "13", "12", "60\xa0s"),
                ("plays first", "25", "13", "12", "60\xa0s"),
            ]
            assert ("people", "1", "0", "1", "60\xa0s") in rows
            assert sum(int(row[1]) for row in rows[:5]) == 24
            # Nobody else sees any of it, and a signed-in device sees the same.
            assert "game24" not in await bo.page("/you/games")
            await ada.make_passkey()
            await bo.use_passkey(ada.passkeys)
            shown = await bo.page("/you/games")
            assert "game24" in shown
            assert "25 parties" in shown

    tell(story)


def test_cats_and_people_are_found_by_any_of_their_names(tmp_path: Path) -> None:
    """A second cat of a level has a name of its own; accents and capitals are no matter."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, store = Browser(app, "fr"), parts_of(app).store
            going = await ada.new_table("catymini", seats="3", level="3", name="Ada")
            owner = whose(app, ada)
            me, cat = Seat("person", 0, owner, "Ada"), Seat("bot", 3)
            for id, others in (("two", [cat]), ("three", [cat, cat]), ("met", [])):
                seats = [me, *others] if others else [me, Seat("person", 0, "zoé", "Zoé Œuf", 1)]
                table = kept(id, owner, seats=seats, touched=1000.0)
                await store.create(table)
                await store.record(id, results_of(table, [0]))
            first = text.level_name(3)
            for q, over, plays in (
                *(("Nuage", ["three"], True), ("nuag", ["three"], True), ("Plume", [], False)),
                *((first.en, ["two", "three"], True), (first.fr.upper(), ["two", "three"], True)),
                *(("zoe", ["met"], False), ("ZOÉ", ["met"], False), ("oeuf", ["met"], False)),
            ):
                page = await ada.page(f"/you/games?q={q}")
                shown = [id for id in ("two", "three", "met") if f"/t/{id}" in page]
                assert (shown, going in page) == (over, plays), q

    tell(story)


# What ANALYZE says of a store with one game, and of one with many games of one person's.
FEW = [
    *(("tables", "tables_by_touched", "1 1 1"), ("tables", "sqlite_autoindex_tables_1", "1 1")),
    *(("seats", "seats", "2 2 1"), ("seats", "seats_by_owner", "1 1"), ("seats", None, "2")),
    ("results", "results_by_owner", "1 1 1 1 1 1 1 1 1 1 1"),
]
MANY = [
    ("tables", "tables_by_touched", "10000 10000 1"),
    ("tables", "sqlite_autoindex_tables_1", "10000 1"),
    *(("seats", "seats", "20000 2 1"), ("seats", "seats_by_owner", "10000 10000")),
    ("seats", "seats_in_play", "10000 10000"),
    ("results", "results_by_owner", "10000 10000 1 1 1 1 1 1 1 1 1"),
]


def test_ten_thousand_games_are_listed_by_their_index(tmp_path: Path) -> None:
    """No statement of the lists reads more than a person's own rows, or sorts their games."""

    async def story() -> None:
        async with a_site(tmp_path) as app:
            store = sqlite_of(app)
            asked: list[str] = []
            store._reader.set_trace_callback(asked.append)
            await store.tables_of("ada", 12)
            await store.in_play_of("ada", 50)
            await store.finished_of("ada", Search("catymini", "x", [(1, 0), (1, 1)]), 20, 40)
            await store.figures_of("ada")
            await store.count_games("ada")
            await store._tables_with("ada")
            await store.to_record(20)
            await store.to_count(20)
            store._reader.set_trace_callback(None)
            asked = [sql for sql in asked if sql.startswith("SELECT")]
            assert len(asked) >= 7
            # Whatever SQLite was once told of how much there is: nothing, little, another's.
            for stats in ((), FEW, MANY):
                with contextlib.closing(sqlite3.connect(store.path)) as db:
                    db.execute("ANALYZE")
                    db.execute("DELETE FROM sqlite_stat1")
                    db.executemany("INSERT INTO sqlite_stat1 VALUES (?, ?, ?)", stats)
                    db.commit()
                with contextlib.closing(sqlite3.connect(store.path)) as db:
                    for sql in asked:
                        plan = " ".join(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}"))
                        reads_all = r"SCAN (?!tables USING INDEX tables_to_|json)|tables_by_touched"
                        assert not re.search(reads_all, plan), f"{stats}\n{sql}\n{plan}"
                        if "ORDER BY ended DESC" in sql:
                            assert "results_by_owner" in plan

    tell(story)


def test_all_that_is_kept_is_downloaded_and_nothing_of_others_secrets(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, store = Browser(app), parts_of(app).store
            await ada.make_passkey()
            owner = whose(app, ada)
            state = await a_finished_table(app, "clocktowers", owner)
            first, second, table = await two_players(app, "appenzell")
            for page in (first, second):
                await page.settle()
            seats = parts_of(app).manager.tables[table].seats
            await store.move_owner(seats[0].owner, owner)
            answer = await ada.post("/you/export")
            assert answer.headers["content-type"] == "application/zip"
            with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
                assert packed.testzip() is None
                files = {name: packed.read(name).decode() for name in packed.namelist()}
            assert {*files} == {"about.json", "games/done.matou", f"games/{table}.txt"}
            assert matou.Record.loads(files["games/done.matou"]).replay().winners == state.winners
            about = json.loads(files["about.json"])
            assert [row["name"] for row in about["kept_names"]] == ["Ada"]
            assert len(about["passkeys"]) == len(about["devices"]) == 1
            assert {row["tbl"] for row in about["seats"]} == {"done", table}
            running = parts_of(app).manager.tables[table]
            secrets = [running.dealer.seed, owner, ada.http.cookies["matou"], seats[1].owner]
            assert not any(secret in said for secret in secrets for said in files.values())
            # What the seat reads at the table is what it says, no more.
            log = views.log_lines(running.lines, 0, names_of(running.seats, "en", 0), False, "en")
            assert files[f"games/{table}.txt"].split("\n")[1:] == [line[1] for line in log]
            statuses = [(await ada.post("/you/export")).status_code for _ in range(4)]
            assert statuses == [200, 200, 200, 429]
            nobody = await Browser(app).post("/you/export")
            assert nobody.status_code == 200

    tell(story)


def test_a_person_has_themselves_deleted_and_is_told_before_what_happens(tmp_path: Path) -> None:
    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, phone, store = Browser(app), Browser(app), parts_of(app).store
            first, second, table = await two_players(app, "catymini")
            await first.ask({"chat": "hello"})
            await second.ask({"chat": "hi"})
            await ada.make_passkey()
            await phone.use_passkey(ada.passkeys)
            alone = await ada.new_table("clocktowers", name="Ada")
            owner = whose(app, ada)
            await store.move_owner(parts_of(app).manager.tables[table].seats[0].owner, owner)
            told = await ada.page("/you/delete")
            assert all(what.en in told for what in text.DELETE_WHAT)
            refused = await ada.post("/you/delete", word="no")
            assert refused.status_code == 422
            assert "Nothing was deleted" in refused.text
            answer = await ada.post("/you/delete", word=" Delete ")
            assert "forgotten" in answer.text
            assert "matou" not in ada.http.cookies
            assert not any((await store.rows_of(owner)).values())
            assert (await ada.get(f"/t/{alone}")).status_code == 404
            assert "kept since" not in await phone.page()
            assert (await Browser(app).use_passkey(ada.passkeys)).status_code == 400
            # Whoever played with them plays on, against a cat, and reads their own lines alone.
            live = parts_of(app).manager.tables[table]
            while live.seats[0].kind != "bot":
                await asyncio.sleep(0.01)
            assert (live.seats[0].owner, live.seats[0].name) == ("", "")
            assert [line.said for line in live.chat] == ["hi"]
            loaded = await store.load(table)
            assert loaded is not None
            assert [line.said for line in loaded.chat] == ["hi"]
            assert owner not in json.dumps(loaded.kept.settings)
            # Who has no name that lasts can go, too; and whoever is nobody already.
            bo = Browser(app, "fr")
            await bo.new_table("catymini")
            before = whose(app, bo)
            answer = await bo.post("/you/delete", word="supprimer")
            assert "C’est oublié" in html.unescape(answer.text)
            assert not any((await store.rows_of(before)).values())
            assert (await bo.post("/you/delete", word="supprimer")).status_code == 200

    tell(story)


def test_two_servers_know_the_same_people(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A challenge of one is answered at the other; signed out at one is signed out at both."""
    monkeypatch.setattr(devices, "FRESH", 0.0)
    store = postgres.new_database("people")

    async def story() -> None:
        async with a_site(tmp_path, store=store) as here, a_site(tmp_path, store=store) as there:
            ada, phone = Browser(here), Browser(there)
            table = await phone.new_table("catymini", watch="")
            page = await phone.open(table)
            await ada.make_passkey()
            asked = (await Browser(here).post("/you/in/options")).json()
            sent = ada.passkeys.use(asked)
            answer = await phone.post("/you/in/passkey", credential=sent, along="1")
            assert answer.json() == {"go": "/you?told=in&n=1"}
            assert await page.next("closed")
            assert whose(there, phone) == whose(here, ada)
            assert table in await ada.page("/you/games")
            page = await ada.open(table)
            assert page.view["seat"] == 0
            await phone.page()  # looked up there before
            await phone.post("/you/out", which="all")
            assert "kept since" not in await ada.page()
            await parts_of(here).live.end_signed_out()
            await page.next("closed")
            assert page.closed == 1013
            assert (await ada.get(f"/t/{table}")).status_code == 403

    tell(story)


def test_streams_of_a_device_end_when_it_is_signed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream is open with a device's token: what holds for its pages holds for it."""
    monkeypatch.setattr(devices, "FRESH", 0.0)

    async def story() -> None:
        async with a_site(tmp_path) as app:
            ada, phone, plain = Browser(app), Browser(app), Browser(app)
            await ada.make_passkey()
            table = await ada.new_table("catymini", watch="")
            await phone.use_passkey(ada.passkeys)
            streams = []
            for browser in (ada, phone):
                program = Program(app)
                program.token = str(browser.http.cookies.get("matou"))
                program.table = table
                streams.append(await program.follow())
                assert (await streams[-1].next())["seat"] == 0
            await phone.post("/you/out", which="here")
            assert (await streams[1].rest())[-1]["seat"] == 0
            assert streams[1].ended
            await streams[0].settle()
            assert not streams[0].ended
            # Deleted: nobody is left whose seat it is.
            await ada.post("/you/delete", word="delete")
            await streams[0].rest()
            # A browser that has become another person's: its seat is no longer its old token's.
            own = await plain.new_table("catymini", watch="")
            program = Program(app)
            program.token, program.table = str(plain.http.cookies.get("matou")), own
            stream = await program.follow()
            await plain.make_passkey("Bo")
            assert (await stream.rest())[-1]["seat"] == 0

    tell(story)


async def all_of_it(
    tmp: Path, game: str, events: list[int], viewer: int | None, _common: int | None, cookies: Any
) -> list[Any]:
    """Every page of a person's own, and their download, with one game in play."""
    assert viewer is not None
    async with a_site(tmp) as app:
        people = [Person(app), Person(app)]
        for person, cookie in zip(people, cookies, strict=True):
            person.http.cookies.set("matou", cookie)
        await seated(app, game, events, people)
        mine = people[viewer]
        came = [
            (await mine.get(path)).text for path in ("/you/games", "/you/figures", "/you?told=in")
        ]
        assert ID in came[0]
        answer = await mine.post("/you/export")
        with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
            files = {name: packed.read(name).decode() for name in sorted(packed.namelist())}
        assert files[f"games/{ID}.txt"]
        moments = r'"(made|seen|at|created|ended)": [^,\n]+'
        return came + [(name, re.sub(moments, "", said)) for name, said in files.items()]


@pytest.mark.parametrize("game", matou.available())
def test_ones_own_pages_do_not_change_with_what_a_seat_cannot_know(
    game: str, tmp_path: Path
) -> None:
    told_alike(all_of_it, game, 0, tmp_path, enough=2)


def test_the_comparison_notices_a_leak_in_the_download(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Line, "read_by", lambda self, *_: Told(self.actor, self.own, self.own_name))
    leaky = [g for g in matou.available() if has_secrets(matou.game(g).start(2), 0)]
    assert leaky
    with pytest.raises(AssertionError, match="told apart"):
        told_alike(all_of_it, leaky[0], 0, tmp_path)
