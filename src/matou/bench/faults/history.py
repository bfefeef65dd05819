"""The history of a run: what clients sent, were told and saw, and what was done to the site.

One JSON object a line, in the order in which it happened; ``at`` is seconds by the monotonic clock
of the one process that all clients live in. Nothing in it comes from a server's own account.
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
    """Writes a history down."""

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
    """A position as a program is shown it, shortened: equal views, equal digests."""
    shown = [view[key] for key in ("turn", "legal", "last", "over", "scores", "undone")]
    return hashlib.sha256(json.dumps(shown).encode()).hexdigest()[:16]


@dataclass
class Kept:
    """A table as the database has it in the end, read by plain SQL."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: list[str]  # kinds: person, bot
    seed: str
    number: int  # what the table's own row says that its next event is
    events: list[tuple[int, int]]  # number and action, in the order of numbers
    chat: list[str]  # the lines, in their order
    settings: dict[str, Any] = field(default_factory=dict)


class Lease(NamedTuple):
    """A job that changed hands, as a trigger in the database wrote it down."""

    kind: str
    key: str
    was: str  # who had it, '' for nobody
    left: float  # seconds that their lease had still to go, by the database's clock
    now: str  # who has it


class Beat(NamedTuple):
    """A server's word that it is there, as the database wrote it down."""

    at: float  # seconds since the machine was started
    site: float  # the site's time then


class Change(NamedTuple):
    """A table's clock from some moment on, the same way."""

    table: str
    number: int  # of the position
    clock: str
    at: float  # seconds since the machine was started


class Notice(NamedTuple):
    """A turn that somebody who is not there is to be told of, the same way."""

    channel: str
    table: str
    turned: int  # the number of the event since which it is their turn
    batch: str  # the name of the message
    state: int


class Ended(NamedTuple):
    """What there is when a run is over."""

    tables: dict[str, Kept]
    leases: list[Lease]
    left_jobs: list[str]  # jobs that are due, that nobody has, and that nobody took in time
    beats: list[Beat] = []  # noqa: RUF012
    changes: list[Change] = []  # noqa: RUF012
    unnoticed: list[str] = []  # tables where time has been up for long  # noqa: RUF012
    notices: list[Notice] = []  # noqa: RUF012
    untold: list[str] = []  # tables where whose turn it is is not to be told so  # noqa: RUF012
