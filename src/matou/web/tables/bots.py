"""Who moves for the bots: a process of its own, so that thinking never holds up the site."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from matou.bots import levels
from matou.core.record import Record
from matou.core.state import Observation
from matou.play.players import Choice, Players

PATIENCE = 8.0  # seconds; then a lower level answers instead


class Bots(Players, Protocol):
    """Whoever moves for the bots, until sent home."""

    def are_there(self) -> bool: ...
    def close(self) -> None: ...


class ServicePlayers:
    """The bots' own process."""

    def __init__(self) -> None:
        from matou.bots.service import BotService

        self._service = BotService()

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> Choice:
        """What a bot does; a move does not wait for hints, which take as long as in a page."""
        bot = f"level{level}@{levels.level(level).iterations}" if hint else level
        asked = self._service.submit(view, bot, seconds=PATIENCE, hint=hint)
        answer = await asyncio.wrap_future(asked)
        return Choice(answer.action, bool(answer.fell_back))

    async def study(self, record: Record, told: Callable[[float], None]) -> dict[str, Any]:
        """A finished game gone through; ``told`` hears how far it is, from another thread."""
        from matou.bots.analyse import ITERATIONS

        coming = self._service.studies.submit(record, ITERATIONS, told)
        return await asyncio.wrap_future(coming)

    def are_there(self) -> bool:
        return self._service.is_there

    def close(self) -> None:
        self._service.close()


def start_players() -> Bots:
    return ServicePlayers()
