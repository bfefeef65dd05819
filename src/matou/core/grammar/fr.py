"""French."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

NAME = "Français"
LOCALE = "fr_FR"
TIED = "\u00a0"  # an unbreakable space before : ; ! ? and within « »
NARROW = "\u202f"  # a narrow one between thousands: 12 800
VOWELS = tuple("AEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆaeiouàâäéèêëîïôöùûüœæ")
SMALL = (
    "aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
    "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf", "vingt",
)  # fmt: skip
NTH = ("", "premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième")
ARTICLE = re.compile("^(?:l’|le |la |les )")
SEPARATORS = {"comma": ", ", "semicolon": f"{TIED}; "}
CONJUNCTIONS = {"and": " et ", "or": " ou "}


def elides(text: str) -> bool:
    """d’un étage, but de onze étages."""
    return text.startswith(VOWELS) and not text.startswith("onz")


def de(text: str) -> str:
    """d’Ada, de Basile, du siège 1, des toits."""
    for article, contracted in (("le ", "du "), ("les ", "des ")):
        if text.startswith(article):
            return contracted + text.removeprefix(article)
    return ("d’" if elides(text) else "de ") + text


def a(text: str) -> str:
    """à Ada, à la lampe, au lit, aux étagères."""
    for article, contracted in (("le ", "au "), ("les ", "aux ")):
        if text.startswith(article):
            return contracted + text.removeprefix(article)
    return f"à {text}"


def le(text: str) -> str:
    """le rouge, l’ocre."""
    return ("l’" if elides(text) else "le ") + text


def bare(text: str) -> str:
    """chaise, from « la chaise »; armoire, from « l’armoire »."""
    return ARTICLE.sub("", text)


FORMS = {"de": de, "à": a, "le": le, "bare": bare}


def words(n: int) -> str:
    return SMALL[n] if 0 <= n < len(SMALL) else figures(n, 0)


def words_feminine(n: int) -> str:
    return words(n) + ("e" if 0 <= n < 2 else "")


def nth(n: int) -> str:
    return f"{n}e"


def nth_word(n: int) -> str:
    return NTH[n] if 0 < n < len(NTH) else nth(n)


NUMBERS = {"words": words, "words.f": words_feminine, "nth": nth, "nth_word": nth_word}


def join(items: Sequence[str], how: str) -> str:
    if how in SEPARATORS or len(items) < 2:
        return SEPARATORS.get(how, "").join(items)
    return ", ".join(items[:-1]) + CONJUNCTIONS[how] + items[-1]


@lru_cache(maxsize=1024)
def figures(number: float, digits: int) -> str:
    return f"{number:,.{digits}f}".translate({ord(","): NARROW, ord("."): ","})


def date(day: int, month: int, year: int) -> str:
    return f"{day:02}/{month:02}/{year}"


def typeset(text: str) -> str:
    return re.sub(r"(?<=«) | (?=[:;!?»])", TIED, text)
