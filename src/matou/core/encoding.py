"""The named parts of an observation encoded as a line of small whole numbers.

A game may have a module ``encode`` beside its ``rules``, with

- ``PARTS``: what stands in the line, part after part, each with its shape and meaning;
- ``SIZE``: how many numbers that is, each from 0 to 127;
- ``encode(s, seat, out)``: a rule that writes the line of a seat (-1: a spectator) from a
  whole record, looking at nothing that the seat may not know; seats are counted from the
  seat itself, clockwise, so that row 0 of a part by seats is always one's own;
- ``DECISIONS``, ``EVENTS``: more of either than any game has, which some tools ask for.
"""

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
