"""A game's cover: one scene of cut paper, as on the lid of a box; its title stands beside it."""

from typing import Final

from matou.paper.sheet import Sheet, sheet

COVER_WIDTH: Final = 500.0
COVER_HEIGHT: Final = 620.0  # what matters stands in the middle: pages cut it to their own shapes


def cover(title: str, body: str) -> Sheet:
    """A scene of `COVER_WIDTH` by `COVER_HEIGHT`; `title` is for who cannot see it."""
    return sheet(COVER_WIDTH, COVER_HEIGHT, body, title=title)
