"""The cover: Matou on the roofs of a street, and mice at the windows."""

from matou import paper as p
from matou.games.clocktowers.components import CODES
from matou.games.clocktowers.draw import parts, pieces

TOWERS = (
    (92.0, 1.1, ("F2m", "F1", "K")),
    (236.0, 1.28, ("F1c", "F2", "Km", "R1")),
    (396.0, 1.12, ("F1", "F2c", "F1m", "Km", "R4")),
)


def cover(title: str) -> p.Sheet:
    ground = 560.0
    body = p.expanded(parts.sky(-6, -6, 512, ground + 6, 80))
    body += p.shape("M340 0H500V96H340Z", "var(--day)")  # here the sun is where the cat is
    body += p.shape(p.cut_disc(104, 214, 84, "sun", 2), "var(--sun)")
    body += p.shape(p.cut_disc(88, 206, 66, "shade", 1.5), "var(--moonshade)")
    for x, scale, codes in TOWERS:
        y, tower = 0.0, ""
        for i, code in enumerate(codes):
            kind = CODES.index(code)
            tower += p.group("", pieces.part(kind, str(i)), 0, y)
            y -= pieces.height(kind)
        body += p.group("", tower, x, ground, scale)
    body += p.matou("watching", 96, 272, 128)
    body += p.mouse("proud", 160, 566, 84) + p.cheese_wedge(312, 582, 58)
    return p.cover(title, body)
