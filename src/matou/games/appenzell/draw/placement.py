"""Where everything lies on the sheet: the castle, and the rest under it or, wide, beside it."""

from dataclasses import dataclass
from functools import cache

from matou.games.appenzell.components import SIDE
from matou.games.appenzell.draw.pieces import CELL, LEGIBLE, MARGIN

SCENE = MARGIN * 2 + SIDE * CELL  # the castle, from the sheet's corner
EDGE = 14.0
BESIDE = 304.0  # the column at the castle's right


@dataclass(frozen=True, eq=False)  # compared by identity: cached parts are found fast
class Layout:
    """The places of everything outside the castle."""

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
    plate: float  # how wide its plate is
    tokens: float  # how far down the first row of its cheeses is
    row: float  # how far down from there the second is
    cheese: float  # how wide one is, with the space before its name
    name: float  # how large their names are, before scaling, if there is room
    mice: tuple[float, float, float, float]  # the box of its mice outside and in the cellar

    @property
    def least(self) -> float:
        """The smallest type on a shelf, before scaling."""
        return LEGIBLE / self.scale


@cache
def layout(seats: int, wide: bool) -> Layout:
    return beside(seats) if wide else under(seats)


def under(seats: int) -> Layout:
    """Puts a strip under the castle, then the shelves, as wide as it, for phones."""
    band, each, scale = SCENE + 8, 150.0, 1.36
    shelf = (SCENE - 2 * EDGE) / scale
    return Layout(
        width=SCENE,
        height=band + 92 + seats * each,
        spare=(EDGE, band),
        title=20.5,
        actions=(306.0, band + 20, 1.0),
        end=(SCENE - EDGE - 156, band + 4, 156.0, 60.0),
        end_title=20.0,
        shelves=tuple((EDGE, band + 92 + seat * each) for seat in range(seats)),
        scale=scale,
        shelf=shelf,
        plate=214.0,
        tokens=63.0,
        row=27.0,
        cheese=31.0,
        name=LEGIBLE / scale,
        mice=(222.0, 2.0, shelf - 222, 44.0),
    )


def beside(seats: int) -> Layout:
    """Puts everything into a column at the castle's right; more shelves lie closer together."""
    x = SCENE + 6
    scale = {2: 1.06, 3: 1.0, 4: 0.92}[seats]
    each = {2: 164.0, 3: 156.0, 4: 124.0}[seats]
    shelf = BESIDE / scale
    first = SCENE - 4 - each * seats
    # Before the shelves: the spare with its words, the actions left, the end of the turn.
    if seats > 2:
        top = 2.0
        actions = (x + 16, first - (56 if seats == 3 else 45), 0.78 if seats == 3 else 0.66)
        end = (x + 162, first - 60, BESIDE - 162, 50.0)
    else:
        top = first * 0.1 - 14
        actions = (x + 22, first * 0.38 + 21, 1.2)
        end = (x, first * 0.735, BESIDE, first * 0.2)
    return Layout(
        width=x + BESIDE + EDGE,
        height=SCENE,
        spare=(x, top),
        title=20.0,
        actions=actions,
        end=end,
        end_title=LEGIBLE if seats > 2 else 22.0,
        shelves=tuple((x, first + each * seat) for seat in range(seats)),
        scale=scale,
        shelf=shelf,
        plate=shelf,
        tokens=64.0 if seats < 4 else 60.5,
        row=26.0 if seats < 4 else 23.5,
        cheese=25.0 / scale,
        name=12.0 / scale,
        mice=(0.0, 104.0, shelf, 42.0) if seats < 4 else (0.0, 96.0, shelf, 35.0),
    )
