"""Nobody is sent the permanent id of anybody: everything that a site sends is searched for it."""

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
from web.support import Page, a_site, parts_of
from web.you.passkey_browser import Browser, whose

OPERATORS = "/operator"  # operators may know whom they ban
SLOW = ("share.png", "/stream", "/static/{version}/{name:path}")
PART = 12  # letters of an id that tell one person from all others as well


class Listener:
    """Stands in front of a site and keeps everything that it sends."""

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

        # Without extensions nothing is written past ``listen``.
        await self.app({**scope, "headers": plain, "extensions": {}}, receive, listen)

    def where(self, id: str) -> list[str]:
        """Returns the addresses whose answers hold an id, or enough of it."""
        part = id[:PART].encode()
        return sorted({path for path, said in self.sent if part in said})


async def look_everywhere(app: Starlette, person: Browser, known: dict[str, str]) -> None:
    """Asks for every page that there is, about what one knows."""
    for route in app.routes:
        if not isinstance(route, Route) or route.path.endswith(SLOW):
            continue
        path = re.sub(r"\{(\w+)[^}]*\}", lambda match: known.get(match[1], "0"), route.path)
        if not path.startswith(OPERATORS):
            await person.get(path)


async def call_everything(program: Program, known: dict[str, str]) -> None:
    """Makes every call of the API that reads, about what one knows."""
    calls = (await program.ask("GET", "/api/openapi.json")).json()["paths"]
    for path in (path for path, call in calls.items() if "get" in call):
        if not path.endswith(SLOW):
            await program.ask("GET", path.format(**known))


async def talk_and_report(page: Page, program: Program, other: int) -> str:
    """By the page, then by the API; returns the id that the API gives the other person."""
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


async def test_the_listener_finds_what_is_sent(tmp_path: Path) -> None:
    async with a_site(tmp_path) as app:
        heard, ada = Listener(app), Browser(app)
        table = await ada.new_table(GAME)
        page = await ada.open(table)
        await page.ask({"chat": "needle"})
        await page.settle()
        await ada.get(f"/api/tables/{table}/chat")
        assert heard.where("needle") == [f"/api/tables/{table}/chat", f"/live/{table}"]
        assert heard.where("hay") == []


async def test_nobody_is_sent_a_permanent_id(tmp_path: Path) -> None:
    async with a_site(tmp_path, operator="operator") as app:
        heard = Listener(app)
        ada, bo, watcher = Browser(app), Browser(app), Browser(app)
        ids = set()
        table = await ada.new_table(GAME, "friends", name="Ada", public="1")
        assert (await bo.post(f"/strangers/join/{table}", name="Bo")).status_code == 303
        for person, name in ((ada, "Ada"), (bo, "Bo")):
            ids.add(whose(app, person))
            await person.make_passkey(name)
            ids.add(whose(app, person))
        pages = [await person.open(table) for person in (ada, bo, watcher)]
        programs = [Program(app), Program(app)]
        for program, person in zip(programs, (ada, bo), strict=True):
            program.token, program.table = person.http.cookies["matou"], table
        stream = await programs[0].follow()
        known = {"table": table, "game": GAME, "lang": "en", "at": "1"}
        for page, program, other in zip(pages, programs, (1, 0), strict=False):
            known["person"] = await talk_and_report(page, program, other)
        # Everything there is to be seen, while they play and after.
        rng, games = random.Random(1), parts_of(app).manager
        for is_over in (False, True):
            while is_over and not games.tables[table].state.over:
                for page in pages[:2]:
                    await page.settle()
                    if page.view.get("legal"):
                        await page.act(rng)
            for person in (ada, bo, watcher):
                await look_everywhere(app, person, known)
            for program in programs:
                await call_everything(program, known)
        for page in pages:
            await page.settle()
        await stream.settle()
        for person in (ada, bo):
            answer = await person.post("/you/export")
            whole = zipfile.ZipFile(io.BytesIO(answer.content))
            heard.sent += [(f"export: {name}", whole.read(name)) for name in whole.namelist()]
            assert (await person.post(f"/t/{table}/rematch")).status_code == 303
        assert {path for path, _ in heard.sent} >= {
            *("/strangers", "/api/avoided", f"/live/{table}", f"/t/{table}/record"),
            *(f"/api/tables/{table}/stream", f"/api/tables/{table}/avoid", "/you/games"),
        }
        assert len(ids) == 4
        assert {path for id in ids for path in heard.where(id)} == set()
