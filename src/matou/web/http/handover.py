"""Live connections handed over, among the processes of a server, to the one that has their table.

Two who play at one table would otherwise often be at two processes, and each of their moves would
be read, replayed and shown by both. So the process that has read which table a live connection is
for hands it, with what was read, to that table's home, over a Unix socket (``SCM_RIGHTS``). Where
that one is away or has too much waiting, it is served on the spot: any process can hold any table.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import re
import socket
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from matou.web.store.siblings import Siblings

LONGEST = 65536  # bytes of a request; `connections` takes less
TABLE = re.compile(rb"/live/([^/?]+)")


class Handover:
    """Which process a table's pages belong to, and the way there."""

    def __init__(self, siblings: Siblings) -> None:
        self.siblings = siblings
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, make: Callable[[], Any]) -> None:
        """Take what the others hand over from now on; ``make`` makes the protocol of each."""
        own = self.siblings.doors_of(self.siblings.index)
        Path(own).unlink(missing_ok=True)  # of the process that was here before us
        self._socket.bind(own)
        self._make = make
        asyncio.get_running_loop().add_reader(self._socket.fileno(), self._read)

    def close(self) -> None:
        if self._socket.fileno() >= 0:
            asyncio.get_running_loop().remove_reader(self._socket.fileno())
            self._socket.close()

    def hand_over(self, url: bytes, head: bytes, connection: int) -> bool:
        """A live connection (its descriptor) goes to its table's home, unless that is here."""
        found = TABLE.search(url)
        home = zlib.crc32(found[1]) % self.siblings.count if found else self.siblings.index
        if home == self.siblings.index:
            return False
        try:
            rights = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [connection]))
            self._socket.sendmsg([head], [rights], 0, self.siblings.doors_of(home))
        except OSError:  # away, or busy
            return False
        return True

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while True:
                head, handed, _, _ = socket.recv_fds(self._socket, LONGEST, 1)
                for connection in handed:
                    task = asyncio.create_task(self._take(socket.socket(fileno=connection), head))
                    self._tasks.add(task)  # a task that nobody holds may vanish
                    task.add_done_callback(self._tasks.discard)

    async def _take(self, connection: socket.socket, head: bytes) -> None:
        connection.setblocking(False)
        try:
            loop = asyncio.get_running_loop()
            _, protocol = await loop.connect_accepted_socket(self._make, connection)
        except OSError:  # gone meanwhile
            connection.close()
            return
        protocol.data_received(head)
