"""A real server in its own process, which tests can kill and start again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from labs.bench.site_server import free_port


class Server:
    """Runs ``matou serve`` on a free port."""

    matou: Sequence[str] = ("-m", "matou")
    path = str(Path(__file__).parents[2] / "src")  # its PYTHONPATH

    def __init__(
        self, data: Path, pace: float = 0.0, port: int = 0, more: Sequence[str] = ()
    ) -> None:
        self.data = data
        self.pace = pace
        self.port = port or free_port()
        self.more = more  # further arguments
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self) -> Server:
        began = time.monotonic()
        self.log = (self.data.parent / f"{self.data.name}.log").open("ab")
        self.process = subprocess.Popen(
            [
                *(sys.executable, *self.matou, "serve", "--port", str(self.port)),
                *("--data", str(self.data), "--pace", str(self.pace), *self.more),
            ],
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, "PYTHONPATH": self.path},
        )
        while True:
            try:
                urllib.request.urlopen(self.url + "/healthz", timeout=20)
                break
            except OSError:
                assert self.process.poll() is None, self.said()
                assert time.monotonic() - began < 300, "the server does not start"
                time.sleep(0.02)
        return self

    def said(self) -> str:
        self.log.flush()
        return (self.data.parent / f"{self.data.name}.log").read_text()

    def kill(self) -> None:
        """Kills the server with SIGKILL."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> tuple[int, float]:
        """Stops the server with SIGTERM. Returns the exit code and the seconds it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.terminate()
        code = self.process.wait(timeout=60)
        return code, time.monotonic() - began

    def __enter__(self) -> Server:
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        self.log.close()
