"""A player's street: towers that stand beside each other against the sky, in rows."""

from functools import lru_cache
from typing import NamedTuple

from matou import paper as p
from matou.games.clocktowers.components import ANIMAL, POINTS, ROOF, STOREYS
from matou.games.clocktowers.draw import parts
from matou.games.clocktowers.say.messages import say
from matou.games.clocktowers.say.words import Cards, Towers, never_roofed

INSET = 12.0  # from the edge of a street to its first tower
STRIDE = 100.0  # from one tower to the next, at scale 1
LOWEST = 150.0  # a street in a column is at least this high
ROW = 44.0  # the room for numbers under a row of towers


class Street(NamedTuple):
    """Everything that the drawing of a street depends on, wherever it is drawn."""

    seat: int
    towers: Towers
    last: int  # the tower that got the last card played at the table; -1: none of these
    lang: str


@lru_cache(maxsize=8192)
def sign(t: int, cards: Cards, lang: str, scale: float) -> parts.Sign:
    size = max(24.0 if scale > 0.8 else 28.0, parts.LEGIBLE / scale)
    number, note, fill = str(t + 1), "", "var(--quiet)"
    if cards and cards[-1] >= ROOF:
        animals = sum({ANIMAL[kind] for kind in cards})
        number, fill = f"{number} · +{POINTS[animals]}", "var(--ink)"
    elif never_roofed(sum(STOREYS[kind] for kind in cards)):  # legal, but a mistake
        note, fill = say("too high").say(lang), "var(--tomato)"
    # A narrow sign shows the points alone, or an exclamation mark for the warning.
    if parts.sign_width(number, "", size) > STRIDE:
        number = number.split(" · ")[-1]
    if parts.sign_width(number, note, size) > STRIDE + 12:
        number, note = f"{number} !", ""
    return parts.Sign(number, note, fill, size)


def room_below(signs: list[parts.Sign]) -> float:
    """Returns how much room a row's signs take under the ground, at scale 1."""
    return max([ROW, *(20 + sign.size * (2 if sign.note else 1) for sign in signs)])


@lru_cache(maxsize=8192)
def tower(
    seat: int, t: int, cards: Cards, is_last: bool, lang: str, x: float, ground: float, scale: float
) -> str:
    drawn = parts.tower(seat, t, cards, is_last, sign(t, cards, lang, scale))
    return p.group("", drawn, x, ground, scale)


def row(street: Street, slots: range, left: float, ground: float, scale: float) -> list[str]:
    """Returns towers beside each other on the ground."""
    seat, built, last, lang = street
    stride = STRIDE * scale
    return [
        tower(seat, t, built[t], t == last, lang, left + (i + 0.5) * stride, ground, scale)
        for i, t in enumerate(slots)
    ]


def across(scale: float, width: float) -> int:
    """Returns how many towers stand beside each other in a column."""
    return int((width - 2 * INSET) // (STRIDE * scale))


def in_column(
    street: Street, opens_row: bool, scale: float, left: float, top: float, width: float
) -> tuple[list[str], float, p.Point]:
    """Returns a street in rows from the top down, its lower end, and the next tower's place."""
    drawn: list[str] = []
    built, y = street.towers, top
    ground, here, wide = 0.0, range(0), across(scale, width)
    for start in range(0, max(1, len(built) + opens_row), wide):
        here = range(start, min(start + wide, len(built)))
        tallest = max([parts.tall(built[t]) for t in here], default=0.0)
        ground = y + max(tallest + 40, LOWEST) * scale
        below = room_below([sign(t, built[t], street.lang, scale) for t in here]) * scale
        drawn.append(parts.sky(left, y, width, ground - y, below))
        drawn += row(street, here, left + INSET, ground, scale)
        y = ground + below + 10
    return drawn, y + 6, (left + INSET + (len(here) + 0.5) * STRIDE * scale, ground)


def in_box(
    street: Street, has_plot: bool, left: float, ground: float, width: float, high: float
) -> list[str]:
    """Returns a street in a box of fixed size, in the rows that let its towers be largest."""
    built = street.towers
    scale, rows = largest(built, range(len(built) + has_plot), width, high)
    signs = [sign(t, built[t], street.lang, scale) for t in rows[-1] if t < len(built)]
    below = max(ROW, room_below(signs) * scale)
    drawn = [parts.sky(left, ground - high, width, high, below)]
    above = [tall(built, here) * scale + ROW for here in rows[1:]]
    for i, here in enumerate(rows):
        at = ground - sum(above[i:])
        if i < len(rows) - 1:
            drawn.append(parts.street_line(left + 10, at, width - 20))
        standing = range(here.start, min(here.stop, len(built)))
        drawn += row(street, standing, left + 14, at, scale)
        if here.stop > len(built):
            x = left + 14 + (len(standing) + 0.5) * STRIDE * scale
            drawn.append(parts.plot(x, at, scale))
    return drawn


def largest(built: Towers, slots: range, width: float, high: float) -> tuple[float, list[range]]:
    """Returns the scale and the rows, one to three, in which towers are drawn largest."""
    most = 1.1 if width > 500 and high > 290 else 0.9
    scale, rows = 0.0, [slots]
    for count in range(1, 4):
        wide = -(-max(1, len(slots)) // count)
        tried = [slots[i : i + wide] for i in range(0, max(1, len(slots)), wide)]
        needs = sum(tall(built, here) for here in tried)
        left_over = high - 12 - ROW * (len(tried) - 1)
        fits = min(most, (width - 28) / STRIDE / wide, left_over / needs)
        if fits > scale * 1.15:
            scale, rows = fits, tried
    return scale, rows


def tall(built: Towers, slots: range) -> float:
    """Returns how high the towers of a row reach."""
    return max([96.0, *[parts.tall(cards) + 8 for cards in built[slots.start : slots.stop]]])
