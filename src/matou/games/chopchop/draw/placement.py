"""Where everything lies on the sheet: around the kitchen or, wide, beside it."""

from dataclasses import dataclass
from functools import cache

from matou import paper as p
from matou.games.chopchop.components import CAT, MOUSE
from matou.games.chopchop.draw import kitchen

KINDS = len(kitchen.FACES_DRAWN)
COLUMNS = (
    0,
    99,
    198,
    280.2,
)  # of the legend beside the kitchen: the first two may need two figures
BESIDE = 396.0  # the column at the kitchen's right
LEGIBLE = 23.6  # the smallest type: 11 pixels on a phone, whichever way it is held
Spot = tuple[float, float, float]  # a place and a scale


@dataclass(frozen=True, eq=False)  # compared by identity: cached parts are found fast
class Layout:
    width: float
    height: float
    top: float  # of the kitchen, whose left is the sheet's
    dice: dict[int, Spot]  # by side
    turned: Spot
    cheeses: Spot
    hidden: p.Point
    quiet: tuple[float, float, str]  # a place, and which end of the words is there
    legend: tuple[Spot, ...]  # by kind of tile
    shelf: tuple[float, float, float]  # where the kitchen shelf begins, and how wide it is
    boards: tuple[float, ...]  # the upper edges of its boards
    plates: tuple[p.Point, ...]  # by seat
    plate: float  # how wide one is, before scaling
    scale: float  # of the plates, which are drawn larger, to be read on a phone


@cache
def layout(seats: int, wide: bool) -> Layout:
    return beside(seats) if wide else around(seats)


def around(seats: int) -> Layout:
    """Puts the shelf over the kitchen and the players under it."""
    scale, boards = 1.3, (110.0, 214.0)
    top, legend = 234.0, 154.0
    foot = top + kitchen.HEIGHT + 10
    w, h = (kitchen.WIDTH - 28) / 2, p.PLATE_HEIGHT * scale + 10
    plates = tuple((8 + (w + 12) * (seat % 2), foot + h * (seat // 2)) for seat in range(seats))
    return Layout(
        width=kitchen.WIDTH,
        height=foot + 4 + h * ((seats + 1) // 2),
        top=top,
        dice={MOUSE: (62.0, 66.0, 1.0), CAT: (156.0, 66.0, 1.0)},
        turned=(256.0, 68.0, 0.8),
        cheeses=(454.0, 62.0, 1.0),
        hidden=(22.0, legend - 3),
        quiet=(kitchen.WIDTH - 22, legend - 3, "end"),
        legend=tuple((22.0 + 98 * kind, legend + 7, 1.0) for kind in range(KINDS)),
        shelf=(4.0, 4.0, kitchen.WIDTH - 8),
        boards=boards,
        plates=plates,
        plate=w / scale,
        scale=scale,
    )


def beside(seats: int) -> Layout:
    """Puts the shelf and the players in a column as high as the kitchen."""
    x, scale = kitchen.WIDTH + 20, 1.25
    plate = p.PLATE_HEIGHT * scale + 10
    plates = kitchen.HEIGHT - 2 - plate * seats
    high = plates - 30  # of the shelf; its boards leave room for what stands on them
    few = seats < 4  # so there is room for larger things
    dice, cheeses, hidden = (
        8 + high * part for part in ((0.25, 0.51, 1.0) if few else (0.27, 0.56, 1.0))
    )
    die, size = (1.2, 1.075) if few else (1.1, 0.94)
    room = (hidden - cheeses - 38 - 96 * size) / 3  # between the rows of the legend
    legend = cheeses + 38 + room
    row = 48 * size + room
    return Layout(
        width=x + BESIDE + 6,
        height=kitchen.HEIGHT,
        top=0.0,
        dice={side: (x + 68 + 100 * i, dice / 2 + 9, die) for i, side in enumerate((MOUSE, CAT))},
        turned=(x + 252, dice / 2 + 9, 0.78),
        cheeses=(x + 84, (dice + cheeses) / 2 + 8, 1.16 if few else 1.06),
        hidden=(x + 20, legend - min(room / 2, 16)),
        quiet=(x + BESIDE - 20, hidden - 8, "end"),
        legend=tuple(
            (x + 21 + COLUMNS[kind % 4], legend + row * (kind // 4), size) for kind in range(KINDS)
        ),
        shelf=(x, 6.0, BESIDE),
        boards=(dice, cheeses, hidden),
        plates=tuple((x, plates + plate * seat) for seat in range(seats)),
        plate=BESIDE / scale,
        scale=scale,
    )
