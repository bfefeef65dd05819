"""The requests that a page sends to its table. The first field identifies the request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal


@dataclass
class Do:
    """Play an action in position ``at``, which the page had shown for ``took`` milliseconds."""

    do: int
    at: int
    took: int | float | None = None


@dataclass
class Undo:
    """Take the last action back."""

    undo: Literal[True]
    at: int


@dataclass
class Resign:
    """Lose the game at once."""

    resign: Literal[True]


@dataclass
class Look:
    """Lift the curtain in front of a seat on a shared screen."""

    look: int


@dataclass
class Say:
    """Send a line of chat."""

    chat: str


@dataclass
class React:
    """Send a reaction: one of the little pictures."""

    react: int


@dataclass
class Hint:
    """Ask for a hint. ``"here"``: the page searches by itself; a number: the action it found."""

    hint: bool | int | Literal["here"]


@dataclass
class Click:
    """The ids of the elements under a click, and of those selected before it."""

    on: list[str]
    picked: list[str]


@dataclass
class Why:
    """Ask why a click does nothing."""

    why: Click


@dataclass
class Bot:
    """Put a bot of a level at a seat."""

    bot: int
    level: int


@dataclass
class Take:
    """Take your own seat back from a bot."""

    take: int


@dataclass
class Settings:
    """How a page wants to see the table."""

    pace: str | None = None  # of the bots
    seen: bool | None = None  # the page is visible, not behind other windows
    lang: str | None = None
    memory: bool | None = None
    wide: bool | None = None
    draws: bool | None = None  # the page draws by itself
    board_text: bool | None = None  # the page also wants the board in words


@dataclass
class Set:
    """Change how the table is shown."""

    set: Settings


@dataclass
class Sync:
    """Send the whole view again."""

    sync: Any


@dataclass
class Avoid:
    """Mute or block the player at a seat; '' lifts either."""

    avoid: int
    how: Literal["", "mute", "block"]


@dataclass
class Report:
    """Report the player at a seat."""

    report: int
    reason: str = ""


AtTable = Do | Undo | Resign | Look | Say | React | Hint | Why | Bot | Take | Set | Sync
Request = AtTable | Avoid | Report  # the last two only at a site
KINDS: dict[str, type[Request]] = {
    next(iter(kind.__dataclass_fields__)): kind for kind in Request.__args__
}


def kind_of(message: dict[str, Any]) -> type[Request] | None:
    for key, kind in KINDS.items():
        if key in message:
            return kind
    return None
