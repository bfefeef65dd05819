"""Several processes and several servers: one address, a rolling restart, no game is lost."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from needs import needs
from programs import find
from web.server import Server
from web.support import PATIENCE
from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from labs.bench.postgres import Postgres, children
from labs.bench.site_server import free_port

NGINX = find("nginx")
DEPLOY = Path(__file__).parents[3] / "deploy"
pytestmark = pytest.mark.heavy


def until(what: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Waits until `what` returns something true."""
    end = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < end, "timed out"
        time.sleep(0.05)
    return found


class ReconnectingPlayer:
    """A client that plays at a page and reconnects when the connection is lost."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.http = httpx.Client(base_url=url, headers={"origin": url}, timeout=PATIENCE)
        self.rng = random.Random(1)
        self.acknowledged: list[tuple[int, int]] = []  # (position, action)
        self.reconnections = 0
        self.worst = 200  # status of any page
        self.line: ClientConnection | None = None
        self.view: dict[str, Any] = {}

    def set_table(self) -> str:
        answer = self.http.post("/g/catymini/play", data={"mode": "bot", "watch": "1"})
        assert answer.status_code == 303, answer.text
        self.table = str(answer.headers["location"]).rpartition("/")[2]
        return self.table

    def connect_page(self) -> ClientConnection:
        """Connects another page to the table."""
        cookie = "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())
        return connect(
            f"{self.url.replace('http', 'ws')}/live/{self.table}?plain=1",
            additional_headers={"cookie": cookie},
            origin=Origin(self.url),
            legacy=True,
            open_timeout=PATIENCE,
        )

    def connect(self) -> None:
        def there() -> bool:
            try:
                self.line = self.connect_page()
            except (OSError, WebSocketException):
                refused.append(time.monotonic())
            return self.line is not None

        refused: list[float] = []
        until(there)
        self.reconnections += bool(refused)

    def act(self) -> bool:
        """Plays one move, reconnecting if need be. Returns False if the game is over."""
        sent: tuple[int, int] | None = None
        done = self.acknowledged[-1][0] if self.acknowledged else -1
        while not self.view.get("end"):
            try:
                if self.line is None:
                    self.view, sent = {}, None
                    self.connect()
                assert self.line is not None
                if sent is None and self.view.get("legal") and self.view["at"] > done:
                    action = self.rng.choice(self.view["legal"])
                    sent = self.view["at"], action if isinstance(action, int) else action[0]
                    self.line.send(json.dumps({"do": sent[1], "at": sent[0]}))
                for message in messages_in(self.line.recv(timeout=PATIENCE)):
                    if message["t"] == "view":
                        self.view = message
                    elif message["t"] == "ok" and sent is not None:
                        self.acknowledged.append(sent)
                        return True
                    elif message["t"] == "no":
                        sent, self.view = None, {}
            except WebSocketException:
                self.line = None
                self.reconnections += 1
        return False

    def look(self) -> int:
        return self.http.get(f"/t/{self.table}").status_code


def messages_in(text: Any) -> list[dict[str, Any]]:
    message = json.loads(text)
    return message if isinstance(message, list) else [message]


def test_a_server_of_several_processes_is_one_site_and_survives_the_loss_of_any(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "data", more=("--processes", "2", "--relay")) as server:
        assert server.process is not None
        until(lambda: connected(server) == [0, 0])  # both processes are up
        player = ReconnectingPlayer(server.url)
        player.set_table()
        for _ in range(3):
            assert player.act()
        assert player.look() == 200
        until(lambda: moves_counted(server) == 3)
        # Connections may arrive at either process; all pages of a table end up at one.
        pages = [player.connect_page() for _ in range(7)]
        until(lambda: connected(server) == [0, 8])
        for page in pages:
            page.close()
        pages = [
            connect(f"{server.url.replace('http', 'ws')}/relay", legacy=True) for _ in range(6)
        ]
        for page in pages:
            page.send('["REQ", "all", {"#x": ["room"]}]')
            page.recv(timeout=PATIENCE)
        event = {"id": "1", "kind": 20001, "created_at": 1, "tags": [["x", "room"]]}
        pages[0].send(json.dumps(["EVENT", event]))
        assert all('"EVENT"' in str(page.recv(timeout=PATIENCE)) for page in pages[1:])
        for page in pages:
            page.close()
        serving = serving_processes(server.process.pid)
        assert len(serving) == 2, serving
        for pid in serving:
            os.kill(pid, signal.SIGKILL)
            assert player.act()
        until(lambda: len(serving_processes(server.process.pid)) == 2)  # type: ignore[union-attr]
        os.kill(server.process.pid, signal.SIGHUP)
        until(lambda: "all processes are new" in server.said())
        assert player.act()
        assert server.stop()[0] == 0
        assert not [pid for pid in serving if command(pid)]


def metrics(server: Server) -> str:
    return str(urllib.request.urlopen(f"{server.url}/metrics").read(), "utf-8")


def connected(server: Server) -> list[int]:
    """Returns how many pages each process has, in ascending order."""
    found = re.findall(r'matou_pages_connected\{process="\d"\} (\d+)\.0', metrics(server))
    return sorted(map(int, found))


def moves_counted(server: Server) -> int:
    """Returns how many moves of people all processes have counted."""
    text = metrics(server)
    assert text.count("# TYPE matou_moves_total ") == 1
    counts = re.findall(r'matou_moves_total\{by="person",[^}]*process="\d"\} (\d+)\.0', text)
    return sum(map(int, counts))


def serving_processes(parent: int) -> list[int]:
    return [pid for pid in children(parent) if b"spawn_main" in command(pid)]


def command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.fixture
def front(tmp_path: Path) -> Iterator[tuple[int, int, int]]:
    """nginx as deploy/nginx.conf has it, in front of two servers. Yields the three ports."""
    assert NGINX is not None
    front, one, other = free_port(), free_port(), free_port()
    config = (DEPLOY / "nginx.conf").read_text()
    for shipped, here in (
        ("listen 80;", f"listen 127.0.0.1:{front};"),
        ("matou1:8017", f"127.0.0.1:{one}"),
        ("matou2:8017", f"127.0.0.1:{other}"),
    ):
        assert shipped in config, shipped
        config = config.replace(shipped, here)
    temps = " ".join(
        f"{kind}_temp_path {tmp_path}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"daemon off; master_process off; pid {tmp_path}/pid; error_log {tmp_path}/error.log;"
        f" events {{}} http {{ access_log off; {temps}\n{config}\n}}"
    )
    process = subprocess.Popen([NGINX, "-c", f"{tmp_path}/nginx.conf", "-p", str(tmp_path)])

    def listens() -> bool:
        assert process.poll() is None, (tmp_path / "error.log").read_text()
        with socket.socket() as s:
            return s.connect_ex(("127.0.0.1", front)) == 0

    try:
        until(listens)
        yield front, one, other
    finally:
        process.terminate()
        process.wait(PATIENCE)


@needs("nginx")
def test_a_rolling_restart_behind_nginx_loses_no_game_and_shows_no_error(
    tmp_path: Path, postgres: Postgres, front: tuple[int, int, int]
) -> None:
    store = postgres.new_database("rolling")
    url = f"http://127.0.0.1:{front[0]}"
    more = ("--store", store, "--base-url", url)
    servers = [Server(tmp_path / f"s{port}", port=port, more=more).start() for port in front[1:]]
    try:
        player = ReconnectingPlayer(url)
        player.set_table()
        for server in [*servers, *servers]:
            assert player.act()
            server.stop()
            # The other server has the table now and serves everything.
            assert player.act()
            assert player.look() == 200
            assert player.http.get("/").status_code == 200
            server.start()
            assert player.act()
        assert player.reconnections, "no connection was lost: the test proves nothing"
        numbers = [at for at, _ in player.acknowledged]
        assert numbers == sorted(set(numbers)), "a move was counted twice"
        health = [json.load(urllib.request.urlopen(f"{s.url}/healthz")) for s in servers]
        assert all(found["ok"] for found in health)
    finally:
        for server in servers:
            if server.process is not None and server.process.poll() is None:
                server.kill()
