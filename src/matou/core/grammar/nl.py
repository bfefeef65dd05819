"""Dutch."""

from matou.core.grammar import Grammar

TIED = "\u00a0"  # an unbreakable space before a dash


class Rules(Grammar):
    NAME = "Nederlands"
    LOCALE = "nl_NL"
    SMALL = (
        "geen", "één", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen", "tien",
        "elf", "twaalf", "dertien", "veertien", "vijftien", "zestien", "zeventien", "achttien",
        "negentien", "twintig",
    )  # fmt: skip
    NTH = ("", "eerste", "tweede", "derde", "vierde", "vijfde", "zesde")
    NTH_FIGURES = "{}e"
    ARTICLE = "de |het |een "
    AND, OR = "en", "of"
    DATE = "{day}-{month}-{year}"

    def capital(self, text: str) -> str:
        """Eén muis; IJs."""
        if text.startswith("ij"):
            return f"IJ{text[2:]}"
        return super().capital(f"e{text[1:]}" if text.startswith("é") else text)

    def typeset(self, text: str) -> str:
        return text.replace(" – ", f"{TIED}– ")
