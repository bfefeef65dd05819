"""Where everything lies on the sheet: over and under the kitchen or, wide, all beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from matou import paper as p
from matou.games.chopchop import kitchen
from matou.games.chopchop.components import CAT, MOUSE

KINDS = len(kitchen.FACES_DRAWN)
BESIDE = 316.0  # the column at the kitchen's right
Spot = tuple[float, float, float]  # a place and a scale


@dataclass(frozen=True, eq=False)  # known by itself, so that parts are found fast
class Layout:
    """The places of the kitchen and of all that is not in it."""

    width: float
    height: float
    top: float  # of the kitchen, whose left is the sheet's
    dice: dict[int, Spot]  # by side
    turned: Spot
    cheeses: Spot
    hidden: p.Point
    quiet: tuple[float, float, str]  # a place, and which end of the words is there
    legend: tuple[Spot, ...]  # by kind of tile
    plates: tuple[p.Point, ...]  # by seat
    plate: float  # how wide one is, before scaling
    scale: float  # of the plates, which are drawn larger, to be read on a phone


@cache
def layout(seats: int, wide: bool) -> Layout:
    return beside(seats) if wide else around(seats)


def around(seats: int) -> Layout:
    """Dice and cheeses over the kitchen, what is still hidden and who plays under it."""
    top, scale = 116.0, 1.3
    legend = top + kitchen.HEIGHT + 12
    w, h = (kitchen.WIDTH - 28) / 2, p.PLATE_HEIGHT * scale + 10
    plates = tuple(
        (8 + (w + 12) * (seat % 2), legend + 102 + h * (seat // 2)) for seat in range(seats)
    )
    return Layout(
        width=kitchen.WIDTH,
        height=legend + 106 + h * ((seats + 1) // 2),
        top=top,
        dice={MOUSE: (52.0, 58.0, 1.0), CAT: (146.0, 58.0, 1.0)},
        turned=(246.0, 58.0, 1.0),
        cheeses=(470.0, 58.0, 1.0),
        hidden=(12.0, legend + 24),
        quiet=(kitchen.WIDTH - 12, legend + 24, "end"),
        legend=tuple((12.0 + 100 * kind, legend + 36, 1.0) for kind in range(KINDS)),
        plates=plates,
        plate=w / scale,
        scale=scale,
    )


def beside(seats: int) -> Layout:
    """All of it in a column as high as the kitchen, evenly spread."""
    x, scale = kitchen.WIDTH + 20, 1.25
    plate = p.PLATE_HEIGHT * scale + 10
    heights = [110.0, 90.0, 150.0, plate * seats - 6]
    gap = (kitchen.HEIGHT - 16 - sum(heights)) / (len(heights) - 1)
    dice, cheeses, hidden, plates = (8 + sum(heights[:i]) + gap * i for i in range(4))
    return Layout(
        width=x + BESIDE + 6,
        height=kitchen.HEIGHT,
        top=0.0,
        dice={MOUSE: (x + 52, dice + 55, 1.15), CAT: (x + 148, dice + 55, 1.15)},
        turned=(x + 224, dice + 55, 0.6),
        cheeses=(x + 54, cheeses + 46, 1.06),
        hidden=(x + 2, hidden + 22),
        quiet=(x + 2, hidden + 178, "start"),
        legend=tuple(
            (x + 2 + 81 * (kind % 4), hidden + 38 + 60 * (kind // 4), 0.78) for kind in range(KINDS)
        ),
        plates=tuple((x, plates + plate * seat) for seat in range(seats)),
        plate=BESIDE / scale,
        scale=scale,
    )
