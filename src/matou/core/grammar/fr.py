"""French."""

import re

from matou.core.grammar import Grammar

TIED = "\u00a0"  # an unbreakable space before : ; ! ? % and within « »
NARROW = "\u202f"  # a narrow one between thousands: 12 800
VOWELS = tuple("AEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒÆaeiouàâäéèêëîïôöùûüœæ")


def elides(text: str) -> bool:
    """d’un étage, but de onze étages."""
    return text.startswith(VOWELS) and not text.startswith("onz")


class Rules(Grammar):
    NAME = "Français"
    LOCALE = "fr_FR"
    SMALL = (
        "aucun", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix",
        "onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit",
        "dix-neuf", "vingt",
    )  # fmt: skip
    FEMININE = ("aucune", "une")
    NTH = ("", "premier", "deuxième", "troisième", "quatrième", "cinquième", "sixième")
    NTH_FIGURES = "{}e"
    ARTICLE = "l’|le |la |les "
    SEMICOLON = f"{TIED}; "
    AND, OR = "et", "ou"
    THOUSANDS = NARROW
    DATE = "{day:02}/{month:02}/{year}"

    def __init__(self) -> None:
        super().__init__()
        self.FORMS |= {"de": self.de, "à": self.a, "le": self.le}

    def de(self, text: str) -> str:
        """d’Ada, de Basile, du rouge, des toits."""
        for article, contracted in (("le ", "du "), ("les ", "des ")):
            if text.startswith(article):
                return contracted + text.removeprefix(article)
        return ("d’" if elides(text) else "de ") + text

    def a(self, text: str) -> str:
        """à Ada, à la lampe, au lit, aux étagères."""
        for article, contracted in (("le ", "au "), ("les ", "aux ")):
            if text.startswith(article):
                return contracted + text.removeprefix(article)
        return f"à {text}"

    def le(self, text: str) -> str:
        """le rouge, l’ocre."""
        return ("l’" if elides(text) else "le ") + text

    def typeset(self, text: str) -> str:
        return re.sub(r"(?<=«) | (?=[:;!?»%])", TIED, text)
