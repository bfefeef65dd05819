"""A game's first lesson, prepared for a page: every position as the learner sees it.

The positions of a lesson never change, so it needs no table. A page gets all of them at once and
calls the server only to learn why a click does nothing. Each drawing is sent as changes to the
previous one (``play/wire.py``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from matou.bots.levels import LEVELS
from matou.core.book import Lesson, Move
from matou.core.game import Game
from matou.core.messages import say
from matou.core.moments import Moment
from matou.core.observation import Observation
from matou.core.pointing import explain
from matou.core.registry import find
from matou.kit.linking import CHANCE
from matou.play.log import happened
from matou.play.protocol import replays as messages
from matou.play.protocol.fields import to_json
from matou.play.protocol.messages import Move as LegalMove
from matou.play.protocol.replays import LessonDrawing, LessonFrame, LessonStep
from matou.play.timeline import Timeline
from matou.play.wire import PageCopy

MANY = 3  # more chance events in a row (a deal) are shown at once


@dataclass(frozen=True)
class Stage:
    """A lesson in one language: the payload for a page, and the view at each step."""

    payload: bytes
    tag: str  # changes with `payload`
    first: tuple[str, ...]  # the text of each step
    views: tuple[Observation, ...]  # what the learner sees at the start of each step
    who: list[str]
    lang: str

    def why(self, step: int, on: Sequence[str], picked: Sequence[str]) -> tuple[str, str] | None:
        """Returns why a click does nothing, and the rule; None if it starts another move."""
        reason = explain(self.views[step], on, picked)
        if reason is None:
            return None
        return reason.says.say(self.lang, self.who), reason.rule


@lru_cache(maxsize=32)
def stage(name: str, lang: str, wide: bool = False) -> Stage | None:
    """Returns a game's lesson, in one column or wide; None if it has none."""
    game = find(name)
    book = game.book(lang)
    return None if book is None else Playing(game, book.lesson, lang, wide).stage()


class Playing:
    def __init__(self, game: Game, lesson: Lesson, lang: str, wide: bool) -> None:
        self.game = game
        self.lesson = lesson
        self.lang = lang
        self.wide = wide
        self.page = PageCopy()
        self.timeline = Timeline(game, lesson.seats)
        self.moments: tuple[Moment, ...] = ()  # of the last move
        neighbours = iter(LEVELS)
        self.who = [
            (say("You") if seat == lesson.seat else next(neighbours).name).say(lang)
            for seat in range(lesson.seats)
        ]

    def stage(self) -> Stage:
        first = self.draw()
        steps: list[LessonStep] = []
        views: list[Observation] = []
        for step in self.lesson.steps:
            view = self.timeline.state.observe(self.lesson.seat)
            views.append(view)
            asks = self.timeline.state.parse(step.asks) if step.asks else -1
            legal = [
                LegalMove(a, view.name(a), view.describe(a, self.lang, self.who))
                for a in view.legal()
            ]
            rule = self.game.why.why_now(view.s).rule
            frames = self.frames(step.moves)
            steps.append(LessonStep(step.says, asks, rule, legal, frames))
        sent = messages.Lesson(first, steps)
        payload = to_json(sent, ensure_ascii=False, separators=(",", ":")).encode()
        tag = hashlib.sha256(payload).hexdigest()[:16]
        return Stage(payload, tag, tuple(s.says for s in steps), tuple(views), self.who, self.lang)

    def draw(self) -> LessonDrawing:
        view = self.timeline.state.observe(self.lesson.seat)
        before = self.page.sheet
        sheet = view.sheet(lang=self.lang, names=self.who, wide=self.wide, before=before)
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
        before = self.timeline.onlooker
        self.timeline.add(self.timeline.state.parse(move.name))
        self.moments = happened(self.game, before, self.timeline.onlooker)
        line = self.timeline.lines[-1].read_by(self.lesson.seat, self.timeline.state.over)
        return line.says.say(self.lang, self.who, self.lesson.seat)
