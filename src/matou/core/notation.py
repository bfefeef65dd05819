"""Notation in which a string means the same in every position."""

from collections.abc import Callable, Sequence
from typing import Any


def fixed(
    written: Sequence[str], actions: int
) -> tuple[Callable[[Any, int], str], Callable[[Any, str], int]]:
    """Returns ``name`` and ``read`` of a notation, given the notation of each action."""
    numbers = {text: a for a, text in enumerate(written)}
    assert len(numbers) == len(written) == actions, "each action has a notation of its own"

    def name(s: Any, a: int) -> str:
        return written[a]

    def read(s: Any, text: str) -> int:
        return numbers.get(text, -1)

    return name, read


def public(s: Any, a: int) -> None:
    """Returns who alone knows an action's details: nobody (``Notation.secret``)."""
