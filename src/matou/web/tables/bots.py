"""Who moves for the bots: a process of its own, so that thinking never holds up the site."""

from __future__ import annotations

import asyncio
import logging
import random
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from matou.core.record import Record
from matou.core.state import Observation
from matou.web.ops import logs

if TYPE_CHECKING:
    from matou.bots.service import Warmth

log = logging.getLogger("matou.web")

PATIENCE = 8.0  # seconds; then a lower level answers instead


class Bots(Protocol):
    """Whoever moves for the bots, until sent home."""

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> int: ...
    def warmth(self) -> Warmth: ...
    def when_warmer(self, told: Callable[[], object]) -> None: ...
    def close(self) -> None: ...


class RandomPlayers:
    """Any legal action, in this process: for tests of the site itself."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> int:  # noqa: ARG002
        return self._rng.choice(view.legal())

    def warmth(self) -> Warmth:
        from matou.bots.service import Warmth

        return Warmth((), (), {})

    def when_warmer(self, told: Callable[[], object]) -> None:
        pass

    def close(self) -> None:
        pass


class ServicePlayers:
    """The bots' own process; it compiles in the background from the first moment on."""

    def __init__(self, games: list[str]) -> None:
        from matou.bots.service import BotService

        self._told: Callable[[], object] | None = None
        self._service = BotService(games, on_progress=self._progress)

    def when_warmer(self, told: Callable[[], object]) -> None:
        """Whom to tell, from another thread, that one more game is compiled."""
        self._told = told

    def _progress(self, warmth: Warmth) -> None:
        tell(warmth)
        if self._told is not None:
            self._told()

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> int:
        """What a bot does; one that moves does not wait for hints."""
        asked = self._service.submit(view, level, seconds=PATIENCE, hint=hint)
        return (await asyncio.wrap_future(asked)).action

    async def study(self, record: Record, told: Callable[[float], None]) -> dict[str, Any]:
        """A finished game gone through; ``told`` hears how far it is, from another thread."""
        from matou.bots.analyse import ITERATIONS

        coming = self._service.studies.submit(record, ITERATIONS, told)
        return await asyncio.wrap_future(coming)

    def warmth(self) -> Warmth:
        return self._service.warmth

    def close(self) -> None:
        self._service.close()


def tell(warmth: Warmth) -> None:
    """How far the bots' process is with compiling, for whoever started the server."""
    ready, of = len(warmth.done), len(warmth.of)
    if logs.is_quiet():
        print(f"Bots: {ready} of {of} games ready", file=sys.stderr, flush=True)
    log.info("bots compiled", extra={"ready": ready, "of": of})
    for game, why in warmth.failed.items():
        log.error("bots could not be compiled", extra={"game": game, "why": why})


def start_players(games: list[str]) -> Bots:
    return ServicePlayers(games)
