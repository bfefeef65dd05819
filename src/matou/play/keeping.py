"""The stored form of a table, and the interface of the store.

The events of a table are numbered from 0 and only ever appended. An undo is an event too
(``timeline.UNDO``), so nothing that was acknowledged is lost.
"""

import time
from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from matou.core.game import Game
from matou.kit.linking import CHANCE
from matou.play.clock import NOBODY, Clock, TimeControl
from matou.play.seats import Seat

MOST_CHAT = 200  # lines per table, both stored and shown


class Conflict(Exception):
    """Raised when another copy has already written an event with that number."""


class Gone(Exception):
    """Raised when a table was deleted while it was open here."""


class StoreFailed(Exception):
    """Raised when the store cannot be read or written."""


@dataclass
class Said:
    """A line of chat; seat -1 is a spectator."""

    seat: int
    name: str
    said: str
    at: float
    owner: str = ""  # who said it; the seat may have changed hands


@dataclass
class TableRow:
    """A table as stored."""

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
    sitting: int = 0  # counts the changes of seats
    talked: int = 0  # counts the lines of chat
    clock: str = ""  # the remaining times (``clock.Clock``), if there is a clock

    @property
    def day(self) -> str:
        """Returns the date if this is a cat of the day, or ''."""
        return str(self.settings.get("daily", ""))

    @property
    def draws_id(self) -> str:
        """Returns the id that draws and the record go by: one for all games of a day's cat."""
        return f"{self.day}-{self.game}" if self.day else self.id

    @property
    def free_seats(self) -> list[int]:
        """Returns the seats that can be taken: open ones first, then those that a bot holds.

        In a rated game a bot keeps its seat, since nobody is rated by a bot's moves.
        """
        free = [i for i, seat in enumerate(self.seats) if seat.kind == "open"]
        if self.settings.get("rated"):
            return free
        return free + [i for i, seat in enumerate(self.seats) if seat.is_warm]

    def stored_clock(self, game: Game) -> Clock | None:
        """Returns the table's clock, or None if it has none. Teams share a clock."""
        control = TimeControl.of(self.settings)
        return None if control is None else Clock(control, game.teams(len(self.seats)), self.clock)

    def lost_by_time(self, game: Game) -> list[int]:
        """Returns the seats that lost on time, by the stored clock; the first of each side."""
        clock = self.stored_clock(game)
        if clock is None or not clock.control.loses:
            return []
        firsts = [clock.sides.index(side) for side in dict.fromkeys(clock.sides)]
        return [seat for seat in firsts if clock.left[clock.sides[seat]] == 0]

    def time_left(self, game: Game, now: float) -> float | None:
        """Returns the seconds left to the seat to move, or None if no time runs."""
        clock = self.stored_clock(game)
        if clock is None or clock.runs == NOBODY or self.over:
            return None
        return clock.left_at(clock.runs, now)

    def seat_of(self, owner: str) -> int | None:
        """Returns the first seat of a person, also while a bot plays it."""
        seats = enumerate(self.seats)
        return next((i for i, seat in seats if owner and seat.owner == owner), None)


class Timed(NamedTuple):
    """A clock to be stored with the event that changed it."""

    clock: str
    deadline: float | None  # when time is up; None: no time runs
    left: float | None = None  # what the person who moved has left


class Retired(NamedTuple):
    """What is stored when time is up for a seat, or when it resigns."""

    event: int
    turn: int  # ``OVER`` if the game is over
    sitting: int  # the count of changes of seats before it
    seats: Sequence[Seat]
    timed: Timed


class Loaded(NamedTuple):
    """A table, read in one snapshot."""

    row: TableRow
    events: list[int]
    chat: list[Said]
    seen: Mapping[str, float] = {}  # people seen lately, with the seconds since, by owner


@dataclass
class News:
    """What has changed at a table since a given event and chat line."""

    events: list[int]  # from the given number on
    seats: list[Seat]
    sitting: int
    said: list[Said]  # from the given line on
    talked: int
    rematch: str = ""
    signals: list[tuple[str, str]] = field(default_factory=list)  # recent ones: name and message
    seen: dict[str, float] = field(default_factory=dict)  # how many seconds ago each owner was here
    clock: str = ""
    host: str = ""  # who set the table up, if that may have changed


class Keeper(Protocol):
    """The store of tables. Writes are durable when an awaited method returns."""

    @property
    def ill(self) -> str:
        """Returns why the store may fail again, or '' while it works."""

    def append(
        self, table: str, number: int, actions: Sequence[int], turn: int, timed: Timed | None = None
    ) -> Awaitable[None]:
        """Appends events from ``number`` on, all or none.

        Raises Conflict if ``number`` is not the next one.
        """

    async def save_clock(self, table: str, number: int, was: str, timed: Timed) -> None:
        """Stores a clock that changed without an event.

        Raises Conflict if there was an event, or if the stored clock is not ``was``.
        """

    async def retire(self, table: str, number: int, retired: Retired) -> None:
        """Stores that a seat retires. Raises Conflict like ``append`` and ``save_seats``."""

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:
        """Stores the seats. Raises Conflict if they have changed since ``sitting``."""

    async def say(self, table: str, said: Said) -> int:
        """Appends a line of chat and returns its number."""

    async def news(self, table: str, number: int, talked: int) -> News | None:
        """Returns what follows an event and a chat line, or None if the table is gone."""
