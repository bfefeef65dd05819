"""The rules of each language: lists, numbers, spacing, and forms such as French « d’Ada ».

One file a language. Everything else that differs between languages is text, in the catalogues.
"""

import pkgutil
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from importlib import import_module


class Grammar:
    """How a language writes. Each language sets the constants, and overrides what differs."""

    NAME: str  # the language in its own words: 'Français'
    LOCALE: str  # with a country, as other sites want it: 'fr_FR'
    SMALL: Sequence[str]  # the numbers from 0 in words, before a masculine noun
    FEMININE: Sequence[str] = ()  # the first of them before a feminine noun, as far as they differ
    NTH: Sequence[str]  # the ordinals in words; '' for 0
    NTH_FEMININE: Sequence[str] = ()
    NTH_FIGURES = "{}."
    NTH_FIGURES_FEMININE = ""
    ARTICLE = ""  # a regular expression
    # What becomes of a preposition and the article after it: {"de": {"el": "del"}}.
    CONTRACTED: Mapping[str, Mapping[str, str]] = {}
    AND: str
    OR: str
    SEMICOLON = "; "
    THOUSANDS, DECIMAL = ".", ","
    GROUPED_FROM = 1000  # the least number with a separator of thousands
    DATE: str  # short enough for a column

    def __init__(self) -> None:
        # Ways to write a whole number: ``{n:words}`` is 'three', ``{n:nth}`` is '3rd'.
        self.NUMBERS: dict[str, Callable[[int], str]] = {
            "words": self.words,
            "nth": self.nth,
            "nth_word": self.nth_word,
        }
        if self.FEMININE:
            self.NUMBERS["words.f"] = self.words_feminine
        if self.NTH_FEMININE:
            self.NUMBERS |= {"nth.f": self.nth_feminine, "nth_word.f": self.nth_word_feminine}
        # Forms that a translation may ask of an argument: ``{who:de}``.
        self.FORMS: dict[str, Callable[[str], str]] = {"bare": self.bare} if self.ARTICLE else {}
        self.FORMS |= {form: partial(self.contracted, preposition=form) for form in self.CONTRACTED}

    def bare(self, text: str) -> str:
        """chair, from 'the chair'."""
        return re.sub(f"^(?:{self.ARTICLE})", "", text)

    def contracted(self, text: str, preposition: str) -> str:
        """del sofá, de la lámpara, de Ada."""
        article, _, noun = text.partition(" ")
        found = self.CONTRACTED[preposition].get(article)
        return f"{found} {noun}" if found and noun else f"{preposition} {text}"

    def capital(self, text: str) -> str:
        """Begins a text with a capital."""
        return text[:1].upper() + text[1:]

    def words(self, n: int) -> str:
        return self.SMALL[n] if 0 <= n < len(self.SMALL) else self.figures(n, 0)

    def words_feminine(self, n: int) -> str:
        return self.FEMININE[n] if 0 <= n < len(self.FEMININE) else self.words(n)

    def nth(self, n: int) -> str:
        return self.NTH_FIGURES.format(n)

    def nth_feminine(self, n: int) -> str:
        return self.NTH_FIGURES_FEMININE.format(n)

    def nth_word(self, n: int) -> str:
        return self.NTH[n] if 0 < n < len(self.NTH) else self.nth(n)

    def nth_word_feminine(self, n: int) -> str:
        return self.NTH_FEMININE[n] if 0 < n < len(self.NTH_FEMININE) else self.nth_feminine(n)

    def join(self, items: Sequence[str], how: str) -> str:
        """Joins items to a list: ``how`` is 'and', 'or', 'comma' or 'semicolon'."""
        if how in ("comma", "semicolon") or len(items) < 2:
            return (", " if how == "comma" else self.SEMICOLON).join(items)
        return f"{', '.join(items[:-1])} {self.conjunction(how, items[-1])} {items[-1]}"

    def conjunction(self, how: str, following: str) -> str:  # noqa: ARG002
        return self.AND if how == "and" else self.OR

    def figures(self, number: float, digits: int) -> str:
        """Writes a number with the language's separators."""
        text = f"{number:,.{digits}f}"
        between = self.THOUSANDS if round(abs(number), digits) >= self.GROUPED_FROM else ""
        return text.translate({ord(","): between, ord("."): self.DECIMAL})

    def date(self, day: int, month: int, year: int) -> str:
        return self.DATE.format(day=day, month=month, year=year)

    def typeset(self, text: str) -> str:
        """Sets the spaces of catalogue text as the language's typography wants them."""
        return text


@cache
def languages() -> tuple[str, ...]:
    """Returns the codes of our languages, English first."""
    found = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return ("en", *(code for code in found if code != "en"))


def spoken(asked: object) -> str:
    """Returns a language's code if we have it, else English."""
    return asked if isinstance(asked, str) and asked in languages() else "en"


@cache
def grammar(lang: str) -> Grammar:
    """Returns a language's grammar; English if we do not have the language."""
    found: Grammar = import_module(f"{__name__}.{lang if lang in languages() else 'en'}").Rules()
    return found
