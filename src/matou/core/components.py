"""Components are data: whoever corrects a count gets a game that follows it, or a refusal.

A game's ``components.py`` derives what follows from its counts and says with ``must`` what has to
hold; a box that does not add up is refused when the game is imported, in a sentence that names
what does not.
"""

from __future__ import annotations

BYTE = (1 << 7) - 1  # the most that a field of the kind i1 holds


class BadComponents(ValueError):
    """A game's components do not add up; the sentence names them."""


def must(holds: bool, sentence: str) -> None:
    """Refuse a box where something does not hold; the sentence begins with what is wrong."""
    if not holds:
        raise BadComponents(sentence)


def whole(component: str, value: object, least: int, most: int) -> None:
    """Refuse what is no whole number between two bounds."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    must(
        is_whole and least <= int(str(value)) <= most,
        f"{component} is {value!r}; it must be a whole number from {least} to {most}",
    )
