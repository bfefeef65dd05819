"""The processes of one server that share a SQLite file, and the sockets between them."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class WorkerProcesses:
    """Identifies this process, and the folder with the files of all processes."""

    folder: Path
    index: int
    count: int

    def file(self, kind: str, index: int) -> Path:
        """Returns a process's own file or socket: ``hints``, ``connections`` or ``metrics``."""
        return self.folder / f"{kind}{index}"

    @property
    def others(self) -> list[int]:
        return [i for i in range(self.count) if i != self.index]


class ProcessSocket:
    """A Unix socket for datagrams from the other processes of this server."""

    def __init__(self, workers: WorkerProcesses, kind: str) -> None:
        self.workers, self.kind = workers, kind
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)

    def listen(self, receive: Callable[[], object]) -> None:
        """Calls ``receive``, which reads one datagram, for each that arrives."""
        own = self.workers.file(self.kind, self.workers.index)
        own.unlink(missing_ok=True)  # left by an earlier process
        self.socket.bind(str(own))

        def read() -> None:
            with contextlib.suppress(BlockingIOError):
                while True:
                    receive()

        asyncio.get_running_loop().add_reader(self.socket.fileno(), read)

    def address(self, index: int) -> str:
        return str(self.workers.file(self.kind, index))

    def close(self) -> None:
        if self.socket.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self.socket.fileno())
            self.socket.close()


class Hints(ProcessSocket):
    """Exchanges hints with the other processes. Hints may be lost: a sweep finds the changes."""

    def __init__(self, workers: WorkerProcesses, heard: Callable[[str], object]) -> None:
        super().__init__(workers, "hints")
        self._others = [self.address(index) for index in workers.others]
        self.listen(lambda: heard(self.socket.recv(65536).decode()))

    def send(self, hint: str) -> None:
        for other in self._others:
            with contextlib.suppress(OSError):  # gone or busy; its sweep will find the change
                self.socket.sendto(hint.encode(), other)
