"""Runs background tasks while the server runs, and measures the lag of the event loop."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable

from matou.play.keeping import StoreFailed
from matou.web.ops.logs import log

Chore = Callable[[], Awaitable[None]]

AGAIN = 1.0  # seconds after an unexpected failure
EVERY = 0.1  # seconds between two measurements
LOOKS = 5  # late only if all of these were late, because a single one may be an accident
LATE = 0.05  # seconds of lag that users notice


async def every(seconds: float, chore: Callable[[], Awaitable[object]], failing: str) -> None:
    """Repeats a chore every ``seconds``. Logs ``failing`` if it fails."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await chore()
        except StoreFailed:  # logged already
            await asyncio.sleep(0.2)
        except Exception:
            log.exception(failing)
            await asyncio.sleep(AGAIN)


async def run_forever(work: Chore) -> None:
    """Runs a chore that should never end. Restarts it if it fails."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("a chore failed, and is begun anew")
            await asyncio.sleep(AGAIN)


async def wait_at_most(event: asyncio.Event, seconds: float) -> None:
    """Waits until the event is set, but at most ``seconds``."""
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

    async def beat(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + EVERY
            await asyncio.sleep(EVERY)
            self.looks.append(max(0.0, loop.time() - due))
