"""No response contains a permanent id: everything that a site sends is searched for them."""

from __future__ import annotations

import io
import random
import re
import zipfile
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Route
from web.api.programs import Program
from web.strangers.meeting import GAME
from web.support import Page, a_site, owner_of, site_of
from web.you.passkey_browser import Browser

OPERATORS = "/operator"  # operators may see ids
SLOW = ("share.png", "/stream", "/static/{version}/{name:path}")
PART = 12  # the first letters of an id already identify a person


class Recorder:
    """Wraps a site and records everything that it sends."""

    def __init__(self, app: Starlette) -> None:
        self.app: Any = app.build_middleware_stack()
        self.sent: list[tuple[str, bytes]] = []
        app.middleware_stack = self

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        plain = [pair for pair in scope.get("headers", ()) if pair[0] != b"accept-encoding"]

        async def listen(message: Any) -> None:
            said = [value for _, value in message.get("headers", ())]
            said += [message.get(key) or b"" for key in ("body", "bytes")]
            said.append((message.get("text") or "").encode())
            self.sent.append((scope["path"], b"\n".join(said)))
            await send(message)

        # Without extensions everything goes through ``listen``.
        await self.app({**scope, "headers": plain, "extensions": {}}, receive, listen)

    def addresses_with(self, id: str) -> list[str]:
        """Returns the addresses whose answers contain the start of an id."""
        part = id[:PART].encode()
        return sorted({path for path, said in self.sent if part in said})


async def open_every_page(app: Starlette, person: Browser, known: dict[str, str]) -> None:
    """Opens every page, with the known values in its path."""
    for route in app.routes:
        if not isinstance(route, Route) or route.path.endswith(SLOW):
            continue
        path = re.sub(r"\{(\w+)[^}]*\}", lambda match: known.get(match[1], "0"), route.path)
        if not path.startswith(OPERATORS):
            await person.get(path)


async def call_every_endpoint(program: Program, known: dict[str, str]) -> None:
    """Makes every GET request of the API, with the known values in its path."""
    calls = (await program.ask("GET", "/api/openapi.json")).json()["paths"]
    for path in (path for path, call in calls.items() if "get" in call):
        if not path.endswith(SLOW):
            await program.ask("GET", path.format(**known))


async def talk_and_report(page: Page, program: Program, other: int) -> str:
    """Talks and reports by the page, then by the API. Returns the other person's id in the API."""
    await page.ask({"chat": "Miaou"})
    await page.ask({"avoid": other, "how": "mute"})
    await page.ask({"avoid": other, "how": "block"})
    await page.ask({"report": other, "reason": "insults"})
    await page.settle()
    for path, body in (
        ("/chat", {"say": "Miaou"}),
        ("/avoid", {"seat": other, "how": "mute"}),
        ("/report", {"seat": other, "reason": "insults"}),
    ):
        answer = await program.ask("POST", program.at_table + path, body)
        assert answer.status_code == 200, answer.text
    (avoided,) = (await program.ask("GET", "/api/avoided")).json()["avoided"]
    person: str = avoided["person"]
    return person


async def test_the_recorder_finds_what_is_sent(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        recorder, ada = Recorder(app), Browser(app)
        table = await ada.new_table(GAME)
        page = await ada.open(table)
        await page.ask({"chat": "needle"})
        await page.settle()
        await ada.get(f"/api/tables/{table}/chat")
        assert recorder.addresses_with("needle") == [f"/api/tables/{table}/chat", f"/live/{table}"]
        assert recorder.addresses_with("hay") == []


async def test_no_response_contains_a_permanent_id(tmp_path: Path) -> None:
    async with a_site(tmp_path, operator="operator") as app:
        recorder = Recorder(app)
        ada, bo, watcher = Browser(app), Browser(app), Browser(app)
        ids = set()
        table = await ada.new_table(GAME, "friends", name="Ada", public="1")
        assert (await bo.post(f"/strangers/join/{table}", name="Bo")).status_code == 303
        for person, name in ((ada, "Ada"), (bo, "Bo")):
            ids.add(owner_of(app, person))
            await person.make_passkey(name)
            ids.add(owner_of(app, person))
        pages = [await person.open(table) for person in (ada, bo, watcher)]
        programs = [Program(app), Program(app)]
        for program, person in zip(programs, (ada, bo), strict=True):
            program.token, program.table = person.http.cookies["matou"], table
        stream = await programs[0].follow()
        known = {"table": table, "game": GAME, "lang": "en", "at": "1"}
        for page, program, other in zip(pages, programs, (1, 0), strict=False):
            known["person"] = await talk_and_report(page, program, other)
        # Look at everything, during the game and after it.
        rng, games = random.Random(1), site_of(app).manager
        for is_over in (False, True):
            while is_over and not games.tables[table].state.over:
                for page in pages[:2]:
                    await page.settle()
                    if page.view.get("legal"):
                        await page.act(rng)
            for person in (ada, bo, watcher):
                await open_every_page(app, person, known)
            for program in programs:
                await call_every_endpoint(program, known)
        for page in pages:
            await page.settle()
        await stream.settle()
        for person in (ada, bo):
            answer = await person.post("/you/export")
            whole = zipfile.ZipFile(io.BytesIO(answer.content))
            recorder.sent += [(f"export: {name}", whole.read(name)) for name in whole.namelist()]
            assert (await person.post(f"/t/{table}/rematch")).status_code == 303
        assert {path for path, _ in recorder.sent} >= {
            *("/strangers", "/api/avoided", f"/live/{table}", f"/t/{table}/record"),
            *(f"/api/tables/{table}/stream", f"/api/tables/{table}/avoid", "/you/games"),
        }
        assert len(ids) == 4
        assert {path for id in ids for path in recorder.addresses_with(id)} == set()
