"""Turns linear values into each seat's chance of winning."""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import rule

NOTES = 64  # scratch space of ``evaluate``


@rule
def weighed(weights: Any, notes: Row, n: int) -> float:
    """Returns the weighted sum of n features; both are in thousandths."""
    total = 0
    for i in range(n):
        total += weights[i] * notes[i]
    return total / 1_000_000


@rule
def exponential(x: float) -> float:
    """Returns e to the power of x, the same to the last bit on every backend; clamped at ±60.

    Libraries differ in the last bit, and WebAssembly has none. So this is a short series for
    x/1024, squared ten times, right to eleven digits.
    """
    y = max(-60.0, min(60.0, x)) / 1024.0
    e = 1.0 + y * (1.0 / 7.0)
    e = 1.0 + y * e * (1.0 / 6.0)
    e = 1.0 + y * e * (1.0 / 5.0)
    e = 1.0 + y * e * (1.0 / 4.0)
    e = 1.0 + y * e * (1.0 / 3.0)
    e = 1.0 + y * e * (1.0 / 2.0)
    e = 1.0 + y * e
    for _ in range(10):
        e *= e
    return e


@rule
def chances(out: Floats, seats: int) -> None:
    """Turns each seat's value into its chance, in place (a softmax)."""
    top = out[0]
    for seat in range(1, seats):
        top = max(top, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = exponential(out[seat] - top)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
