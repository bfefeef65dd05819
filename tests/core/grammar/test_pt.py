"""Brazilian Portuguese: contractions, gender and numbers."""

from __future__ import annotations

import pytest

from matou.core.grammar import grammar

pt = grammar("pt")


@pytest.mark.parametrize(
    ("form", "text", "said"),
    [
        ("de", "a torre", "da torre"),
        ("de", "o lugar 1", "do lugar 1"),
        ("de", "Ada", "de Ada"),
        ("de", "os ratos", "dos ratos"),
        ("em", "o sofá", "no sofá"),
        ("em", "as tocas", "nas tocas"),
        ("a", "a cadeira", "à cadeira"),
        ("a", "Basile", "a Basile"),
        ("por", "o norte", "pelo norte"),
        ("bare", "o guarda-roupa", "guarda-roupa"),
        ("bare", "as", "as"),
    ],
)
def test_forms(form: str, text: str, said: str) -> None:
    assert pt.FORMS[form](text) == said


def test_a_one_letter_name_is_not_taken_for_an_article() -> None:
    assert pt.FORMS["de"]("a") == "de a"


@pytest.mark.parametrize(
    ("n", "masculine", "feminine"),
    [
        (0, "zero", "zero"),
        (1, "um", "uma"),
        (2, "dois", "duas"),
        (16, "dezesseis", "dezesseis"),
    ],
)
def test_numbers_have_a_gender(n: int, masculine: str, feminine: str) -> None:
    assert (pt.words(n), pt.words_feminine(n)) == (masculine, feminine)


def test_ordinals() -> None:
    assert [pt.nth(3), pt.nth_feminine(34)] == ["3º", "34ª"]
    assert [pt.nth_word(4), pt.nth_word_feminine(4), pt.nth_word(300)] == [
        "quarto",
        "quarta",
        "300º",
    ]


def test_lists_figures_and_dates() -> None:
    assert pt.join(["a", "b", "c"], "or") == "a, b ou c"
    assert pt.join(["a", "b"], "semicolon") == "a; b"
    assert pt.figures(12800.5, 1) == "12.800,5"
    assert pt.date(3, 11, 2026) == "03/11/2026"
