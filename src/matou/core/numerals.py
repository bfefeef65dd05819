"""Numbers as a book for people has them, in both languages: three, 12,800, the 200th.

Books say a component's number with these, so that they follow when the number is corrected.
"""

from __future__ import annotations

from collections.abc import Sequence

from matou.core.words import Words, figures, listed

EN = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    "twenty",
)  # fmt: skip
FR = (
    "aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
    "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf", "vingt",
)  # fmt: skip


def spelt(n: int, *, feminine: bool = False) -> Words:
    """A small number in words, a larger one in figures."""
    if not 0 <= n < len(EN):
        return figures(n)
    return Words(EN[n], FR[n] + ("e" if feminine and n < 2 else ""))


EN_NTH = ("first", "second", "third", "fourth", "fifth", "sixth")
FR_NTH = ("premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième")


def spelt_nth(n: int) -> Words:
    """A small ordinal in words; « premier » is for the caller to agree."""
    return Words(EN_NTH[n - 1], FR_NTH[n - 1]) if 1 <= n <= len(EN_NTH) else nth(n)


def nth(n: int) -> Words:
    """'the 200th' without its article, « le 200e »."""
    teen = n % 100 // 10 == 1
    ending = "th" if teen else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return Words(f"{n}{ending}", f"{n}e")


def capital(words: Words) -> Words:
    """The same with a capital, to begin a sentence."""
    return Words(words.en[:1].upper() + words.en[1:], words.fr[:1].upper() + words.fr[1:])


def of_these(n: int, noun: Words, *, feminine: bool = False) -> Words:
    """A number in words and its noun, given as one of it: 'three roofs', « trois toits »."""
    said = spelt(n, feminine=feminine)
    return Words(
        f"{said.en} {noun.en}{'' if n == 1 else 's'}", f"{said.fr} {noun.fr}{'' if n < 2 else 's'}"
    )


def row(numbers: Sequence[int]) -> Words:
    """Numbers one after the other: '20, 19 and 19'."""
    return listed([figures(n) for n in numbers])
