"""Acknowledged moves are never lost: kill -9 under load, SIGTERM with open pages."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import httpx
import pytest
from web.server import Server
from web.support import PATIENCE, split_messages, until
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import matou
from matou.web.ops.serve import GRACE
from matou.web.tables.site_time import STOPPING

TABLES = 16


class Player:
    """A person at a real table who plays as fast as the server answers."""

    def __init__(self, server: Server, table: str, cookie: str) -> None:
        self.server, self.table, self.cookie = server, table, cookie
        self.acknowledged = 0
        self.names: dict[int, str] = {}  # position: the name of the last action, as shown

    def page(self) -> Any:
        return connect(
            f"ws://localhost:{self.server.port}/live/{self.table}?plain=1",
            origin=self.server.url,  # type: ignore[arg-type]
            additional_headers={"cookie": self.cookie},
            compression=None,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
        )

    async def play(self, rng: random.Random) -> None:
        async with self.page() as socket:
            try:
                async for text in socket:
                    for message in map(json.loads, split_messages(text)):
                        await self.hear(socket, message, rng)
            except ConnectionClosed:
                return

    async def hear(self, socket: Any, message: dict[str, Any], rng: random.Random) -> None:
        if message["t"] == "ok":
            self.acknowledged = max(self.acknowledged, message["at"])
        elif message["t"] == "view":
            self.names[message["at"]] = message["last"]
            if message["legal"]:
                action = rng.choice(message["legal"])[0]
                await asyncio.sleep(0.03)
                await socket.send(json.dumps({"do": action, "at": message["at"]}))


async def sit_down(server: Server, game: str) -> list[Player]:
    """Seats two people at a table."""
    origin = {"origin": server.url}
    async with (
        httpx.AsyncClient(base_url=server.url, headers=origin, timeout=PATIENCE) as host,
        httpx.AsyncClient(base_url=server.url, headers=origin, timeout=PATIENCE) as guest,
    ):
        fields = {"mode": "friends", "watch": "1"}
        answer = await host.post(f"/g/{game}/play", data=fields)
        table = answer.headers["location"].removeprefix("/t/")
        first = Player(server, table, f"matou={host.cookies['matou']}")
        async with first.page() as socket:
            link = json.loads(split_messages(await socket.recv())[0])["invites"][0][1]
        answer = await guest.post(f"/t/{table}/join/{link}", data={"name": "Bo"})
        assert answer.status_code == 303
        return [first, Player(server, table, f"matou={guest.cookies['matou']}")]


async def play_under_load(server: Server, moves: int, then: Any) -> list[list[Player]]:
    """Plays at all tables until each has `moves` acknowledged ones, then calls `then`."""
    games = matou.available()
    tables = [await sit_down(server, games[i % len(games)]) for i in range(TABLES)]
    rng = random.Random(1)
    playing = [
        asyncio.create_task(player.play(random.Random(rng.random())))
        for table in tables
        for player in table
    ]
    await until(lambda: all(max(p.acknowledged for p in table) >= moves for table in tables))
    await asyncio.to_thread(then)
    await asyncio.wait(playing, timeout=PATIENCE)
    return tables


async def check_moves(server: Server, tables: list[list[Player]]) -> int:
    """Checks that every acknowledged action is stored as it was shown, and returns their number."""
    total = 0
    for players in tables:
        for player in players:
            async with player.page() as socket:
                view = json.loads(split_messages(await socket.recv())[0])
            assert view["at"] >= player.acknowledged
            total += player.acknowledged
            if view["at"] in player.names:
                assert view["last"] == player.names[view["at"]]
    return total


@pytest.mark.heavy
async def test_every_acknowledged_move_survives_kill_9_under_load(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        for _ in range(2):
            tables = await play_under_load(server, 12, server.kill)
            server.start()
            moves = await check_moves(server, tables)
            assert moves > TABLES, "too few moves: the test proves nothing"
        assert "Traceback" not in server.said()


@pytest.mark.heavy
async def test_sigterm_with_open_pages_loses_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        ended: list[tuple[int, float]] = []
        tables = await play_under_load(server, 6, lambda: ended.append(server.stop()))
        assert ended[0][0] in (0, -15)
        assert GRACE + STOPPING < 3  # seconds, whatever pages do
        server.start()
        assert await check_moves(server, tables) > 0
        assert "Traceback" not in server.said()


@pytest.mark.heavy
async def test_the_server_logs_no_secret(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        players = await sit_down(server, matou.available()[0])
        said = server.said()
        assert players[0].cookie.removeprefix("matou=") not in said
        assert players[0].table not in said
