"""Runs our server in processes of its own, to be measured from outside."""

from __future__ import annotations

import contextlib
import json
import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path

from labs.bench.postgres import children


class MatouServer:
    """``matou serve`` with a data folder."""

    def __init__(self, data: Path, *more: str) -> None:
        self.port = free_port()
        began = time.monotonic()
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "matou", "serve", "--port", str(self.port)),
                *("--data", str(data), "--pace", "0.25"),  # quick bots
                *("--connections", "100000"),  # all clients have this machine's address
                *more,
            ],
            stdout=subprocess.DEVNULL,
        )
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=20)
                break
            except OSError:
                if self.process.poll() is not None:
                    raise RuntimeError("the server does not start") from None
                time.sleep(0.01)
        self.ready = time.monotonic() - began

    def wait_for_bots(self) -> None:
        """Waits for the bots' process, which takes a processor while it starts."""
        for _ in range(600):
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz") as answer:
                if json.load(answer)["bots"] == "ok":
                    return
            time.sleep(0.2)

    def pids(self) -> list[int]:
        """Returns the processes that answer requests."""
        shared = [pid for pid in children(self.process.pid) if b"spawn_main" in command_of(pid)]
        is_parent = b"--processes" in command_of(self.process.pid)
        return [self.process.pid, *shared] if is_parent else [self.process.pid]

    def processor_seconds(self) -> float:
        return sum(map(processor_seconds, self.pids()))

    def memory(self) -> float:
        return megabytes(self.process.pid)

    def stop(self) -> float:
        began = time.monotonic()
        self.process.terminate()
        self.process.wait(60)
        return time.monotonic() - began


def command_of(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def megabytes(pid: int) -> float:
    """Returns the memory that a process holds (Linux)."""
    found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else float("nan")


def processor_seconds(pid: int) -> float:
    """Returns the processor time of a process with all its threads (Linux)."""
    try:
        return time.clock_gettime(~pid << 3 | 2)  # see clock_getcpuclockid(3)
    except OSError:
        return float("nan")


class CpuTime:
    """Measures the processor time of a process and its children, also those that start later."""

    def __init__(self, parent: int) -> None:
        self._parent = parent
        self._before = {pid: processor_seconds(pid) for pid in self._pids()}

    def _pids(self) -> Iterable[int]:
        return (self._parent, *children(self._parent))

    def seconds(self) -> float:
        spent = 0.0
        for pid in self._pids():
            with contextlib.suppress(OSError):
                now = processor_seconds(pid)
                spent += now - self._before.get(pid, 0.0) if now == now else 0.0
        return spent


def free_port() -> int:
    """Returns a port that no other caller gets while this process lives.

    Avoids the ephemeral ports, which the system may hand out before a server binds. Reserves the
    port by holding the UDP port of the same number.
    """
    while True:
        port = random.SystemRandom().randrange(20000, 32000)
        twin = socket.socket(type=socket.SOCK_DGRAM)
        try:
            twin.bind(("127.0.0.1", port))
            with socket.socket() as free:
                free.bind(("127.0.0.1", port))
        except OSError:
            twin.close()
            continue
        _TWINS.append(twin)
        return port


_TWINS: list[socket.socket] = []
