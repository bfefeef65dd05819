"""Italian."""

import re
from functools import partial

from matou.core.grammar import Grammar

# Prepositions that merge with an article, and what they become before it: de + il is del.
STEMS = {"di": "de", "a": "a", "da": "da", "in": "ne", "su": "su"}
MERGED = {
    "il ": "l ",
    "lo ": "llo ",
    "la ": "lla ",
    "l’": "ll’",
    "i ": "i ",
    "gli ": "gli ",
    "le ": "lle ",
}
SAME_VOWEL = {"a": tuple("aàáâä"), "e": tuple("eèéêë")}
ELIDES = re.compile(r"[aeiou]|8|11\b|1%", re.IGNORECASE)


class Rules(Grammar):
    NAME = "Italiano"
    LOCALE = "it_IT"
    SMALL = (
        "nessun", "un", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove",
        "dieci", "undici", "dodici", "tredici", "quattordici", "quindici", "sedici",
        "diciassette", "diciotto", "diciannove", "venti",
    )  # fmt: skip
    FEMININE = ("nessuna", "una")
    NTH = ("", "primo", "secondo", "terzo", "quarto", "quinto", "sesto")
    NTH_FEMININE = ("", "prima", "seconda", "terza", "quarta", "quinta", "sesta")
    NTH_FIGURES, NTH_FIGURES_FEMININE = "{}º", "{}ª"
    ARTICLE = "|".join(MERGED)
    DATE = "{day}/{month}/{year}"

    def __init__(self) -> None:
        super().__init__()
        self.FORMS |= {word: partial(self.before, preposition=word) for word in STEMS}
        self.FORMS["il"] = self.il

    def before(self, text: str, preposition: str) -> str:
        """di Ada, del posto 1, dell’armadio; ad Ada, al letto, alla lampada."""
        if article := re.match(self.ARTICLE, text):
            return STEMS[preposition] + MERGED[article[0]] + text.removeprefix(article[0])
        return f"{euphonic(preposition, text)} {text}"

    def il(self, text: str) -> str:
        """il brie, l’edam; il 15/11/2026, l’8/11/2026; il 12%, l’11%."""
        return ("l’" if ELIDES.match(text) else "il ") + text

    def conjunction(self, how: str, following: str) -> str:
        return euphonic("e", following) if how == "and" else "o"


def euphonic(word: str, text: str) -> str:
    """ad Ada, but a Elena; Ada ed Élodie, but Elena e Ada."""
    return word + "d" * text.lower().startswith(SAME_VOWEL.get(word, ()))
