"""The history of a run: what clients sent, received and saw, and the faults.

One JSON object a line, in order; ``at`` is in seconds by the monotonic clock of the one process
that all clients live in. Nothing in it comes from a server.
"""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

Entry = dict[str, Any]


class History:
    """Writes a history."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = path.open("w", encoding="utf-8")

    def note(self, did: str, **what: Any) -> None:
        entry = {"at": round(time.monotonic(), 4), "did": did, **what}
        self._file.write(json.dumps(entry, separators=(",", ":")) + "\n")

    def close(self) -> None:
        self._file.close()


def read(path: Path) -> list[Entry]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def digest(view: dict[str, Any]) -> str:
    """Returns a short hash of a position as the API gives it."""
    shown = [view[key] for key in ("turn", "legal", "last", "over", "scores", "undone")]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:16]


@dataclass
class FinalTable:
    """A table in the database at the end, read by plain SQL."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: list[str]  # kinds: person, bot
    seed: str
    number: int  # of the next event, by the table's row
    events: list[tuple[int, int]]  # number and action, ordered
    chat: list[str]  # the lines in order
    settings: dict[str, Any] = field(default_factory=dict)


class Lease(NamedTuple):
    """A job that changed servers, as recorded by a trigger in the database."""

    kind: str
    key: str
    was: str  # the server that had it, or ''
    left: float  # seconds left of its lease, by the database's clock
    now: str  # the server that has it


class Beat(NamedTuple):
    """A server's heartbeat, as recorded by the database."""

    at: float  # seconds since the machine was booted
    site: float  # the site's time then


class Change(NamedTuple):
    """A change of a table's clock, as recorded by the database."""

    table: str
    number: int  # of the position
    clock: str
    at: float  # seconds since the machine was booted


class Notice(NamedTuple):
    """A notification of a turn, as recorded by the database."""

    channel: str
    table: str
    turned: int  # the number of the event that began the turn
    batch: str  # the name of the message
    state: int


class FinalState(NamedTuple):
    """The database at the end of a run."""

    tables: dict[str, FinalTable]
    leases: list[Lease]
    left_jobs: list[str]  # overdue jobs that no server has taken
    beats: list[Beat] = []  # noqa: RUF012
    changes: list[Change] = []  # noqa: RUF012
    unnoticed: list[str] = []  # tables where time ran out long ago  # noqa: RUF012
    notices: list[Notice] = []  # noqa: RUF012
    unnotified: list[str] = []  # tables whose turn has no notification  # noqa: RUF012
