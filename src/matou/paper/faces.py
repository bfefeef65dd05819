"""Faces of cats and mice: eyes, mouths and whiskers.

The eyes show the mood, so that it can be recognised at the size of a thumbnail; mouth and brows
only agree with them.
"""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from matou.paper.cut import fitted, num, star
from matou.paper.stage import shape

Mood = Literal["watching", "pouncing", "asleep", "dizzy", "fallen", "proud"]
MOODS: Final[tuple[Mood, ...]] = get_args(Mood)

INK: Final = "var(--face)"


@dataclass(frozen=True)
class Eyes:
    """How a pair of eyes is set: half their distance, height, radius and colours."""

    gap: float
    y: float
    r: float
    white: str = "var(--cream)"
    line: str = INK  # of closed and crossed eyes
    wink: bool = False  # the eye on the left stays shut, as Matou's does


# Eyes that are lines, in units of their radius.
_CLOSED: Final[dict[Mood, str]] = {
    "asleep": "M-1 0Q0 1.2 1 0",
    "proud": "M-1 .45Q0-1.1 1 .45",
    "fallen": "M-.75-.75L.75 .75M.75-.75L-.75 .75",
}


def eyes(set_: Eyes, mood: Mood, bold: bool = False) -> str:
    left = _eye(set_, mood, -1, bold)
    if set_.wink and mood in ("watching", "pouncing"):
        shut = fitted("M-1 .2Q0 .75 1 .2", -set_.gap, set_.y, set_.r, set_.r)
        left = stroke(shut, 5 if bold else 3.5, set_.line)
    return left + _eye(set_, mood, 1, bold)


def stroke(d: str, width: float, colour: str = INK) -> str:
    return shape(d, "none", colour, width)


def _eye(set_: Eyes, mood: Mood, side: int, bold: bool) -> str:
    x, y, r = set_.gap * side, set_.y, set_.r
    width = 5.5 if bold else 3.5
    if mood in _CLOSED:
        return stroke(fitted(_CLOSED[mood], x, y, r, r), width, set_.line)
    ball = _ball(x, y, r, r * 1.08)
    if mood == "dizzy":
        one, two, three = num(r * 0.22), num(r * 0.44), num(r * 0.66)
        turn = (
            f"M{num(x - r * 0.1)} {num(y)}a{one} {one} 0 0 1 {two} 0"
            f"a{two} {two} 0 0 1 {num(-r * 0.88)} 0a{three} {three} 0 0 1 {num(r * 1.32)} 0"
        )
        return shape(ball, set_.white) + stroke(turn, 3.2 if bold else 2.4)
    pupil, glint = r * 0.62, r * 0.24
    if mood == "pouncing":
        # The lid slants down towards the nose; the eye under it is all pupil.
        brow = fitted("M-1-.15L1-.55", x, y, side * r, r)
        lid = (
            f"{brow}A{num(r)} {num(r * 1.1)} 0 0 {1 if side > 0 else 0}"
            f" {num(x - side * r)} {num(y - r * 0.15)}Z"
        )
        return (
            shape(lid, set_.white)
            + shape(_ball(x, y + r * 0.2, pupil * 0.95, pupil * 0.95), INK)
            + stroke(brow, 4.5 if bold else 3.2, set_.line)
        )
    look = -side * r * 0.12
    seen = shape(ball, set_.white) + shape(_ball(x + look, y + 0.5, pupil, pupil * 1.12), INK)
    if not bold:
        seen += shape(_ball(x + look + r * 0.24, y - r * 0.28, glint, glint), "var(--cream)")
    return seen


def _ball(x: float, y: float, rx: float, ry: float) -> str:
    a, b, d = num(rx), num(ry), num(2 * rx)
    return f"M{num(x - rx)} {num(y)}a{a} {b} 0 1 1 {d} 0a{a} {b} 0 1 1 -{d} 0Z"


def mouth(mood: Mood, y: float, wide: float, width: float = 2.6) -> str:
    """Draws a mouth under a nose at `y`: two small curves, changed by the mood."""
    w, low = wide, y + wide * 0.55
    if mood == "pouncing":
        return shape(
            f"M{num(-w)} {num(y + 2)}Q0 {num(y + 6)} {num(w)} {num(y + 2)}"
            f"Q{num(w * 0.7)} {num(low + 6)} 0 {num(low + 6)}"
            f"Q{num(-w * 0.7)} {num(low + 6)} {num(-w)} {num(y + 2)}Z",
            INK,
        )
    if mood == "dizzy":
        step = w / 2
        return stroke(
            f"M{num(-w)} {num(low)}q{num(step / 2)} -5 {num(step)} 0"
            f"t{num(step)} 0t{num(step)} 0t{num(step)} 0",
            width,
        )
    if mood == "fallen":
        return stroke(
            f"M{num(-w * 0.6)} {num(low + 2)}Q0 {num(y)} {num(w * 0.6)} {num(low + 2)}", width
        )
    deep = low + (5 if mood == "proud" else 3)
    return stroke(
        f"M{num(-w)} {num(y + 2)}Q{num(-w * 0.8)} {num(deep)} {num(-w * 0.35)} {num(deep)}"
        f"Q0 {num(deep)} 0 {num(y)}Q0 {num(deep)} {num(w * 0.35)} {num(deep)}"
        f"Q{num(w * 0.8)} {num(deep)} {num(w)} {num(y + 2)}",
        width,
    )


def whiskers(
    x: float, y: float, reach: float, width: float = 2.0, colour: str = INK, droop: float = 0.0
) -> str:
    """Draws two whiskers a side, from (±x, y) outwards."""
    lines = ""
    for side in (-1, 1):
        a, b = num(side * x), num(side * (x + reach))
        mid = num(side * (x + reach * 0.55))
        lines += (
            f"M{a} {num(y - 2)}Q{mid} {num(y - 6 + droop / 2)} {b} {num(y - 7 + droop)}"
            f"M{a} {num(y + 4)}Q{mid} {num(y + 4 + droop / 2)} {b} {num(y + 7 + droop)}"
        )
    return stroke(lines, width, colour)


def stars(x: float, y: float, spread: float) -> str:
    """Draws the stars around a dizzy head."""
    d = ""
    for dx, dy, r in ((-1.15, 0.3, 6.5), (0.0, -0.2, 8.0), (1.15, 0.3, 6.5)):
        d += star(x + dx * spread, y + dy * spread, r, r * 0.4)
    return shape(d, "var(--cheese)", "var(--rim)", 1.2)


def snores(x: float, y: float) -> str:
    return stroke(
        f"M{num(x)} {num(y)}h9l-9 10h9M{num(x + 13)} {num(y - 16)}h7l-7 8h7", 2.8, "var(--quiet)"
    )
