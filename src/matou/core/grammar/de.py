"""German."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

NAME = "Deutsch"
LOCALE = "de_DE"
TIED = "\u00a0"  # an unbreakable space before a dash and in z. B.
SMALL = (
    "kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
    "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn",
    "neunzehn", "zwanzig",
)  # fmt: skip
ENDINGS = ("e", "em", "en", "er", "es", "s")  # eine, einem, einen, einer, eines, eins
NTH = ("", "erste", "zweite", "dritte", "vierte", "fünfte", "sechste")
ARTICLE = re.compile("^(?:der|die|das|den|dem|eine|einem|einen|einer|ein) ")
# What becomes of der, die and das in the singular: with zu, with an, and in the accusative.
ARTICLES = {
    "zum": {"der": "zum", "die": "zur", "das": "zum"},
    "am": {"der": "am", "die": "an der", "das": "am"},
    "den": {"der": "den", "die": "die", "das": "das"},
}
HISSES = ("s", "ß", "x", "z", "ce")
SEPARATORS = {"comma": ", ", "semicolon": "; "}
CONJUNCTIONS = {"and": " und ", "or": " oder "}


def s(text: str) -> str:
    """Adas Turm, Max’ Turm. Other words than names have a genitive in the catalogue."""
    return text + ("’" if text.endswith(HISSES) else "s")


def bare(text: str) -> str:
    """Stuhl, from „der Stuhl“."""
    return ARTICLE.sub("", text)


def articled(text: str, form: str) -> str:
    """zum Stuhl, zur Lampe; am Bett, an der Lampe; den Stuhl."""
    article, _, noun = text.partition(" ")
    return f"{ARTICLES[form].get(article, article)} {noun}"


FORMS: dict[str, Callable[[str], str]] = {
    "bare": bare,
    "s": s,
    **{form: partial(articled, form=form) for form in ARTICLES},
}


def words(n: int, ending: str = "") -> str:
    """ein Turm, zwei Türme; with an ending: eine Uhr, mit einem Turm."""
    return SMALL[n] + ending * (n < 2) if 0 <= n < len(SMALL) else figures(n, 0)


def nth(n: int) -> str:
    return f"{n}."


def nth_word(n: int) -> str:
    return NTH[n] if 0 < n < len(NTH) else nth(n)


def zu(n: int) -> str:
    """zu zweit, zu dritt: so many play."""
    return f"zu {NTH[n].removesuffix('e')}" if 1 < n < len(NTH) else words(n, "s")


NUMBERS: dict[str, Callable[[int], str]] = {
    "words": words,
    **{f"words.{ending}": partial(words, ending=ending) for ending in ENDINGS},
    "nth": nth,
    "nth_word": nth_word,
    "zu": zu,
}


def join(items: Sequence[str], how: str) -> str:
    if how in SEPARATORS or len(items) < 2:
        return SEPARATORS.get(how, "").join(items)
    return ", ".join(items[:-1]) + CONJUNCTIONS[how] + items[-1]


def figures(number: float, digits: int) -> str:
    return f"{number:,.{digits}f}".translate({ord(","): ".", ord("."): ","})


def date(day: int, month: int, year: int) -> str:
    return f"{day}.{month}.{year}"


def typeset(text: str) -> str:
    return text.replace(" – ", f"{TIED}– ").replace("z. B.", f"z.{TIED}B.")
