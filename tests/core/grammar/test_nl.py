"""Dutch: articles, numbers, lists and dates."""

from __future__ import annotations

import pytest

from matou.core.grammar import grammar
from matou.core.messages import say

nl = grammar("nl")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("de stoel", "stoel"),
        ("het bed", "bed"),
        ("een goudse", "goudse"),
        ("eend", "eend"),
        ("hetze", "hetze"),
    ],
)
def test_the_article_is_left_out(text: str, said: str) -> None:
    assert nl.FORMS["bare"](text) == said


def test_numbers_in_words() -> None:
    assert [nl.words(n) for n in (0, 1, 14, 20, 1200)] == [
        "geen",
        "één",
        "veertien",
        "twintig",
        "1.200",
    ]


def test_capitals_have_no_accent_and_ij_is_one_letter() -> None:
    assert [nl.capital(text) for text in ("één", "ijs", "vóór", "")] == ["Eén", "IJs", "Vóór", ""]
    assert say("{n:words|cap} tip", n=1).say("nl") == "Eén tip"


def test_ordinals() -> None:
    assert [nl.nth(34), nl.nth_word(4), nl.nth_word(300)] == ["34e", "vierde", "300e"]


def test_lists_figures_and_dates() -> None:
    assert nl.join(["a", "b", "c"], "and") == "a, b en c"
    assert nl.join(["a", "b"], "or") == "a of b"
    assert nl.join(["a", "b"], "semicolon") == "a; b"
    assert nl.figures(12800.5, 1) == "12.800,5"
    assert nl.date(3, 11, 2026) == "3-11-2026"


def test_a_dash_does_not_begin_a_line() -> None:
    assert nl.typeset("twee – vijf") == "twee\u00a0– vijf"
