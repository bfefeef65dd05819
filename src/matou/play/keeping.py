"""What a table is when it is kept, and what it asks of whatever keeps it.

Events of a table are numbered from 0 and only ever added; taking an action back is an event
too (``timeline.UNDO``), so nothing that was once acknowledged is lost.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from matou.kit.linking import CHANCE
from matou.play.seats import Seat

CHAT_KEPT = 200  # lines a table: what is shown is what is kept


class Conflict(Exception):
    """Somebody else has already written an event of that number."""


class Gone(Exception):
    """The table has been deleted while it was open here."""


class StoreFailed(Exception):
    """What is kept could not be read, or what should be kept could not be written."""


@dataclass
class Said:
    """A line of chat; seat -1 is a spectator."""

    seat: int
    name: str
    said: str
    at: float
    owner: str = ""  # who said it, whoever sits there now


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
    sitting: int = 0  # how often its seats have changed
    talked: int = 0  # how many lines of chat there have been
    clock: str = ""  # what each has left (``clock.Clock``), where there is a clock

    @property
    def free_seats(self) -> list[int]:
        """The seats that somebody may take, empty ones before those that bots keep warm.

        Where the game counts for ratings a bot keeps its seat: nobody is rated by what it played.
        """
        free = [i for i, seat in enumerate(self.seats) if seat.kind == "open"]
        if self.settings.get("rated"):
            return free
        return free + [i for i, seat in enumerate(self.seats) if seat.is_warm]


class Timed(NamedTuple):
    """A table's clock as it is kept, together with the event that changed it."""

    clock: str
    deadline: float | None  # when time is up, for whoever looks for that; None: no time runs
    left: float | None = None  # what whoever moved has left, where a person did


@dataclass
class News:
    """What there is at a table beyond what somebody knows of it."""

    events: list[int]  # from the number on that they know
    seats: list[Seat]
    sitting: int
    said: list[Said]  # since the line that they know
    talked: int
    rematch: str = ""
    signals: list[tuple[str, str]] = field(default_factory=list)  # of late: a name, a message
    seen: dict[str, float] = field(default_factory=dict)  # owners, and how many seconds ago
    clock: str = ""
    host: str = ""  # who set it, where that may be another by now


class Keeper(Protocol):
    """What a table asks of whatever keeps it; what is awaited is durable when it returns."""

    @property
    def ill(self) -> str:
        """Why it may fail again; empty while it is well."""

    async def append(
        self,
        table: str,
        number: int,
        actions: Sequence[int],
        turn: int,
        timed: Timed | None = None,
    ) -> None:
        """Add events from ``number`` on, all or none; Conflict if that is not the next one."""

    async def save_clock(self, table: str, number: int, was: str, timed: Timed) -> None:
        """Keep a clock that no event changed; Conflict if there was one, or another ``was``."""

    async def time_up(
        self,
        table: str,
        number: int,
        event: int,
        turn: int,
        sitting: int,
        seats: Sequence[Seat],
        timed: Timed,
    ) -> None:
        """Keep the event (TIME_UP, OUT or STOPPED), whose turn it is then (``OVER`` where the game
        is over) and who sits where from then on; Conflict as for both."""

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:
        """Keep who sits where; Conflict if that has changed since it was ``sitting``."""

    async def say(self, table: str, said: Said) -> int:
        """Keep a line of chat after the others; its number."""

    async def news(self, table: str, number: int, talked: int) -> News | None:
        """What there is from an event and a line of chat on; None if the table is gone."""
