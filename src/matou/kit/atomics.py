"""Atomic operations on a row of numbers that threads share.

Compiled code does them atomically (``numba_support``). Interpreted code, where one thread runs at
a time, needs nothing special.
"""

from __future__ import annotations

from matou.kit.layout import Row


def load(row: Row, at: int) -> int:
    """Reads a number."""
    return row[at]


def store(row: Row, at: int, value: int) -> None:
    """Writes a number; threads that see it also see all earlier writes."""
    row[at] = value


def add(row: Row, at: int, value: int) -> int:
    """Adds to a number and returns its old value."""
    before = row[at]
    row[at] = before + value
    return before
