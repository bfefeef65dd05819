"""A server that is restarted when it dies, as by a service manager.

A server pool (``server_pool.py``) forks it, since importing takes long.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from labs.bench.postgres import children

ROOT = Path(__file__).parents[3]
SOURCES = f"{ROOT}{os.pathsep}{ROOT / 'src'}"


class RestartingServer:
    """A server and the pool that forks it."""

    def __init__(self) -> None:
        self.pid = 0
        self.up = asyncio.Event()
        self._pool: asyncio.subprocess.Process | None = None
        self._keeping: asyncio.Task[None] | None = None

    async def begin(
        self,
        host: str,
        port: int,
        data: Path,
        options: Mapping[str, Any],
        log: Path,
        *,
        env: Mapping[str, str] | None = None,
        inside: Sequence[str] = (),
    ) -> None:
        """Starts it with these options of the site; ``inside`` is a command prefix."""
        usual = {"pace": 0.0, "connections": 100_000}
        how = {"host": host, "port": port, "data": str(data), "options": {**usual, **options}}
        with log.open("ab") as file:
            self._pool = await asyncio.create_subprocess_exec(
                *inside,
                *(sys.executable, "-m", "labs.bench.faults.server_pool", json.dumps(how)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=file,
                env={**os.environ, "PYTHONPATH": SOURCES, **(env or {})},
            )
        self._keeping = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        assert self._pool is not None
        answers, requests = self._pool.stdout, self._pool.stdin
        assert answers is not None
        assert requests is not None
        requests.write(b"\n")
        while line := await answers.readline():
            if line.startswith(b"pid "):
                self.pid = int(line[4:])
            elif line.startswith(b"Matou: "):
                self.up.set()
            elif line.startswith(b"ended"):
                self.pid = 0
                self.up.clear()
                await asyncio.sleep(0.05)
                requests.write(b"\n")

    def kill(self) -> bool:
        """Kills it with SIGKILL; returns False if it was not running."""
        self.up.clear()
        return self.signal(signal.SIGKILL)

    def signal(self, which: signal.Signals) -> bool:
        with contextlib.suppress(ProcessLookupError):
            if self.pid:
                os.kill(self.pid, which)
                return True
        return False

    async def stop(self) -> None:
        if self._keeping is not None:
            self._keeping.cancel()
            await asyncio.gather(self._keeping, return_exceptions=True)
        if self._pool is not None and self._pool.stdin is not None:
            self._pool.stdin.close()
            while self._pool.returncode is None:
                for pid in children(self._pool.pid):  # also one that it has not announced yet
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                await asyncio.wait([asyncio.create_task(self._pool.wait())], timeout=0.2)
