"""Puzzles of Clocktowers: roofs, other cards, and piles to draw from."""

from __future__ import annotations

from typing import Any

from labs.puzzles.kinds import now
from matou.core.observation import Observation
from matou.games.clocktowers.components import ROOF
from matou.games.clocktowers.rules import DISCARD, DRAW, DRAWING, PLACES

GAP, SEARCHES, LEAST = 0.08, 4, 3
RARELY = 4  # draws are the clearest decisions: one in 4 is enough
line = now


def is_dull(view: Observation) -> bool:
    return bool(view.s.phase == DRAWING and view.s.turn % RARELY)


def kind(_view: Observation, answer: int, _then: dict[str, Any], _watched: bool) -> str:
    if answer >= DRAW:
        return "pile"
    card, place = divmod(answer, PLACES)
    if place == DISCARD:
        return "discard"
    return "roof" if card >= ROOF else "tower"
