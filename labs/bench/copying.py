"""Copies states in compiled code, as a search does at every step: a template for any game."""

from __future__ import annotations

from typing import Any

from matou.kit.linking import rule

RING = 64  # each copy is of the one before, so that the compiler cannot leave any out


@rule
def copies(states: Any, n: int) -> int:
    """Copies a state n times around a ring of ``RING`` states."""
    for i in range(n):
        states[(i + 1) % RING] = states[i % RING]
    return n
