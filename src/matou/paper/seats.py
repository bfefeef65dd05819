"""Seats: each has a colour and a mark, so that nothing depends on colour alone."""

from typing import Final

from matou.paper.cut import cut_rect, disc, poly
from matou.paper.faces import Mood
from matou.paper.letters import fitted, text_width
from matou.paper.mice import mouse
from matou.paper.palette import SEATS
from matou.paper.stage import group, manner, paper, shape, text

PLATE_HEIGHT: Final = 48.0

# Disc, triangle, square, diamond, star, all of about the same area.
_MARKS: Final = (
    disc(0, 0, 40),
    poly(((0, -46), (46, 36), (-46, 36))),
    poly(((-36, -36), (36, -36), (36, 36), (-36, 36))),
    poly(((0, -50), (38, 0), (0, 50), (-38, 0))),
    "M0 -48L14.1 -15.4L49.5 -12.1L22.7 11.4L30.6 46.1L0 27.9L-30.6 46.1L-22.7 11.4L-49.5 -12.1"
    "L-14.1 -15.4Z",
)


def seat_mark(seat: int, x: float, y: float, size: float, fill: str = "") -> str:
    """Draws a seat's mark about (x, y), by default in the seat's colour."""
    body = shape(_MARKS[seat], fill or SEATS[seat], fill or SEATS[seat], 8)
    return group("", body, x, y, size / 108)


def mouse_piece(seat: int, x: float, y: float, size: float, mood: Mood = "watching") -> str:
    """Draws a mouse in a seat's colour, with the seat's mark on its belly."""
    badge = shape(disc(0, 0, 15), "var(--cream)") + seat_mark(seat, 0, 0, 21)
    return mouse(mood, x, y, size, SEATS[seat], badge)


def plate(
    seat: int,
    name: str,
    x: float,
    y: float,
    w: float,
    active: bool = False,
    extra: str = "",
    least: float = 14.0,
    reserved: float = 0.0,
) -> str:
    """Draws a player's name plate, `PLATE_HEIGHT` high; (x, y) is its top left corner.

    `extra` is a score or a count at the right; it changes after everything else has moved. The
    active plate has a cheese rim and a cheese tab, so that it does not depend on seeing yellow. The
    name is as large as fits, cut only if it would be smaller than `least`, the smallest size of
    anything on a plate. `reserved` is free space at the right.
    """
    h = PLATE_HEIGHT
    d = cut_rect(0, 0, w, h, 10, f"plate{seat}")
    quiet = max(18.5, least)
    room = w - 56 - reserved - (text_width(extra, quiet) + 8 if extra else 0)
    shown, high = fitted(name, room, max(20.0, least), least, bold=active)
    body = paper(
        d, "var(--card)", 3, "var(--rim)" if active else "var(--line)", 3 if active else 1.5
    )
    if active:
        body += shape(f"M0 {h / 2 - 11:.0f}l9 11l-9 11Z", "var(--cheese)", "var(--rim)", 2)
    body += seat_mark(seat, 27, h / 2, 23)
    body += text(shown, 44, h / 2 + high * 0.35, high, anchor="start", bold=active)
    if extra:
        points = text(extra, w - 14, h / 2 + quiet * 0.35, quiet, "var(--quiet)", anchor="end")
        body += group(f"points-{seat}", points, moves=manner("counts", extra))
    return group("", body, x, y)
