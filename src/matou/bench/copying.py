"""Copying states, as a template over any game: what a search does at every step."""

from __future__ import annotations

from typing import Any

from matou.kit.linking import rule

RING = 64  # copies go round, each from the one before: none can be left out as useless


@rule
def copies(states: Any, n: int) -> int:
    """Copy a state n times, round a ring of ``RING`` states."""
    for i in range(n):
        states[(i + 1) % RING] = states[i % RING]
    return n
