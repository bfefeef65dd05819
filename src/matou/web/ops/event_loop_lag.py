"""Measures the lag of the event loop: how late scheduled callbacks run."""

from __future__ import annotations

import asyncio
from collections import deque

EVERY = 0.1  # seconds between two measurements
LOOKS = 5  # late only if all of these were late, because a single one may be an accident
LATE = 0.05  # seconds of lag that users notice


class EventLoopLag:
    """Measures the lag continuously. While it is high, the server skips optional work."""

    def __init__(self, late: float = LATE) -> None:
        self.late = late
        self.looks = deque([0.0], maxlen=LOOKS)

    @property
    def behind(self) -> float:
        return min(self.looks)

    @property
    def is_late(self) -> bool:
        return self.behind > self.late

    async def beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.looks.append(max(0.0, loop.time() - due))
