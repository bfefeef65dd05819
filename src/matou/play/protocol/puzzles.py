"""The messages for puzzles."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from matou.play.protocol.messages import Move, Question
from matou.play.protocol.replays import LessonDrawing, LessonFrame


class PuzzleEntry(NamedTuple):
    """A puzzle in the list that a page chooses from."""

    id: str
    kind: str
    rating: int
    difficulty: int


@dataclass
class PuzzleStep:
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


@dataclass
class PuzzlePart:
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


@dataclass
class MissedMove:
    """The clearest mistake of a game, as a puzzle that another search has to confirm."""

    game: str
    played: int
    module: str
    question: Question
    puzzle: Mapping[str, object]
