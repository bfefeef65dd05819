"""Spanish."""

import re

from matou.core.grammar import Grammar

TIED = "\u00a0"  # an unbreakable space before a percent sign: 8 %
# y becomes e before the sound i (but not before hielo or Yago), o becomes u before the sound o.
SOUNDS_I = re.compile("h?(?:i(?![aeou])|í)|y(?![aeiouáéíóú])", re.IGNORECASE)
SOUNDS_O = re.compile(r"h?[oó]|8|11\b", re.IGNORECASE)


class Rules(Grammar):
    NAME = "Español"
    LOCALE = "es_ES"
    SMALL = (
        "cero", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve",
        "diez", "once", "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete",
        "dieciocho", "diecinueve", "veinte",
    )  # fmt: skip
    FEMININE = ("cero", "una")
    NTH = ("", "primer", "segundo", "tercer", "cuarto", "quinto", "sexto")
    NTH_FEMININE = ("", "primera", "segunda", "tercera", "cuarta", "quinta", "sexta")
    NTH_FIGURES, NTH_FIGURES_FEMININE = "{}.º", "{}.ª"
    ARTICLE = "el |la |los |las |una |un "
    CONTRACTED = {"a": {"el": "al"}, "de": {"el": "del"}}  # noqa: RUF012
    THOUSANDS = "\u202f"  # a narrow unbreakable space: 12 800, but 1500
    GROUPED_FROM = 10_000
    DATE = "{day:02}/{month:02}/{year}"

    def conjunction(self, how: str, following: str) -> str:
        if how == "and":
            return "e" if SOUNDS_I.match(following) else "y"
        return "u" if SOUNDS_O.match(following) else "o"

    def typeset(self, text: str) -> str:
        return text.replace(" %", f"{TIED}%")
