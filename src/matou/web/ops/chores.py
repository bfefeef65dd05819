"""Runs background tasks while the server runs, and measures the lag of the event loop."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from matou.play.keeping import StoreFailed
from matou.web.ops.logs import log

AGAIN = 1.0  # seconds after an unexpected failure
EVERY = 0.1  # seconds between two measurements
LOOKS = 5  # late only if all of these were late, because a single one may be an accident
LATE = 0.05  # seconds of lag that users notice


class Chore(NamedTuple):
    """Work to repeat until the server stops, with ``seconds`` before each round."""

    work: Callable[[], Awaitable[object]]
    seconds: float = 0.0

    async def repeat(self) -> None:
        while True:
            await asyncio.sleep(self.seconds)
            try:
                await self.work()
            except StoreFailed:  # logged already
                await asyncio.sleep(0.2)
            except Exception:
                log.exception("a chore failed, and is begun anew")
                await asyncio.sleep(AGAIN)


async def wait_at_most(event: asyncio.Event, seconds: float) -> None:
    """Waits until the event is set, but at most ``seconds``. Clears the event."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    event.clear()


class EventLoopLag:
    """Measures the lag continuously. While it is high, the server skips optional work."""

    def __init__(self) -> None:
        self.late = LATE
        self.looks = deque([0.0], maxlen=LOOKS)

    @property
    def behind(self) -> float:
        return min(self.looks)

    @property
    def is_late(self) -> bool:
        return self.behind > self.late

    async def measure(self) -> None:
        loop = asyncio.get_running_loop()
        due = loop.time() + EVERY
        await asyncio.sleep(EVERY)
        self.looks.append(max(0.0, loop.time() - due))
