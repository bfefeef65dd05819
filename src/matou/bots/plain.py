"""Default hints for games that have none. They use only the score."""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import rule
from matou.kit.slots import imagine


@rule
def hint(s: Any, out: Row, n: int, weights: Row) -> int:
    """Weighs all actions alike."""
    return 0


@rule
def evaluate(s: Any, out: Floats, notes: Row) -> None:
    """Gives every seat an even chance."""
    for seat in range(len(out)):
        out[seat] = 0.5


@rule
def judge(s: Any, seat: int, out: Floats, memory: Any) -> None:
    """Gives every seat an even chance."""
    for other in range(len(out)):
        out[other] = 0.5


@rule
def appetite(s: Any, points: Row) -> None:
    """Returns the score."""


@rule
def weigh(s: Any, past: Any, out: Row, weights: Row, r: Row) -> float:
    """Weighs all worlds alike."""
    imagine(s, r)
    return 1.0


@rule
def forget(s: Any, r: Row) -> None:
    """Forgets nothing."""
