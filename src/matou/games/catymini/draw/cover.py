"""The cover: a nursery, a thread across it, and the cat that drew it."""

from matou import paper as p
from matou.games.catymini.components import FURNITURE, TOY_NAMES
from matou.games.catymini.draw.artwork import furniture, toy_art
from matou.games.catymini.draw.room import yarn

PIECES = (
    ("armchair", 408.0, 296.0, 1.75),
    ("lamp", 68.0, 262.0, 1.8),
    ("mirror", 236.0, 252.0, 1.5),
)
TOYS = (("ball", 92.0, 426.0, 0.84), ("train", 402.0, 456.0, 1.05), ("duck", 96.0, 566.0, 0.9),
        ("rocket", 330.0, 572.0, 0.9), ("block", 452.0, 574.0, 0.76))  # fmt: skip


def cover(title: str) -> p.Sheet:
    body = p.shape("M0 0H500V340H0Z", "var(--indoors)")
    body += p.pattern("waves", p.box(0, 0, 500, 340), 54, "var(--cream)", 0.3)
    body += p.shape("M-6 70Q250 150 506 70", "none", "var(--cream)", 4)
    for i in range(9):  # flags on a string
        x, y = 26.0 + 56 * i, 109 - 0.00062 * (56 * i - 224) ** 2
        flag = p.poly([(x - 19, y - 1), (x + 19, y + 1), (x + 1, y + 46)])
        body += p.paper(flag, ("var(--tomato)", "var(--cheese)", "var(--cream)")[i % 3], 3)
    body += p.shape("M0 328H500V348H0Z", "var(--cream)")
    body += p.shape("M0 348H500V620H0Z", "var(--floor)")
    planks = "M0 410H500M0 480H500M0 552H500M120 348V410M340 410V480M80 480V552M400 552V620"
    body += p.shape(planks, "none", "var(--floor-odd)", 4)
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
