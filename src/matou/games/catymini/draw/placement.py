"""Where everything lies on the sheet: one column, or wide for a screen.

In a column the middle of the table is on top, then one's own nursery with the hand under it, the
others' small below. Wide, one's own nursery is as high as the sheet, with the rest beside it.
A spectator sees all nurseries equally large.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from matou.games.catymini.components import COLOURS, TOYS
from matou.games.catymini.draw import room
from matou.paper import num, place

MARGIN = 7
COLUMN = 600  # of one column
NURSERY, BESIDE, GAP = 780, 396, 18  # of the wide sheet
WIDE = NURSERY + GAP + BESIDE
LEGIBLE, WIDE_LEGIBLE = 18.5, 23.3  # the smallest type: 11 pixels on a phone

Corner = tuple[float, float]


class Line(NamedTuple):
    """The place of a player's name, spool and tokens."""

    x: float
    y: float
    w: float
    scale: float = 1.0
    least: float = LEGIBLE


class Hand(NamedTuple):
    """The place of a hand, and how many tiles of the reader's own hand go in a row."""

    x: float
    y: float
    w: float
    across: int = 7  # nobody ever holds more


class Spot(NamedTuple):
    """The places of a seat's things."""

    seat: int
    large: bool
    bar: Line
    hand: Hand
    frame: str  # the transform of the nursery


class Middle(NamedTuple):
    """The places of the middle of the table: its tile, and the piles or tokens beside it."""

    tile: Corner
    piles: tuple[Corner, ...]
    pile_scale: float
    tokens: tuple[Corner, ...]
    token_scale: float
    least: float  # the smallest type


class Layout(NamedTuple):
    """All places, the seats in the order they are drawn."""

    width: float
    height: float
    middle: Middle
    spots: tuple[Spot, ...]


def frame(x: float, y: float, size: float) -> str:
    """Returns the transform of a nursery ``size`` wide, its corner at (x, y) inside the margin."""
    scale = size / room.SPAN
    x, y = (float(num(at + room.DEPTH * scale)) + MARGIN for at in (x, y))
    return place(x, y, scale)


def spot(seat: int, bar: Line, hand: Hand, box: Sequence[float], large: bool = False) -> Spot:
    """Returns a seat's place, given from the corner inside the sheet's margin."""
    bar = bar._replace(x=bar.x + MARGIN, y=bar.y + MARGIN)
    hand = hand._replace(x=hand.x + MARGIN, y=hand.y + MARGIN)
    return Spot(seat, large, bar, hand, frame(*box))


def strip(x: float, y: float, least: float, scale: float = 1.0) -> Middle:
    """Puts the middle of the table into one strip."""
    x, y = x + MARGIN, y + MARGIN
    piles = ((x + (152 + 112 * i) * scale, y + 8 * scale) for i in range(COLOURS))
    tokens = (
        (x + (140 + 93 * (i % 5)) * scale, y + (2 + 74 * (i // 5)) * scale) for i in range(TOYS)
    )
    return Middle((x, y), tuple(piles), scale, tuple(tokens), scale, least)


@lru_cache(maxsize=64)
def layout(seats: int, viewer: int | None, wide: bool) -> Layout:
    others = [seat for seat in range(seats) if seat != viewer]
    if viewer is not None:
        # Clockwise, so that the next to run stands first.
        others.sort(key=lambda seat: (seat - viewer) % seats)
    if not wide:
        middle, (placed, height) = strip(0, 0, LEGIBLE), column(others, viewer)
    elif viewer is None:
        middle, placed, height = watched(others)
    else:
        middle, placed, height = beside(others, viewer)
    width = WIDE if wide else COLUMN
    return Layout(width + 2 * MARGIN, height + 2 * MARGIN, middle, tuple(placed))


# --- one column


def column(others: Sequence[int], viewer: int | None) -> tuple[list[Spot], float]:
    placed: list[Spot] = []
    y, w = 162.0, float(COLUMN)
    if viewer is not None:
        box = (0, y + 58, w)
        placed.append(spot(viewer, Line(0, y, w), Hand(0, y + 70 + w, w), box, large=True))
        y += 70 + w + 96
    if len(others) == 1:
        rest = w - 408
        placed.append(spot(others[0], Line(408, y, rest), Hand(408, y + 92, rest), (0, y, 396)))
        return placed, y + 396
    across = 3 if len(others) == 3 and viewer is not None else 2
    w = (COLUMN - 12 * (across - 1)) / across
    for i, seat in enumerate(others):
        x = (w + 12) * (i % across)
        if i % across == 0 and i:
            y += w + 142
        placed.append(spot(seat, Line(x, y, w), Hand(x, y + 92, w), (x, y + 130, w)))
    return placed, y + w + 130


# --- wide


def sideways(seat: int, x: float, y: float, w: float, size: float) -> Spot:
    """Puts a player's things at the right of a nursery."""
    right, rest = x + size + 12, w - size - 12
    scale = 1.12 if rest >= 200 and size > 150 else 1.0
    hand = Hand(right, y + 94 * scale, rest)
    return spot(seat, Line(right, y, rest, scale, WIDE_LEGIBLE), hand, (x, y, size))


def beside(others: Sequence[int], viewer: int) -> tuple[Middle, list[Spot], float]:
    """Makes one's own nursery as high as the sheet, with everything else beside it."""
    x, y = float(NURSERY + GAP), 0.0
    at, tall = x + MARGIN, 112 + MARGIN + 54
    scale = BESIDE / (5 * 93)
    middle = Middle(
        (at - 4, MARGIN),
        tuple((at + 5 + BESIDE / COLOURS * i, tall + 2) for i in range(COLOURS)),
        0.9,
        tuple((at + 93 * scale * (i % 5), tall + 64 * (i // 5)) for i in range(TOYS)),
        scale,
        WIDE_LEGIBLE,
    )
    bar = Line(x + 138, y + 12, BESIDE - 138, 1.12, WIDE_LEGIBLE)
    y += 304
    # The fewer play, the more tiles each holds: seven, five, four.
    hand = Hand(x, y, BESIDE, 5 if len(others) == 2 else 4)
    placed = [spot(viewer, bar, hand, (0, 0, NURSERY), large=True)]
    y += 184 if len(others) == 1 else 98
    if len(others) == 1:
        size = NURSERY - y - 96
        box = (x + (BESIDE - size) / 2, y + 96, size)
        bar, hand = Line(x, y, BESIDE, 1.0, WIDE_LEGIBLE), Hand(x, y + 56, BESIDE - 156)
        placed.append(spot(others[0], bar, hand, box))
    else:
        each = (NURSERY - y + 10) / len(others)
        size = min(each - 10, 162)
        for i, seat in enumerate(others):
            low = NURSERY - size - each * (len(others) - 1 - i)
            placed.append(sideways(seat, x, low, BESIDE, size))
    return middle, placed, NURSERY


def watched(seats: Sequence[int]) -> tuple[Middle, list[Spot], float]:
    """Puts nurseries of equal size two beside each other."""
    half = (WIDE - GAP) / 2
    if len(seats) == 2:
        size = NURSERY - 260
        placed = []
        for seat, x in zip(seats, (0, half + GAP), strict=True):
            bar, box = Line(x, 162, half, 1.0, WIDE_LEGIBLE), (x + (half - size) / 2, 260, size)
            placed.append(spot(seat, bar, Hand(x, 218, half), box))
        return strip((WIDE - COLUMN) / 2, 0, WIDE_LEGIBLE), placed, NURSERY
    if len(seats) == 3:  # the table's middle is the fourth
        size, y = 376, 0.0
        cells = [(half + GAP, 0.0), (0.0, size + 14.0), (half + GAP, size + 14.0)]
        middle = strip(0, size / 2 - 76, WIDE_LEGIBLE, half / COLUMN)
    else:
        size, y = 306, 162.0
        cells = [(i % 2 * (half + GAP), y + i // 2 * (size + 14)) for i in range(4)]
        middle = strip((WIDE - COLUMN) / 2, 0, WIDE_LEGIBLE)
    placed = [sideways(seat, x, at, half, size) for seat, (x, at) in zip(seats, cells, strict=True)]
    return middle, placed, y + 2 * size + 14
