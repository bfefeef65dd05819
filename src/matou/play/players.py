"""Those who decide by program: a player, and whoever plays bots of every level for a table."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from matou.core.state import Observation


class Player(Protocol):
    """Somebody who is given what a seat may know, and nothing else."""

    def choose(self, view: Observation, /) -> int:
        """One of the legal actions of the view."""


class Choice(NamedTuple):
    """What a bot does."""

    action: int
    is_lower: bool = False  # did a lower level have to answer for it?


class Players(Protocol):
    """Whoever plays for all bots of a table, by level; it may take its time elsewhere."""

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> Choice:
        """What a bot of that level does; a hint waits until no bot has to move."""
