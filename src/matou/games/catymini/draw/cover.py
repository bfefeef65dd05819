"""The cover: a nursery, a thread across it, and the cat that drew it."""

from pathlib import Path

from matou import paper as p
from matou.games.catymini.components import FURNITURE, TOY_NAMES
from matou.games.catymini.draw.artwork import furniture, toy_art
from matou.games.catymini.draw.room import yarn

NURSERY = p.drawings(Path(__file__).with_name("cover.svg"))["nursery"]
PIECES = (
    ("armchair", 408.0, 296.0, 1.75),
    ("lamp", 68.0, 262.0, 1.8),
    ("mirror", 236.0, 252.0, 1.5),
)
TOYS = (("ball", 92.0, 426.0, 0.84), ("train", 402.0, 456.0, 1.05), ("duck", 96.0, 566.0, 0.9),
        ("rocket", 330.0, 572.0, 0.9), ("block", 452.0, 574.0, 0.76))  # fmt: skip


def cover(title: str) -> p.Sheet:
    body = NURSERY
    for name, x, y, scale in PIECES:
        body += p.group("", furniture(FURNITURE.index(name)), x, y, scale)
    d = "M-8 388Q90 350 150 480T300 508T396 396T508 372"
    body += p.shape(d, "none", "var(--shadow)", 9, 0.18)
    for name, x, y, scale in TOYS:
        body += p.group("", toy_art(TOY_NAMES.index(name)), x, y, scale)
    body += p.shape(d, "none", "var(--tomato)", 6)
    body += p.cat("pouncing", 228, 404, 190)
    body += p.group("", yarn("var(--tomato)"), 226, 538, 0.86)
    return p.cover(title, body)
