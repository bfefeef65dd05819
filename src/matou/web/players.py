"""Who moves for the bots: a process of its own, so that thinking never holds up the site."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Protocol

from matou.core.state import Observation

if TYPE_CHECKING:
    from matou.bots.service import Warmth

PATIENCE = 8.0  # seconds; then a lower level answers instead


class Bots(Protocol):
    """Whoever moves for the bots, until sent home."""

    async def choose(self, view: Observation, level: int) -> int: ...
    def close(self) -> None: ...


class RandomPlayers:
    """Any legal action, in this process: for tests of the site itself."""

    def __init__(self, seed: int | None = None) -> None:
        self._rng = random.Random(seed)

    async def choose(self, view: Observation, level: int) -> int:  # noqa: ARG002
        return self._rng.choice(view.legal())

    def close(self) -> None:
        pass


class ServicePlayers:
    """The bots' own process; it compiles in the background from the first moment on."""

    def __init__(self, games: list[str]) -> None:
        from matou.bots.service import BotService

        self._service = BotService(games, on_progress=tell)

    async def choose(self, view: Observation, level: int) -> int:
        answer = await self._service.choose_async(view, level, seconds=PATIENCE)
        return answer.action

    def close(self) -> None:
        self._service.close()


def tell(warmth: Warmth) -> None:
    """How far the bots' process is with compiling, for whoever started the server."""
    print(f"Bots: {len(warmth.done)} of {len(warmth.of)} games ready", file=sys.stderr, flush=True)


def start_players(games: list[str]) -> Bots:
    return ServicePlayers(games)
