"""What the bots know of a game that offers no hints: nothing but the score."""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import rule
from matou.kit.slots import imagine


@rule
def hint(s: Any, out: Row, n: int, weights: Row) -> int:
    """Every action is as good as another."""
    return 0


@rule
def evaluate(s: Any, out: Floats, notes: Row) -> None:
    """Nothing is known: an even chance."""
    for seat in range(len(out)):
        out[seat] = 0.5


@rule
def judge(s: Any, seat: int, out: Floats, desk: Any) -> None:
    """Nothing was learned: an even chance."""
    for other in range(len(out)):
        out[other] = 0.5


@rule
def appetite(s: Any, points: Row) -> None:
    """The score, and nothing else."""


@rule
def weigh(s: Any, past: Any, out: Row, weights: Row, r: Row) -> float:
    """What others did tells nothing: all that fits is as likely."""
    imagine(s, r)
    return 1.0


@rule
def forget(s: Any, r: Row) -> None:
    """A perfect memory."""
