"""Pieces that several games share: cards, tiles, dice, tokens, cheeses.

Cards and tiles are placed by their top left corner and by width and height, everything else by
its middle and its size.
"""

from collections.abc import Callable
from typing import Final, Literal, get_args

from matou.paper.artwork import ARTWORK, outlines_of
from matou.paper.cats import matou_head
from matou.paper.cut import cut_disc, cut_rect, disc
from matou.paper.palette import ink_on
from matou.paper.patterns import box, pattern
from matou.paper.stage import group, paper, shape, text

Direction = Literal["north", "east", "south", "west"]
DIRECTIONS: Final[tuple[Direction, ...]] = get_args(Direction)
# Seven cheeses, each with a colour, a silhouette and initials.
Cheese = Literal["appenzeller", "brie", "cheddar", "edam", "emmental", "gouda", "gruyere"]
CHEESES: Final[tuple[Cheese, ...]] = get_args(Cheese)
INITIALS: Final[dict[Cheese, str]] = dict(
    zip(CHEESES, ("A", "B", "C", "Ed", "Em", "Go", "Gr"), strict=True)
)
SILHOUETTES: Final = {kind: outlines_of(ARTWORK[kind], kind) for kind in CHEESES}
_TURN: Final[dict[Direction, float]] = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}


def card(x: float, y: float, w: float, h: float, seed: str, body: str = "", id: str = "") -> str:
    """Draws the front of a card; `body` is drawn on it with (0, 0) at the card's corner."""
    r = min(w, h) * 0.12
    front = paper(cut_rect(0, 0, w, h, r, seed), "var(--card)", 3, "var(--line)", 1.5)
    return group(id, front + body, x, y)


def card_back(x: float, y: float, w: float, h: float, seed: str, fill: str = "var(--teal)") -> str:
    r, rim = min(w, h) * 0.12, min(w, h) * 0.09
    back = paper(cut_rect(0, 0, w, h, r, seed), "var(--cream)", 3, "var(--line)", 1.5)
    back += shape(cut_rect(rim, rim, w - 2 * rim, h - 2 * rim, r * 0.7, seed + "in"), fill)
    back += pattern(
        "lozenges",
        box(rim, rim, w - 2 * rim, h - 2 * rim),
        min(w, h) * 0.16,
        opacity=0.22,
        inset=rim * 0.6,
    )
    size = min(w, h) * 0.62
    back += shape(disc(w / 2, h / 2, size * 0.6), fill)
    back += matou_head("watching", w / 2, h / 2 + size * 0.02, size)
    return group("", back, x, y)


def tile_front(
    x: float, y: float, w: float, h: float, seed: str, body: str = "", fill: str = "var(--cream)"
) -> str:
    """Draws a tile face up; `body` is drawn on it with (0, 0) at the tile's corner."""
    front = paper(cut_rect(0, 0, w, h, min(w, h) * 0.14, seed), fill, 3, "var(--line)", 1.5)
    return group("", front + body, x, y)


def tile_back(x: float, y: float, w: float, h: float, seed: str) -> str:
    d = cut_rect(0, 0, w, h, min(w, h) * 0.14, seed)
    paw = group("", paw_print("var(--cream)"), w / 2, h / 2, min(w, h) / 165)
    return group("", paper(d, "var(--sky)") + paw, x, y)


def paw_print(fill: str) -> str:
    """Draws a cat's paw print in a box of 100 units about the origin."""
    return ARTWORK["paw"].replace("var(--accent)", fill)


_PIPS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(
    value: int, x: float, y: float, size: float, colour: str = "var(--sky)", pips: str = ""
) -> str:
    """Draws a die showing 1 to 6; 0 is a blank face, still rolling."""
    d = cut_rect(-44, -44, 88, 88, 20, f"die{value}", 1.4)
    dots = "".join(disc(24 * px, 24 * py, 10) for px, py in _PIPS.get(value, ()))
    body = paper(d, colour, 5) + shape("M-30-37Q0-41 30-37", "none", "var(--cream)", 4, 0.35)
    return group("", body + (shape(dots, pips or ink_on(colour)) if dots else ""), x, y, size / 100)


def token(
    label: str | int, x: float, y: float, size: float, colour: str = "var(--cheese)", ink: str = ""
) -> str:
    """Draws a round token with a number or one or two letters."""
    words = str(label)
    body = paper(cut_disc(0, 0, 46, f"token{words}", 1.2), colour, 5)
    body += shape(disc(0, 0, 37), "none", "var(--cream)", 3.5, 0.75)
    size_ = 48.0 if len(words) < 3 else 34.0
    body += text(words, 0, size_ * 0.35, size_, ink or ink_on(colour), bold=True)
    return group("", body, x, y, size / 100)


def cheese(kind: Cheese, x: float, y: float, size: float, label: bool = True) -> str:
    """Draws a cheese about (x, y), with its initials on a paper label."""
    body = ARTWORK[kind] + (ARTWORK[f"{kind}-label"] if label else "")
    return group("", body, x, y, size / 100)


def drawing(name: str) -> Callable[[float, float, float], str]:
    """Returns the function that draws a piece of artwork: ``trap(x, y, size)``."""
    return lambda x, y, size: group("", ARTWORK[name], x, y, size / 100)


cheese_wedge = drawing("wedge")  # of no particular cheese
trap = drawing("trap")  # a trapdoor, open over the cellar, with somebody waiting below
hole = drawing("hole")  # a mouse hole in a wall; its foot is at the bottom of the box
clock_face = drawing("clock")  # it shows ten past ten


def slot(x: float, y: float, size: float, direction: Direction) -> str:
    """Draws a notch where a line can be pushed; its tongue points where things will move."""
    body = paper(cut_rect(-40, -30, 80, 66, 14, f"slot{direction}", 1), "var(--wood)", 3)
    body += shape("M-22 18L0-16L22 18Z", "var(--cream)", "var(--cream)", 6)
    return group("", body, x, y, size / 100, _TURN[direction])
