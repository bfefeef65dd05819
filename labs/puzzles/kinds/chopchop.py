"""Puzzles of Chop! Chop!: catches, escapes, cheeses and safe steps."""

from __future__ import annotations

from typing import Any

from labs.puzzles.kinds import now
from matou.core.observation import Observation
from matou.games.chopchop.components import CAT, PLACES, SET
from matou.games.chopchop.rules import CATCH, PUT, TAKE
from matou.games.chopchop.say.reasons import catching
from matou.kit.layout import clone

GAP, SEARCHES, LEAST = 0.06, 5, 3
line = now


def is_dull(_view: Observation) -> bool:
    return False


def kind(view: Observation, answer: int, _then: dict[str, Any], _watched: bool) -> str:
    s = view.s
    if CATCH <= answer < PUT:
        return "catch"
    if answer >= TAKE:
        return "cheese"
    if s.side == CAT:
        return "hunt"
    if s.cheese & SET[answer % PLACES]:
        return "cheese"
    after = clone(s)
    view.game.rules.apply(after, answer)
    return "escape" if catching(after) < catching(s) else "step"
