"""What is said to people, always in French and English together."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

LANGUAGES = ("en", "fr")
TIED = "\u00a0"  # French sets a space that must not break before : ; ! ? and within « »
NARROW = "\u202f"  # and a narrow one between thousands: 12 800


class Words(NamedTuple):
    """One text in both languages: neither can be forgotten."""

    en: str
    fr: str

    def say(self, lang: str = "en") -> str:
        """The text in a language, English where we do not speak it."""
        return self.fr if lang == "fr" else self.en


# Tables say the same sentences again and again.
@lru_cache(maxsize=1024)
def tied(fr: str) -> str:
    """French with the spaces of its punctuation made unbreakable."""
    return re.sub(r"(?<=«) | (?=[:;!?»])", TIED, fr)


def set_type(words: Words) -> Words:
    """French punctuation with its spaces made unbreakable."""
    return Words(words.en, tied(words.fr))


def typeset(en: str, fr: str) -> Words:
    """A text whose French is set as soon as it is written down."""
    return set_type(Words(en, fr))


def count(n: int, en: str, fr: str) -> Words:
    """'1 action', '3 actions': a number and its noun, in either language."""
    return Words(f"{n} {en}{'' if n == 1 else 's'}", f"{n} {fr}{'' if n < 2 else 's'}")


AND, OR = Words(" and ", " et "), Words(" or ", " ou ")


def listed(words: list[Words], last: Words = AND) -> Words:
    """'a, b and c'; with OR, 'a, b or c'."""
    if len(words) == 1:
        return words[0]
    return Words(
        ", ".join(w.en for w in words[:-1]) + last.en + words[-1].en,
        ", ".join(w.fr for w in words[:-1]) + last.fr + words[-1].fr,
    )


def figures(number: int) -> Words:
    """A number as it is written wherever people read it: 12,800 in English, 12 800 in French."""
    return Words(f"{number:,}", f"{number:,}".replace(",", NARROW))


class Why(NamedTuple):
    """Why an action is refused: the rule it would break, and a sentence."""

    rule: str
    says: Words


class Secret(NamedTuple):
    """An action whose particulars one seat alone knows, and what the others read."""

    owner: int
    name: str
    says: Words


class Refusal(ValueError):
    """What somebody gave us cannot be used; a sentence in both languages says why."""

    def __init__(self, says: Words) -> None:
        self.says = says
        super().__init__(says.en)

    def sentence(self, lang: str = "en") -> str:
        """The reason, in a language."""
        return self.says.say(lang)


class IllegalAction(Refusal):
    """An action that the rules do not allow here: ``rule`` and a sentence say why."""

    def __init__(self, why: Why, text: str = "") -> None:
        super().__init__(why.says)
        self.args = (f"{why.says.en} ({why.rule})",)
        self.rule = why.rule
        self.action = text


class BadChoice(Refusal):
    """A game, an option, a value or a number of seats that there is not; the choices are listed."""


class BadRecord(Refusal):
    """A record that cannot be read; the sentence says where and why."""
