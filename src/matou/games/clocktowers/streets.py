"""A player's street of towers: drawn once for what it shows, and then kept as a whole.

A street changes once in a turn of its owner, and is shown in every position between: to ask for
each of its towers each time would take most of the time that a picture takes.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any, NamedTuple

from matou import paper as p
from matou.games.clocktowers import elements
from matou.games.clocktowers.components import ANIMAL, POINTS, ROOF, STOREYS
from matou.games.clocktowers.rules import DISCARD, State
from matou.games.clocktowers.words import Towers, never_roofed, towers

INSET = 12.0  # from the edge of a street to its first tower
STRIDE = 100.0  # from one tower to the next, at scale 1
LOWEST = 150.0  # a street in a column, however little stands in it
ROW = 44.0  # the room for numbers under a row of towers


def span(field: str, row: int | None = None, rows: int = 1) -> slice:
    """Where a field of the record, or one of its rows, lies in the record's bytes."""
    found: Any = getattr(State, field)
    size = found.size if row is None else found.size // rows
    start = found.offset + (row or 0) * size
    return slice(start, start + size)


ONTO, CARD = span("onto").start, span("card").start


# All that a street shows, wherever it is drawn: whose it is, where each card that its player
# played was put, which card that was, and whether the last card of all is among them.
Street = tuple[int, bytes, bytes, bool]


@cache
def turns(seat: int, played: int, seats: int) -> tuple[slice, slice, bool]:
    """Where the record says what a player has put where, and which cards those were; and whether
    the last card of all is among them."""
    return (
        slice(ONTO + seat, ONTO + max(seat, played), seats),
        slice(CARD + seat, CARD + max(seat, played), seats),
        played > 0 and (played - 1) % seats == seat,
    )


class Sign(NamedTuple):
    """What stands under a tower: its number with what it is worth, a note that it is too high."""

    number: str
    note: str
    fill: str
    size: float


class Standing(NamedTuple):
    """A tower as it stands in its street: how high it is, its sign, the room that takes."""

    high: float
    sign: Sign
    below: float


@lru_cache(maxsize=8192)
def standing(t: int, cards: tuple[int, ...], lang: str, scale: float) -> Standing:
    size = max(24.0 if scale > 0.8 else 28.0, elements.LEGIBLE / scale)
    told, note, fill = str(t + 1), "", "var(--quiet)"
    if cards and cards[-1] >= ROOF:
        animals = sum({ANIMAL[kind] for kind in cards})
        told, fill = f"{told} · +{POINTS[animals]}", "var(--ink)"
    elif never_roofed(0, sum(STOREYS[kind] for kind in cards)):  # legal, but a warning is due
        note, fill = "trop haut" if lang == "fr" else "too high", "var(--tomato)"
    # Where there is no room for all that, what counts most.
    if elements.sign_width(told, "", size) > STRIDE:
        told = told.split(" · ")[-1]
    if elements.sign_width(told, note, size) > STRIDE + 12:
        told, note = f"{told} !", ""
    below = 20 + size * (2 if note else 1)
    return Standing(elements.tall(cards), Sign(told, note, fill, size), below)


@lru_cache(maxsize=8192)
def tower(
    seat: int,
    t: int,
    cards: tuple[int, ...],
    is_last: bool,
    lang: str,
    x: float,
    ground: float,
    scale: float,
) -> str:
    """A tower where it stands: kept, since the very same text is soonest seen to be the same."""
    told = standing(t, cards, lang, scale).sign
    return p.group("", elements.tower(seat, t, cards, is_last, *told), x, ground, scale)


def row(
    street: Street, slots: range, lang: str, left: float, ground: float, scale: float
) -> list[str]:
    """Towers beside each other, standing on the ground, numbered from 1."""
    drawn = []
    seat, onto, cards, is_last = street
    built = towers(onto, cards)
    last = onto[-1] - 1 if is_last and onto[-1] != DISCARD else -1
    for i, t in enumerate(slots):
        x = left + (i + 0.5) * STRIDE * scale
        drawn.append(tower(seat, t, built[t], t == last, lang, x, ground, scale))
    return drawn


def across(scale: float, width: float) -> int:
    """How many towers stand beside each other in a column."""
    return int((width - 2 * INSET) // (STRIDE * scale))


def opens_row(street: Street, scale: float, width: float) -> bool:
    """Has a street in a column no room for a new tower but in a row of its own?"""
    built = len(towers(street[1], street[2]))
    return built > 0 and built % across(scale, width) == 0


@lru_cache(maxsize=4096)
def in_column(
    street: Street,
    more: bool,
    lang: str,
    scale: float,
    left: float,
    top: float,
    width: float,
) -> tuple[list[str], float, tuple[float, float]]:
    """A street in as many rows as it takes, from the top down, and where it ends; and where the
    next tower would stand, with a row for it if ``more`` of them are needed."""
    drawn: list[str] = []
    built, y = towers(street[1], street[2]), top
    ground, here, wide = 0.0, range(0), across(scale, width)
    for start in range(0, max(1, len(built) + more), wide):
        here = range(start, min(start + wide, len(built)))
        feet = [standing(t, built[t], lang, scale) for t in here]
        tallest = max([foot.high for foot in feet], default=0.0)
        ground = y + max(tallest + 40, LOWEST) * scale
        below = max([ROW, *[foot.below for foot in feet]]) * scale
        drawn.append(elements.sky(left, y, width, ground - y, below))
        drawn += row(street, here, lang, left + INSET, ground, scale)
        y = ground + below + 10
    return drawn, y + 6, (left + INSET + (len(here) + 0.5) * STRIDE * scale, ground)


@lru_cache(maxsize=4096)
def in_box(
    street: Street,
    has_plot: bool,
    lang: str,
    left: float,
    ground: float,
    width: float,
    high: float,
) -> list[str]:
    """A street before the sky, in the rows that let its towers be largest."""
    built = towers(street[1], street[2])
    slots = range(len(built) + has_plot)
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
    feet = [standing(t, built[t], lang, scale) for t in rows[-1] if t < len(built)]
    below = max(ROW, max([ROW, *[foot.below for foot in feet]]) * scale)
    drawn = [elements.sky(left, ground - high, width, high, below)]
    above = [tall(built, here) * scale + ROW for here in rows[1:]]
    for i, here in enumerate(rows):
        at = ground - sum(above[i:])
        if i < len(rows) - 1:
            drawn.append(elements.street_line(left + 10, at, width - 20))
        standing_here = range(here.start, min(here.stop, len(built)))
        drawn += row(street, standing_here, lang, left + 14, at, scale)
        if here.stop > len(built):
            x = left + 14 + (len(standing_here) + 0.5) * STRIDE * scale
            drawn.append(elements.plot(x, at, scale))
    return drawn


def tall(built: Towers, slots: range) -> float:
    """How high the towers of a row reach."""
    return max([96.0, *[elements.tall(cards) + 8 for cards in built[slots.start : slots.stop]]])
