"""Polish."""

import re
from functools import partial

from matou.core.grammar import Grammar

TIED = "\u00a0"  # an unbreakable space after a word of one letter, and before a unit
LONE = re.compile(r"(?<![\w’'-])([aiouwzAIOUWZ]) ")
UNIT = re.compile(r"(?<=[}\d]) (?=(?:pkt|min|[kMG]?B|[dhs])\b)")  # {n} pkt, 30 s


class Rules(Grammar):
    NAME = "Polski"
    LOCALE = "pl_PL"
    SMALL = (
        "zero", "jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem",
        "dziewięć", "dziesięć", "jedenaście", "dwanaście", "trzynaście", "czternaście",
        "piętnaście", "szesnaście", "siedemnaście", "osiemnaście", "dziewiętnaście",
        "dwadzieścia",
    )  # fmt: skip
    GENITIVE = (
        "zera", "jednego", "dwóch", "trzech", "czterech", "pięciu", "sześciu", "siedmiu",
        "ośmiu", "dziewięciu", "dziesięciu", "jedenastu", "dwunastu", "trzynastu", "czternastu",
        "piętnastu", "szesnastu", "siedemnastu", "osiemnastu", "dziewiętnastu", "dwudziestu",
    )  # fmt: skip
    FEMININE = ("zero", "jedna", "dwie")
    NTH = ("", "pierwszy", "drugi", "trzeci", "czwarty", "piąty", "szósty")
    AND, OR = "i", "lub"
    THOUSANDS = "\u202f"  # a narrow unbreakable space: 12 800, but 1260
    GROUPED_FROM = 10_000
    DATE = "{day}.{month:02}.{year}"

    def __init__(self) -> None:
        super().__init__()
        self.NUMBERS |= {
            "words.gen": self.words_genitive,
            "nth_word.f": self.ordinal_feminine,
            "nth_word.f.acc": partial(self.ordinal_feminine, ending="ą"),
            "nth_word.f.gen": partial(self.ordinal_feminine, ending="ej"),
            "po": self.po,
        }

    def words_genitive(self, n: int) -> str:
        """od dwóch do czterech graczy."""
        return self.GENITIVE[n] if 0 <= n < len(self.GENITIVE) else self.figures(n, 0)

    def ordinal_feminine(self, n: int, ending: str = "a") -> str:
        """czwarta mysz; with an ending of another case: po czwartej akcji, czwartą mysz."""
        if not 0 < n < len(self.NTH):
            return self.nth(n)
        stem = self.NTH[n].removesuffix("y")  # trzec-ia, but drug-a, and before e drug-iej
        if stem == "drugi":
            return "drug" + (f"i{ending}" if ending == "ej" else ending)
        return stem + ending

    def po(self, n: int) -> str:
        """po jednym, po trzy: how many each gets."""
        return "po jednym" if n == 1 else f"po {self.words(n)}"

    def typeset(self, text: str) -> str:
        return UNIT.sub(TIED, LONE.sub(rf"\1{TIED}", text))
