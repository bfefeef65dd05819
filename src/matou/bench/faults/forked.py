"""A server that is there to be killed: started again when it is gone, as by a service manager.

It is forked from a nursery (``nursery.py``), since importing takes long.
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

from matou.bench.postgres import children

SOURCES = Path(__file__).parents[3]


class Forked:
    """The server, and the nursery that it comes from."""

    def __init__(self) -> None:
        self.pid = 0
        self.up = asyncio.Event()
        self._nursery: asyncio.subprocess.Process | None = None
        self._keeping: asyncio.Task[None] | None = None

    async def begin(
        self,
        how: Mapping[str, Any],
        log: Path,
        env: Mapping[str, str] | None = None,
        inside: Sequence[str] = (),
    ) -> None:
        """Have it started: ``how``, as the nursery takes it; ``inside`` is what it is run by."""
        with log.open("ab") as file:
            self._nursery = await asyncio.create_subprocess_exec(
                *inside,
                *(sys.executable, "-m", "matou.bench.faults.nursery", json.dumps(how)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=file,
                env={**os.environ, "PYTHONPATH": str(SOURCES), **(env or {})},
            )
        self._keeping = asyncio.create_task(self._keep())

    async def _keep(self) -> None:
        assert self._nursery is not None
        told, tell = self._nursery.stdout, self._nursery.stdin
        assert told is not None
        assert tell is not None
        tell.write(b"\n")
        while line := await told.readline():
            if line.startswith(b"pid "):
                self.pid = int(line[4:])
            elif line.startswith(b"Matou: "):
                self.up.set()
            elif line.startswith(b"ended"):
                self.pid = 0
                self.up.clear()
                await asyncio.sleep(0.05)
                tell.write(b"\n")

    def kill(self) -> bool:
        """kill -9; False if it is not there."""
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
        if self._nursery is not None and self._nursery.stdin is not None:
            self._nursery.stdin.close()
            while self._nursery.returncode is None:
                for pid in children(self._nursery.pid):  # also one that it has not told of yet
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
                await asyncio.wait([asyncio.create_task(self._nursery.wait())], timeout=0.2)
