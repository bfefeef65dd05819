"""English."""

from __future__ import annotations

from collections.abc import Sequence

NAME = "English"
LOCALE = "en_GB"
MONTHS = ("", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SMALL = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
NTH = ("", "first", "second", "third", "fourth", "fifth", "sixth")
SEPARATORS = {"comma": ", ", "semicolon": "; "}


def possessive(text: str) -> str:
    """Ada’s."""
    return f"{text}’s"


def bare(text: str) -> str:
    """chair, from 'the chair'."""
    return text.removeprefix("the ")


FORMS = {"bare": bare, "possessive": possessive}


def words(n: int) -> str:
    return SMALL[n] if 0 <= n < len(SMALL) else figures(n, 0)


def nth(n: int) -> str:
    teen = n % 100 // 10 == 1
    return f"{n}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(n % 10, 'th')}"


def nth_word(n: int) -> str:
    return NTH[n] if 0 < n < len(NTH) else nth(n)


NUMBERS = {"words": words, "nth": nth, "nth_word": nth_word}


def join(items: Sequence[str], how: str) -> str:
    if how in SEPARATORS or len(items) < 2:
        return SEPARATORS.get(how, "").join(items)
    return f"{', '.join(items[:-1])} {how} {items[-1]}"


def figures(number: float, digits: int) -> str:
    return f"{number:,.{digits}f}"


def date(day: int, month: int, year: int) -> str:
    return f"{day} {MONTHS[month]} {year}"


def typeset(text: str) -> str:
    return text
