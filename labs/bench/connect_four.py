"""Connect Four in our kit, to compare searches with OpenSpiel's.

A column is seven bits, six for discs and one empty, so that shifts find a line.
"""

from __future__ import annotations

from matou.kit.layout import Floats, Row, i1, i8, layout
from matou.kit.linking import OVER, rule

COLUMNS, ROWS, STRIDE = 7, 6, 7
ACTIONS = COLUMNS
MAX_LEGAL = COLUMNS
ENDINGS = ("line", "full")


@layout
class State:
    """A position: each seat's discs."""

    discs = i8(2)
    height = i1(COLUMNS)
    played = i1()
    won = i1()  # seat + 1


@rule
def setup(s: State, seats: int, options: Row) -> None:
    """An empty board."""


@rule
def actor(s: State) -> int:
    if s.won > 0 or s.played == COLUMNS * ROWS:
        return OVER
    return s.played & 1


@rule
def legal(s: State, out: Row, weights: Row) -> int:
    n = 0
    for column in range(COLUMNS):
        if s.height[column] < ROWS:
            out[n] = column
            n += 1
    return n


@rule
def in_line(d: int, step: int) -> bool:
    """Returns whether four bits at this distance are set."""
    two = d & (d >> step)
    return two & (two >> 2 * step) != 0


@rule
def apply(s: State, a: int) -> None:
    seat = s.played & 1
    s.discs[seat] |= 1 << (a * STRIDE + s.height[a])
    s.height[a] += 1
    s.played += 1
    d = s.discs[seat]
    if in_line(d, 1) or in_line(d, STRIDE) or in_line(d, STRIDE - 1) or in_line(d, STRIDE + 1):
        s.won = seat + 1


@rule
def returns(s: State, out: Floats) -> None:
    for seat in range(2):
        out[seat] = 0.5 if s.won == 0 else (1.0 if s.won == seat + 1 else 0.0)


@rule
def scores(s: State, out: Row) -> None:
    for seat in range(2):
        out[seat] = 1 if s.won == seat + 1 else 0


@rule
def imagine(s: State, r: Row) -> None:
    """Nothing is hidden."""
