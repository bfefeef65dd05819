"""A game's cover: one scene of cut paper, like the lid of a box. Pages add the title."""

from typing import Final

from matou.paper.sheet import Sheet, sheet

COVER_WIDTH: Final = 500.0
COVER_HEIGHT: Final = 620.0  # pages crop it, so draw what matters in the middle


def cover(title: str, body: str) -> Sheet:
    """Makes a scene of `COVER_WIDTH` by `COVER_HEIGHT`; `title` is for screen readers."""
    return sheet(COVER_WIDTH, COVER_HEIGHT, body, title=title)
