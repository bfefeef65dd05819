"""Portraits of characters: a cat's head and what it wears."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from matou.paper.cats import Breed, head
from matou.paper.cut import disc
from matou.paper.faces import Eyes, Mood
from matou.paper.stage import group, paper, shape

PLAIN: Final = Breed("")


@dataclass(frozen=True)
class Portrait:
    """What a character wears, its usual mood and its face. The coat is chosen when it is drawn."""

    worn: str = ""
    mood: Mood = "watching"
    breed: Breed = PLAIN


@lru_cache(maxsize=256)
def portrait(
    name: str, coat: str, x: float, y: float, size: float, mood: Mood | None = None
) -> str:
    """Draws one of ``PORTRAITS`` in a coat; '' is a plain head, for people."""
    shown = PORTRAITS[name]
    face = head(replace(shown.breed, coat=coat), mood or shown.mood, True)
    return group("", face + shown.worn, x, y, size / 100)


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


PORTRAITS: Final = {
    "": Portrait(),
    "bow": Portrait(_bow(), breed=Breed("", eyes=Eyes(gap=18, y=-1, r=13.5))),
    "napkin": Portrait(_napkin(), "proud"),
    "nightcap": Portrait(_nightcap(), "asleep"),
    "hunters cap": Portrait(_hunters_cap(), "pouncing"),
    "crown": Portrait(
        _crown(),
        breed=Breed(
            "",
            torn=True,
            line="var(--cream)",
            whisker="var(--cream)",
            eyes=Eyes(gap=18, y=0, r=12, white="var(--cheese)", line="var(--cream)", wink=True),
        ),
    ),
}
