"""A picture made of characters, for terminals: rows of pieces, each with the style it is set in.

Styles are the words of ``cli/terminal/screen.py``: ``bold``, ``dim``, colours. Nothing is said by
colour alone: whoever sees none reads the same picture.
"""

from __future__ import annotations

from collections.abc import Sequence

Piece = tuple[str, str]  # characters, and their style
Row = list[Piece]

SEAT_STYLES = ("cyan", "red", "green", "magenta", "yellow")
SEAT_MARKS = "●▲■◆★"  # as on the boards: disc, triangle, square, diamond, star


def wide(row: Sequence[Piece]) -> int:
    """How many columns a row takes."""
    return sum(len(text) for text, _ in row)


def beside(left: list[Row], right: list[Row], gap: int = 3) -> list[Row]:
    """Two pictures next to each other, both standing on the ground."""
    high = max(len(left), len(right))
    column = max(map(wide, left), default=0)
    left = [[] for _ in range(high - len(left))] + left
    right = [[] for _ in range(high - len(right))] + right
    return [
        [*a, (" " * (column - wide(a) + gap), ""), *b] for a, b in zip(left, right, strict=True)
    ]
