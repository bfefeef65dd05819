"""What those who watch a table are shown: a step of the game as each seat saw it, and to whom."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from matou.core.moments import Moment
from matou.core.state import Observation
from matou.core.words import Words


@dataclass
class Step:
    """One position on the way, as each seat that is watched saw it."""

    number: int
    lines: int
    seen: dict[int | None, Observation]
    undone: bool = False
    moments: tuple[Moment, ...] = ()
    remark: tuple[int, Words] | None = None  # what a bot says of it
    drawn: dict[Any, Any] = field(default_factory=dict)  # views already made of it


class Watcher(Protocol):
    """A page that has the table open."""

    owner: str
    seat: int | None
    plain: bool  # wants no pictures
    pace: str  # of PACES: how long bots are to take
    muted: frozenset[str]  # people whose words it is not told
    seen: bool  # is it before somebody's eyes, or behind other windows?

    def show(self, steps: list[Step]) -> None: ...
    def tell(self, message: dict[str, Any]) -> None: ...
    def seats_changed(self) -> None: ...
    def presence_changed(self) -> None: ...
