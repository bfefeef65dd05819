"""The messages for replays, lessons and puzzles."""

from collections.abc import Mapping
from typing import NamedTuple

from matou.core.moments import Moment
from matou.paper import Highlight
from matou.play.protocol.fields import Payload, optional
from matou.play.protocol.messages import Face, LogLine, Move, Question, Sent


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


class About(Payload, kw_only=True):
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


class Story(Payload):
    """The log of a game."""

    stamp: str
    count: int
    lines: list[LogLine | TimedLine]


class Position(Sent, kw_only=True):
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


class Rung(Payload):
    """The rung of the ladder that a win has reached."""

    says: str
    beaten: Face
    level: int  # of the next cat; 0 if there is none
    next: Face | None


class After(Payload):
    """What a finished game tells its reader, and what comes next."""

    headline: str  # '' if there is nothing to tell
    is_settled: bool  # an analysis would not change the headline
    share: str  # one line of text for other people
    is_public: bool  # anybody may view the replay
    rung: Rung | None
    rating: str  # and its change, if the game was rated


class LessonDrawing(Sent, kw_only=True):
    """A drawing of a lesson."""

    highlights: Mapping[str, Highlight]


class LessonFrame(Payload):
    """One event of a lesson."""

    drawing: LessonDrawing
    did: str
    moments: tuple[Moment, ...]


class LessonStep(Payload):
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


class Lesson(Payload):
    """A lesson."""

    first: LessonDrawing
    steps: list[LessonStep]


class PuzzleEntry(NamedTuple):
    """A puzzle in the list that a page chooses from."""

    id: str
    kind: str
    rating: int
    difficulty: int


class PuzzleStep(Payload):
    """A decision: what can be done, and the solution."""

    prompt: str
    rule: str
    legal: list[Move]
    right: list[int]
    chances: Mapping[str, float]  # of winning, after some actions
    hint: str
    reason: str
    aid: str  # what the solver could remember
    board_text: str


class PuzzlePart(Payload):
    """A part of a puzzle: what happens first, and then a decision, or None at the end."""

    id: str
    kind: str
    seat: str  # in a game with sides
    rating: int
    difficulty: int
    decisions: int
    first: LessonDrawing
    frames: list[LessonFrame]
    is_shown: bool  # the frames are to be remembered
    came: str  # what chance did
    step: PuzzleStep | None


class MissedMove(Payload):
    """The clearest mistake of a game, as a puzzle that another search has to confirm."""

    game: str
    played: int
    module: str
    question: Question
    puzzle: Mapping[str, object]
