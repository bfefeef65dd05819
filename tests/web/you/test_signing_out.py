"""Signing out at one server signs out at all, however a request spells its cookie."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from starlette.applications import Starlette
from web.api.programs import Program
from web.support import Page, a_site, owner_of, site_of
from web.you.passkey_browser import ORIGIN, Browser

from labs.bench.postgres import Postgres
from matou.play.keeping import StoreFailed
from matou.web.db.worker_processes import WorkerProcesses
from matou.web.http import devices, security

NAMES = itertools.count()
SPELLINGS = (
    "matou={}",
    'matou="{}"',
    "matou ={}",
    "matou= {}",
    'matou\t=\t"{}"',
    "matou=x; matou={}",
    "other=1;matou={};other=2",
)


class Clock:
    """A mock clock for the age of lookups."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(security, "time", SimpleNamespace(monotonic=clock.monotonic))
    return clock


class Site:
    """Two servers with one store: PostgreSQL, or two processes on one SQLite file."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address

    @contextlib.asynccontextmanager
    async def servers(self) -> AsyncIterator[tuple[Starlette, Starlette]]:
        pair = [
            None if self.address else WorkerProcesses(self.folder, index, 2) for index in range(2)
        ]
        async with (
            a_site(self.folder, store=self.address, workers=pair[0]) as here,
            a_site(self.folder, store=self.address, workers=pair[1]) as there,
        ):
            yield here, there


@pytest.fixture(params=["processes", "postgresql"])
def site(request: pytest.FixtureRequest) -> Iterator[Site]:
    address = ""
    if request.param == "postgresql":
        postgres: Postgres = request.getfixturevalue("postgres")
        address = postgres.new_database(f"signing{next(NAMES)}")
    with tempfile.TemporaryDirectory() as data:  # short: the path of a socket has 107 bytes
        yield Site(Path(data), address)


class Thief:
    """Sends a stolen cookie in a given spelling."""

    def __init__(self, app: Starlette, stolen: str, spelling: str) -> None:
        self.app, self.stolen, self.spelling = app, stolen, spelling
        self.http = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=ORIGIN)

    @property
    def cookie(self) -> str:
        return self.spelling.format(self.stolen)

    async def get(self, path: str) -> httpx.Response:
        self.http.cookies.clear()
        return await self.http.get(path, headers={"cookie": self.cookie})

    async def post(self, path: str, **fields: str) -> httpx.Response:
        self.http.cookies.clear()
        headers = {"cookie": self.cookie, "origin": ORIGIN}
        return await self.http.post(path, data=fields, headers=headers)

    async def opens(self, table: str) -> bool:
        """Returns whether the table's page gets a view."""
        page = Page(self.app, table, self.cookie, "en")
        await page.start()
        if page.closed is None:
            await page.close()
        return page.view != {}


async def test_a_stolen_cookie_is_signed_out_at_every_server(site: Site, clock: Clock) -> None:
    async with site.servers() as (here, there):
        ada = Browser(here)
        await ada.make_passkey()
        table = await ada.new_table("catymini", watch="")
        owner, stolen = owner_of(here, ada), ada.http.cookies["matou"]
        thieves = [Thief(there, stolen, spelling) for spelling in SPELLINGS]
        for thief in thieves:
            assert "had this account since" in (await thief.get("/you")).text
            assert await thief.opens(table), thief.spelling
        code = await ada.a_code()
        await ada.post("/you/out", which="all")
        clock.now += devices.FRESH
        for thief in thieves:
            assert (await thief.get(f"/t/{table}")).status_code == 403, thief.spelling
            assert not await thief.opens(table), thief.spelling
            assert "had this account since" not in (await thief.get("/you")).text
            await thief.post("/you/code", name="Eve")
        assert (await ada.post("/you/in/code", code=code)).status_code == 303, (
            "the code does not work"
        )
        assert owner_of(here, ada) == owner


async def test_a_stolen_token_is_signed_out_at_every_server(site: Site, clock: Clock) -> None:
    async with site.servers() as (here, there):
        ada = Browser(here)
        await ada.make_passkey()
        thief = httpx.AsyncClient(transport=httpx.ASGITransport(there), base_url=ORIGIN)
        stolen = ada.http.cookies["matou"]
        for out, status in ((False, 200), (True, 401)):
            if out:
                await ada.post("/you/out", which="all")
                clock.now += devices.FRESH
            for spelling in (f"bearer \t{stolen}", f"Bearer {stolen}"):
                headers = {"authorization": spelling}
                answer = await thief.get("/api/tables", headers=headers)
                assert answer.status_code == status, spelling


async def test_devices_with_an_old_lookup_are_refused(
    tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that does not answer does not make an old lookup valid for ever."""

    async with a_site(tmp_path) as app:
        ada = Browser(app)
        await ada.make_passkey()
        stolen = ada.http.cookies["matou"]
        thieves = [Thief(app, stolen, spelling) for spelling in SPELLINGS]

        async def answers() -> set[int]:
            return {(await thief.get("/you")).status_code for thief in thieves}

        assert await answers() == {200}

        async def fails(device: str) -> str:
            raise StoreFailed(device)

        with monkeypatch.context() as away:
            away.setattr(site_of(app).store.accounts, "owner_of_device", fails)
            clock.now += devices.FRESH
            assert await answers() == {200}, "a fresh lookup is not used"
            clock.now += security.STALE
            assert await answers() == {503}
            with pytest.raises(StoreFailed):
                owner_of(app, ada)
        assert await answers() == {200}


@pytest.mark.parametrize("path", ["/you/code", "/you/join", "/api/tables"])
async def test_a_request_begun_before_signing_out_has_no_effect_after_it(
    tmp_path: Path, path: str
) -> None:
    async with a_site(tmp_path) as app:
        ada, phone = Browser(app), Browser(app)
        await ada.make_passkey()
        await phone.use_passkey(ada.passkeys)
        owner, stolen = owner_of(app, ada), phone.http.cookies["matou"]
        has_begun, may_end = asyncio.Event(), asyncio.Event()

        async def slowly() -> AsyncIterator[bytes]:
            has_begun.set()
            await may_end.wait()
            yield b'{"game": "catymini", "seats": ["you", {"bot": 1}]}'

        kind = "application/json" if "api" in path else "application/x-www-form-urlencoded"
        headers = {"authorization": f"Bearer {stolen}"} if "api" in path else {}
        headers |= {"cookie": f"matou={stolen}", "origin": ORIGIN, "content-type": kind}
        phone.http.cookies.clear()
        sent = phone.http.post(path, content=slowly(), headers=headers)
        asking = asyncio.create_task(sent)
        await has_begun.wait()
        await ada.post("/you/out", which="all")
        may_end.set()
        assert (await asking).status_code == 503
        store = site_of(app).store
        assert not (await store.accounts.get(owner)).has_code  # type: ignore[union-attr]
        assert await store.games.in_play_of(owner, 9) == []


def test_a_late_lookup_does_not_sign_a_device_in_again(clock: Clock) -> None:
    people = security.People("key" * 20)
    device = people.device(people.new_device())
    asked = clock.now
    clock.now += 0.1
    people.know(device, "")
    people.know(device, "ada", asked)
    assert not people.is_signed_in(device)


async def test_signing_out_one_device_and_all_devices(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        ada, phone, laptop = Browser(app), Browser(app), Browser(app)
        await ada.make_passkey()
        for device in (phone, laptop):
            await device.use_passkey(ada.passkeys)
        owner = owner_of(app, ada)
        table = await phone.new_table("catymini", watch="")
        page = await phone.open(table)
        stolen = phone.http.cookies["matou"]
        here = site_of(app).people.device(stolen)
        # A person cannot sign out another person's device.
        bo = Browser(app)
        await bo.make_passkey("Bo")
        await bo.post("/you/out", which=here)
        assert "Ada" in await phone.page()
        # Their own device they can, and its open pages close.
        answer = await ada.post("/you/out", which=here)
        assert "signed out" in await ada.page(answer.headers["location"])
        await page.next("closed")
        assert page.closed == 1013
        assert (await phone.http.get(f"/t/{table}")).status_code == 403
        assert phone.http.cookies["matou"] == stolen
        # The stolen cookie belongs to nobody: its browser starts as a new visitor.
        await phone.new_table("catymini")
        assert phone.http.cookies["matou"] != stolen
        assert owner_of(app, phone) != owner
        # All devices.
        phone.http.cookies.clear()
        await phone.use_passkey(ada.passkeys)
        assert (await laptop.post("/you/out", which="all")).headers["location"] == "/"
        for device in (ada, phone, laptop):
            assert "had this account since" not in await device.page()
        assert await site_of(app).store.accounts.devices_of(owner) == []
        assert (await ada.use_passkey(ada.passkeys)).status_code == 200, "the passkey is gone"
        # Signing in over another account takes nothing from it.
        await bo.use_passkey(ada.passkeys)
        assert owner_of(app, bo) == owner
        assert "had this account since" in await bo.page()


async def test_streams_of_a_device_end_when_it_is_signed_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stream uses a device's token and ends like the device's pages."""
    monkeypatch.setattr(devices, "FRESH", 0.0)

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
        # After deletion the seat belongs to nobody.
        await ada.post("/you/delete", word="delete")
        await streams[0].rest()
        # After the browser gets an account, its old token no longer has the seat.
        own = await plain.new_table("catymini", watch="")
        program = Program(app)
        program.token, program.table = str(plain.http.cookies.get("matou")), own
        stream = await program.follow()
        await plain.make_passkey("Bo")
        assert (await stream.rest())[-1]["seat"] == 0
