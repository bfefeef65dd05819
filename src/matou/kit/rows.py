"""Operations on a whole row of numbers."""

from __future__ import annotations

from matou.kit.layout import Floats, Row
from matou.kit.linking import rule


@rule
def clear(out: Row, n: int) -> None:
    """Sets a row to 0. A GPU clears many rows at once beforehand (``ptx_build.without_rule``)."""
    for i in range(n):
        out[i] = 0


@rule
def share(won: int, seats: int, out: Floats) -> None:
    """Shares a win among the winners, a set of seats."""
    n = won.bit_count()
    for seat in range(seats):
        out[seat] = (won >> seat & 1) / n
