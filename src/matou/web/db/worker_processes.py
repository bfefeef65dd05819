"""The processes of one server that share a SQLite file, and the hints between them.

Hints are datagrams over Unix sockets. A regular sweep finds the changes whose hints were lost.
"""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class WorkerProcesses:
    """Identifies this process, and the folder with the sockets of all processes."""

    folder: Path
    index: int
    count: int

    def socket_of(self, index: int) -> str:
        return str(self.folder / f"hints{index}")

    def connections_of(self, index: int) -> str:
        return str(self.folder / f"connections{index}")

    def metrics_of(self, index: int) -> Path:
        return self.folder / f"metrics{index}"

    @property
    def others(self) -> list[int]:
        return [i for i in range(self.count) if i != self.index]


class HintSocket:
    def __init__(self, workers: WorkerProcesses, heard: Callable[[str], object]) -> None:
        self._others = [workers.socket_of(i) for i in workers.others]
        self._heard = heard
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        own = workers.socket_of(workers.index)
        Path(own).unlink(missing_ok=True)  # left by an earlier process
        self._socket.bind(own)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket.fileno(), self._read)

    def send(self, hint: str) -> None:
        for other in self._others:
            with contextlib.suppress(OSError):  # gone or busy; its sweep will find the change
                self._socket.sendto(hint.encode(), other)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                self._heard(self._socket.recv(65536).decode())

    def close(self) -> None:
        self._loop.remove_reader(self._socket.fileno())
        self._socket.close()
