"""A name that lasts: kept by a passkey or a code, on several devices, left and come back to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from web.authenticator import Authenticator
from web.names import ORIGIN, Browser, tell, whose
from web.programs import Program
from web.support import Person, a_site, parts_of

from matou.bench.postgres import Postgres
from matou.play.keeping import StoreFailed
from matou.web.http import devices
from matou.web.you import arrivals


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
