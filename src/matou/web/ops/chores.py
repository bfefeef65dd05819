"""Runs background tasks while the server runs, and restarts them after failures."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable

from matou.play.keeping import StoreFailed
from matou.web.ops.logs import log

Chore = Callable[[], Awaitable[None]]

AGAIN = 1.0  # seconds after an unexpected failure


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


async def called(event: asyncio.Event, seconds: float) -> None:
    """Waits until the event is set, but at most ``seconds``."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    event.clear()
