"""From linear values to chances: what each seat may hope for, adding up to one."""

from __future__ import annotations

import math
from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import rule

NOTES = 64  # how many numbers a game may note down while it evaluates


@rule
def weighed(weights: Any, notes: Row, n: int) -> float:
    """The sum of n features by their weights, both in thousandths."""
    total = 0
    for i in range(n):
        total += weights[i] * notes[i]
    return total / 1_000_000


@rule
def chances(out: Floats, seats: int) -> None:
    """Turn each seat's value into its chance, in place (a softmax)."""
    top = out[0]
    for seat in range(1, seats):
        top = max(top, out[seat])
    total = 0.0
    for seat in range(seats):
        out[seat] = math.exp(out[seat] - top)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total
