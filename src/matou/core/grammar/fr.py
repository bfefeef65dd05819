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
    CONTRACTED = {  # noqa: RUF012
        "de": {"le": "du", "les": "des"},
        "à": {"le": "au", "les": "aux"},
    }
    SEMICOLON = f"{TIED}; "
    AND, OR = "et", "ou"
    THOUSANDS = NARROW
    DATE = "{day:02}/{month:02}/{year}"

    def __init__(self) -> None:
        super().__init__()
        self.FORMS["le"] = self.le

    def contracted(self, text: str, preposition: str) -> str:
        """d’Ada, de Basile, du rouge, des toits; à Ada, à la lampe, au lit, aux étagères."""
        if preposition == "de" and elides(text):
            return f"d’{text}"
        return super().contracted(text, preposition)

    def le(self, text: str) -> str:
        """le rouge, l’ocre."""
        return ("l’" if elides(text) else "le ") + text

    def typeset(self, text: str) -> str:
        return re.sub(r"(?<=«) | (?=[:;!?»%])", TIED, text)
