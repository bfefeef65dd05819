"""The parts of an encoded observation, a row of small numbers (``contract.Encoder``)."""

from collections.abc import Sequence
from itertools import accumulate
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


def starts(parts: Sequence[Part], names: str) -> tuple[int, ...]:
    """Returns where each of these parts begins."""
    ends = accumulate(part.size for part in parts)
    found = {part.name: end - part.size for part, end in zip(parts, ends, strict=True)}
    return tuple(found[name] for name in names.split())
