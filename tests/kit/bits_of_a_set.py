"""Rules that call `bit_length` and `bit_count`, to compile them."""

from __future__ import annotations

from matou.kit.linking import rule


@rule
def length(x: int) -> int:
    return x.bit_length()


@rule
def many(x: int) -> int:
    return x.bit_count()
