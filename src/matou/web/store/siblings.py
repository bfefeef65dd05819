"""Processes of one server that share a SQLite file: each tells the others where something is new.

By datagrams over Unix sockets in a folder of their own: a hint that is lost is found by the sweep.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Siblings:
    """Which of how many processes this one is, and the folder in which they find each other."""

    folder: Path
    index: int
    count: int

    def socket_of(self, index: int) -> str:
        return str(self.folder / f"hints{index}")

    def doors_of(self, index: int) -> str:
        return str(self.folder / f"doors{index}")

    def metrics_of(self, index: int) -> Path:
        return self.folder / f"metrics{index}"

    @property
    def others(self) -> list[int]:
        return [i for i in range(self.count) if i != self.index]


class HintSocket:
    """Sends hints to the others, and hears theirs."""

    def __init__(self, siblings: Siblings, heard: Callable[[str], object]) -> None:
        self._others = [siblings.socket_of(i) for i in siblings.others]
        self._heard = heard
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        own = siblings.socket_of(siblings.index)
        Path(own).unlink(missing_ok=True)  # of the process that was here before us
        self._socket.bind(own)
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket.fileno(), self._read)

    def send(self, hint: str) -> None:
        for other in self._others:
            with contextlib.suppress(OSError):  # away, or busy: it sweeps
                self._socket.sendto(hint.encode(), other)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                self._heard(self._socket.recv(65536).decode())

    def close(self) -> None:
        self._loop.remove_reader(self._socket.fileno())
        self._socket.close()
