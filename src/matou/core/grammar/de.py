"""German."""

from functools import partial

from matou.core.grammar import Grammar

TIED = "\u00a0"  # an unbreakable space before a dash and in z. B.
ENDINGS = ("e", "em", "en", "er", "es", "s")  # eine, einem, einen, einer, eines, eins
# What becomes of der, die and das in the singular: with zu, with an, and in the accusative.
ARTICLES = {
    "zum": {"der": "zum", "die": "zur", "das": "zum"},
    "am": {"der": "am", "die": "an der", "das": "am"},
    "den": {"der": "den", "die": "die", "das": "das"},
}


class Rules(Grammar):
    NAME = "Deutsch"
    LOCALE = "de_DE"
    SMALL = (
        "kein", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun",
        "zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn",
        "achtzehn", "neunzehn", "zwanzig",
    )  # fmt: skip
    NTH = ("", "erste", "zweite", "dritte", "vierte", "fünfte", "sechste")
    ARTICLE = "der |die |das |den |dem |eine |einem |einen |einer |ein "
    AND, OR = "und", "oder"
    DATE = "{day}.{month}.{year}"

    def __init__(self) -> None:
        super().__init__()
        self.FORMS |= {form: partial(self.articled, form=form) for form in ARTICLES}
        self.NUMBERS |= {f"words.{x}": partial(self.words, ending=x) for x in ENDINGS}
        self.NUMBERS["zu"] = self.zu

    def articled(self, text: str, form: str) -> str:
        """zum Stuhl, zur Lampe; am Bett, an der Lampe; den Stuhl, den roten Stuhl."""
        article, _, noun = text.partition(" ")
        said = ARTICLES[form].get(article, article)
        if said != article and noun[:1].islower():
            noun = noun.replace("e ", "en ", 1)
        return f"{said} {noun}"

    def words(self, n: int, ending: str = "") -> str:
        """ein Turm, zwei Türme; with an ending: eine Uhr, mit einem Turm."""
        return super().words(n) + ending * (0 <= n < 2)

    def zu(self, n: int) -> str:
        """zu zweit, zu dritt: how many play."""
        return (
            f"zu {self.NTH[n].removesuffix('e')}" if 1 < n < len(self.NTH) else self.words(n, "s")
        )

    def typeset(self, text: str) -> str:
        return text.replace(" – ", f"{TIED}– ").replace("z. B.", f"z.{TIED}B.")
