"""A page that closes, or vanishes without closing, counts as away within ten seconds."""

from __future__ import annotations

import json
import socket
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

import pytest
from web.server import Server
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

GAME = "catymini"


class VanishingPlayer:
    """A visitor with their own cookies."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.cookies = CookieJar()
        self.http = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def post(self, path: str, fields: str) -> str:
        """Returns the address that the answer leads to."""
        headers = {"origin": self.server.url}
        url = self.server.url + path
        asked = urllib.request.Request(url, data=fields.encode(), headers=headers)
        with self.http.open(asked) as answer:
            return str(answer.url)

    @property
    def cookie(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)

    def open(self, table: str) -> ClientConnection:
        return connect(
            f"ws://localhost:{self.server.port}/live/{table}?lang=en&wide=1",
            origin=Origin(self.server.url),
            additional_headers={"Cookie": self.cookie},
        )

    def open_silent_page(self, table: str) -> socket.socket:
        """Opens a page that never sends anything again, not even a pong."""
        line = socket.create_connection(("localhost", self.server.port))
        lines = [
            f"GET /live/{table}?lang=en HTTP/1.1",
            f"Host: localhost:{self.server.port}",
            f"Origin: {self.server.url}",
            f"Cookie: {self.cookie}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        assert b"101" in line.recv(64)
        return line


def time_until_shown(page: ClientConnection, here: bool, seconds: float) -> float:
    """Returns the seconds until the page shows the guest as here, or as away."""
    began = time.monotonic()
    while True:
        heard: Any = json.loads(page.recv(timeout=began + seconds - time.monotonic()))
        for message in heard if isinstance(heard, list) else [heard]:
            if "players" in message and message["players"][1]["here"] is here:
                return time.monotonic() - began


@pytest.mark.heavy
def test_a_player_whose_page_closed_or_vanished_is_away_within_ten_seconds(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server:
        host, guest = VanishingPlayer(server), VanishingPlayer(server)
        table = host.post(f"/g/{GAME}/play", "mode=friends&name=Ada").rpartition("/")[2]
        with host.open(table) as page:
            view = json.loads(page.recv(timeout=60))
            view = view[0] if isinstance(view, list) else view
            guest.post(f"/t/{table}/join/{view['invites'][0][1]}", "name=Bo")
            with guest.open(table):
                time_until_shown(page, True, 60)
            assert time_until_shown(page, False, 60) < 10
            silent_page = guest.open_silent_page(table)
            time_until_shown(page, True, 60)
            assert time_until_shown(page, False, 60) < 10
            # A player with an open page is here, however long they think.
            with guest.open(table):
                time_until_shown(page, True, 60)
                with pytest.raises(TimeoutError):
                    time_until_shown(page, False, 12)
            silent_page.close()
