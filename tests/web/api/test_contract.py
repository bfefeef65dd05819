"""The API does what its document says, and fifteen lines of Python play a game with it."""

from __future__ import annotations

import ast
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from starlette.routing import Route
from web.support import RandomPlayers, set_limit, sqlite_of

from matou.web.api import endpoint
from matou.web.app import make
from matou.web.site import Options, Site

HERE = Path(__file__).parent
DOCS = HERE.parents[2] / "docs"


@pytest.fixture
def live_server(tmp_path: Path) -> Iterator[tuple[str, Site]]:
    """A real server in this process: its address and its parts."""
    endpoint.RATE = endpoint.BURST = 1e6
    endpoint.NETWORK_RATE = endpoint.NETWORK_BURST = 1e6
    app = make(Options(tmp_path / "site", pace=0.0), RandomPlayers(1))
    site: Site = app.state.site
    for what in site.limits.of_network:
        set_limit(app, what, 1e6, 1e6)
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_level="error", access_log=False, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}", site
    server.should_exit = True
    thread.join(10)


@pytest.mark.heavy
def test_schemathesis_finds_no_fault(live_server: tuple[str, Site]) -> None:
    url, site = live_server
    token = site.people.new()
    done = subprocess.run(
        [sys.executable, HERE / "contract.py", url],
        env={**os.environ, "MATOU_TOKEN": token},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.stdout, done.stderr
    reply = json.loads(done.stdout.splitlines()[-1])
    assert not reply["faults"], "\n\n".join(reply["faults"])
    tried = reply["tried"]
    # It reached every part: tables were set up and read, and wrong requests refused.
    for what in (
        *("POST /api/tables 201", "POST /api/tables 422", "GET /api/tables/{table} 200"),
        *("POST /api/tables/{table}/actions 409", "GET /api/tables/{table}/stream 200"),
        *("check response_schema_conformance", "check negative_data_rejection"),
        *("check positive_data_acceptance", "check unsupported_method", "check ignored_auth"),
    ):
        assert tried.get(what), (what, tried)


@pytest.mark.parametrize("name", ["play_by_api.py", "meet_by_api.py"])
def test_fifteen_lines_play_a_whole_game(live_server: tuple[str, Site], name: str) -> None:
    url, site = live_server
    source = (DOCS / name).read_text()
    assert len(source.splitlines()) <= 15
    imports = [n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Import | ast.ImportFrom)]
    modules = {a.name for n in imports if isinstance(n, ast.Import) for a in n.names}
    modules |= {str(n.module) for n in imports if isinstance(n, ast.ImportFrom)}
    assert {m.split(".")[0] for m in modules} <= set(sys.stdlib_module_names)
    done = subprocess.run(
        [sys.executable, DOCS / name, url], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    (played,) = site.manager.tables
    state = site.manager.tables[played].state
    assert state.over
    if name == "play_by_api.py":
        assert done.stdout.splitlines()[-1].endswith(str(state.scores))
    else:
        assert [line.said for line in site.manager.tables[played].chat]
        assert any(seat.program for seat in site.manager.tables[played].seats)


def test_the_document_lists_exactly_the_routes(live_server: tuple[str, Site]) -> None:
    url, _ = live_server
    document = json.load(urllib.request.urlopen(f"{url}/api/openapi.json"))
    app_routes = [r.path for r in routes() if r.path.startswith("/api")]
    assert sorted([*document["paths"], "/api/{rest:anything}"]) == sorted(app_routes)
    index = json.load(urllib.request.urlopen(f"{url}/api"))
    reply = {(call["method"], call["path"]) for call in index["calls"]}
    written = {
        (method.upper(), path) for path, item in document["paths"].items() for method in item
    }
    assert reply == written


def routes() -> list[Route]:
    with tempfile.TemporaryDirectory() as folder:
        app = make(Options(Path(folder)), RandomPlayers(1))
        found = [route for route in app.routes if isinstance(route, Route)]
        sqlite_of(app).shut()
    return found
