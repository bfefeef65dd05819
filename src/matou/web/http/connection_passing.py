"""Passes WebSocket connections to the process of this server that holds their table or relay.

Otherwise two people at one table would often use two processes, and both would read, replay and
draw every move. The process that accepts a connection sends it, with the bytes read so far, to the
table's process over a Unix socket (``SCM_RIGHTS``). If that process is down or busy, the connection
is served where it is, because any process can hold any table. Pages also find each other at the
relay of one process.
"""

import array
import asyncio
import contextlib
import re
import socket
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from matou.web.db.worker_processes import WorkerProcesses

LONGEST_REQUEST = 65536  # bytes; the limit in `connections` is lower
SHARED = re.compile(rb"/live/([^/?]+)|/relay$")


class ConnectionPassing:
    def __init__(self, workers: WorkerProcesses) -> None:
        self.workers = workers
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, make_protocol: Callable[[], Any]) -> None:
        own = self.workers.connections_of(self.workers.index)
        Path(own).unlink(missing_ok=True)  # left by an earlier process
        self._socket.bind(own)
        self._make_protocol = make_protocol
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._read)

    def close(self) -> None:
        if self._socket.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()

    def pass_on(self, url: bytes, head: bytes, connection: int) -> bool:
        """Passes on a connection, given as a file descriptor. Returns False if it stays here."""
        found, index = SHARED.search(url), self.workers.index
        if found is not None:
            index = zlib.crc32(found[1] or found[0]) % self.workers.count
        if index == self.workers.index:
            return False
        try:
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection]))
            self._socket.sendmsg([head], [rights], 0, self.workers.connections_of(index))
        except OSError:  # that process is down, or its queue is full
            return False
        return True

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                head, passed, _, _ = socket.recv_fds(self._socket, LONGEST_REQUEST, 1)
                for connection in passed:
                    task = asyncio.create_task(self._take(socket.socket(fileno=connection), head))
                    self._tasks.add(task)  # the event loop holds tasks weakly
                    task.add_done_callback(self._tasks.discard)

    async def _take(self, connection: socket.socket, head: bytes) -> None:
        connection.setblocking(False)
        try:
            loop = asyncio.get_running_loop()
            _, protocol = await loop.connect_accepted_socket(self._make_protocol, connection)
        except OSError:  # the client has disconnected
            connection.close()
            return
        protocol.data_received(head)
