"""Portraits of players: a mouse's head, or a cat's and what it wears."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from matou.paper.artwork import ARTWORK
from matou.paper.cats import MATOU, Breed, head
from matou.paper.faces import Eyes, Mood
from matou.paper.mice import mouse_head
from matou.paper.stage import group

PLAIN: Final = Breed("")


@dataclass(frozen=True)
class Portrait:
    """What a character wears, its usual mood and its face. The coat is chosen when it is drawn."""

    worn: str = ""
    mood: Mood = "watching"
    breed: Breed = PLAIN


MOUSE: Final = Portrait()


@lru_cache(maxsize=256)
def portrait(
    name: str, coat: str, x: float, y: float, size: float, mood: Mood | None = None
) -> str:
    """Draws one of ``PORTRAITS`` in a coat."""
    shown = PORTRAITS[name]
    if shown is MOUSE:
        return mouse_head(mood or shown.mood, x, y, size, coat)
    face = head(replace(shown.breed, coat=coat), mood or shown.mood, True)
    return group("", face + shown.worn, x, y, size / 100)


FIGURES: Final = ("cat", "mouse", "matou")  # for people
PORTRAITS: Final = {
    "cat": Portrait(),
    "mouse": MOUSE,
    "matou": Portrait(breed=MATOU),
    "bow": Portrait(ARTWORK["bow"], breed=Breed("", eyes=Eyes(gap=18, y=-1, r=13.5))),
    "napkin": Portrait(ARTWORK["napkin"], "proud"),
    "nightcap": Portrait(ARTWORK["nightcap"], "asleep"),
    "hunters cap": Portrait(ARTWORK["hunters-cap"], "pouncing"),
    "crown": Portrait(ARTWORK["crown"], breed=MATOU),
}
