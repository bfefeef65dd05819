"""Checks of a game's components, which owners may correct.

A game's ``components.py`` derives everything from its counts, and states with ``must`` what has to
hold. Components that do not add up are refused when the game is imported, by name.
"""

BYTE = (1 << 7) - 1  # the most that a field of the kind i1 holds


class BadComponents(ValueError):
    """A game's components do not add up; the sentence names them."""


def must(holds: bool, sentence: str) -> None:
    """Raises BadComponents unless a condition holds; the sentence begins with what is wrong."""
    if not holds:
        raise BadComponents(sentence)


def whole(component: str, value: object, least: int, most: int) -> None:
    """Raises BadComponents unless a value is a whole number between two bounds."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    must(
        is_whole and least <= int(str(value)) <= most,
        f"{component} is {value!r}; it must be a whole number from {least} to {most}",
    )
