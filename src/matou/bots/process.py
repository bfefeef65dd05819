"""A child process that reads and writes lines of JSON, with a thread for each direction."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any


class Process:
    """A process with a thread that writes to it and one that reads from it.

    The reading thread calls ``heard`` with each message, and ``ended`` when there are no more.
    """

    def __init__(
        self,
        command: Sequence[str],
        heard: Callable[[Process, dict[str, Any]], None],
        ended: Callable[[Process], None],
    ) -> None:
        # The process must find this very package, wherever we were started from.
        folder = str(Path(__file__).parents[2])
        path = os.pathsep.join([folder, *filter(None, [os.environ.get("PYTHONPATH")])])
        self._popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONPATH": path},
        )
        self._out: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()
        threading.Thread(target=self._read, args=(heard, ended), daemon=True).start()

    @property
    def pid(self) -> int:
        return self._popen.pid

    def send(self, message: dict[str, Any]) -> None:
        """Queues a message, since writing blocks if the process is stopped and its pipe is full."""
        self._out.put(json.dumps(message).encode() + b"\n")

    def end(self) -> int:
        """Kills the process if it is alive; returns its exit code."""
        popen = self._popen
        with contextlib.suppress(OSError):
            popen.kill()
        code = popen.wait()
        self._out.put(None)
        for pipe in (popen.stdin, popen.stdout):
            with contextlib.suppress(OSError):
                assert pipe is not None
                pipe.close()
        return code

    def _write(self) -> None:
        pipe = self._popen.stdin
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):  # its reader notices that it is dead
            while (line := self._out.get()) is not None:
                pipe.write(line)

    def _read(
        self,
        heard: Callable[[Process, dict[str, Any]], None],
        ended: Callable[[Process], None],
    ) -> None:
        pipe, buffer = self._popen.stdout, b""
        assert pipe is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := pipe.read(1 << 16):
                *lines, buffer = (buffer + chunk).split(b"\n")
                for line in lines:
                    heard(self, json.loads(line))
        ended(self)
