"""Passes WebSocket connections to the process of this server that holds their table or relay.

Otherwise two people at one table would often use two processes, and both would read, replay and
draw every move. The process that accepts a connection sends it, with the bytes read so far, to the
table's process over a Unix socket (``SCM_RIGHTS``). If that process is down or busy, the connection
is served where it is, because any process can hold any table. Pages also find each other at the
relay of one process.
"""

import array
import asyncio
import re
import socket
import zlib
from collections.abc import Callable
from typing import Any

from matou.web.db.worker_processes import ProcessSocket, WorkerProcesses

LONGEST_REQUEST = 65536  # bytes; the limit in `connections` is lower
SHARED = re.compile(rb"/live/([^/?]+)|/relay$")


class ConnectionPassing(ProcessSocket):
    def __init__(self, workers: WorkerProcesses) -> None:
        super().__init__(workers, "connections")
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, make_protocol: Callable[[], Any]) -> None:
        self._make_protocol = make_protocol
        self.listen(self._receive)

    def pass_on(self, url: bytes, head: bytes, connection: int) -> bool:
        """Passes on a connection, given as a file descriptor. Returns False if it stays here."""
        found, index = SHARED.search(url), self.workers.index
        if found is not None:
            index = zlib.crc32(found[1] or found[0]) % self.workers.count
        if index == self.workers.index:
            return False
        try:
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection]))
            self.socket.sendmsg([head], [rights], 0, self.address(index))
        except OSError:  # that process is down, or its queue is full
            return False
        return True

    def _receive(self) -> None:
        head, passed, _, _ = socket.recv_fds(self.socket, LONGEST_REQUEST, 1)
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
