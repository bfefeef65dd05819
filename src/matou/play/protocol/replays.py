"""The messages for replays and lessons."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from matou.core.moments import Moment
from matou.paper import Highlight
from matou.play.protocol.fields import optional
from matou.play.protocol.messages import Face, LogLine, Move, Sent


class Eyes(NamedTuple):
    """A seat that the game can be viewed from."""

    value: str
    name: str


class TimedLine(NamedTuple):
    """A line of the log, with the time that the player had left."""

    actor: int
    words: str
    name: str
    left: str


@dataclass(kw_only=True)
class About:
    """A game to replay: its players, and what the reader may do with it."""

    game: str
    title: str
    names: list[str]
    colours: list[int]
    faces: list[Face]
    eyes: list[Eyes]
    own: int | None
    count: int
    is_open: bool  # every secret may be shown
    is_over: bool
    notes: list[str]
    table: str
    origin: str = ""


@dataclass
class Story:
    """The log of a game."""

    stamp: str
    count: int
    lines: list[LogLine | TimedLine]


@dataclass(kw_only=True)
class Position(Sent):
    """A position of a replay."""

    stamp: str
    at: int
    turn: int
    over: bool
    tallies: list[str]
    says: str
    winners: list[int]
    moments: tuple[Moment, ...]
    board_text: str = optional()


@dataclass
class Rung:
    """The rung of the ladder that a win has reached."""

    says: str
    beaten: Face
    level: int  # of the next cat; 0 if there is none
    next: Face | None


@dataclass
class After:
    """What a finished game tells its reader, and what comes next."""

    headline: str  # '' if there is nothing to tell
    is_settled: bool  # an analysis would not change the headline
    share: str  # one line of text for other people
    is_public: bool  # anybody may view the replay
    rung: Rung | None
    rating: str  # and its change, if the game was rated


@dataclass(kw_only=True)
class LessonDrawing(Sent):
    """A drawing of a lesson."""

    highlights: Mapping[str, Highlight]


@dataclass
class LessonFrame:
    """One event of a lesson."""

    drawing: LessonDrawing
    did: str
    moments: tuple[Moment, ...]


@dataclass
class LessonStep:
    """A step of a lesson: the text, the requested action (or -1), and the events that follow.

    In strategy the learner is to find that action: ``wrong`` answers each other one.
    """

    says: str
    asks: int
    rule: str
    legal: list[Move]
    frames: list[LessonFrame]
    title: str
    wrong: dict[int, str]


@dataclass
class Lesson:
    """A lesson."""

    first: LessonDrawing
    steps: list[LessonStep]
