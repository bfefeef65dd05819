"""Brazilian Portuguese."""

from matou.core.grammar import Grammar


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
    CONTRACTED = {  # noqa: RUF012
        "de": {"o": "do", "a": "da", "os": "dos", "as": "das"},
        "em": {"o": "no", "a": "na", "os": "nos", "as": "nas"},
        "a": {"o": "ao", "a": "à", "os": "aos", "as": "às"},
        "por": {"o": "pelo", "a": "pela", "os": "pelos", "as": "pelas"},
    }
    AND, OR = "e", "ou"
    DATE = "{day:02}/{month:02}/{year}"
