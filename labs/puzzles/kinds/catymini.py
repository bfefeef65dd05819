"""Puzzles of Caty Mini: the tile to play, and the thread to run."""

from __future__ import annotations

from typing import Any

from labs.puzzles.kinds import now
from matou.core.observation import Observation
from matou.games.catymini.state import PLAYING

GAP, SEARCHES, LEAST = 0.12, 3, 3
line = now


def is_dull(view: Observation) -> bool:
    return bool(view.s.phase != PLAYING)


def kind(_view: Observation, _answer: int, then: dict[str, Any], _watched: bool) -> str:
    return "thread" if then else "tile"
