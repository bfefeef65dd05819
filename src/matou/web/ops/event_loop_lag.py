"""How late the server is: how long something that is due waits until its turn comes."""

from __future__ import annotations

import asyncio
from collections import deque

EVERY = 0.1  # seconds between two looks
LOOKS = 5  # one late look may be an accident: late is who was late in all of these
LATE = 0.05  # seconds from which on one notices


class EventLoopLag:
    """Taken all the time; while it is late, what nobody needs is left out."""

    def __init__(self, late: float = LATE) -> None:
        self.late = late
        self.looks = deque([0.0], maxlen=LOOKS)

    @property
    def behind(self) -> float:
        """Seconds that everything was late by, lately."""
        return min(self.looks)

    @property
    def is_late(self) -> bool:
        return self.behind > self.late

    async def beat(self) -> None:
        """Look again and again, for as long as the server runs."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.looks.append(max(0.0, loop.time() - due))
