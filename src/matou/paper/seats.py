"""Seats: who is who at the table, by colour and by mark, never by colour alone."""

from typing import Final

from matou.paper.cut import cut_rect, disc, poly, regular
from matou.paper.faces import Mood
from matou.paper.mice import mouse
from matou.paper.palette import SEATS
from matou.paper.stage import group, manner, paper, shape, text

PLATE_HEIGHT: Final = 48.0

SEAT_MARKS: Final = ("disc", "triangle", "square", "diamond", "star")

# Each mark fills about the same area of a box of 100 units, so that no seat looks bigger.
_MARKS: Final = (
    disc(0, 0, 40),
    poly(((0, -46), (46, 36), (-46, 36))),
    poly(((-36, -36), (36, -36), (36, 36), (-36, 36))),
    poly(((0, -50), (38, 0), (0, 50), (-38, 0))),
    poly(regular(0, 4, 52, 5, inner=0.46)),
)


def seat_colour(seat: int) -> str:
    """The colour role of a seat, 0 to 4."""
    return SEATS[seat]


def seat_mark(seat: int, x: float, y: float, size: float, fill: str = "") -> str:
    """A seat's mark about (x, y), in its colour unless told otherwise."""
    body = shape(_MARKS[seat], fill or SEATS[seat], fill or SEATS[seat], 8)
    return group("", body, x, y, size / 108)


def mouse_piece(
    seat: int, x: float, y: float, size: float, mood: Mood = "watching", id: str = ""
) -> str:
    """A mouse in a seat's colour (or the colour of its own number), its mark on its belly."""
    badge = shape(disc(0, 0, 15), "var(--cream)") + seat_mark(seat, 0, 0, 21)
    return mouse(mood, x, y, size, SEATS[seat], id, badge)


def plate(
    seat: int,
    name: str,
    x: float,
    y: float,
    w: float,
    active: bool = False,
    extra: str = "",
    id: str = "",
    least: float = 14.0,
) -> str:
    """A player's name plate, `PLATE_HEIGHT` high; (x, y) is its top left corner.

    `extra` stands at the right, quietly: a score, a count; it changes when all else has
    moved. The active plate has a cheese rim and a cheese tab, so that whose turn it is does not
    depend on seeing yellow. A name is as large as it may be, and cut only when it is no larger
    than `least`, which nothing on a plate is smaller than.
    """
    h = PLATE_HEIGHT
    d = cut_rect(0, 0, w, h, 10, f"plate{seat}")
    quiet = max(18.5, least)
    room = w - 56 - (len(extra) * quiet * 0.57 + 6 if extra else 0)
    letter = 0.66 if active else 0.59  # how wide one is, for its height
    high = min(max(20.0, least), max(least, room / (letter * max(1, len(name)))))
    fits = max(1, int(room / (letter * high) + 0.01))
    shown = name if len(name) <= fits else name[: fits - 1].rstrip() + "…"
    body = paper(
        d, "var(--card)", 3, "var(--rim)" if active else "var(--line)", 3 if active else 1.5
    )
    if active:
        body += shape(f"M0 {h / 2 - 11:.0f}l9 11l-9 11Z", "var(--cheese)", "var(--rim)", 2)
    body += seat_mark(seat, 27, h / 2, 23)
    body += text(shown, 44, h / 2 + high * 0.35, high, anchor="start", bold=active)
    if extra:
        told = text(extra, w - 14, h / 2 + quiet * 0.35, quiet, "var(--quiet)", anchor="end")
        body += group(f"points-{seat}", told, moves=manner("counts", extra))
    return group(id, body, x, y)
