"""Previews of links: a sentence about a table, and cards (``play/card.py``) rendered as PNG."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from matou import paper
from matou.core.messages import say
from matou.play.card import Card, svg
from matou.play.seats import Seat
from matou.web.http.security import remember
from matou.web.ops.logs import log

SECONDS = 60.0  # time limit for a picture, generous for busy machines
TRIES = 2  # attempts to render a picture
CACHED = 128  # pictures cached in memory


def preview(seats: Sequence[Seat], names: str, result: str, lang: str) -> str:
    if result:
        return say("{names}. {result} Look back at every move.", names=names, result=result).say(
            lang
        )
    if any(seat.kind == "open" for seat in seats):
        return say("A seat is free: come and play.").say(lang)
    return say("{names} are playing. Come and watch.", names=names).say(lang)


class Painter:
    """Renders pictures one at a time in a separate process and caches the latest."""

    def __init__(self) -> None:
        self._made: dict[str, bytes] = {}
        self._one = asyncio.Semaphore(1)

    def made(self, key: str) -> bytes | None:
        found = self._made.get(key)
        if found is not None:
            remember(self._made, key, found, CACHED)
        return found

    async def paint(self, key: str, card: Card) -> bytes | None:
        """Returns the picture as PNG, or None if rendering failed."""
        async with self._one:
            drawn = self.made(key)  # another request may have drawn it meanwhile
            if drawn is None and (drawn := await render(svg(card))) is not None:
                remember(self._made, key, drawn, CACHED)
            return drawn


async def render(drawing: str) -> bytes | None:
    """Returns a drawing as PNG, or None. Tries again if the renderer was killed (low memory)."""
    drawing = paper.standalone(drawing)
    for _ in range(TRIES):
        code, out = await render_once(drawing)
        if code >= 0:  # it was not killed, so another attempt would end the same way
            return out if code == 0 and out.startswith(b"\x89PNG") else None
        log.warning("the renderer of pictures was killed", extra={"signal": -code})
    return None


async def render_once(drawing: str) -> tuple[int, bytes]:
    """Returns the renderer's exit code (negative if it was killed) and its output."""
    command = [sys.executable, "-I", str(Path(__file__).with_name("png.py"))]

    def run() -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            command, input=drawing.encode(), capture_output=True, timeout=SECONDS, check=False
        )

    try:
        done = await asyncio.to_thread(run)
    except subprocess.TimeoutExpired:
        return 1, b""
    return done.returncode, done.stdout
