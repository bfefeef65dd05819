"""Our server in a process of its own, or several, for whoever measures it from outside."""

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

from matou.bench.postgres import children


class Ours:
    """``matou serve`` over a folder, with whatever else it is to be told."""

    def __init__(self, data: Path, *more: str) -> None:
        self.port = free_port()
        began = time.monotonic()
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "matou", "serve", "--port", str(self.port)),
                *("--data", str(data), "--pace", "0.25"),  # bots that do not keep anybody waiting
                *("--connections", "100000"),  # everybody sits at this machine
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
        """Their process starts beside the site's, and takes a processor for that."""
        for _ in range(600):
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz") as answer:
                if json.load(answer)["bots"] == "ok":
                    return
            time.sleep(0.2)

    def pids(self) -> list[int]:
        """The processes that answer: this one, or those that it shares its address with."""
        shared = [pid for pid in children(self.process.pid) if b"spawn_main" in command_of(pid)]
        is_parent = b"--processes" in command_of(self.process.pid)
        return [self.process.pid, *shared] if is_parent else [self.process.pid]

    def processor_seconds(self) -> float:
        return sum(map(processor_seconds, self.pids()))

    def memory(self) -> float:
        """Megabytes that the server's process holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return int(found[1]) / 1024 if found else float("nan")

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


def processor_seconds(pid: int) -> float:
    """What a process, with all its threads, has taken of a processor so far (Linux)."""
    try:
        return time.clock_gettime(~pid << 3 | 2)  # its own clock: clock_getcpuclockid(3)
    except OSError:
        return float("nan")


class Spent:
    """What some processes take of a processor from now on, those included that come later."""

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
    """A port of this machine that nobody else is given as long as this process lives.

    It is none of those that the system hands out by itself, which may be gone before a server
    binds it, or while one is started again. Whoever holds its twin of UDP has it.
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
