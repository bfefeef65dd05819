"""A player's street of towers: drawn once for what it shows, and then kept as a whole.

A street changes once in a turn of its owner, and is shown in every position between: to ask for
each of its towers each time would take most of the time that a picture takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from matou import paper as p
from matou.games.clocktowers import elements
from matou.games.clocktowers.components import CAT, MOUSE, POINTS, SEATS
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
BUILT = [
    itemgetter(*(span(field, seat, SEATS) for field in ("roof", "marks", "storeys")))
    for seat in range(SEATS)
]


class Street(NamedTuple):
    """All that the picture of a street depends on, wherever it is drawn."""

    seat: int
    onto: bytes  # where each of the cards that its player has played was put…
    cards: bytes  # …and which it was
    roof: bytes
    marks: bytes
    storeys: bytes
    last: int  # the tower that the last card of all was put on; -1 if that was elsewhere
    has_plot: bool  # may a new tower begin here now?
    lang: str

    @property
    def towers(self) -> Towers:
        """The cards of each tower, from the ground up."""
        return towers(self.onto, self.cards)

    @property
    def slots(self) -> list[int]:
        """The towers by number, and -1 where a new one may begin."""
        return [*range(len(self.towers)), *([-1] if self.has_plot else [])]


def street_of(
    record: bytes, seats: int, played: int, seat: int, has_plot: bool, lang: str
) -> Street:
    """A player's street, from the bytes of a record in which so many cards were played."""
    own, last = turns(seat, played, seats), played - 1
    is_last = last >= 0 and last % seats == seat and record[ONTO + last] != DISCARD
    roof, marks, storeys = BUILT[seat](record)
    return Street(
        seat,
        record[own[0]],
        record[own[1]],
        roof,
        marks,
        storeys,
        record[ONTO + last] - 1 if is_last else -1,
        has_plot,
        lang,
    )


@cache
def turns(seat: int, played: int, seats: int) -> tuple[slice, slice]:
    """Where the record says what a player has put where, and which cards those were."""
    return (
        slice(ONTO + seat, ONTO + max(seat, played), seats),
        slice(CARD + seat, CARD + max(seat, played), seats),
    )


class Sign(NamedTuple):
    """What stands under a tower: its number with what it is worth, a note that it is too high."""

    number: str
    note: str
    fill: str
    size: float


def sign(street: Street, t: int, scale: float) -> Sign:
    return _sign(t, street.roof[t], street.marks[t], street.storeys[t], street.lang, scale)


@lru_cache(maxsize=4096)
def _sign(t: int, roof: int, marks: int, storeys: int, lang: str, scale: float) -> Sign:
    size = max(24.0 if scale > 0.8 else 28.0, elements.LEGIBLE / scale)
    told, note, fill = str(t + 1), "", "var(--quiet)"
    if roof:
        told, fill = f"{told} · +{POINTS[marks & (CAT | MOUSE)]}", "var(--ink)"
    elif never_roofed(roof, storeys):  # legal, but a warning is due
        note, fill = "trop haut" if lang == "fr" else "too high", "var(--tomato)"
    # Where there is no room for all that, what counts most.
    if elements.sign_width(told, "", size) > STRIDE:
        told = told.split(" · ")[-1]
    if elements.sign_width(told, note, size) > STRIDE + 12:
        told, note = f"{told} !", ""
    return Sign(told, note, fill, size)


def row(
    street: Street, slots: Sequence[int], left: float, ground: float, scale: float
) -> list[str]:
    """Towers beside each other, standing on the ground, numbered from 1."""
    drawn = []
    built, seat, last = street.towers, street.seat, street.last
    for i, t in enumerate(slots):
        x = left + (i + 0.5) * STRIDE * scale
        if t < 0:
            drawn.append(elements.plot(x, ground, scale))
        else:
            told = sign(street, t, scale)
            drawn.append(tower(seat, t, built[t], t == last, told, x, ground, scale))
    return drawn


@lru_cache(maxsize=8192)
def tower(
    seat: int,
    t: int,
    cards: tuple[int, ...],
    is_last: bool,
    told: Sign,
    x: float,
    ground: float,
    scale: float,
) -> str:
    """A tower where it stands: kept, since the very same text is soonest seen to be the same."""
    return p.group("", elements.tower(seat, t, cards, is_last, *told), x, ground, scale)


@lru_cache(maxsize=4096)
def in_column(
    street: Street, scale: float, left: float, top: float, width: float
) -> tuple[list[str], float]:
    """A street in as many rows as it takes, from the top down; and where it ends."""
    drawn: list[str] = []
    slots, built, y = street.slots, street.towers, top
    per_row = int((width - 2 * INSET) // (STRIDE * scale))
    for start in range(0, max(1, len(slots)), per_row):
        here = slots[start : start + per_row]
        tallest = max([elements.tall(built[t]) for t in here if t >= 0], default=0.0)
        ground = y + max(tallest + 40, LOWEST) * scale
        below = under(street, here, scale)
        drawn.append(elements.sky(left, y, width, ground - y, below))
        drawn += row(street, here, left + INSET, ground, scale)
        y = ground + below + 10
    return drawn, y + 6


@lru_cache(maxsize=4096)
def in_box(street: Street, left: float, ground: float, width: float, high: float) -> list[str]:
    """A street before the sky, in the rows that let its towers be largest."""
    slots = street.slots
    most = 1.1 if width > 500 and high > 290 else 0.9
    scale, rows = 0.0, [slots]
    for count in range(1, 4):
        across = -(-max(1, len(slots)) // count)
        tried = [slots[i : i + across] for i in range(0, max(1, len(slots)), across)]
        needs = sum(tall(street, here) for here in tried)
        left_over = high - 12 - ROW * (len(tried) - 1)
        fits = min(most, (width - 28) / STRIDE / across, left_over / needs)
        if fits > scale * 1.15:
            scale, rows = fits, tried
    below = max(ROW, under(street, rows[-1], scale))
    drawn = [elements.sky(left, ground - high, width, high, below)]
    above = [tall(street, here) * scale + ROW for here in rows[1:]]
    for i, here in enumerate(rows):
        at = ground - sum(above[i:])
        if i < len(rows) - 1:
            drawn.append(elements.street_line(left + 10, at, width - 20))
        drawn += row(street, here, left + 14, at, scale)
    return drawn


def under(street: Street, slots: Sequence[int], scale: float) -> float:
    """How much room the numbers under a row of towers take."""
    signs = [sign(street, t, scale) for t in slots if t >= 0]
    return max([ROW, *(20 + told.size * (2 if told.note else 1) for told in signs)]) * scale


def tall(street: Street, slots: Sequence[int]) -> float:
    """How high the towers of a row reach."""
    return max([96.0, *(elements.tall(street.towers[t]) + 8 for t in slots if t >= 0)])
