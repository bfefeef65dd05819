"""Protocols for bots: a single player, and a service that answers for every level."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from matou.core.state import Observation


class Player(Protocol):
    """Chooses actions from what a seat may know, and nothing else."""

    def choose(self, view: Observation, /) -> int:
        """Returns one of the legal actions of the view."""


class Choice(NamedTuple):
    """A bot's action."""

    action: int
    is_lower: bool = False  # a lower level answered instead


class Players(Protocol):
    """Answers for bots of every level, perhaps in another process."""

    async def answer(self, view: Observation, level: int, *, hint: bool = False) -> Choice:
        """Returns the action of a bot of that level. A hint waits until no bot has to move."""
