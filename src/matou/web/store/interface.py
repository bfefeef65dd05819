"""The store's interface: what the site asks of a database, beyond what each table does.

SQLite (``sqlite.py``) and PostgreSQL (``postgres.py``) stand behind it; nothing outside this folder
knows which. Several processes may use one store (``shared``): the number of an event is the fence,
so of two that append it, the slower one is told (`Conflict`) and takes over what is there. Each
tells the others where something is new by a hint, ``on_hint(table, number)``, which may be lost;
``on_gap()`` says that some were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from matou.play.keeping import Keeper, Kept, Said

LOOK = -1  # the number of a hint that is not about events


class Loaded(NamedTuple):
    """A table as it is kept, all of one moment."""

    kept: Kept
    events: list[int]
    chat: list[Said]
    seen: dict[str, float]  # who was at it of late, and how many seconds ago


class Head(NamedTuple):
    """How far a table is, to compare with what one has of it."""

    number: int
    sitting: int
    talked: int


@dataclass(frozen=True)
class Job:
    """Work that one process at a time does, and another if it dies: a row, leased for a while."""

    kind: str
    key: str
    payload: str = ""
    part: float = 0.0  # how much of it is done
    is_taken: bool = False
    failed: bool = False
    ahead: int = 0  # how many of its kind wait before it


class Store(Keeper, Protocol):
    """What the site asks of a store.

    Whatever fails is a `StoreFailed`, and ``ill`` says why for as long as it may fail again.
    """

    key: str  # signs cookies; there from ``start`` on
    damage: str  # what was found that cannot be read, for good
    shared: bool  # may other processes write, too?
    on_commit: Callable[[float], object]  # is told the seconds of every commit
    on_hint: Callable[[str, int], object]
    on_gap: Callable[[], object]

    async def start(self) -> None: ...
    async def close(self) -> None: ...
    async def answers(self) -> None: ...
    def report_damage(self, why: str) -> None: ...
    def size(self) -> int: ...

    async def create(
        self, table: Kept, events: Sequence[int] = (), rematch_of: str = ""
    ) -> str: ...
    async def load(self, table: str) -> Loaded | None: ...
    async def events(self, table: str) -> list[int]: ...
    async def tables_of(self, owner: str, most: int) -> list[Kept]: ...
    async def tables_to_watch(self, most: int) -> list[Kept]: ...

    # Texts kept for a while
    async def keep_paper(self, kind: str, key: str, text: str, days: float, most: int) -> None: ...
    async def paper(self, kind: str, key: str) -> tuple[str, float] | None: ...

    # Between processes
    async def heads(self, tables: Sequence[str]) -> dict[str, Head]: ...
    async def saw(
        self, tables_owners: Iterable[tuple[str, str]], at_once: bool = False
    ) -> None: ...
    async def seen(self, tables: Sequence[str]) -> dict[str, dict[str, float]]: ...
    async def signal(self, table: str, name: str, message: str) -> None: ...

    # Time: that of the site, which stands still while there is no server
    async def beat(self, gap: float) -> float: ...
    async def time_runs(self) -> bool: ...
    async def overdue(self, now: float, most: int) -> list[str]: ...

    # All of a person
    async def move_owner(self, old: str, new: str) -> list[str]: ...
    async def rows_of(self, owner: str) -> dict[str, list[dict[str, Any]]]: ...

    async def admit(self, who: str, rate: float, burst: float) -> bool: ...

    # Jobs: times are the database's own, seconds from now
    async def put_job(self, kind: str, key: str, payload: str = "", wait: float = 0.0) -> None: ...
    async def job(self, kind: str, key: str) -> Job | None: ...
    async def count_jobs(self, kind: str) -> int: ...
    async def take_jobs(self, kind: str, seconds: float, most: int) -> list[Job]: ...
    async def take_job(self, kind: str, key: str, seconds: float) -> bool: ...
    async def renew_job(self, kind: str, key: str, seconds: float, part: float = 0) -> bool: ...
    async def renew_jobs(self, kind: str, keys: Sequence[str], seconds: float) -> None: ...
    async def end_job(self, kind: str, key: str, failed: bool = False) -> None: ...
    async def clean_up(self) -> None: ...
