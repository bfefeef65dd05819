"""An exported folder on a static host: Python's web server, with the folder under a path."""

from __future__ import annotations

import asyncio
import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from once import made_once

from matou.web.export import pyodide
from matou.web.export.folder import export


def need_pyodide() -> None:
    """Skips the test if Pyodide is missing and cannot be downloaded."""
    try:
        pyodide.fetched()
    except pyodide.NoPyodide as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(str(missing))


class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 128  # with 5, a busy machine drops requests and pages wait for minutes


class Host:
    """A static host, with the folder under a path."""

    def __init__(self, above: Path) -> None:
        self.folder = above / "some" / "where"
        handler = functools.partial(Files, directory=above)
        self.server = Server(("127.0.0.1", 0), handler)
        self.url = f"http://localhost:{self.server.server_port}/some/where"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host for one test module, which may change the files."""
    need_pyodide()
    above = tmp_path_factory.mktemp("host")
    shutil.copytree(made_once(tmp_path_factory, "export", write), above / "some" / "where")
    made = Host(above)
    yield made
    made.server.shutdown()


def write(folder: Path) -> None:
    with ThreadPoolExecutor(1) as aside:  # Playwright's event loop may run in this thread
        exporting = export(folder, lambda _: None, pace=0.0)
        aside.submit(asyncio.run, exporting).result()
