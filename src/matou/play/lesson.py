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
from typing import Any

from matou.bots.levels import LEVELS
from matou.core.book import Lesson, Move, Position, Step
from matou.core.game import Game
from matou.core.messages import say
from matou.core.moments import Moment
from matou.core.observation import Observation
from matou.core.pointing import explain
from matou.core.registry import find
from matou.core.state import State
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

    def why(self, step: int, on: Sequence[str], picked: Sequence[str]) -> dict[str, Any]:
        """Returns for a page why a click does nothing (``why_not``)."""
        view = self.views[step]
        return why_not(view, on, picked, names(view.seats, view.seat, self.lang), self.lang)


@lru_cache(maxsize=32)
def stage(name: str, lang: str, wide: bool = False, strategy: bool = False) -> Stage | None:
    """Returns a game's first or second lesson, in one column or wide; None if there is none."""
    game = find(name)
    book = game.book(lang)
    if book is None or (strategy and not book.strategy):
        return None
    playing = Playing(game, book.lesson, lang, wide)
    return playing.positions(book.strategy) if strategy else playing.stage(book.lesson.steps)


def names(seats: int, learner: int | None, lang: str) -> list[str]:
    """Returns the players' names at a learner's table."""
    others = iter(LEVELS)
    return [
        (say("You") if seat == learner else next(others).name).say(lang) for seat in range(seats)
    ]


def why_not(
    view: Observation, on: Sequence[str], picked: Sequence[str], who: Sequence[str], lang: str
) -> dict[str, Any]:
    """Returns why a click does nothing, and the rule; ``instead`` if it starts another move."""
    reason = explain(view, on, picked)
    if reason is None:
        return {"instead": True}
    return {"why": reason.says.say(lang, who), "rule": reason.rule}


class Showing:
    """Draws positions and says moves for a page, which gets each drawing as changes."""

    def __init__(self, lang: str, wide: bool, memory: bool = False) -> None:
        self.lang = lang
        self.wide = wide
        self.memory = memory
        self.page = PageCopy()

    def draw(self, view: Observation, who: Sequence[str]) -> LessonDrawing:
        how: dict[str, Any] = {"memory": self.memory, "wide": self.wide, "before": self.page.sheet}
        sheet = view.sheet(lang=self.lang, names=who, **how)
        made = LessonDrawing(highlights=sheet.highlights)
        self.page.write(sheet, made)
        return made

    def play(
        self, state: State, name: str, seat: int, who: Sequence[str]
    ) -> tuple[str, tuple[Moment, ...]]:
        """Plays a move; returns it in words, as a seat may read it, and its moments."""
        before = log.blanked(state, -1)
        line = log.play(state, state.parse(name), before).read_by(seat, state.over)
        moments = log.happened(state.game, before, log.blanked(state, -1))
        return line.says.say(self.lang, who, seat), moments


class Playing(Showing):
    def __init__(self, game: Game, lesson: Lesson, lang: str, wide: bool) -> None:
        super().__init__(lang, wide)
        self.game = game
        self.state = game.start(lesson.seats)
        self.seat = lesson.seat  # the learner's
        self.steps: list[LessonStep] = []
        self.views: list[Observation] = []

    def stage(self, steps: Sequence[Step]) -> Stage:
        first = self.drawn()
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
            drawings.append(self.drawn())
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
        view = self.state.observe(self.seat)
        self.views.append(view)
        asks = self.state.parse(moves[0].name) if is_asked else -1
        who = self.who
        legal = [LegalMove(a, view.name(a), view.describe(a, self.lang, who)) for a in view.legal()]
        rule = self.game.why.why_now(view.s).rule
        frames = self.frames(moves)
        self.steps.append(LessonStep(says, asks, rule, legal, frames, title, wrong or {}))

    def done(self, first: LessonDrawing) -> Stage:
        sent = messages.Lesson(first, self.steps)
        payload = to_json(sent, ensure_ascii=False, separators=(",", ":")).encode()
        tag = hashlib.sha256(payload).hexdigest()[:16]
        says = tuple(step.says for step in self.steps)
        return Stage(payload, tag, says, tuple(self.views), self.lang)

    @property
    def who(self) -> list[str]:
        return names(self.state.seats, self.seat, self.lang)

    def drawn(self) -> LessonDrawing:
        return self.draw(self.state.observe(self.seat), self.who)

    def frames(self, moves: Sequence[Move]) -> list[LessonFrame]:
        """Returns one frame for each move; a deal is a single frame."""
        made = []
        for actor, run in groupby(moves, key=lambda move: move.actor):
            row = list(run)
            at_once = actor == CHANCE and len(row) > MANY
            for some in [row] if at_once else [[move] for move in row]:
                for move in some:
                    did, moments = self.play(self.state, move.name, self.seat, self.who)
                if at_once:
                    did = say("Chance has done its part.").say(self.lang)
                made.append(LessonFrame(self.drawn(), did, moments))
        return made


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
