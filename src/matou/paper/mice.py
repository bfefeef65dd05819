"""Mice: round ears, a pale snout with a pink nose, a long thin tail.

A mouse may have a coat of any colour, because its ink is on its cream snout and in the whites of
its eyes.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from matou.paper.bodies import Build, animal
from matou.paper.cut import disc
from matou.paper.faces import Eyes, Mood, eyes, mouth, whiskers
from matou.paper.palette import ink_on
from matou.paper.stage import edge, group, shadow, shape

GREY: Final = "var(--grey)"

_EYES = Eyes(gap=14, y=-1, r=9.5)
_EARS = disc(-29, -25, 21) + disc(29, -25, 21)
_LININGS = disc(-29, -25, 12.5) + disc(29, -25, 12.5)
_HEAD = "M-35-2C-35-24-19-34 0-34C19-34 35-24 35-2C35 14 20 30 9 41Q0 49-9 41C-20 30-35 14-35-2Z"
_SNOUT = "M0 11C9 11 19 15 20 20Q15 31 8 38Q0 46-8 38Q-15 31-20 20C-19 15-9 11 0 11Z"
_BUILD = Build(GREY, stout=0.92, head=0.72, tail=4.0, limb=11.0, belly="var(--cream)",
               tail_colour="var(--blush)")  # fmt: skip


@lru_cache(maxsize=256)
def _head(mood: Mood, coat: str, bold: bool) -> str:
    width = 3.4 if bold else 2.6
    droop = 6.0 if mood in ("asleep", "fallen", "dizzy") else 0.0
    # Closed eyes are lines on the coat, so their colour depends on it. A page chooses the coats of
    # portraits, whose eyes are open.
    fixed = coat == GREY or coat.startswith("var(--coat")
    set_ = _EYES if fixed else replace(_EYES, line=ink_on(coat))
    return (
        shadow(_EARS + _HEAD)
        + shape(_EARS, coat)
        + edge(_EARS)
        + shape(_LININGS, "var(--blush)")
        + shape(_HEAD, coat)
        + edge(_HEAD)
        + shape(_SNOUT, "var(--cream)")
        + ("" if mood == "fallen" else whiskers(14, 26, 29, width * 0.75, "var(--ink)", droop))
        + eyes(set_, mood, bold)
        + mouth(mood, 27, 7, width)
        + shape("M-8 20Q0 15 8 20Q7 28 0 30Q-7 28-8 20Z", "var(--nose)")
    )


def mouse_head(mood: Mood, x: float, y: float, size: float, coat: str = GREY) -> str:
    """Draws a mouse's head in bold lines, for cards and anything small."""
    return group("", _head(mood, coat, bold=True), x, y, size / 100)


def mouse(mood: Mood, x: float, y: float, size: float, coat: str = GREY, badge: str = "") -> str:
    """Draws a whole mouse. `badge` is drawn on its belly, about the origin, 30 units across."""
    build = replace(_BUILD, coat=coat, badge=badge)
    return group("", animal(mood, build, _head(mood, coat, bold=False)), x, y, size / 100)
