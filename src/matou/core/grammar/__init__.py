"""The rules of each language: lists, numbers, spacing, and forms such as French « d’Ada ».

One file a language. Everything else that differs between languages is text, in the catalogues.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Protocol


class Grammar(Protocol):
    NAME: str  # the language in its own words: 'Français'
    LOCALE: str  # with a country, as other sites want it: 'fr_FR'

    @property
    def FORMS(self) -> Mapping[str, Callable[[str], str]]:
        """Forms that a translation may ask of an argument: ``{who:de}``."""

    @property
    def NUMBERS(self) -> Mapping[str, Callable[[int], str]]:
        """Ways to write a whole number: ``{n:words}`` is 'three', ``{n:nth}`` is '3rd'."""

    def join(self, items: Sequence[str], how: str, /) -> str:
        """Joins items to a list: ``how`` is 'and', 'or', 'comma' or 'semicolon'."""

    def figures(self, number: float, digits: int, /) -> str:
        """Writes a number with the language's separators."""

    def date(self, day: int, month: int, year: int, /) -> str:
        """Writes a date, short enough for a column."""

    def typeset(self, text: str, /) -> str:
        """Sets the spaces of catalogue text as the language's typography wants them."""


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
    found: Grammar = import_module(f"{__name__}.{lang if lang in languages() else 'en'}")
    return found
