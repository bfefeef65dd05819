"""Every game's rule book: complete in all languages, with legal pictures and lessons."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import product

import pytest
from conformance.books import GAMES, in_all, outline, pictures, source_of
from conformance.support import RULES, book_of, rule_numbers
from tested_languages import TESTED

import matou
from matou.core import book_text
from matou.core.book import Rule
from matou.core.game import Game
from matou.core.grammar import grammar, languages
from matou.core.grammar.fr import NARROW, TIED
from matou.kit.linking import CHANCE

tied = grammar("fr").typeset

# Rules with rulings of our own, where the publishers say nothing or something impossible.
OURS = {
    "clocktowers": {"CT1", "CT3", "CT4", "CT5", "CT8", "CT12"},
    "chopchop": {"CC6", "CC10", "CC13", "CC14", "CC15", "CC16", "CC18", "CC19"},
    "appenzell": {"AP1", "AP2", "AP7", "AP8", "AP11", "AP13", "AP14", "AP15"},
    "catymini": {"CM2", "CM3", "CM4", "CM6", "CM8", "CM9", "CM11"},
}


@pytest.mark.parametrize("lang", languages()[1:])
@GAMES
def test_a_book_has_the_same_parts_in_every_language(name: str, lang: str) -> None:
    folder = source_of(name).folder
    if (folder / f"{lang}.md").exists():
        translated, english = (outline(book_text.read(folder / f"{x}.md")) for x in (lang, "en"))
        assert translated == english


@GAMES
def test_every_language_has_a_book(name: str) -> None:
    for lang in languages():
        text = book_text.read(source_of(name).folder / f"{lang}.md")
        assert text.text == matou.game(name).words.TITLE.say(lang)
        assert book_of(name, lang) is book_of(name, lang), "read once"


@GAMES
def test_a_language_without_a_book_reads_the_english_one(name: str) -> None:
    assert source_of(name).book(matou.game(name), "xx") is book_of(name, "en")
    for lang in ("xx", "../fr", ""):
        with pytest.raises(matou.BadChoice):
            book_of(name, lang)


@GAMES
def test_the_book_of_an_unchanged_game_has_every_picture_and_step(name: str) -> None:
    """A picture or step is left out if its position is impossible with changed components."""
    source = source_of(name)
    assert [replace(picture, caption="") for picture in pictures(name)] == [
        *source.pictures.values()
    ]
    assert len(book_of(name).lesson.steps) == len(source.lesson)
    assert [step.asks for step in book_of(name).lesson.steps] == [asks for asks, _ in source.lesson]


@GAMES
def test_every_icon_and_value_is_used_in_the_book(name: str) -> None:
    source = source_of(name)
    text = (source.folder / "en.md").read_text()
    for icon in source.icons:
        assert f"(icon:{icon})" in text
    for value in source.values:
        assert re.search(rf"\{{{value}[:}}]", text), value


@GAMES
def test_every_line_of_the_aid_is_shown_with_some_options(name: str) -> None:
    source, game = source_of(name), matou.game(name)
    choices = ([(option.name, value) for value in option.values] for option in game.options)
    drawn = {name for chosen in product(*choices) for name in source.aid(dict(chosen))}
    text = (source.folder / "en.md").read_text()
    assert sorted(drawn) == sorted(re.findall(r"\(aid:([\w-]+)\)", text))


@GAMES
def test_every_numbered_rule_stands_in_the_book_once_and_in_order(name: str) -> None:
    prefix = matou.game(name).rules.ENDINGS[0][:2]
    book, rules = book_of(name), rule_numbers(name)
    assert rules == [f"{prefix}{n + 1}" for n in range(len(rules))], f"docs/rules/{name}.md"
    assert [rule.rule for rule in book.rules] == rules
    for rule in book.rules:
        assert book.rule(rule.rule) is rule
    assert book.rule("XX1") is None


@GAMES
def test_rules_named_in_a_book_exist(name: str) -> None:
    known = {rule.rule for rule in book_of(name).rules}
    for place, said in in_all(name):
        for text in said.values():
            assert set(re.findall(r"\b[A-Z]{2}\d+\b", text)) <= known, place


@GAMES
def test_every_option_is_explained(name: str) -> None:
    books = book_of(name, "en"), book_of(name, "fr")
    texts = [*zip(*([rule.text for rule in book.rules] for book in books), strict=True)]
    texts += zip(*([piece.text for piece in book.pieces] for book in books), strict=True)
    words = matou.game(name).words
    assert set(words.OPTION_NAMES) == {option.name for option in matou.game(name).options}
    for option, called in words.OPTION_NAMES.items():
        english, french = called.say("en"), called.say("fr")
        assert any(f"“{english}”" in en and tied(f"« {french} »") in fr for en, fr in texts)
        # Never by the option's code.
        for en, fr in texts:
            assert f"“{option}”" not in en.replace(f"“{english}”", "")
            assert f"{option} »" not in fr.replace(f"{french} »", "")
            assert "_" not in en + fr


@GAMES
def test_every_rule_has_a_short_title_of_its_own(name: str) -> None:
    for lang in languages():
        titles = [rule.title for rule in book_of(name, lang).rules]
        assert len(set(titles)) == len(titles)
        assert all(1 < len(title) <= 34 and title[-1] not in ".:" for title in titles)


@GAMES
def test_a_figure_shows_a_part_of_the_board(name: str) -> None:
    game = matou.game(name)
    for rule in book_of(name).rules:
        for picture in rule.pictures:
            whole = picture.state(game).observe(picture.seat).sheet()
            assert picture.part is not None, rule.rule
            x, y, wide, high = picture.part
            assert x >= 0 <= y
            assert x + wide <= whole.width
            assert y + high <= whole.height
            assert wide * high < 0.95 * whole.width * whole.height, rule.rule
            assert f'viewBox="{x:g} {y:g} {wide:g} {high:g}"' in picture.svg(game)


@GAMES
def test_every_text_differs_between_languages(name: str) -> None:
    found = in_all(name)
    assert len(found) > 3 * len(book_of(name).rules)
    for place, said in found:
        assert all(text.strip() == text and text for text in said.values()), place
        short = len(said["en"]) < 20  # a name may be the same in several languages: "+1"
        assert short or len({*said.values()}) == len(said), place


@GAMES
def test_rules_are_whole_sentences(name: str) -> None:
    books = [book_of(name, lang) for lang in languages()]
    for rules in zip(*(book.rules for book in books), strict=True):
        for rule in rules:
            assert len(rule.text) >= 50, f"{rule.rule}: {rule.text}"
            assert rule.text.endswith((".", "!")), rule.rule
        shorter, *_, longer = sorted(len(rule.text) for rule in rules)
        assert shorter > 0.6 * longer, f"{rules[0].rule}: one language says less"
    for book in books:
        sentences = re.findall(r"[.!?](?= |$)", book.overview)
        assert len(sentences) == 3, "the overview has three sentences"


@GAMES
def test_numbers_are_the_same_in_every_language(name: str) -> None:
    for place, said in in_all(name):
        thousands = rf"(?<=\d)[,.{NARROW}](?=\d{{3}}\b)"
        found = [re.findall(r"\d+", re.sub(thousands, "", text)) for text in said.values()]
        assert all(sorted(other) == sorted(found[0]) for other in found), f"{place}: {said}"


@GAMES
def test_typography(name: str) -> None:
    for place, said in in_all(name):
        en, fr, de = said["en"], said["fr"].replace(TIED, " "), said["de"]
        assert not set("".join(said.values())) & set("'\""), f"{place}: typographic marks, please"
        assert not set(de) & set("«»”"), place
        assert de.count("„") == de.count("“") == len(re.findall(r"„[^„“]+“", de)), place
        assert not set(en) & set("«»"), place
        assert not set(fr) & set("“”‘"), place
        assert not re.search(r"[^\s(][:;!?»](?=\s|$)", re.sub(r"« .*? »", "", fr)), f"{place}: {fr}"
        assert fr.count("«") == fr.count("»") == len(re.findall(r"« [^«»]+ »", fr)), place
        assert not re.search(r"\s[;:!?]", re.sub(r"“.*?”", "", en)), f"{place}: {en}"
        assert not re.search(
            r"\b(vous|votre|vos|\w+ez)\b", re.sub(r"\b(assez|chez|nez)\b", "", fr)
        ), f"{place}: we say tu: {fr}"


@GAMES
def test_the_front_page_lists_the_specification_which_names_only_its_own_rules(name: str) -> None:
    page, rules = (RULES / f"{name}.md").read_text(), rule_numbers(name)
    assert rules
    front = (RULES / "README.md").read_text()
    line = f"- [{matou.game(name).words.TITLE.say()}]({name}.md) · `{rules[0]}` to `{rules[-1]}`"
    assert line.replace("’", "'") in front.splitlines(), f"docs/rules/README.md has no line {line}"
    for rule in matou.game(name).rules.ENDINGS:
        assert f"`{rule}`" in front, f"docs/rules/README.md does not say that {rule} ends a game"
    assert set(re.findall(r"\b[A-Z]{2}\d+\b", page)) <= set(rules)


@GAMES
def test_the_specification_names_every_option_and_its_default(name: str) -> None:
    page = " ".join((RULES / f"{name}.md").read_text().split())
    game = matou.game(name)
    for option in game.options:
        for seats in range(game.min_seats, game.max_seats + 1):
            value = option.for_seats(seats)
            shown = f'"{value}"' if isinstance(value, str) else str(value).lower()
            near = re.search(rf"`{option.name}`.{{0,80}}?{re.escape(shown)}", page)
            assert near, f"{option.name} = {shown}"


@GAMES
def test_the_specification_lists_our_rulings(name: str) -> None:
    """The specification gives a reason for each ruling of the book, and has no other rulings."""
    _, _, table = (RULES / f"{name}.md").read_text().partition("\n## Our rulings\n")
    rows = re.findall(r"^\| (.+?) \| (.+?) \| (.{9,}) \|$", table, re.MULTILINE)
    rulings = book_of(name).rulings
    assert [(about, said) for about, said, _ in rows] == [
        (about.rule if isinstance(about, Rule) else about.name, said) for about, said in rulings
    ]
    if name in OURS:
        assert {about.rule for about, _ in rulings if isinstance(about, Rule)} >= OURS[name]
        assert not all(isinstance(about, Rule) for about, _ in rulings), "no rulings on pieces"


@GAMES
def test_every_picture_replays_and_draws(name: str) -> None:
    game = matou.game(name)
    found = pictures(name)
    assert len(found) >= 3
    for picture in found:
        drawn = {lang: picture.svg(game, lang) for lang in TESTED}
        assert len({*drawn.values()}) == len(drawn)
        for text in drawn.values():
            assert ET.fromstring(text).tag.endswith("svg")
            assert "var(--" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
        assert "var(--" in picture.svg(game, theme=None)
        assert len(picture.state(game).history) == len(picture.position.split())


@GAMES
def test_every_icon_draws(name: str) -> None:
    for lang in languages():
        pieces = book_of(name, lang).pieces
        drawn = [piece for piece in pieces if piece.icon is not None]
        assert len(drawn) >= 4
        for piece in drawn:
            assert ET.fromstring(piece.svg()).findtext("{*}title") == piece.name
        assert all(p.svg() == "" for p in pieces if p.icon is None)


@GAMES
def test_the_lesson_is_a_real_game_played_in_turn(name: str) -> None:
    game: Game = matou.game(name)
    lesson = book_of(name).lesson
    assert lesson.seats == 2
    assert 8 <= len(lesson.steps) <= 14
    state = game.start(lesson.seats)
    asked = 0
    for step in lesson.steps:
        if step.asks:
            asked += 1
            assert step.moves[0] == (lesson.seat, step.asks)
            assert len(step.says) < 330, "the step is too long"
        for move in step.moves:
            assert state.actor == move.actor, f"{step.says}: {move}"
            assert move.actor != lesson.seat or move is step.moves[0], "a move without a question"
            state.play(move.name)
        assert state.actor != CHANCE or step is lesson.steps[-1], "a chance event is missing"
    assert asked >= 7
