"""A game's two lessons, prepared for a page: every position as the learner sees it.

The first is a game, the second five positions, in which the learner is to find the best move. The
positions of a lesson never change, so it needs no table. A page gets all of them at once and calls
the server only to learn why a click does nothing. Each drawing is sent as changes to the previous
one (``play/wire.py``).
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from matou.bots.levels import LEVELS
from matou.core.book import Lesson, Move, Position, Step
from matou.core.game import Game
from matou.core.messages import say
from matou.core.moments import Moment
from matou.core.observation import Observation
from matou.core.pointing import explain
from matou.core.registry import find
from matou.kit.linking import CHANCE
from matou.play import log
from matou.play.protocol import replays as messages
from matou.play.protocol.fields import to_json
from matou.play.protocol.messages import Move as LegalMove
from matou.play.protocol.replays import LessonDrawing, LessonFrame, LessonStep
from matou.play.wire import PageCopy

WINS = say("That way, you win {n} games out of 100.")
MANY = 3  # more chance events in a row (a deal) are shown at once


@dataclass(frozen=True)
class Stage:
    """A lesson in one language: the payload for a page, and the view at each step."""

    payload: bytes
    tag: str  # changes with `payload`
    first: tuple[str, ...]  # the text of each step
    views: tuple[Observation, ...]  # what the learner sees at the start of each step
    lang: str

    def why(self, step: int, on: Sequence[str], picked: Sequence[str]) -> tuple[str, str] | None:
        """Returns why a click does nothing, and the rule; None if it starts another move."""
        reason = explain(self.views[step], on, picked)
        if reason is None:
            return None
        return reason.says.say(self.lang, names(self.views[step], self.lang)), reason.rule


@lru_cache(maxsize=32)
def stage(name: str, lang: str, wide: bool = False, strategy: bool = False) -> Stage | None:
    """Returns a game's first or second lesson, in one column or wide; None if there is none."""
    game = find(name)
    book = game.book(lang)
    if book is None or (strategy and not book.strategy):
        return None
    playing = Playing(game, book.lesson, lang, wide)
    return playing.positions(book.strategy) if strategy else playing.stage(book.lesson.steps)


def names(view: Observation, lang: str) -> list[str]:
    """Returns the players' names at a learner's table."""
    neighbours = iter(LEVELS)
    return [
        (say("You") if seat == view.seat else next(neighbours).name).say(lang)
        for seat in range(view.seats)
    ]


class Playing:
    def __init__(self, game: Game, lesson: Lesson, lang: str, wide: bool) -> None:
        self.game = game
        self.lang = lang
        self.wide = wide
        self.page = PageCopy()
        self.state = game.start(lesson.seats)
        self.seat = lesson.seat  # the learner's
        self.memory = False
        self.moments: tuple[Moment, ...] = ()  # of the last move
        self.steps: list[LessonStep] = []
        self.views: list[Observation] = []

    def stage(self, steps: Sequence[Step]) -> Stage:
        first = self.draw()
        for step in steps:
            self.add(step.says, step.moves, is_asked=bool(step.asks))
        return self.done(first)

    def positions(self, positions: Sequence[Position]) -> Stage:
        """Returns a lesson of two steps for each position: the question and the answer."""
        self.memory = True
        drawings = []
        for position in positions:
            at = position.puzzle.first
            self.state, self.seat = at.state(), position.puzzle.seat
            drawings.append(self.draw())
            if self.steps:
                self.steps[-1].frames.append(LessonFrame(drawings[-1], "", ()))
            self.add(
                position.asks, position.moves, True, position.title, wrong(position, self.lang)
            )
            self.add(position.answer, title=position.title)
        return self.done(drawings[0])

    def add(
        self,
        says: str,
        moves: Sequence[Move] = (),
        is_asked: bool = False,
        title: str = "",
        wrong: dict[int, str] | None = None,
    ) -> None:
        """Adds a step, in which the learner takes the first action if it is asked."""
        view = self.view()
        self.views.append(view)
        asks = self.state.parse(moves[0].name) if is_asked else -1
        legal = [
            LegalMove(a, view.name(a), view.describe(a, self.lang, names(view, self.lang)))
            for a in view.legal()
        ]
        rule = self.game.why.why_now(view.s).rule
        frames = self.frames(moves)
        self.steps.append(LessonStep(says, asks, rule, legal, frames, title, wrong or {}))

    def done(self, first: LessonDrawing) -> Stage:
        sent = messages.Lesson(first, self.steps)
        payload = to_json(sent, ensure_ascii=False, separators=(",", ":")).encode()
        tag = hashlib.sha256(payload).hexdigest()[:16]
        says = tuple(step.says for step in self.steps)
        return Stage(payload, tag, says, tuple(self.views), self.lang)

    def view(self) -> Observation:
        return self.state.observe(self.seat)

    def draw(self) -> LessonDrawing:
        view, before = self.view(), self.page.sheet
        who = names(view, self.lang)
        sheet = view.sheet(
            lang=self.lang, memory=self.memory, names=who, wide=self.wide, before=before
        )
        made = LessonDrawing(highlights=sheet.highlights)
        self.page.write(sheet, made)
        return made

    def frames(self, moves: Sequence[Move]) -> list[LessonFrame]:
        """Returns one frame for each move; a deal is a single frame."""
        made = []
        for actor, run in groupby(moves, key=lambda move: move.actor):
            row = list(run)
            at_once = actor == CHANCE and len(row) > MANY
            for some in [row] if at_once else [[move] for move in row]:
                said = [self.play(move) for move in some]
                did = say("Chance has done its part.").say(self.lang) if at_once else said[0]
                made.append(LessonFrame(self.draw(), did, self.moments))
        return made

    def play(self, move: Move) -> str:
        """Plays a move and returns the learner's line of the log."""
        before = log.blanked(self.state, -1)
        made = log.play(self.state, self.state.parse(move.name), before)
        self.moments = log.happened(self.game, before, log.blanked(self.state, -1))
        line = made.read_by(self.seat, self.state.over)
        return line.says.say(self.lang, names(self.view(), self.lang), self.seat)


def wrong(position: Position, lang: str) -> dict[int, str]:
    """Returns what is said after each action that is not the best."""
    said = {}
    step = position.puzzle.first
    for action in step.position.legal():
        if action != step.answer:
            value = step.values.get(action)
            chance = "" if value is None else WINS.filled(n=round(100 * value)).say(lang)
            said[action] = f"{position.wrong} {chance}".strip()
    return said
