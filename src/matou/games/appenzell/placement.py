"""Where everything lies on the sheet: the castle, and the rest under it or, wide, beside it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from matou.games.appenzell.components import SIDE
from matou.games.appenzell.pieces import CELL, MARGIN

SCENE = MARGIN * 2 + SIDE * CELL  # the castle, from the sheet's corner
EDGE = 14.0
BESIDE = 240.0  # the column at the castle's right


@dataclass(frozen=True, eq=False)  # known by itself, so that parts are found fast
class Layout:
    """The places of all that is not in the castle."""

    width: float
    height: float
    spare: tuple[float, float]
    title: float  # how large the spare's words are
    actions: tuple[float, float, float]  # a corner and a scale
    end: tuple[float, float, float, float]  # a box
    end_title: float
    shelves: tuple[tuple[float, float], ...]  # by seat
    scale: float  # of the shelves
    shelf: float  # how wide one is, before scaling
    tokens: float  # how far down a shelf its cheeses are, and its mice
    mice: float
    mice_tall: float


@cache
def layout(seats: int, wide: bool) -> Layout:
    return beside(seats) if wide else under(seats)


def under(seats: int) -> Layout:
    """A strip under the castle, then the shelves, two beside each other."""
    band = SCENE + 8
    shelf = (SCENE - 2 * EDGE - 16) / 2
    shelves = tuple(
        (EDGE + seat % 2 * (shelf + 16), band + 98 + seat // 2 * 178.0) for seat in range(seats)
    )
    return Layout(
        width=SCENE,
        height=band + 98 + (seats + 1) // 2 * 178.0,
        spare=(EDGE, band),
        title=20.5,
        actions=(306.0, band + 20, 1.0),
        end=(SCENE - EDGE - 156, band + 4, 156.0, 60.0),
        end_title=20.0,
        shelves=shelves,
        scale=1.0,
        shelf=shelf,
        tokens=72.0,
        mice=120.0,
        mice_tall=46.0,
    )


def beside(seats: int) -> Layout:
    """A column at the castle's right, as high as it: the more shelves, the closer together."""
    x = SCENE + 6
    crowded = seats > 3
    scale = 0.76 if crowded else 0.8
    each = {2: 160.0, 3: 140.0, 4: 122.0}[seats]
    first = SCENE - 8 - each * seats
    # Before the shelves: the spare with its words, the actions left, the end of the turn.
    if crowded:
        top = 4.0
        actions, end = (x + 13, top + 93, 0.66), (x + BESIDE - 117, top + 78, 117.0, 50.0)
    else:
        top = first * 0.1 - 14
        actions = (x + 22, first * 0.38 + 21, 1.2 if seats == 2 else 0.9)
        end = (x, first * 0.735, BESIDE, first * 0.2)
    return Layout(
        width=x + BESIDE + EDGE,
        height=SCENE,
        spare=(x, top),
        title=17.0,
        actions=actions,
        end=end,
        end_title=15.0 if crowded else 20.0,
        shelves=tuple((x, first + each * seat) for seat in range(seats)),
        scale=scale,
        shelf=BESIDE / scale,
        tokens=70.0,
        mice=113.0 if crowded else 118.0,
        mice_tall=38.0 if crowded else 44.0,
    )
