"""What a server does again and again, for as long as it runs; what fails is tried again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from matou.play.keeping import StoreFailed

log = logging.getLogger("matou.web")

AGAIN = 1.0  # seconds after a fault that nobody thought of


async def every(seconds: float, chore: Callable[[], Awaitable[object]], failing: str) -> None:
    """Do a chore, with so many seconds between; ``failing`` is what the log says where it fails."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await chore()
        except StoreFailed:  # which the log knows of already
            await asyncio.sleep(0.2)
        except Exception:
            log.exception(failing)
            await asyncio.sleep(AGAIN)


async def kept_up(work: Callable[[], Awaitable[None]]) -> None:
    """Work that is to go on for as long as the server runs: begun anew where it fails."""
    while True:
        try:
            return await work()
        except Exception:
            log.exception("a chore failed, and is begun anew")
            await asyncio.sleep(AGAIN)


async def called(event: asyncio.Event, seconds: float) -> None:
    """Wait until somebody calls, or for so many seconds."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await event.wait()
    event.clear()
