"""Ten toys in cut paper, each in a box of 100 units about the origin."""

from functools import cache
from typing import Final

from matou.games.catymini.components import TOY_NAMES
from matou.paper import disc, shadow, shape

CREAM: Final = "var(--cream)"
INK: Final = "var(--face)"
RED: Final = "var(--roof-0)"
BLUE: Final = "var(--roof-1)"
GREEN: Final = "var(--roof-2)"
VIOLET: Final = "var(--roof-3)"
CHEESE: Final = "var(--cheese)"
GREY: Final = "var(--grey)"
DARK: Final = "var(--charcoal)"
LINE: Final = "line"
THICK: Final = "thick"

Part = tuple[str, str]

SHAPES: Final[dict[str, tuple[Part, ...]]] = {
    "block": (
        ("M-38-18L0-40L38-18V22L0 44L-38 22Z", RED),
        ("M-38-18L0-40L38-18L0 4Z", CHEESE),
        ("M0 4L38-18V22L0 44Z", BLUE),
        ("M8 12l22-13v18l-22 13Z", CREAM),
    ),
    "ball": (
        (disc(0, 0, 40), RED),
        ("M0-40C-34-24-34 24 0 40C-12 20-12-20 0-40ZM0-40C34-24 34 24 0 40C12 20 12-20 0-40Z",
         CREAM),
        ("M0-40C12-20 12 20 0 40C-12 20-12-20 0-40Z", BLUE),
        (disc(0, -37, 7), CHEESE),
    ),
    "bear": (
        (disc(-27, -25, 14) + disc(27, -25, 14) + disc(0, 4, 38), "var(--wood)"),
        (disc(-27, -25, 7) + disc(27, -25, 7), "var(--blush)"),
        ("M0 6c14 0 20 8 20 17s-8 15-20 15s-20-6-20-15s6-17 20-17Z", CREAM),
        (disc(-14, -4, 4.5) + disc(14, -4, 4.5) + "M-7 12q7-4 14 0q-2 7-7 8q-5-1-7-8Z", INK),
        ("M0 20v6M-8 27q8 6 16 0", LINE),
    ),
    "car": (
        ("M-46 20v-16q2-8 14-9l12-19q3-5 10-5h20q7 0 11 5l12 18q13 1 13 11v15Z", RED),
        ("M-13-8l8-13q1-2 4-2h3v15ZM8-8v-15h3q4 0 6 3l8 12Z", CREAM),
        (disc(-24, 20, 13) + disc(24, 20, 13), INK),
        (disc(-24, 20, 5.5) + disc(24, 20, 5.5) + disc(-41, 5, 4), CHEESE),
    ),
    "drum": (
        ("M-38-14v34q0 16 38 16t38-16v-34Z", BLUE),
        ("M-38-8l13 34 13-26 12 30 12-30 13 26 13-34", "lace"),
        ("M-38-16c0-9 17-14 38-14s38 5 38 14s-17 14-38 14s-38-5-38-14Z", CHEESE),
        ("M-31-17c0-6 14-9 31-9s31 3 31 9s-14 9-31 9s-31-3-31-9Z", CREAM),
        ("M-6-20L-36-44M10-20L38-44", THICK),
        (disc(-4, -19, 5) + disc(8, -19, 5), RED),
    ),
    "duck": (
        ("M-40 2q12 6 24-2c-9-8-10-34 12-38c20-3 30 16 22 32q26 4 22 24c-4 18-26 22-44 22"
         "c-28 0-44-14-36-38Z", CHEESE),
        ("M15-24l22 4q-6 11-20 8Z", RED),
        (disc(3, -22, 4.5), INK),
        ("M-14 16q14 12 32-2", LINE),
    ),
    "kite": (
        ("M6-46L36-14L-2 30L-28-12Z", GREEN),
        ("M6-46L36-14L3-13ZM3-13L-2 30L-28-12Z", CHEESE),
        ("M-2 30q-16 2-10 10t-14 8", LINE),
        ("M-20 30l12 4-9 9ZM-4 42l-12-2 7 11ZM-36 40l12 5-10 8Z", RED),
        ("M6-46L-2 30M-28-12L36-14", LINE),
    ),
    "rocket": (
        ("M-10 30L0 50L10 30Z", CHEESE),
        ("M-16 0L-32 22V36L-14 26ZM16 0L32 22V36L14 26Z", RED),
        ("M0-48C20-30 22 2 14 32H-14C-22 2-20-30 0-48Z", CREAM),
        ("M0-48C10-39 15-28 17-18H-17C-15-28-10-39 0-48Z", RED),
        (disc(0, -2, 10), DARK),
        (disc(0, -2, 6.5), BLUE),
        ("M-14 32C-22 2-20-30 0-48C20-30 22 2 14 32Z", LINE),
    ),
    "top": (
        ("M-4-46h8v22h-8Z", GREY),
        ("M-42-8q6-20 42-20t42 20q-4 20-26 32L0 46L-16 24Q-38 12-42-8Z", VIOLET),
        ("M-42-8q10 8 42 8t42-8q-2 8-8 16q-14 6-34 6t-34-6q-6-8-8-16Z", CHEESE),
        ("M-16 24q16 6 32 0L0 46Z", RED),
        (disc(0, -46, 6), RED),
    ),
    "train": (
        ("M-44 22v-22h38v-34h-6v-8h50v8h-4v56Z", GREEN),
        ("M-42-6h-3v-22h-5v-6h24v6h-5v22ZM-46 20h92v8h-92Z", DARK),
        ("M2-26h22v20h-22Z", CREAM),
        (disc(-28, 29, 12) + disc(2, 29, 12) + disc(31, 29, 12), RED),
        (disc(-28, 29, 4.5) + disc(2, 29, 4.5) + disc(31, 29, 4.5), CREAM),
        ("M-44 6h38M-32 0v22M-18 0v22", LINE),
    ),
}  # fmt: skip


def paint_part(d: str, fill: str) -> str:
    if fill == LINE:
        return shape(d, "none", INK, 2.6)
    if fill == THICK:
        return shape(d, "none", "var(--grain)", 5)
    if fill == "lace":
        return shape(d, "none", CREAM, 3.5)
    return shape(d, fill)


@cache
def toy_art(toy: int, shaded: bool = True) -> str:
    """Draws a toy about the origin."""
    name = TOY_NAMES[toy]
    parts = SHAPES[name]
    body = shadow(parts[0][0], 3) if shaded else ""
    body += "".join(paint_part(d, fill) for d, fill in parts)
    if name == "block":
        body += shape("M-26 18L-19-2L-12 24M-23 10L-15 14", "none", CREAM, 4)
    return body
