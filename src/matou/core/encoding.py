"""The named parts of an observation encoded as a line of small whole numbers (``Encoder``)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple


class Part(NamedTuple):
    """One part of the line."""

    name: str
    shape: tuple[int, ...]
    says: str
    is_private: bool = False  # all zero for a spectator

    @property
    def size(self) -> int:
        """How many numbers it takes."""
        return prod(self.shape)


def size_of(parts: Sequence[Part]) -> int:
    """How many numbers the parts take together."""
    return sum(part.size for part in parts)


def start_of(parts: Sequence[Part], name: str) -> int:
    """Where a part begins in the line."""
    start = 0
    for part in parts:
        if part.name == name:
            return start
        start += part.size
    raise KeyError(name)
