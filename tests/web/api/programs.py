"""Helpers for tests of the API: a program with a token, and an open stream."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import jsonschema_rs
from starlette.applications import Starlette
from web.support import BASE, PATIENCE, RUNNING

import matou

# The OpenAPI document in each language, the same at every site.
DOCUMENTS: dict[str, Any] = {}
SHAPES: dict[tuple[str, str], Any] = {}


class Program:
    """A client of the API that checks every answer against the OpenAPI document."""

    def __init__(self, app: Starlette, lang: str = "en") -> None:
        self.app = app
        self.lang = lang
        self.token = ""
        self.table = ""
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=False),
            base_url=BASE,
            headers={"accept-language": lang, "accept-encoding": "identity"},
        )

    async def ask(
        self, method: str, path: str, body: Any = None, *, raw: bytes | None = None, **more: Any
    ) -> httpx.Response:
        headers = dict(more.pop("headers", {}))
        if self.token:
            headers.setdefault("authorization", f"Bearer {self.token}")
        if raw is not None or body is not None:
            headers.setdefault("content-type", "application/json")
        content = raw if raw is not None else json.dumps(body).encode() if body else None
        answer = await self.http.request(method, path, content=content, headers=headers, **more)
        await self.check_against_openapi(method, answer)
        return answer

    async def check_against_openapi(self, method: str, answer: httpx.Response) -> None:
        """Checks an answer's status, content type and schema."""
        if self.lang not in DOCUMENTS:
            DOCUMENTS[self.lang] = (await self.http.get("/api/openapi.json")).json()
        path = DOCUMENTS[self.lang]["paths"].get(documented_path(answer.request.url.path), {})
        if method.lower() not in path:
            return
        said = path[method.lower()]["responses"][str(answer.status_code)]
        kind = answer.headers["content-type"].partition(";")[0]
        shape = said["content"][kind]["schema"]
        if kind == "application/json":
            self.validator(shape).validate(answer.json())

    def validator(self, shape: dict[str, Any]) -> Any:
        """Returns a validator for a schema of the document, made once."""
        key = self.lang, json.dumps(shape)
        if key not in SHAPES:
            whole = {**shape, "components": DOCUMENTS[self.lang]["components"]}
            SHAPES[key] = jsonschema_rs.validator_for(whole)
        return SHAPES[key]

    async def set_table(self, game: str, *seats: Any, **more: Any) -> dict[str, Any]:
        """Creates a table and remembers its token."""
        wanted = {"game": game, "seats": list(seats) or ["you", {"bot": 1}], **more}
        answer = await self.ask("POST", "/api/tables", wanted)
        assert answer.status_code == 201, answer.text
        return self.remember(answer)

    async def join(self, table: str, invite: str, **more: Any) -> dict[str, Any]:
        answer = await self.ask("POST", f"/api/tables/{table}/join", {"invite": invite, **more})
        assert answer.status_code == 200, answer.text
        return self.remember(answer)

    def remember(self, answer: httpx.Response) -> dict[str, Any]:
        reply: dict[str, Any] = answer.json()
        self.token, self.table = reply["token"], reply["table"]
        return reply

    @property
    def at_table(self) -> str:
        return f"/api/tables/{self.table}"

    async def look(self, **query: Any) -> dict[str, Any]:
        answer = await self.ask("GET", self.at_table, params=query)
        assert answer.status_code == 200, answer.text
        reply: dict[str, Any] = answer.json()
        return reply

    async def act(self, action: Any, at: int | None = None) -> httpx.Response:
        body = {"action": action} if at is None else {"action": action, "at": at}
        return await self.ask("POST", f"{self.at_table}/actions", body)

    async def follow(self, query: str = "", **headers: str) -> Stream:
        stream = Stream(self, query, headers)
        await stream.start()
        return stream


def documented_path(path: str) -> str:
    """Returns the path as the OpenAPI document writes it."""
    parts = path.split("/")
    if len(parts) > 3 and parts[2] in ("tables", "games"):
        parts[3] = {"tables": "{table}", "games": "{game}"}[parts[2]]
    return "/".join(parts)


class Stream:
    """An open stream as the server sees it."""

    def __init__(self, program: Program, query: str, headers: dict[str, str]) -> None:
        sent = {"host": "site.test", "accept-language": program.lang, **headers}
        if program.token:
            sent.setdefault("authorization", f"Bearer {program.token}")
        path = f"{program.at_table}/stream"
        self.app = program.app
        self.scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "headers": [(k.replace("_", "-").encode(), v.encode()) for k, v in sent.items()],
            "scheme": "http",
            "client": ("test", 1),
            "server": ("site.test", 80),
            "root_path": "",
            "http_version": "1.1",
        }
        self.up: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.down: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.raw = b""
        self.ended = False
        self.status = 0
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        app: Any = self.app
        self.task = asyncio.create_task(app(self.scope, self.up.get, self.down.put))
        RUNNING.add(self.task)
        self.task.add_done_callback(RUNNING.discard)
        await self.up.put({"type": "http.request", "body": b"", "more_body": False})
        first = await asyncio.wait_for(self.down.get(), PATIENCE)
        self.status = first["status"]

    async def read(self) -> bytes:
        """Returns the next chunk."""
        event = await asyncio.wait_for(self.down.get(), PATIENCE)
        self.ended = not event.get("more_body", False)
        self.raw += event.get("body", b"")
        return bytes(event.get("body", b""))

    async def next(self) -> dict[str, Any]:
        """The next position."""
        reply: dict[str, Any] = json.loads(await self.read())
        return reply

    async def rest(self) -> list[dict[str, Any]]:
        """Returns all positions until the stream ends."""
        while not self.ended:
            await self.read()
        return [json.loads(line) for line in self.raw.splitlines()]

    async def settle(self) -> dict[str, Any]:
        """Reads everything sent so far and returns the last position."""
        for _ in range(8):
            await asyncio.sleep(0)
        while not self.down.empty():
            await self.read()
            await asyncio.sleep(0)
        reply: dict[str, Any] = json.loads(self.raw.splitlines()[-1])
        return reply

    async def close(self) -> None:
        await self.up.put({"type": "http.disconnect"})
        if self.task is not None:
            await asyncio.wait_for(self.task, PATIENCE)


GAMES = matou.available()
