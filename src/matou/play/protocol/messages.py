"""The messages that a table sends to its pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from matou.core.moments import Moment
from matou.core.position import Seen
from matou.paper import Highlight
from matou.play.protocol.fields import Payload, built, optional, remembered

# Parts of messages


class Move(NamedTuple):
    """A legal action."""

    action: int
    name: str  # in notation
    words: str


class LogLine(NamedTuple):
    """A line of the log, in words and in notation; actor -1 is chance."""

    actor: int
    words: str
    name: str


class ChatLine(NamedTuple):
    """A line of chat."""

    seat: int
    name: str
    said: str
    at: float


class Change(NamedTuple):
    """A change to a drawing: the index, how many parts to remove, and the parts to insert."""

    place: int
    gone: int
    coming: list[str]


class Invite(NamedTuple):
    """The invitation to an open seat."""

    seat: int
    token: str


class Curtain(NamedTuple):
    """On a shared screen, the seat whose secrets stay hidden until its player confirms."""

    seat: int
    name: str


class Remark(NamedTuple):
    """A bot's remark about a move."""

    seat: int
    says: str


class Continues(NamedTuple):
    """Where draws come from, and the address of a game that this one continues, or ''."""

    says: str
    place: str


class Face(NamedTuple):
    """A player's portrait: a bot's level or the name of a figure, and the colour of the coat."""

    who: str
    coat: str


class Player(Payload):
    """The player at a seat."""

    name: str
    kind: Literal["open", "person", "bot"]
    level: int
    face: Face
    colour: int
    here: bool
    gone: bool  # away for so long that another player may seat a bot
    mine: bool
    held: bool  # a bot plays the seat until its owner, or anybody, takes it
    out: Literal["", "time", "resigned"]  # how the seat lost before the end
    forfeited: bool  # a bot has moved for a rated person
    unrated: bool  # at a rated table: the game does not count for this seat
    rating: str
    program: bool
    muted: bool
    person: bool  # the seat belongs to a person


class Clock(Payload):
    """The time that each seat has left, in milliseconds."""

    left: list[int]
    sides: list[int]
    runs: int  # the seat whose time runs, or -1
    loses: bool  # a player who runs out of time loses
    waits: int  # milliseconds until it begins to run


class Score(Payload):
    """The lines that add up to a player's score."""

    name: str
    lines: list[str]


class Ending(Payload):
    """How the game ended."""

    winners: list[int]
    rule: str
    how: str
    scores: list[Score]
    seed: str
    rematch: str


class Question(Payload):
    """A position for the page's own bot to search."""

    record: str
    seats: int
    seed: int
    iterations: int


# Positions


class Sent(Payload, kw_only=True):
    """A drawing as sent: whole (``parts``), or as changes to the previous one (``patch``)."""

    parts: list[str] = remembered()
    patch: list[Change] = optional()
    symbols: dict[str, str] = optional()  # outlines, sent once and referenced by name afterwards
    box: str = optional()
    css: str = optional()
    ground: str = optional()
    title: str = optional()


class Scene(Sent, kw_only=True):
    """The fields that depend on an observation alone."""

    seat: int | None
    turn: int
    prompt: str
    rule: str
    tallies: list[str]
    legal: list[Move]
    highlights: Mapping[str, Highlight]
    board_text: str = optional()  # the board in words
    broken: bool = optional()  # the picture could not be drawn


class WholeView(Payload, kw_only=True):
    """The fields of every view; most are sent only when a page connects or reconnects."""

    at: int
    seat: int | None
    undone: bool
    whole: bool = optional()
    players: list[Player] = remembered()
    chat: list[ChatLine] | None = remembered()
    fair: str = remembered()  # the hash of the seed
    hints: bool = remembered()
    rematch: str = remembered()
    daily: bool = remembered()  # a cat of the day
    open: bool = remembered()
    simpler: bool = remembered()
    invites: list[Invite] = remembered()
    continues: Continues = optional()
    t: Literal["view"] = "view"


class ViewBase(WholeView, kw_only=True):
    """The fields of a position that are not part of its picture."""

    remark: Remark | None
    end: Ending | None
    log: tuple[int, list[LogLine]] = remembered()  # the number of the first line, and the lines
    undo: bool = remembered()
    clock: Clock = optional()
    curtain: Curtain | None = remembered()


class View(ViewBase, Scene, kw_only=True):
    """A position of a table. The page remembers the fields that are not sent again."""

    moments: tuple[Moment, ...]


class Undrawn(Payload, kw_only=True):
    """An observation for a page that draws by itself."""

    record: bytes
    log: tuple[int, list[Seen]]
    # Who lost on time or resigned, and whether that ended the game.
    out: tuple[list[tuple[int, int, bool]], bool] = optional()
    who: list[str] = optional()  # the players' names, for a page that is new or changes its seat
    how: DrawingOptions = optional()  # for a page that is new


class DrawingOptions(NamedTuple):
    """The game, and how a page wants it drawn."""

    name: str
    version: int
    options: dict[str, Any]
    seats: int
    lang: str
    memory: bool
    wide: bool
    board_text: bool


class UndrawnView(ViewBase, kw_only=True):
    """A position for a page that draws by itself; the page turns it into a ``View``.

    The page finds the moments, and says new lines of the log unless they are in the message.
    """

    position: Undrawn


class PlainView(WholeView, kw_only=True):
    """A position for a program, without picture or words."""

    turn: int
    legal: list[tuple[int, str]]
    last: str
    over: bool
    scores: list[int]
    out: list[int] = optional()


# Answers and events between moves


class Ok(Payload, kw_only=True):
    """A request was carried out."""

    id: int | str | None = None
    at: int = -1
    hint: int = optional()
    says: str = remembered()
    because: str = remembered()
    think: Question = optional()
    module: str = optional()
    why: str = optional()
    rule: str = remembered()
    instead: bool = optional()  # the click does not combine with the earlier selection
    done: str = optional()
    seat: int = optional()
    how: str = optional()
    t: Literal["ok"] = "ok"


class No(Payload):
    """A request was refused."""

    id: int | str | None
    code: str
    says: str
    rule: str
    t: Literal["no"] = "no"


class Players(Payload):
    """The players, sent when somebody came or left."""

    players: list[Player]
    t: Literal["players"] = "players"


class Chat(Payload):
    """A new line of chat."""

    line: ChatLine
    t: Literal["chat"] = "chat"


class React(Payload):
    """A reaction: one of the little pictures."""

    seat: int
    which: int
    t: Literal["react"] = "react"


class Rematch(Payload):
    """The next table; the players go there at once if ``now``."""

    table: str
    now: bool
    t: Literal["rematch"] = "rematch"


class ClockRuns(Payload):
    """The clock, sent when it started or stopped without a move."""

    clock: Clock
    t: Literal["clock"] = "clock"


class Late(Payload):
    """A player ran out of time."""

    seat: int
    t: Literal["late"] = "late"


class Joined(Payload):
    """Somebody took a seat at a public table."""

    seat: int
    cat: bool  # a bot gave up its seat
    t: Literal["joined"] = "joined"


class Reload(Payload):
    """Tells the page to reload."""

    t: Literal["reload"] = "reload"


class Simpler(Payload):
    """Whether a lower level moves for a bot at the moment."""

    simpler: bool
    t: Literal["simpler"] = "simpler"


Heard = (
    View | Ok | No | Players | Chat | React | Rematch | ClockRuns | Late | Joined | Reload | Simpler
)
Message = Heard | UndrawnView | PlainView
Signal = React | Simpler  # forwarded to every server that has the table open


def signal_of(message: Mapping[str, Any]) -> Signal:
    return built(React, message) if message["t"] == "react" else built(Simpler, message)
