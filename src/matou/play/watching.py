"""The steps of a game that watchers are shown, and the interface of a watcher."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

from matou.core.messages import Message
from matou.core.moments import Moment
from matou.core.state import Observation
from matou.play.protocol import messages


@dataclass
class Step:
    """A position, as each watched seat saw it."""

    number: int
    lines: int
    seen: dict[int | None, Observation]
    undone: bool = False
    moments: tuple[Moment, ...] = ()
    remark: tuple[int, Message] | None = None  # a bot's remark
    drawn: dict[Any, Any] = field(default_factory=dict)  # cache of views


class Watcher(Protocol):
    """A page or program that has the table open."""

    owner: str
    seat: int | None
    plain: bool  # wants no pictures
    pace: str  # a key of PACES
    muted: frozenset[str]  # people whose messages it does not get
    seen: bool  # the page is visible, not behind other windows

    def show(self, steps: list[Step]) -> None: ...
    def tell(self, message: messages.Message) -> None: ...
    def seats_changed(self) -> None: ...
    def presence_changed(self) -> None: ...
