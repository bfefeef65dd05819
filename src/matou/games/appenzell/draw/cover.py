"""The cover: the castle under the Alps, a roof lifted, and a mouse with a cheese."""

from pathlib import Path

from matou import paper as p

SCENE = p.drawings(Path(__file__).with_name("cover.svg"))


def cover(title: str) -> p.Sheet:
    body = SCENE["castle"] + p.mouse_piece(0, 196, 326, 104, "proud")
    body += p.cheese("emmental", 286, 338, 88, label=False) + SCENE["front"]
    body += p.mouse_piece(1, 92, 576, 86) + p.mouse_piece(2, 404, 580, 82, "dizzy")
    return p.cover(title, body)
