"""Brazilian Portuguese."""

from functools import partial

from matou.core.grammar import Grammar

# What becomes of o, a, os and as after a preposition. A name has no article: de Ada.
CONTRACTED = {
    "de": {"o": "do", "a": "da", "os": "dos", "as": "das"},
    "em": {"o": "no", "a": "na", "os": "nos", "as": "nas"},
    "a": {"o": "ao", "a": "à", "os": "aos", "as": "às"},
    "por": {"o": "pelo", "a": "pela", "os": "pelos", "as": "pelas"},
}


class Rules(Grammar):
    NAME = "Português"
    LOCALE = "pt_BR"
    SMALL = (
        "zero", "um", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove",
        "dez", "onze", "doze", "treze", "catorze", "quinze", "dezesseis", "dezessete",
        "dezoito", "dezenove", "vinte",
    )  # fmt: skip
    FEMININE = ("zero", "uma", "duas")
    NTH = ("", "primeiro", "segundo", "terceiro", "quarto", "quinto", "sexto")
    NTH_FEMININE = ("", "primeira", "segunda", "terceira", "quarta", "quinta", "sexta")
    NTH_FIGURES, NTH_FIGURES_FEMININE = "{}º", "{}ª"
    ARTICLE = "o |a |os |as "
    AND, OR = "e", "ou"
    DATE = "{day:02}/{month:02}/{year}"

    def __init__(self) -> None:
        super().__init__()
        self.FORMS |= {form: partial(self.contracted, preposition=form) for form in CONTRACTED}

    def contracted(self, text: str, preposition: str) -> str:
        """do gato, da torre, de Ada; no sofá; ao piano; pela janela."""
        article, _, noun = text.partition(" ")
        found = CONTRACTED[preposition].get(article)
        return f"{found} {noun}" if found and noun else f"{preposition} {text}"
