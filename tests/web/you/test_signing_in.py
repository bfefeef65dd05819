"""Signing in by recovery code or from another device, at any server."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from web.support import Person, a_site, owner_of, site_of
from web.you.passkey_browser import ORIGIN, Browser

from labs.bench.postgres import Postgres
from matou.play.keeping import StoreFailed
from matou.web.http import devices
from matou.web.http.security import STALE


def when_stale() -> float:
    """Returns a time at which everything known about devices has expired."""
    return time.monotonic() + STALE


async def test_a_nul_character_in_a_form_does_no_harm(tmp_path: Path, address: str) -> None:
    async with a_site(tmp_path, store=address) as app:
        ada = Browser(app)
        await ada.a_code()
        for path in ("/you/passkey/name", "/you/passkey/remove", "/you/out"):
            answer = await ada.post(path, id="\0", name="phone", which="\0")
            assert answer.status_code == 303, path
        assert site_of(app).store.db.ill == ""


async def test_a_recovery_code_works_once_and_a_newer_one_replaces_it(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, store = Person(app), site_of(app).store
        browser = Browser(app)
        code = await browser.a_code()
        owner = owner_of(app, browser)
        stored = sqlite_text(tmp_path)
        assert code not in stored
        assert code.replace("-", "") not in stored
        newer = await browser.a_code()
        assert newer != code
        assert owner_of(app, browser) == owner
        lost = Browser(app)
        for wrong in (code, "", "x", "\x00" * 24, newer[:-1], "É" * 24):
            answer = await lost.post("/you/in/code", code=wrong)
            assert answer.status_code == 422
            assert "doesn’t match any account" in answer.text
        typed = newer.lower().replace("0", "o").replace("1", "l").replace("-", " ")
        answer = await lost.post("/you/in/code", code=typed)
        assert answer.status_code == 303
        assert "print a new code" in await lost.page(answer.headers["location"])
        assert owner_of(app, lost) == owner
        assert (await Browser(app).post("/you/in/code", code=newer)).status_code == 422
        assert not (await store.accounts.get(owner)).has_code  # type: ignore[union-attr]
        # Guesses are limited.
        statuses = [(await lost.post("/you/in/code", code="0" * 20)).status_code for _ in range(9)]
        assert statuses[-1] == 429
        # Browsers without passkeys (no https) can use a code for an account.
        answer = await ada.http.get("/you")
        assert "https" in answer.text
        assert "data-passkey" not in answer.text


def sqlite_text(data: Path) -> str:
    files = (data / "tables.db", data / "tables.db-wal")
    return "".join(file.read_bytes().decode("latin-1") for file in files if file.exists())


async def test_a_friends_games_on_their_device_come_back_after_signing_out(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        ada, friend = Browser(app), Browser(app)
        await ada.make_passkey()
        theirs = await friend.new_table("catymini", name="Bo")
        before = owner_of(app, friend)
        answer = await friend.use_passkey(ada.passkeys, alone=True)
        assert answer.json() == {"go": "/you?done=in&n=0"}
        assert owner_of(app, friend) == owner_of(app, ada)
        assert theirs not in await ada.page("/you/games")
        await friend.post("/you/out", which="here")
        assert owner_of(app, friend) == before
        assert theirs in await friend.page("/you/games")
        # The same with a code, and after deleting the data from there.
        code = await ada.a_code()
        await friend.post("/you/in/code", code=code)
        assert theirs not in await friend.page("/you/games")
        await friend.post("/you/delete", word="delete")
        assert theirs in await friend.page("/you/games")


async def test_a_forged_cookie_of_the_earlier_visitor_does_not_block_signing_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a forger sets this cookie. Signing out works all the same."""

    async with a_site(tmp_path) as app:
        ada, eve = Browser(app), Browser(app)
        await ada.a_code()
        await eve.a_code()
        eve.http.cookies.set("before", ada.http.cookies["matou"], domain="site.test")
        monkeypatch.setattr(site_of(app).people, "now", when_stale)
        assert (await eve.post("/you/out")).status_code == 303
        assert "matou" not in eve.http.cookies


async def test_a_device_joins_by_a_link_that_is_confirmed_on_the_first_device(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        ada, phone, thief = Browser(app), Browser(app), Browser(app)
        assert (await ada.post("/you/join")).headers["location"] == "/you"
        await ada.a_code()
        owner = owner_of(app, ada)

        async def a_link() -> str:
            await ada.post("/you/join")
            found = re.search(r'class="link">([^<]+)<', await ada.page("/you/join"))
            assert found is not None
            assert (await ada.get("/you/join/qr.svg")).headers["content-type"] == "image/svg+xml"
            return found[1].removeprefix(ORIGIN)

        link = await a_link()
        mine = await phone.new_table("catymini")
        assert "Sign in as “Ada” on this device?" in await phone.page(link)
        assert "along this browser’s games (1)" in await phone.page(link)
        await phone.post(link, along="1")
        number = re.search(r'class="number">(\d+)<', await phone.page(link))
        assert number is not None
        assert number[1] in await ada.page("/you/join")
        assert (await ada.get("/you/join/state")).json() == {"state": "asked"}
        # Another person with the link gets nowhere, before and after.
        assert (await thief.get(link)).status_code == 410
        assert (await thief.post(link)).status_code == 410
        assert (await phone.get(link)).status_code == 200, "signed in without confirmation"
        assert owner_of(app, phone) != owner
        await ada.post("/you/join/answer", answer="yes", number=number[1])
        assert (await thief.get(link)).status_code == 410
        assert (await phone.get(f"{link}/state")).json() == {"state": "yes"}
        answer = await phone.get(link)
        assert answer.headers["location"] == "/you?done=in&n=1"
        assert owner_of(app, phone) == owner
        assert [t.id for t in await site_of(app).store.games.in_play_of(owner, 9)] == [mine]
        assert "is signed in" in await ada.page("/you/join")
        assert (await thief.get(link)).status_code == 410, "the link works twice"
        # Refused, mistaken or replaced: the older link stops working.
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


async def test_a_sign_in_link_cannot_look_like_an_invitation_and_nothing_is_preselected(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as app:
        eve, ada = Browser(app), Browser(app)
        await eve.make_passkey("Come play with me")
        await eve.post("/you/join")
        found = re.search(r'class="link">([^<]+)<', await eve.page("/you/join"))
        assert found is not None
        link = found[1].removeprefix(ORIGIN)
        mine = await ada.new_table("catymini")
        before = owner_of(app, ada)
        shown = await ada.page(link)
        for reply in (r"<title>(.+) · Matou</title>", r"<h1>(.+)</h1>"):
            heading = re.search(reply, shown)
            assert heading is not None
            assert heading[1] == "Sign in as “Come play with me” on this device?"
        ada.http.headers["accept-language"] = "fr"
        assert "Se connecter comme «\xa0Come play with me\xa0»" in await ada.page(link)
        for path in (link, "/you/in"):
            shown = await ada.page(path)
            assert 'name="along"' in shown, path
            assert not re.search(r"<input[^>]*checked", shown), path
        # The unchanged form takes no games along.
        await ada.post(link)
        number = re.search(r'class="number">(\d+)<', await ada.page(link))
        assert number is not None
        await eve.post("/you/join/answer", answer="yes", number=number[1])
        assert (await ada.get(link)).headers["location"] == "/you?done=in&n=0"
        store = site_of(app).store
        assert await store.games.in_play_of(owner_of(app, eve), 9) == []
        assert [table.id for table in await store.games.in_play_of(before, 9)] == [mine]


async def test_without_its_store_a_device_is_not_treated_as_a_new_visitor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_site(tmp_path) as app:
        ada = Browser(app)
        await ada.make_passkey()
        cookie = ada.http.cookies["matou"]
        store = site_of(app).store

        async def fails(device: str) -> str:
            raise StoreFailed(device)

        monkeypatch.setattr(store.accounts, "owner_of_device", fails)
        monkeypatch.setattr(site_of(app).people, "now", when_stale)
        for path in ("/", "/you"):
            answer = await ada.get(path)
            assert answer.status_code == 503
        assert (await ada.post("/g/catymini/play", mode="bot")).status_code == 503
        assert ada.http.cookies["matou"] == cookie


async def test_two_servers_know_the_same_people(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A challenge of one is answered at the other; signing out at one signs out at both."""
    monkeypatch.setattr(devices, "FRESH", 0.0)
    store = postgres.new_database("people")

    async with a_site(tmp_path, store=store) as here, a_site(tmp_path, store=store) as there:
        ada, phone = Browser(here), Browser(there)
        table = await phone.new_table("catymini", watch="")
        page = await phone.open(table)
        await ada.make_passkey()
        asked = (await Browser(here).post("/you/in/options")).json()
        sent = ada.passkeys.use(asked)
        answer = await phone.post("/you/in/passkey", credential=sent, along="1")
        assert answer.json() == {"go": "/you?done=in&n=1"}
        assert await page.next("closed")
        assert owner_of(there, phone) == owner_of(here, ada)
        assert table in await ada.page("/you/games")
        page = await ada.open(table)
        assert page.view["seat"] == 0
        await phone.page()  # the other server has cached the device
        await phone.post("/you/out", which="all")
        assert "had this account since" not in await ada.page()
        await site_of(here).live.end_signed_out()
        await page.next("closed")
        assert page.closed == 1013
        assert (await ada.get(f"/t/{table}")).status_code == 403
