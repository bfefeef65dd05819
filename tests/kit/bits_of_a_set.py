"""Rules that ask Python's numbers for their bits."""

from __future__ import annotations

from matou.kit.linking import rule


@rule
def length(x: int) -> int:
    """Up to the highest bit."""
    return x.bit_length()


@rule
def many(x: int) -> int:
    """How many are set."""
    return x.bit_count()
