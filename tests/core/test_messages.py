"""Messages are translated for each reader when they are said."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from matou.core import catalogues
from matou.core.catalogues import template
from matou.core.grammar import languages
from matou.core.messages import Domain, Seat, Verbatim, common, count, listed, say, tell
from matou.core.phrases import figures, joined, moment, seat_labels, under, winning

GERMAN = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "{who} takes {card}"
msgstr "{who} nimmt {card:acc}"

msgid "a roof with {storeys}"
msgstr "ein Dach mit {storeys:dat}"

msgctxt "acc"
msgid "a roof"
msgstr "einen Dachstein"

msgid "a roof"
msgstr "ein Dachstein"

msgid "{n} storey"
msgid_plural "{n} storeys"
msgstr[0] "{n} Stock"
msgstr[1] "{n} Stockwerke"

msgctxt "dat"
msgid "{n} storey"
msgid_plural "{n} storeys"
msgstr[0] "{n} Stock"
msgstr[1] "{n} Stockwerken"

msgctxt "furniture"
msgid "Clock"
msgstr "Standuhr"

msgid "Clock"
msgstr "Bedenkzeit"

#, fuzzy
msgid "unsure"
msgstr "unsicher"
"""
SPACE = {"fr": "\u00a0"}  # before a semicolon


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Domain]:
    """Returns a domain with a German catalogue of its own."""
    package = tmp_path / "some_game"
    (package / "locale").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "locale" / "de.po").write_text(GERMAN)
    monkeypatch.syspath_prepend(str(tmp_path))
    catalogues.catalogue.cache_clear()
    yield Domain("some_game")
    sys.modules.pop("some_game", None)  # the next test has another one, in another folder
    catalogues.catalogue.cache_clear()


def test_a_seat_is_named_when_the_message_is_said() -> None:
    draws = tell(1, "{who} draws", "You draw")
    assert draws.say("en", ["Ada", "Basile"]) == "Basile draws"
    assert draws.say("en", ["Ada", "Basile"], you=1) == "You draw"
    assert draws.say("en", ["Ada", "Basile"], you=0) == "Basile draws"


def test_an_unnamed_seat_has_a_capital_only_at_the_start_of_a_sentence() -> None:
    assert tell(1, "{who} draws", "You draw").say() == "Seat 1 draws"
    assert say("It is up to {who}.", who=Seat(1)).say() == "It is up to seat 1."
    assert say("Done. {who} is next.", who=Seat(1)).say("fr") == "Done. La place 1 is next."


def test_an_unnamed_seat_has_no_capital_at_the_start_of_a_clause() -> None:
    clause = tell(1, "{who} has fallen", "you have fallen")
    assert winning([0], clause).say() == "Seat 0 wins: seat 1 has fallen."
    assert say("{a}. {b}.", a=clause, b=clause).say() == "Seat 1 has fallen. Seat 1 has fallen."
    assert listed([clause, clause]).say() == "Seat 1 has fallen and seat 1 has fallen"
    assert joined([say("Done."), clause]).say() == "Done. Seat 1 has fallen"


def test_a_grammatical_form_applies_to_each_of_several_seats() -> None:
    owners = (Seat(0), Seat(1))
    mice = say("{owners:de}", owners=owners)
    assert mice.say("fr", ["Ada", "Basile"]) == "d’Ada et de Basile"
    assert mice.say("fr") == "De la place 0 et de la place 1"


def test_a_seat_is_labelled_with_its_player_or_its_number() -> None:
    assert seat_labels(["Ada"], 2, "en") == ["Ada", "Seat 1"]
    assert seat_labels(["Ada"], 2, "fr") == ["Ada", "Place 1"]


def test_shared_victories_address_the_reader() -> None:
    both = winning([0, 2])
    names = ["Ada", "Basile", "Chloé"]
    assert both.say("en", names) == "Ada and Chloé share the victory."
    assert both.say("en", names, you=2) == "You and Ada share the victory."
    assert both.say("en", names, you=1) == "Ada and Chloé share the victory."
    assert winning([0, 2], team=True).say("en", names, you=2) == "You and Ada win together."


def test_a_reader_among_three_winners_is_listed_as_you() -> None:
    names = ["Ada", "Basile", "Chloé"]
    assert winning([0, 1, 2]).say("en", names, you=1) == "You, Ada and Chloé share the victory."
    assert winning([0, 1, 2]).say("fr", names, you=1) == "Ada, Chloé et toi partagez la victoire."
    why = say("the {n}", n=7)
    assert winning([0, 1, 2], why).say("en", names, you=0) == (
        "You, Basile and Chloé share the victory: the 7."
    )


def test_dates_and_times_follow_the_language() -> None:
    then = moment(1_794_753_000)
    assert then.say() == "15 Nov 2026, 14:30 UTC"
    assert then.say("fr") == "15/11/2026 à 14:30 UTC"
    assert (
        say("as they were {made:il}", made=then).say("it")
        == "as they were il 15/11/2026, 14:30 UTC"
    )


def test_a_count_chooses_singular_or_plural() -> None:
    assert count(1, "{n} toy", "{n} toys").say() == "1 toy"
    assert count(2, "{n} toy", "{n} toys").say() == "2 toys"
    assert count(2, "{n} of them").say() == "2 of them"


def test_a_list_of_texts_becomes_one_message_each() -> None:
    assert common.each("a bed | a lamp") == (say("a bed"), say("a lamp"))


def test_a_translation_may_ask_for_grammatical_forms(german: Domain) -> None:
    takes = german.tell(0, "{who} takes {card}", "You take {card}", card=german.say("a roof"))
    assert takes.say("de", ["Ada"]) == "Ada nimmt einen Dachstein"
    high = german.say("a roof with {storeys}", storeys=german.count(2, "{n} storey", "{n} storeys"))
    assert high.say("de") == "ein Dach mit 2 Stockwerken"
    assert german.count(2, "{n} storey", "{n} storeys").say("de") == "2 Stockwerke"


def test_a_context_distinguishes_two_meanings_of_a_word(german: Domain) -> None:
    assert german.say("Clock").say("de") == "Bedenkzeit"
    assert german.say("Clock", context="furniture").say("de") == "Standuhr"


def test_fuzzy_and_missing_translations_fall_back_to_english(german: Domain) -> None:
    assert german.say("unsure").say("de") == "unsure"
    assert german.say("not there").say("de") == "not there"
    assert say("seat {n}", n=2).say("xx") == "seat 2"


def test_names_keep_their_spaces_in_french() -> None:
    said = say("{name}", name="Ada ! « Bas »").say("fr")
    assert said == "Ada ! « Bas »"


def test_messages_can_be_compared_hashed_and_pickled() -> None:
    first, second = (tell(0, "{who} draws {n}", "You draw {n}", n=1) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert first != tell(0, "{who} draws {n}", "You draw {n}", n=2)
    assert first != Verbatim("Seat 0 draws 1")
    assert pickle.loads(pickle.dumps(first)) == first


def test_a_missing_argument_is_named() -> None:
    with pytest.raises(KeyError, match="no argument 'what'"):
        say("Draw {what}").say()


@pytest.mark.parametrize("lang", languages())
def test_lists_and_numbers_follow_the_language(lang: str) -> None:
    assert listed(["a"]).say(lang) == "a"
    assert listed([], "or").say(lang) == ""
    three = listed(["a", "b", "c"]).say(lang)
    assert three.startswith("a, b")
    assert three.endswith(" c")
    assert "12" in figures(12800).say(lang)
    assert figures(12800).say(lang) != "12800"
    assert listed(["a", "b, c"], "semicolon").say(lang) == f"a{SPACE.get(lang, '')}; b, c"


def test_french_has_forms_by_rule() -> None:
    of = say("{a:de}, {b:de}, {c:de}", a="Ada", b="Basile", c=say("seat {n}", n=1))
    assert of.say("fr") == "d’Ada, de Basile, de la place 1"
    assert say("{x:le}, {n:de}", x="ocre", n=say("onze")).say("fr") == "l’ocre, de onze"
    assert say("{n:words|cap} {m:words}", n=4, m=2).say("fr") == "Quatre deux"
    short = say("{a:bare}, {b:bare}, {c:bare}", a="la table", b="l’étagère", c="les jouets")
    assert short.say("fr") == "table, étagère, jouets"


def test_german_has_forms_by_rule() -> None:
    assert say("{a:bare}, {b:bare}", a="der Stuhl", b="eine Uhr").say("de") == "Stuhl, Uhr"
    to_and_at = say("{x:zum}, {x:am}, {x:den}")
    assert to_and_at.filled(x="der Stuhl").say("de") == "zum Stuhl, am Stuhl, den Stuhl"
    assert to_and_at.filled(x="die Lampe").say("de") == "zur Lampe, an der Lampe, die Lampe"
    assert to_and_at.filled(x="das Bett").say("de") == "zum Bett, am Bett, das Bett"
    red = to_and_at.filled(x="die rote Bank")
    assert red.say("de") == "zur roten Bank, an der roten Bank, die rote Bank"
    red = to_and_at.filled(x="der rote Stuhl")
    assert red.say("de") == "zum roten Stuhl, am roten Stuhl, den roten Stuhl"
    ones = say("{n:words} {n:words.e} {n:words.em} {n:words.s}")
    assert ones.filled(n=1).say("de") == "ein eine einem eins"
    assert ones.filled(n=0).say("de") == "kein keine keinem keins"
    assert ones.filled(n=3).say("de") == "drei drei drei drei"
    assert say("{n:words} {n:nth} {n:nth_word}", n=200).say("de") == "200 200. 200."
    assert say("{n:zu}, {n:nth_word}", n=3).say("de") == "zu dritt, dritte"
    assert figures(12800.5, 1).say("de") == "12.800,5"


def test_english_can_drop_the_article() -> None:
    assert say("{a:bare}, {b:bare}", a=say("the table"), b="them").say() == "table, them"


def test_a_form_applies_to_each_item_of_a_list() -> None:
    colours = listed(["rouge", say("ocre")])
    assert say("{x:le}", x=colours).say("fr") == "le rouge et l’ocre"
    assert say("{x:le|cap}", x=colours).say("fr") == "Le rouge et l’ocre"


def test_lines_can_be_indented_under_another() -> None:
    assert under(Verbatim("a"), [Verbatim("b"), Verbatim("c")]).say() == "a\n  b\n  c"


def test_po_and_mo_files_give_the_same_catalogue(tmp_path: Path, german: Domain) -> None:
    """Installed packages have compiled catalogues in place of the sources."""
    folder = tmp_path / "some_game" / "locale"
    (folder / "de.mo").write_bytes(catalogues.compiled((folder / "de.po").read_text()))
    (folder / "de.po").unlink()
    assert german.say("Clock").say("de") == "Bedenkzeit"
    assert german.count(2, "{n} storey", "{n} storeys").say("de") == "2 Stockwerke"


def test_a_pattern_keeps_open_placeholders_and_has_every_plural_form(german: Domain) -> None:
    """For a page's script, which fills in placeholders and chooses by number."""
    said = say("{who} has {what}", what=say("a card"))
    assert said.pattern("en") == "{who} has a card"
    assert german.count(7, "{n} storey", "{n} storeys").pattern("de") == [
        "{n} Stock",
        "{n} Stockwerke",
    ]


def test_plural_forms_follow_the_rule_in_the_catalogue(tmp_path: Path, german: Domain) -> None:
    """French uses one form for 0 and 1; Polish has three forms."""
    assert catalogues.catalogue("matou", "en").plural_forms[:3] == "101"
    assert catalogues.catalogue("matou", "fr").plural_forms[:3] == "001"
    rule = "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2;"
    header = f'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: {rule}\\n"'
    forms = "\n".join(f'msgstr[{i}] "{{n}} {text}"' for i, text in enumerate("abc"))
    entry = f'msgid "{{n}} storey"\nmsgid_plural "{{n}} storeys"\n{forms}'
    (tmp_path / "some_game" / "locale" / "pl.po").write_text(f"{header}\n\n{entry}\n")
    found = catalogues.catalogue("some_game", "pl").plural_forms
    assert [found[n] for n in (0, 1, 2, 5, 12, 22, 101, 122)] == [*"20122121"]
    pattern = german.count(1, "{n} storey", "{n} storeys").pattern("pl")
    assert pattern == ["{n} a", "{n} b", "{n} c"]


def test_a_message_without_names_is_formatted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    said = []

    def record(self: Verbatim, *_: Any) -> str:
        said.append(self.text)
        return self.text

    monkeypatch.setattr(Verbatim, "said_to", record)
    inner = count(2, "{n} {toy}", "{n} {toy}s", toy=Verbatim("ball"))
    outer = say("{toys}, {more}", toys=inner, more=listed([Verbatim("a"), inner]))
    assert [outer.say(), outer.say(), outer.say("en", ["Ada"], 0)] == ["2 balls, a and 2 balls"] * 3
    assert said == ["ball", "a"]


def test_a_message_with_names_is_formatted_for_each_reader() -> None:
    inner = say("It is {who}’s turn.", who=Seat(0))
    for message in (inner, say("{said}", said=inner), joined([inner, Verbatim("a")])):
        assert "Ada" in message.say("en", ["Ada"])
        assert "Basile" in message.say("en", ["Basile"])
    won = say("{said}", said=winning([0]))
    assert [won.say("en", ["Ada"]), won.say("en", ["Ada"], 0)] == ["Ada wins.", "You win."]


def test_a_message_compares_equal_after_it_was_said() -> None:
    first, second = say("seat {n}", n=1), say("seat {n}", n=1)
    first.say()
    assert first == second
    assert pickle.loads(pickle.dumps(first)) == second


def test_templates_are_parsed_once() -> None:
    fields, end = template("{a} and {b:de|cap}.")
    assert fields == (("", "a", (), True), (" and ", "b", ("de", "cap"), False))
    assert end == "."
