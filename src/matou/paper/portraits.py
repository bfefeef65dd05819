"""Portraits: five cats of one family, each with a character one can tell from a thumbnail.

The kitten has a bow and eyes for everything, the gourmand a napkin, the dreamer a nightcap, the
mouser a hunter's cap, and the great tomcat a crown. What a person looks like is a sixth: the same
head in the colour of their seat. All take their coat from ``--coat``, so that several cats of one
character are told apart.
"""

from functools import lru_cache
from typing import Final

from matou.paper.cats import CHARCOAL, Breed, head
from matou.paper.cut import disc
from matou.paper.faces import Eyes, Mood
from matou.paper.stage import group, paper, shape

# The coats of a family: the first is the cat after whom a level is called.
COATS: Final = (
    ("var(--sandstone)", "var(--grey)", "var(--ginger)", "var(--cream)", "var(--blush)"),
    ("var(--ginger)", "var(--thatch)", "var(--sandstone)", "var(--grey)", "var(--wood)"),
    ("var(--grey)", "var(--stone)", "var(--blush)", "var(--sandstone)", "var(--copper)"),
    ("var(--wood)", "var(--grey)", "var(--ginger)", "var(--stone)", "var(--thatch)"),
    ("var(--charcoal)", "var(--grain)", "var(--quiet)", "var(--wood)", "var(--grey)"),
)
PERSON: Final = 0
MOODS_OF: Final[tuple[Mood, ...]] = (
    "watching", "watching", "proud", "asleep", "pouncing", "watching",
)  # fmt: skip


@lru_cache(maxsize=64)
def portrait(who: int, x: float, y: float, size: float, mood: Mood | None = None) -> str:
    """Somebody's head and what they wear: 1 to 5 the cats, 0 a person."""
    mood = mood or MOODS_OF[who]
    face = head(_BREEDS[who], mood, True)
    return group("", face + _WORN.get(who, ""), x, y, size / 100)


def _breed(first: str) -> Breed:
    return Breed(f"var(--coat,{first})")


_BREEDS: Final = (
    _breed("var(--ginger)"),
    Breed(f"var(--coat,{COATS[0][0]})", eyes=Eyes(gap=18, y=-1, r=13.5)),
    _breed(COATS[1][0]),
    _breed(COATS[2][0]),
    _breed(COATS[3][0]),
    Breed(
        f"var(--coat,{CHARCOAL})",
        torn=True,
        line="var(--cream)",
        whisker="var(--cream)",
        eyes=Eyes(gap=18, y=0, r=12, white="var(--cheese)", line="var(--cream)", wink=True),
    ),
)


def _bow() -> str:
    wings = "M28-36L10-50Q6-40 12-28ZM30-36L50-46Q53-35 45-27Z"
    return paper(wings, "var(--rose)", 2) + shape(disc(29, -36, 6), "var(--tomato)")


def _napkin() -> str:
    cloth = "M-36 33Q0 48 36 33L30 52Q0 58-30 52Z"
    checks = "M-26 41L-24 53M-12 44L-11 55M2 45V56M16 43L15 55M-33 45Q0 55 33 45"
    crumb = shape(disc(20, 24, 3.2), "var(--cheese)") + shape(disc(-17, 30, 2.4), "var(--cheese)")
    return paper(cloth, "var(--cream)", 2) + shape(checks, "none", "var(--tomato)", 3) + crumb


def _nightcap() -> str:
    cap = "M-38-22Q-34-54 4-54Q40-54 47-18Q48-8 42-4Q40-30 22-34Q32-26 36-22Q0-34-38-22Z"
    band = "M-41-17Q0-36 38-20L37-29Q0-44-39-26Z"
    stars = (
        "M-10-45l2 4 4 .5-3 3 .8 4-3.8-2-3.8 2 .8-4-3-3 4-.5ZM14-44a5 5 0 1 0 5 6a4 4 0 1 1-5-6Z"
    )
    body = paper(cap, "var(--violet)", 2) + shape(band, "var(--cream)")
    return body + shape(stars, "var(--cheese)") + paper(disc(43, 0, 7), "var(--cream)", 1.5)


def _hunters_cap() -> str:
    crown = "M-33-24Q-32-53 0-54Q32-53 33-24Q0-36-33-24Z"
    brim = "M-45-20Q-30-36 0-36Q30-36 45-20Q24-27 0-27Q-24-27-45-20Z"
    feather = "M24-38Q34-50 46-53Q44-41 29-33Z"
    body = paper(crown, "var(--leaf)", 2) + paper(brim, "var(--grain)", 1.5)
    return body + paper(feather, "var(--tomato)", 1.5)


def _crown() -> str:
    gold = "M-24-30L-29-53L-13-42L0-56L13-42L29-53L24-30Q0-37-24-30Z"
    gems = shape(disc(0, -41, 3.6), "var(--tomato)") + shape(disc(-14, -37, 2.6), "var(--teal)")
    body = paper(gold, "var(--cheese)", 2, "var(--rim)", 1.5)
    glass = shape(disc(18, 0, 15.5), "none", "var(--cheese)", 3)
    chain = shape("M32 7Q40 22 36 38", "none", "var(--cheese)", 2)
    return body + gems + shape(disc(14, -37, 2.6), "var(--teal)") + glass + chain


_WORN: Final = {1: _bow(), 2: _napkin(), 3: _nightcap(), 4: _hunters_cap(), 5: _crown()}
