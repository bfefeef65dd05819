"""Words are data: English in the code, every other language in its catalogues and its grammar."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import sweep
import translate
from conformance.support import TABLES
from tested_languages import LANGS, TESTED

import matou
from matou import paper
from matou.core import messages
from matou.core.grammar import languages
from matou.core.messages import Domain, Message, say, tell

pytestmark = pytest.mark.unmeasured  # it reads the package; conformance tests run it

GRAMMAR = translate.SOURCES / "core" / "grammar"
# Modules whose texts need not be literals: they make messages of their arguments.
MAKERS = {"core/messages.py", "core/refusals.py", "web/http/page_maker.py"}


# How each language quotes; an English text in single marks would be an apostrophe gone wrong.
QUOTES = {
    "de": "„“", "en": "“”", "es": "«»", "fr": "«»", "it": "«»", "nl": "‘’", "pl": "„”", "pt": "“”",
}  # fmt: skip
MARKS = set('“”„«»‘’"') - {"’"}  # ’ is an apostrophe, too


def codes_in(node: ast.expr) -> bool:
    """Returns whether a side of a comparison is a language's code, or a few of them."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(codes_in, node.elts))
    return isinstance(node, ast.Constant) and node.value in languages()


def leftovers(source: str) -> Iterator[str]:
    """Yields code that knows a language, by line."""
    for node in ast.walk(ast.parse(source)):
        found = ""
        if isinstance(node, ast.arg) and node.arg in languages():
            found = f"a parameter {node.arg}"
        elif isinstance(node, ast.keyword) and node.arg in languages():
            found = f"an argument {node.arg}"
        elif isinstance(node, ast.Attribute) and node.attr in languages():
            found = f"an attribute {node.attr}"
        elif isinstance(node, ast.ClassDef):
            for part in node.body:
                targets = part.targets if isinstance(part, ast.Assign) else []
                targets = [part.target] if isinstance(part, ast.AnnAssign) else targets
                named = [t.id for t in targets if isinstance(t, ast.Name) and t.id in languages()]
                found = f"a field {named[0]}" if named else found
        elif isinstance(node, ast.Compare) and any(map(codes_in, (node.left, *node.comparators))):
            found = f"a comparison {ast.unparse(node)}"
        elif isinstance(node, ast.MatchValue) and codes_in(node.value):
            found = f"a case {ast.unparse(node)}"
        elif isinstance(node, ast.Attribute) and node.attr in ("format", "format_map"):
            inside = [part.attr for part in ast.walk(node.value) if isinstance(part, ast.Attribute)]
            found = f"formatted after it was said: {ast.unparse(node)}" if "say" in inside else ""
        if found:
            yield f"{getattr(node, 'lineno', 0)}: {found}"


def makes_messages_apart(source: str) -> bool:
    """Returns whether a module makes messages in a way that the extractor does not see."""
    if "matou.core.messages" not in source:
        return False
    names = {
        alias.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and node.module == "matou.core.messages"
        for alias in node.names
    }
    return not names.isdisjoint({"Domain", "Sentence", "common"})


def modules() -> list[Path]:
    return [path for path in translate.sources() if path.suffix == ".py"]


def test_every_message_is_translated_into_every_language() -> None:
    """None missing, fuzzy or unused, with the same placeholders; all English is English."""
    assert translate.everything_wrong(languages()[1:]) == []


@pytest.mark.parametrize("lang", languages())
def test_quotation_marks_are_those_of_the_language(lang: str) -> None:
    """In catalogues and rule books; and each that opens is closed."""
    texts = [
        string
        for file in translate.SOURCES.rglob(f"locale/{lang}.po")
        for entry in translate.entries(file).values()
        for string in entry.strings
    ]
    if lang == "en":
        texts = [key.text for found in translate.by_package().values() for key in found]
    books = [path.read_text("utf-8") for path in translate.SOURCES.rglob(f"book/{lang}.md")]
    texts += [part for book in books for part in book.split("\n\n")]
    opens, closes = tuple(QUOTES[lang])
    wrong = [text for text in texts if MARKS.intersection(text) - {opens, closes}]
    assert not wrong
    if closes != "’":
        assert not [text for text in texts if text.count(opens) != text.count(closes)]


def test_no_code_knows_a_language_outside_its_grammar() -> None:
    found = {
        f"{path.relative_to(translate.SOURCES)}:{line}"
        for path in modules()
        if not path.is_relative_to(GRAMMAR)
        for line in leftovers(path.read_text("utf-8"))
    }
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "def told(en, fr): pass",
        "lambda fr: fr",
        "class Texts:\n    fr: str",
        "class Texts:\n    fr = ''",
        "Texts(fr='Bonjour')",
        "words.fr",
        "if lang == 'fr': pass",
        "if 'fr' != lang: pass",
        "if lang in ('en', 'fr'): pass",
        "match lang:\n    case 'fr': pass",
        "NAME.say(lang).format(name=name)",
        "(NAME.say(lang) + '{n}').format(n=1)",
    ],
)
def test_code_that_knows_a_language_is_noticed(source: str) -> None:
    assert [*leftovers(source)]


def test_code_that_knows_none_is_left_alone() -> None:
    source = "def told(lang: str) -> str:\n    return NAME.say(lang) if lang in languages() else ''"
    assert not [*leftovers(source)]


def test_messages_are_made_where_the_extractor_looks() -> None:
    """It refuses a text that is no literal (the test above); nobody goes round it."""
    for path in modules():
        at = str(path.relative_to(translate.SOURCES))
        if at not in MAKERS and path.name != "messages.py":
            assert not makes_messages_apart(path.read_text("utf-8")), at
    assert makes_messages_apart("from matou.core.messages import Sentence")


@LANGS
@pytest.mark.parametrize("name", matou.available())
def test_random_games_are_said_in_each_language(name: str, lang: str) -> None:
    """Of the game's tables, every third: each is said in one of the languages."""
    tables = [table for table in TABLES if table.name == name][TESTED.index(lang) :: len(TESTED)]
    assert sweep.sweep(lang, [(table.game, table.seats) for table in tables], every=60) == []


@pytest.mark.parametrize("lang", languages())
def test_words_have_room_in_the_pictures_of_a_game(lang: str) -> None:
    """For the player whose turn it is, in the middle of a game; on a phone and on a screen."""
    for name in matou.available():
        game = matou.game(name)
        for seats in (game.min_seats, game.max_seats):
            rng = random.Random(seats)
            state = game.start(seats)
            while len(state.history) < 40 or state.actor < 0:
                state.play(state.sample(rng))
            view = state.observe(state.actor)
            for wide in (False, True):
                drawn = view.sheet(lang=lang, names=sweep.NAMES[:seats], wide=wide)
                assert sweep.wrong_in(iter([str(drawn)]), f"{name}, {seats} seats") == []


def sweep_finds(monkeypatch: pytest.MonkeyPatch, lang: str, planted: Message) -> list[str]:
    """Returns what a sweep finds of a game whose title is another message."""
    table = TABLES[0]
    monkeypatch.setattr(sweep, "told_in_game", lambda *_: iter(()))
    monkeypatch.setattr(table.game.words, "TITLE", planted)
    return sweep.sweep(lang, [(table.game, table.seats)])


def test_a_sweep_notices_what_is_not_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sweep_finds(monkeypatch, "fr", Domain(messages.COMMON).say("never heard"))
    assert found == ["matou: 'never heard'"]


def test_a_sweep_notices_a_plural_that_is_not_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = Domain(messages.COMMON).count(2, "{n} unheard", "{n} unheard ones")
    assert sweep_finds(monkeypatch, "fr", planted) == ["matou: '{n} unheard'"]


def test_a_sweep_notices_a_missing_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = sweep_finds(monkeypatch, "en", say("seat {n}"))
    assert "no argument 'n'" in found


def test_a_sweep_notices_words_that_are_cut_short_in_a_picture() -> None:
    for room, found in ((60, ["x: cut short in the picture: 'Termi…'"]), (200, [])):
        word = paper.text("Terminar turno", 0, 0, 16, room=room)
        assert sweep.wrong_in(iter([f"<svg>{word}</svg>"]), "x") == found


def test_a_sweep_notices_a_form_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    common = Domain(messages.COMMON)
    asks = common.say("{x:nowhere}", x=common.say("seat {n}", n=1))
    found = sweep_finds(monkeypatch, "fr", asks)
    assert "matou: 'seat {n}' (nowhere)" in found
    asks = common.say("{x:nowhere}", x="plain text")
    assert "no form 'nowhere' of 'plain text', which is no message" in sweep_finds(
        monkeypatch, "fr", asks
    )


@pytest.mark.parametrize("lang", languages())
def test_names_keep_their_spaces(lang: str) -> None:
    """Typography is for the text of catalogues alone."""
    names = ["Ada ! « B » : C ; D ?"]
    assert names[0] in tell(0, "{who} wins.", "You win.").say(lang, names)
    assert names[0] in say("Won against {names}.", names=names[0]).say(lang)
