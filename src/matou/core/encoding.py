"""The parts of an encoded observation, a row of small numbers (``contract.Encoder``)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple


class Part(NamedTuple):
    name: str
    shape: tuple[int, ...]
    says: str
    is_private: bool = False  # all zero for a spectator

    @property
    def size(self) -> int:
        return prod(self.shape)


def size_of(parts: Sequence[Part]) -> int:
    return sum(part.size for part in parts)


def start_of(parts: Sequence[Part], name: str) -> int:
    """Returns where a part begins."""
    start = 0
    for part in parts:
        if part.name == name:
            return start
        start += part.size
    raise KeyError(name)
