"""Polish: numbers by gender and case, three plural forms, spaces that do not break."""

from __future__ import annotations

import pytest

from matou.core.grammar import grammar
from matou.core.messages import count, listed, say
from matou.core.phrases import in_points
from matou.games.catymini.say.names import COLOUR_WORDS, COLOURED
from matou.games.clocktowers.say.reasons import storeys

pl = grammar("pl")


@pytest.mark.parametrize(
    ("n", "masculine", "feminine", "genitive"),
    [
        (1, "jeden", "jedna", "jednego"),
        (2, "dwa", "dwie", "dwóch"),
        (4, "cztery", "cztery", "czterech"),
        (7, "siedem", "siedem", "siedmiu"),
        (12, "dwanaście", "dwanaście", "dwunastu"),
        (22, "22", "22", "22"),
    ],
)
def test_numbers_have_a_gender_and_cases(
    n: int, masculine: str, feminine: str, genitive: str
) -> None:
    assert (pl.words(n), pl.NUMBERS["words.f"](n)) == (masculine, feminine)
    assert pl.NUMBERS["words.gen"](n) == genitive


def test_ordinals() -> None:
    assert [pl.nth(34), pl.nth_word(2), pl.nth_word(7)] == ["34.", "drugi", "7."]
    after = pl.NUMBERS["nth_word.f.gen"]
    assert [after(n) for n in (1, 2, 3, 4, 7)] == [
        "pierwszej",
        "drugiej",
        "trzeciej",
        "czwartej",
        "7.",
    ]
    assert [pl.NUMBERS["nth_word.f.acc"](n) for n in (2, 3)] == ["drugą", "trzecią"]
    assert [pl.NUMBERS["po"](n) for n in (1, 3)] == ["po jednym", "po trzy"]


@pytest.mark.parametrize(
    ("n", "said"),
    [(0, "0 punktów"), (1, "1 punkt"), (2, "2 punkty"), (5, "5 punktów"), (12, "12 punktów"),
     (22, "22 punkty"), (112, "112 punktów")],
)  # fmt: skip
def test_there_are_three_plural_forms(n: int, said: str) -> None:
    assert in_points(n).say("pl") == said
    assert count(n, "{n} action", "{n} actions").say("pl").startswith(f"{n} akcj")


def test_arguments_take_a_case() -> None:
    tower = say("{storeys:gen}, {storeys:acc}, {storeys}", storeys=storeys(1))
    assert tower.say("pl") == "jednej kondygnacji, jedną kondygnację, jedna kondygnacja"
    lamp = say("{tile:acc}", tile=COLOURED[3].filled(colour=COLOUR_WORDS[0]))
    assert lamp.say("pl") == "turkusową lampę"


def test_lists_figures_and_dates() -> None:
    assert listed(["a", "b", "c"]).say("pl") == "a, b i c"
    assert pl.join(["a", "b"], "or") == "a lub b"
    assert [pl.figures(12800, 0), pl.figures(1260.5, 1)] == ["12\u202f800", "1260,5"]
    assert pl.date(3, 4, 2026) == "3.04.2026"


def test_a_word_of_one_letter_does_not_end_a_line() -> None:
    assert pl.typeset("W domu i z kotem") == "W\u00a0domu i\u00a0z\u00a0kotem"
    assert pl.typeset("na b4, nie a-b") == "na b4, nie a-b"


def test_a_unit_stays_with_its_number() -> None:
    assert pl.typeset("{n} pkt, 10 s na turę") == "{n}\u00a0pkt, 10\u00a0s na turę"
    assert pl.typeset("{n} dni, {n} sery") == "{n} dni, {n} sery"
