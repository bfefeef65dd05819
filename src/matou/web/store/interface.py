"""What a table is when it is kept, and what the site asks of whatever keeps it.

Events of a table are numbered from 0 and only ever added; taking an action back is an event
too (``UNDO``), so nothing that was once acknowledged is lost.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from matou.kit.linking import CHANCE

UNDO = -1
CHAT_KEPT = 200  # lines a table: what is shown is what is kept


class Conflict(Exception):
    """Somebody else has already written an event of that number."""


class Gone(Exception):
    """The table has been deleted while it was open here."""


class StoreFailed(Exception):
    """What is kept could not be read, or what should be kept could not be written."""


@dataclass
class Seat:
    """Who sits at a seat; ``owner`` is a hash of a person's secret, '' if nobody's."""

    kind: str = "open"  # open, person or bot
    level: int = 0
    owner: str = ""
    name: str = ""
    colour: int = 0
    invite: str = ""


@dataclass
class Said:
    """A line of chat; seat -1 is a spectator."""

    seat: int
    name: str
    said: str
    at: float


@dataclass
class Kept:
    """A table as it is kept."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: list[Seat]
    seed: str
    commitment: str
    created: float = field(default_factory=time.time)
    touched: float = field(default_factory=time.time)
    settings: dict[str, Any] = field(default_factory=dict)
    over: bool = False
    rematch: str = ""
    turn: int = CHANCE


class Store(Protocol):
    """What the site asks of a store; another database can stand behind it.

    Whatever fails is a `StoreFailed`, and ``ill`` says why for as long as it may fail again.
    """

    @property
    def ill(self) -> str: ...
    def report_damage(self, why: str) -> None: ...

    async def create(
        self, table: Kept, events: Sequence[int] = (), rematch_of: str = ""
    ) -> str: ...
    async def append(self, table: str, number: int, actions: Sequence[int], turn: int) -> None: ...
    async def save_seats(self, table: str, seats: Sequence[Seat]) -> None: ...
    async def say(self, table: str, said: Said) -> None: ...
    async def answers(self) -> None: ...
    def load(self, table: str) -> tuple[Kept, list[int], list[Said]] | None: ...
    def events(self, table: str) -> list[int]: ...
    def tables_of(self, owner: str, most: int) -> list[Kept]: ...
    def tables_to_watch(self, most: int) -> list[Kept]: ...
    async def keep_paper(self, kind: str, key: str, text: str, days: float, most: int) -> None: ...
    def paper(self, kind: str, key: str) -> tuple[str, float] | None: ...
    def close(self) -> None: ...
