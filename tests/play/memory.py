"""A host in memory for tests of tables: no disk, random bots, a manual clock."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

import matou
from matou.core.fairness import commitment
from matou.core.observation import Observation
from matou.play.host import Choice, Host, Players
from matou.play.keeping import Conflict, News, Retired, Said, StoreFailed, TableRow, Timed
from matou.play.opening import new_table
from matou.play.seats import Seat
from matou.play.table import Table
from matou.play.viewer import Viewer

SEED = "5a" * 32
PEOPLE = ("ada", "basile", "carol", "dora", "emil")


class MemoryStore:
    """Stores one table. A text in ``ill`` makes every write fail."""

    def __init__(self, row: TableRow) -> None:
        self.row = replace(row, seats=[replace(seat) for seat in row.seats])
        self.events: list[int] = []
        self.said: list[Said] = []
        self.ill = ""

    def _check(self, number: int | None = None, sitting: int | None = None) -> None:
        if self.ill:
            raise StoreFailed(self.ill)
        if number not in (None, len(self.events)) or sitting not in (None, self.row.sitting):
            raise Conflict

    async def append(
        self,
        table: str,  # noqa: ARG002
        number: int,
        actions: Sequence[int],
        turn: int,
        timed: Timed | None = None,
    ) -> None:
        self._check(number)
        self.events += actions
        self.row.turn = turn
        if timed is not None:
            self.row.clock = timed.clock

    async def save_clock(self, table: str, number: int, was: str, timed: Timed) -> None:  # noqa: ARG002
        self._check(number)
        self.row.clock = timed.clock

    async def retire(self, table: str, number: int, retired: Retired) -> None:
        self._check(number, retired.sitting)
        await self.append(table, number, [retired.event], retired.turn, retired.timed)
        await self.save_seats(table, retired.sitting, retired.seats)

    async def save_seats(self, table: str, sitting: int, seats: Sequence[Seat]) -> None:  # noqa: ARG002
        self._check(sitting=sitting)
        self.row.seats = [replace(seat) for seat in seats]
        self.row.sitting += 1

    async def say(self, table: str, said: Said) -> int:  # noqa: ARG002
        self._check()
        self.said.append(said)
        return len(self.said) - 1

    async def news(self, table: str, number: int, talked: int) -> News | None:  # noqa: ARG002
        row = self.row
        seats = [replace(seat) for seat in row.seats]
        said, events = self.said[talked:], self.events[number:]
        return News(events, seats, row.sitting, said, len(self.said), clock=row.clock)


class MemoryHost(Host, Players):
    """Hosts one table, perhaps as one of several hosts that share it."""

    def __init__(self, store: MemoryStore, is_shared: bool = False) -> None:
        self.keeper = self.store = store
        self.players = self
        self.pace = 0.0
        self.advised: set[str] = set()
        self.is_shared = is_shared
        self.time = 1000.0
        self.moves: list[float | None] = []
        self.ended = 0
        self.asked: list[Observation] = []  # what bots observed
        self._rng = random.Random(1)

    def monotonic(self) -> float:
        return self.time

    def now(self) -> float:
        return self.time

    def move_made(self, table: Table, seconds: float | None) -> None:  # noqa: ARG002
        self.moves.append(seconds)

    def game_ended(self, table: Table) -> None:  # noqa: ARG002
        self.ended += 1

    async def answer(self, view: Observation, level: int, **_: Any) -> Choice:  # noqa: ARG002
        self.asked.append(view)
        return Choice(self._rng.choice(view.legal()))


class Screen(Viewer):
    """A page that records the messages sent to it."""

    def __init__(self, table: Table, owner: str = "", lang: str = "en") -> None:
        super().__init__(table, owner, lang, memory=False, plain=False, wide=False)
        self.sent: list[bytes] = []
        table.watchers.add(self)
        self.tell(self.whole())

    def tell(self, message: Any) -> None:
        self.sent.append(msgspec.json.encode(message))

    def received(self, kind: str) -> list[Any]:
        """Returns the messages of one kind that the page received."""
        return [m for m in map(msgspec.json.decode, self.sent) if m["t"] == kind]

    @property
    def at(self) -> int:
        """Returns the number of the position that the page shows."""
        number: int = self.received("view")[-1]["at"]
        return number


def row(game: str, seats: Sequence[Seat] | None = None, **settings: Any) -> TableRow:
    """Returns a new table with a fixed seed, for two people unless ``seats`` are given."""
    seats = seats or [
        Seat("person", 0, owner, owner.title(), i) for i, owner in enumerate(PEOPLE[:2])
    ]
    made = new_table(matou.game(game), list(seats), {"host": "ada", **settings}, {})
    return replace(made, id="0123456789ab", seed=SEED, commitment=commitment(SEED))


async def table(game: str, seats: Sequence[Seat] | None = None, **settings: Any) -> Table:
    """Returns a table whose game has begun."""
    new = row(game, seats, **settings)
    return await open_table(MemoryHost(MemoryStore(new)))


async def open_table(host: MemoryHost) -> Table:
    """Opens a table from the host's store."""
    stored = replace(host.store.row, seats=[replace(seat) for seat in host.store.row.seats])
    made = Table(stored, matou.game(stored.game), list(host.store.events), [], host)
    await made.begin()
    return made


def host_of(made: Table) -> MemoryHost:
    assert isinstance(made.host, MemoryHost)
    return made.host
