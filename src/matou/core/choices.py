"""Checks of values that must be one of a few: an error lists them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from matou.core.grammar import languages
from matou.core.messages import listed
from matou.core.refusals import BadChoice

T = TypeVar("T")


def check_choice(name: str, value: T, choices: Iterable[T]) -> T:
    """Returns a value if it is one of the choices; raises a BadChoice that lists them."""
    if value not in choices:
        raise BadChoice(
            "{name} is {value}, but must be one of {choices}",
            name=name,
            value=repr(value),
            choices=listed([repr(choice) for choice in choices], "or"),
        )
    return value


def check_language(lang: str) -> str:
    """Returns the code of a language that we have; raises a BadChoice that lists them."""
    return check_choice("language", lang, languages())
