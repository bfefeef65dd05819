"""Pictures made of characters, for terminals: rows of pieces, each with its style.

Styles are those of ``cli/terminal/screen.py``: ``bold``, ``dim``, colours. Colour alone never
carries meaning.
"""

from collections.abc import Sequence

Piece = tuple[str, str]  # characters, and their style
Row = list[Piece]

SEAT_STYLES = ("cyan", "red", "green", "magenta", "yellow")
SEAT_MARKS = "●▲■◆★"  # as on the boards: disc, triangle, square, diamond, star


def wide(row: Sequence[Piece]) -> int:
    """Returns the width of a row in columns."""
    return sum(len(text) for text, _ in row)


def beside(left: list[Row], right: list[Row], gap: int = 3) -> list[Row]:
    """Puts two pictures next to each other, aligned at the bottom."""
    high = max(len(left), len(right))
    column = max(map(wide, left), default=0)
    left = [[] for _ in range(high - len(left))] + left
    right = [[] for _ in range(high - len(right))] + right
    return [
        [*a, (" " * (column - wide(a) + gap), ""), *b] for a, b in zip(left, right, strict=True)
    ]
