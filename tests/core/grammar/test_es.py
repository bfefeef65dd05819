from __future__ import annotations

from matou.core.grammar import grammar

es = grammar("es")


def test_de_and_a_contract_with_the_masculine_article_only() -> None:
    assert [es.FORMS["de"](text) for text in ("el sofá", "la silla", "Ada")] == [
        "del sofá",
        "de la silla",
        "de Ada",
    ]
    assert es.FORMS["a"]("el asiento 1") == "al asiento 1"
    assert es.FORMS["a"]("Elena") == "a Elena"
    assert es.FORMS["bare"]("una loseta") == "loseta"


def test_and_and_or_change_before_their_own_sound() -> None:
    assert es.join(["Ada", "Inés"], "and") == "Ada e Inés"
    assert es.join(["Ada", "Yvonne"], "and") == "Ada e Yvonne"
    assert es.join(["agua", "hielo"], "and") == "agua y hielo"
    assert es.join(["Ada", "Ian"], "and") == "Ada y Ian"
    assert es.join(["Ada", "Yago"], "and") == "Ada y Yago"
    assert es.join(["un rojo", "verde", "ocre"], "or") == "un rojo, verde u ocre"
    assert es.join(["7", "8"], "or") == "7 u 8"
    assert es.join(["1", "2", "3"], "or") == "1, 2 o 3"


def test_numbers_agree_with_their_noun() -> None:
    assert [es.words(n) for n in (0, 1, 2, 22)] == ["cero", "un", "dos", "22"]
    assert [es.words_feminine(n) for n in (1, 2)] == ["una", "dos"]
    assert [es.nth_word(n) for n in (1, 3, 7)] == ["primer", "tercer", "7.º"]
    assert [es.nth_word_feminine(n) for n in (1, 2, 3, 34)] == [
        "primera",
        "segunda",
        "tercera",
        "34.ª",
    ]


def test_only_five_figures_and_more_are_grouped() -> None:
    assert es.figures(1500, 0) == "1500"
    assert es.figures(12800, 0) == "12\u202f800"
    assert es.figures(-2.5, 1) == "-2,5"
    assert es.date(3, 7, 2026) == "03/07/2026"
    assert es.typeset("8 %") == "8\u00a0%"
