"""A simulated browser for a table in a page: storage, the worker of the bots, and tabs."""

from __future__ import annotations

import asyncio
import base64
import json
import random
from typing import Any

import matou
from matou.bots import binding
from matou.bots.memory import OnePly, Params, Tree
from matou.page.host import PageHost
from matou.play.protocol.fields import to_json
from matou.play.protocol.messages import Message


class MemoryStorage:
    """Behaves like ``static/page/browser_storage.js``: atomic writes, refused for old revisions."""

    def __init__(self) -> None:
        self.tables: dict[str, tuple[int, Any]] = {}
        self.events: dict[tuple[str, int], int] = {}
        self.records: dict[str, str] = {}
        self.is_full = False

    async def read(self, id: str) -> str:
        await asyncio.sleep(0)
        if id not in self.tables:
            return "null"
        revision, table = self.tables[id]
        numbers = sorted(number for name, number in self.events if name == id)
        assert numbers == list(range(len(numbers))), "a gap in the log"
        events = [self.events[id, number] for number in numbers]
        return json.dumps({"table": table, "revision": revision, "events": events})

    async def write(self, asked: str) -> str:
        await asyncio.sleep(0)
        if self.is_full:
            raise RuntimeError("QuotaExceededError")
        reply = json.loads(asked)
        if any(self.tables.get(id, (0,))[0] != revision for id, revision, _ in reply["tables"]):
            return "false"
        for id, revision, table in reply["tables"]:
            self.tables[id] = (revision + 1, table)
        if reply["events"]:
            id, first, actions = reply["events"]
            for i, action in enumerate(actions):
                assert (id, first + i) not in self.events
                self.events[id, first + i] = action
        return "true"

    async def finished(self) -> str:
        tables = [table for _, table in self.tables.values() if table["over"]]
        return json.dumps(sorted(tables, key=lambda table: -table["touched"]))

    async def record(self, key: str) -> str:
        return json.dumps(self.records.get(key))

    async def keep(self, key: str, text: str) -> None:
        if self.is_full:
            raise RuntimeError("QuotaExceededError")
        self.records[key] = text


async def think(asked: str) -> str:
    """Does the work of ``static/bots/bots_worker.js`` with the same module, in wasmtime."""
    reply = json.loads(asked)
    game = matou.game(reply["module"].partition("-")[0])
    assert reply["module"] == f"{game.name}-{game.version}.wasm"
    room, record = binding.open_backend(game, "wasm"), base64.b64decode(reply["record"])
    s = game.rules.State.from_buffer_copy(record)
    if "one_ply" in reply:
        look = reply["one_ply"]
        ahead = OnePly(room, game.rules, s, reply["seats"])
        values = ahead.look(look["seat"], look["actions"], look["samples"], reply["seed"])
        return json.dumps({"values": values})
    wished = {name: reply[name] for name in ("patience", "explore") if name in reply}
    params = Params.of(game)._replace(**wished)  # as bots.js has it
    nodes, seed = min(reply["nodes"], 100_000), reply["seed"]
    tree = Tree(room, game.rules, s, reply["seats"], seed, nodes=nodes, params=params)
    tree.run(reply["iterations"] or 200)
    found = sorted(tree.found(), key=lambda f: (-f.visits, -f.value, f.action))
    return json.dumps({"found": [f._asdict() for f in found]})


def as_json(reply: Any) -> dict[str, Any]:
    """Returns an answer as the page's scripts get it."""
    answer: dict[str, Any] = json.loads(to_json(reply))
    return answer


class Tab:
    """A page with an open table. It sends and receives the messages of ``table.js``."""

    def __init__(self, storage: MemoryStorage, lang: str = "en") -> None:
        self.heard: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.lang = lang
        self.ids = 0
        self.host = PageHost(storage, think, lambda _, message: self._hear(message))

    def _hear(self, reply: Message) -> None:
        message = json.loads(to_json(reply))  # as JSON, as between page and worker
        self.heard.append(message)
        if message["t"] == "view":
            self.view = message if message.get("whole") else {**self.view, **message}

    async def play(self, game: str, **fields: str) -> dict[str, Any]:
        asked = {"ask": "play", "game": game, "fields": fields, "lang": self.lang}
        return as_json(await self.host.ask(asked))

    async def ask(self, what: str, table: str, **more: Any) -> dict[str, Any]:
        asked = {"ask": what, "table": table, "lang": self.lang, **more}
        return as_json(await self.host.ask(asked))

    async def open(self, table: str) -> None:
        await self.host.open({"table": table, "lang": self.lang, "pace": "quick"})

    async def say(self, **message: Any) -> dict[str, Any]:
        """Sends a message and returns the answer."""
        self.ids += 1
        await self.host.say({"id": self.ids, **message})
        return next(m for m in reversed(self.heard) if m.get("id") == self.ids)

    async def settle(self) -> None:
        """Waits until no bot has to move."""
        table = self.host.viewer.table if self.host.viewer else None
        assert table is not None
        while table.bot_to_move() >= 0 or table.bots.is_busy:
            await asyncio.sleep(0.001)

    async def act(self, rng: random.Random) -> dict[str, Any]:
        """Lifts the curtain if there is one, and chooses a random legal action."""
        if self.view.get("curtain"):
            await self.say(look=self.view["curtain"][0])
        answer = await self.say(do=rng.choice(self.view["legal"])[0], at=self.view["at"])
        await self.settle()
        return answer

    async def finish(self, rng: random.Random, most: int = 10_000) -> None:
        """Plays to the end or for a number of moves."""
        await self.settle()
        while not self.view.get("end") and most:
            assert (await self.act(rng))["t"] == "ok"
            most -= 1
