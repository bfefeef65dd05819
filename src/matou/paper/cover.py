"""A game's cover: one scene of cut paper with the title over it, as on the lid of a box."""

from typing import Final

from matou.paper.cut import cut_poly, cut_rect
from matou.paper.sheet import Sheet, sheet
from matou.paper.stage import paper, shape, text

COVER_WIDTH: Final = 500.0
COVER_HEIGHT: Final = 620.0  # what matters stands in the upper two thirds: some pages cut it there


def cover(title: str, body: str) -> Sheet:
    """A scene of `COVER_WIDTH` by `COVER_HEIGHT` with the title on a banner at its top."""
    size = min(50.0, 650 / len(title))
    half = min(222.0, len(title) * size * 0.31 + 30)
    for side in (-1, 1):  # the ends of the banner, folded behind it
        at = 250 + side * half
        tail = [(at - side * 26, 36.0), (at + side * 16, 36.0), (at + side * 4, 64.0)]
        tail += [(at + side * 16, 92.0), (at - side * 26, 92.0)]
        body += paper(cut_poly(tail, f"tail{side}", 2), "var(--grain)", 3)
    band = cut_rect(250 - half, 22, 2 * half, 64, 6, "banner", 1.2)
    body += paper(band, "var(--clay)", 4)
    body += shape(
        cut_rect(256 - half, 28, 2 * half - 12, 52, 4, "hem"), "none", "var(--cream)", 1.5
    )
    # Clay is clay by day and by night: a lid is printed once.
    body += text(title, 250, 54 + size * 0.34, size, "var(--cream)", serif=True, bold=True)
    return sheet(COVER_WIDTH, COVER_HEIGHT, body, title=title)
