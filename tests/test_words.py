"""Texts in code are English; other languages are in catalogues and grammar files."""

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

pytestmark = pytest.mark.unmeasured  # reads the code, does not run it

GRAMMAR = translate.SOURCES / "core" / "grammar"
# These modules build messages from their arguments, so their texts need not be literals.
MAKERS = {"core/messages.py", "core/refusals.py", "web/http/page_maker.py"}


# The quotation marks of each language. A single mark in an English text would be a wrong
# apostrophe.
QUOTES = {
    "de": "„“", "en": "“”", "es": "«»", "fr": "«»", "it": "«»", "nl": "‘’", "pl": "„”", "pt": "“”",
}  # fmt: skip
MARKS = set('“”„«»‘’"') - {"’"}  # ’ is also an apostrophe


def codes_in(node: ast.expr) -> bool:
    """Returns whether a side of a comparison is a language code, or several."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(codes_in, node.elts))
    return isinstance(node, ast.Constant) and node.value in languages()


def leftovers(source: str) -> Iterator[str]:
    """Yields code that names a language, with its line."""
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
    """Returns whether a module makes messages where the extractor cannot find them."""
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
    """None is missing, fuzzy or unused, and placeholders are the same."""
    assert translate.everything_wrong(languages()[1:]) == []


@pytest.mark.parametrize("lang", languages())
def test_texts_use_the_quotation_marks_of_their_language(lang: str) -> None:
    """In catalogues and rule books; opening and closing marks are equally many."""
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


def test_only_grammar_files_name_a_language() -> None:
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
        "def text(en, fr): pass",
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
def test_code_that_names_a_language_is_found(source: str) -> None:
    assert [*leftovers(source)]


def test_code_that_names_no_language_is_accepted() -> None:
    source = "def text(lang: str) -> str:\n    return NAME.say(lang) if lang in languages() else ''"
    assert not [*leftovers(source)]


def test_messages_are_made_where_the_extractor_finds_them() -> None:
    """The extractor itself refuses texts that are not literals (the test above)."""
    for path in modules():
        at = str(path.relative_to(translate.SOURCES))
        if at not in MAKERS and path.name != "messages.py":
            assert not makes_messages_apart(path.read_text("utf-8")), at
    assert makes_messages_apart("from matou.core.messages import Sentence")


@LANGS
@pytest.mark.parametrize("name", matou.available())
def test_every_message_of_random_games_is_translated(name: str, lang: str) -> None:
    """Plays at every third table of the game, a different third for each language."""
    tables = [table for table in TABLES if table.name == name][TESTED.index(lang) :: len(TESTED)]
    assert sweep.sweep(lang, [(table.game, table.seats) for table in tables], every=60) == []


@pytest.mark.parametrize("lang", languages())
def test_texts_fit_into_pictures_of_a_game(lang: str) -> None:
    """In the view of the player whose turn it is, mid-game, on a phone and on a screen."""
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
                assert sweep.faults_in(iter([str(drawn)]), f"{name}, {seats} seats") == []


def sweep_finds(monkeypatch: pytest.MonkeyPatch, lang: str, planted: Message) -> list[str]:
    """Returns a sweep's findings for a game whose title is this message."""
    table = TABLES[0]
    monkeypatch.setattr(sweep, "game_texts", lambda *_: iter(()))
    monkeypatch.setattr(table.game.words, "TITLE", planted)
    return sweep.sweep(lang, [(table.game, table.seats)])


def test_a_sweep_finds_an_untranslated_message(monkeypatch: pytest.MonkeyPatch) -> None:
    found = sweep_finds(monkeypatch, "fr", Domain(messages.COMMON).say("never heard"))
    assert found == ["matou: 'never heard'"]


def test_a_sweep_finds_an_untranslated_plural(monkeypatch: pytest.MonkeyPatch) -> None:
    planted = Domain(messages.COMMON).count(2, "{n} unheard", "{n} unheard ones")
    assert sweep_finds(monkeypatch, "fr", planted) == ["matou: '{n} unheard'"]


def test_a_sweep_finds_a_missing_argument(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = sweep_finds(monkeypatch, "en", say("seat {n}"))
    assert "no argument 'n'" in found


def test_a_sweep_finds_texts_cut_short_in_a_picture() -> None:
    for room, found in ((60, ["x: cut short in the picture: 'Termi…'"]), (200, [])):
        word = paper.text("Terminar turno", 0, 0, 16, room=room)
        assert sweep.faults_in(iter([f"<svg>{word}</svg>"]), "x") == found


def test_a_sweep_finds_a_missing_grammatical_form(monkeypatch: pytest.MonkeyPatch) -> None:
    common = Domain(messages.COMMON)
    asks = common.say("{x:nowhere}", x=common.say("seat {n}", n=1))
    found = sweep_finds(monkeypatch, "fr", asks)
    assert "matou: 'seat {n}' (nowhere)" in found
    asks = common.say("{x:nowhere}", x="plain text")
    assert "no form 'nowhere' of 'plain text', which is no message" in sweep_finds(
        monkeypatch, "fr", asks
    )


@pytest.mark.parametrize("lang", languages())
def test_names_keep_their_spaces_in_every_language(lang: str) -> None:
    """The typographic rules of a language apply to catalogue texts only."""
    names = ["Ada ! « B » : C ; D ?"]
    assert names[0] in tell(0, "{who} wins.", "You win.").say(lang, names)
    assert names[0] in say("Won against {names}.", names=names[0]).say(lang)
