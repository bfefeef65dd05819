"""The cover: a kitchen at night, Matou on the table, and somebody under it."""

from pathlib import Path

from matou import paper as p
from matou.games.chopchop.components import FORK, KNIFE
from matou.games.chopchop.draw import kitchen

SCENE = p.drawings(Path(__file__).with_name("cover.svg"))


def cover(title: str) -> p.Sheet:
    body = SCENE["rail"] + kitchen.face(FORK, 82, 190, 84)
    body += SCENE["hook"] + kitchen.face(KNIFE, 150, 190, 84)
    body += SCENE["room"] + p.hole(388, 424, 92) + p.mouse_head("watching", 388, 440, 52)
    body += SCENE["table"] + p.matou("pouncing", 134, 292, 168) + p.cheese_wedge(278, 326, 92)
    body += p.mouse("dizzy", 206, 552, 96, "var(--rose)") + p.cheese_wedge(284, 580, 58)
    body += p.die(5, 436, 560, 74) + p.die(3, 66, 572, 58, "var(--tomato)")
    return p.cover(title, body)
