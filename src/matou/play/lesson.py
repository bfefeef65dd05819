"""A game's first lesson, made ready for a page: every position of it, as the newcomer sees it.

The positions of a lesson never change, so it needs no table: a page is sent all of them at once
and asks again only why something cannot be done. Each drawing is sent as what changes of the one
before it (``play/wire.py``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from matou.core.book import Lesson, Move
from matou.core.game import Game
from matou.core.moments import Moment
from matou.core.pointing import explain
from matou.core.registry import find
from matou.core.state import Observation
from matou.kit.linking import CHANCE
from matou.play import text
from matou.play.moments import happened
from matou.play.timeline import Timeline
from matou.play.wire import PageCopy

MANY = 3  # more than this from chance in a row (a deal) is shown at once


@dataclass(frozen=True)
class Stage:
    """A lesson in one language: what a page is sent, and how each step begins."""

    told: bytes
    tag: str  # changes whenever `told` does
    first: tuple[str, ...]  # what is said, step by step
    views: tuple[Observation, ...]  # what the newcomer sees when a step begins
    who: list[str]
    lang: str

    def why(self, step: int, on: Sequence[str], picked: Sequence[str]) -> tuple[str, str] | None:
        """Why a click does nothing at a step, and the rule; None if it begins something else."""
        reason = explain(self.views[step], on, picked)
        if reason is None:
            return None
        return reason.says.say(self.lang, self.who), reason.rule


@lru_cache(maxsize=32)
def stage(name: str, lang: str, wide: bool = False) -> Stage | None:
    """The lesson of a game, drawn in one column or wide; None if it has none."""
    game = find(name)
    book = game.book
    return None if book is None else Playing(game, book.lesson, lang, wide).stage()


class Playing:
    """Plays a lesson through, drawing every position."""

    def __init__(self, game: Game, lesson: Lesson, lang: str, wide: bool) -> None:
        self.game = game
        self.lesson = lesson
        self.lang = lang
        self.wide = wide
        self.page = PageCopy()
        self.timeline = Timeline(game, lesson.seats)
        self.moments: tuple[Moment, ...] = ()  # of the last move
        neighbours = iter(text.LEVELS)
        self.who = [
            (text.DEFAULT_NAME if seat == lesson.seat else next(neighbours)).say(lang)
            for seat in range(lesson.seats)
        ]

    def stage(self) -> Stage:
        first = self.draw()
        steps: list[dict[str, Any]] = []
        views: list[Observation] = []
        for step, moves in self.lesson.moves():
            view = self.timeline.state.observe(self.lesson.seat)
            views.append(view)
            asks = self.timeline.state.parse(step.asks) if step.asks else -1
            steps.append(
                {
                    "says": step.says.say(self.lang),
                    "asks": asks,
                    "rule": self.game.why.why_now(view.s).rule,
                    "legal": [[a, view.name(a), self.told(view, a)] for a in view.legal()],
                    "frames": self.frames(moves),
                }
            )
        sent = {"first": first, "steps": steps}
        told = json.dumps(sent, ensure_ascii=False, separators=(",", ":")).encode()
        tag = hashlib.sha256(told).hexdigest()[:16]
        return Stage(told, tag, tuple(s["says"] for s in steps), tuple(views), self.who, self.lang)

    def draw(self) -> dict[str, Any]:
        view = self.timeline.state.observe(self.lesson.seat)
        before = self.page.sheet
        sheet = view.sheet(lang=self.lang, names=self.who, wide=self.wide, before=before)
        return {**self.page.write(sheet), "heat": sheet.heat}

    def told(self, view: Observation, action: int) -> str:
        return view.describe(action, self.lang, self.who)

    def frames(self, moves: Sequence[Move]) -> list[dict[str, Any]]:
        """What happens, one thing at a time; a deal all at once."""
        made = []
        for actor, run in groupby(moves, key=lambda move: move.actor):
            row = list(run)
            at_once = actor == CHANCE and len(row) > MANY
            for some in [row] if at_once else [[move] for move in row]:
                said = [self.play(move) for move in some]
                made.append(
                    {
                        "drawing": self.draw(),
                        "did": text.DEALT.say(self.lang) if at_once else said[0],
                        "moments": [[*moment] for moment in self.moments],
                    }
                )
        return made

    def play(self, move: Move) -> str:
        """Carry a move out; what the newcomer reads of it."""
        before = self.timeline.onlooker
        self.timeline.add(self.timeline.state.parse(move.name))
        self.moments = happened(self.game, before, self.timeline.onlooker)
        line = self.timeline.lines[-1].read_by(self.lesson.seat, self.timeline.state.over)
        return line.says.say(self.lang, self.who, self.lesson.seat)
