"""Runs the bots in a separate process, so that thinking never blocks the site."""

import asyncio
from collections.abc import Callable
from typing import Any

from matou.bots import levels
from matou.bots.analyse import ITERATIONS
from matou.bots.service import BotService
from matou.core.observation import Observation
from matou.core.record import Record
from matou.play.host import Choice, Players

PATIENCE = 8.0  # seconds; after that, a weaker bot answers
SEEDED_PATIENCE, SEEDED_TRIES = 60.0, 5


class ServicePlayers(Players):
    def __init__(self, service: BotService) -> None:
        self._service = service

    async def answer(
        self, view: Observation, level: int, *, hint: bool = False, seed: int | None = None
    ) -> Choice:
        """Returns a bot's move. Moves have priority over hints, whose search effort is fixed.

        A bot with a seed has to answer itself, so it gets more time and several tries.
        """
        bot = levels.at_table(level)
        spec = f"{bot.key}@{bot.iterations}" if hint else bot.key
        seconds, tries = (PATIENCE, 1) if seed is None else (SEEDED_PATIENCE, SEEDED_TRIES)
        for _ in range(tries):
            asked = self._service.submit(view, spec, seconds=seconds, seed=seed, hint=hint)
            answer = await asyncio.wrap_future(asked)
            if not answer.fell_back:
                break
        return Choice(answer.action, bool(answer.fell_back))

    async def study(self, record: Record, report: Callable[[float], None]) -> dict[str, Any]:
        """Analyses a finished game. Calls ``report`` with the progress, from another thread."""
        coming = self._service.studies.submit(record, ITERATIONS, report)
        return await asyncio.wrap_future(coming)

    def are_there(self) -> bool:
        return self._service.is_there

    def close(self) -> None:
        self._service.close()


def start_players() -> Players:
    return ServicePlayers(BotService())
