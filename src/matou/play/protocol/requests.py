"""The requests that a page sends to its table. The first field identifies the request."""

from typing import Any, Literal

from matou.play.protocol.fields import Payload


class Do(Payload):
    """Play an action in position ``at``, which the page had shown for ``took`` milliseconds."""

    do: int
    at: int
    took: int | float | None = None


class Undo(Payload):
    """Take the last action back."""

    undo: Literal[True]
    at: int


class Resign(Payload):
    """Lose the game at once."""

    resign: Literal[True]


class Look(Payload):
    """Lift the curtain in front of a seat on a shared screen."""

    look: int


class Say(Payload):
    """Send a line of chat."""

    chat: str


class React(Payload):
    """Send a reaction: one of the little pictures."""

    react: int


class Hint(Payload):
    """Ask for a hint. ``"here"``: the page searches by itself; a number: the action it found."""

    hint: bool | int | Literal["here"]


class Click(Payload):
    """The ids of the elements under a click, and of those selected before it."""

    on: list[str]
    picked: list[str]


class Why(Payload):
    """Ask why a click does nothing."""

    why: Click


class Bot(Payload):
    """Put a bot of a level at a seat."""

    bot: int
    level: int


class Take(Payload):
    """Take your own seat back from a bot."""

    take: int


class Settings(Payload):
    """How a page wants to see the table."""

    pace: str | None = None  # of the bots
    seen: bool | None = None  # the page is visible, not behind other windows
    lang: str | None = None
    memory: bool | None = None
    wide: bool | None = None
    draws: bool | None = None  # the page draws by itself
    board_text: bool | None = None  # the page also wants the board in words


class Set(Payload):
    """Change how the table is shown."""

    set: Settings


class Sync(Payload):
    """Send the whole view again."""

    sync: Any


class Avoid(Payload):
    """Mute or block the player at a seat; '' lifts either."""

    avoid: int
    how: Literal["", "mute", "block"]


class Report(Payload):
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
