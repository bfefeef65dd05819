"""Cats: heads for cards, whole animals for boards, and Matou himself.

All are drawn in a box of 100 units about the origin and then placed: (x, y) is the middle, `size`
the side of the box, in every mood.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from matou.paper.bodies import Build, animal, stretched
from matou.paper.faces import INK, Eyes, Mood, eyes, mouth, whiskers
from matou.paper.stage import edge, group, shadow, shape

GINGER: Final = "var(--ginger)"
CHARCOAL: Final = "var(--charcoal)"

_LEFT = "M-43 8C-45-12-44-32-39-45Q-37-49-33-46L-13-31Q0-34 13-31"
_WHOLE_EAR = "L33-46Q37-49 39-45"
_TORN_EAR = "L27-42 31-33 35-40Q38-41 39-38"
_RIGHT = "C44-32 45-12 43 8C43 31 25 43 0 43C-25 43-43 31-43 8Z"
_EAR_LINING = "M-36-38Q-38-28-38-19Q-30-25-21-28Z"
_EAR_LINING_RIGHT = "M36-38Q38-28 38-19Q30-25 21-28Z"
_EYES = Eyes(gap=18, y=0, r=10.5)


@dataclass(frozen=True)
class Breed:
    coat: str
    torn: bool = False
    eyes: Eyes = _EYES
    line: str = INK
    whisker: str = "var(--ink)"  # it reaches past the head, onto the page


# Heads are expensive to draw, and there are few.
@lru_cache(maxsize=256)
def head(breed: Breed, mood: Mood, bold: bool) -> str:
    """Draws the head of a breed, in a box of 100 units about the origin."""
    outline = _LEFT + (_TORN_EAR if breed.torn else _WHOLE_EAR) + _RIGHT
    width = 3.4 if bold else 2.6
    ears = _EAR_LINING + ("" if breed.torn else _EAR_LINING_RIGHT)
    droop = 6.0 if mood in ("asleep", "fallen", "dizzy") else 0.0
    return (
        shadow(outline)
        + shape(outline, breed.coat)
        + edge(outline)
        + shape(ears, "var(--blush)")
        + _stripes(breed.line)
        + shape(
            "M0 11C10 11 21 15 21 25C21 35 11 38 0 38C-11 38-21 35-21 25C-21 15-10 11 0 11Z",
            "var(--cream)",
        )
        + ("" if mood == "fallen" else whiskers(19, 25, 27, width * 0.75, breed.whisker, droop))
        + eyes(breed.eyes, mood, bold)
        + shape("M-5.5 15Q0 12.5 5.5 15Q4 20 0 21.5Q-4 20-5.5 15Z", INK)
        + mouth(mood, 21, 10, width)
    )


def _stripes(colour: str) -> str:
    return shape("M-3-31L0-17 3-31ZM-13-29L-9-19-7-30ZM13-29L9-19 7-30Z", colour, opacity=0.3)


_GINGER: Final = Breed(GINGER)
# His coat is as dark as ink, so his face is drawn in light colours.
MATOU: Final = Breed(
    CHARCOAL,
    torn=True,
    line="var(--cream)",
    whisker="var(--cream)",
    eyes=Eyes(gap=18, y=0, r=12, white="var(--cheese)", line="var(--cream)", wink=True),
)


_CAT: Final = Build(GINGER, stout=1.0, head=0.66, tail=9.0, limb=15.0, belly="var(--cream)")
_TOMCAT: Final = Build(CHARCOAL, stout=1.2, head=0.68, tail=11.0, limb=17.0, belly="var(--cream)")


def cat_head(mood: Mood, x: float, y: float, size: float) -> str:
    """Draws a cat's head in bold lines, for cards and anything small."""
    return group("", head(_GINGER, mood, True), x, y, size / 100)


def cat(mood: Mood, x: float, y: float, size: float) -> str:
    return group("", animal(mood, _CAT, head(_GINGER, mood, False)), x, y, size / 100)


def matou_head(mood: Mood, x: float, y: float, size: float) -> str:
    """Draws the mascot's head: one torn ear, one cheese-yellow eye."""
    return group("", head(MATOU, mood, True), x, y, size / 100)


def matou(mood: Mood, x: float, y: float, size: float) -> str:
    """Draws the mascot, a stout charcoal tomcat."""
    return group("", animal(mood, _TOMCAT, head(MATOU, mood, False)), x, y, size / 100)


def matou_stretching(x: float, y: float, size: float) -> str:
    return group("", stretched(_TOMCAT, head(MATOU, "asleep", False)), x, y, size / 100)
