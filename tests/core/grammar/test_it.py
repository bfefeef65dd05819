"""Italian grammar: contracted articles, elision, gender and the euphonic d."""

from matou.core.grammar import grammar
from matou.core.messages import listed, say

it = grammar("it")


def test_prepositions_contract_with_the_article() -> None:
    assert [it.FORMS["di"](text) for text in ("il letto", "lo specchio", "l’armadio")] == [
        "del letto",
        "dello specchio",
        "dell’armadio",
    ]
    assert [it.FORMS["a"](text) for text in ("la sedia", "i topi", "gli altri")] == [
        "alla sedia",
        "ai topi",
        "agli altri",
    ]
    assert it.FORMS["da"]("la pila rossa") == "dalla pila rossa"
    assert it.FORMS["in"]("le torri") == "nelle torri"
    assert it.FORMS["su"]("il tavolo") == "sul tavolo"


def test_times_dates_and_percentages_take_an_article() -> None:
    assert [it.FORMS["il"](text) for text in ("brie", "edam")] == ["il brie", "l’edam"]
    assert [it.FORMS["il"](text) for text in ("1/8/2026", "8/1/2026", "18/1/2026")] == [
        "il 1/8/2026",
        "l’8/1/2026",
        "il 18/1/2026",
    ]
    low = say("A comeback from {low}")
    assert [low.filled(low=f"{n}%").say("it") for n in (1, 8, 11, 12)] == [
        "Una rimonta dall’1%",
        "Una rimonta dall’8%",
        "Una rimonta dall’11%",
        "Una rimonta dal 12%",
    ]


def test_names_take_no_article() -> None:
    assert it.FORMS["di"]("Lola") == "di Lola"
    assert it.FORMS["a"]("Basile") == "a Basile"
    assert it.FORMS["a"]("Ada") == "ad Ada"
    assert it.FORMS["bare"]("l’attaccapanni") == "attaccapanni"


def test_lists_take_a_euphonic_d() -> None:
    assert it.join(["Ada", "Basile", "Clara"], "and") == "Ada, Basile e Clara"
    assert it.join(["Ada", "Elena"], "and") == "Ada ed Elena"
    assert it.join(["Ada", "Élodie"], "and") == "Ada ed Élodie"
    assert it.join(["Ada", "Otto"], "or") == "Ada o Otto"


def test_a_form_applies_to_each_item_of_a_list() -> None:
    costs = say("Pass the device to {who}.", who=listed(["Ada", "Basile"]))
    assert costs.say("it") == "Passa il dispositivo ad Ada e a Basile."


def test_numbers_have_a_gender() -> None:
    assert [it.NUMBERS["words"](n) for n in (0, 1, 5, 22)] == ["nessun", "un", "cinque", "22"]
    assert [it.NUMBERS["words.f"](n) for n in (0, 1, 5)] == ["nessuna", "una", "cinque"]
    assert [it.NUMBERS["nth"](300), it.NUMBERS["nth.f"](34)] == ["300º", "34ª"]
    assert [it.NUMBERS["nth_word"](3), it.NUMBERS["nth_word"](7)] == ["terzo", "7º"]
    assert [it.NUMBERS["nth_word.f"](4), it.NUMBERS["nth_word.f"](7)] == ["quarta", "7ª"]


def test_figures_and_dates() -> None:
    assert it.figures(12800, 0) == "12.800"
    assert it.figures(3.25, 1) == "3,2"
    assert it.date(8, 11, 2026) == "8/11/2026"
