"""Every game's rule book: complete, in both languages, its pictures and its lesson real."""

from __future__ import annotations

import re
import tomllib
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache

import pytest
from conformance.support import DATA, RULES

import matou
from matou.core.book import Book, Picture
from matou.core.game import Game
from matou.core.words import Words
from matou.kit.linking import CHANCE

SEEDS = RULES.parent / "seeds"
GAMES = pytest.mark.parametrize("name", matou.available())
RUN = 8  # consecutive words in common with a publisher's text: a copied sentence


def book_of(name: str) -> Book:
    book = matou.game(name).book
    assert book is not None, f"{name} has no rule book"
    return book


def texts(value: object, place: str = "") -> Iterator[tuple[str, Words]]:
    """All Words of a book, wherever they are nested."""
    if isinstance(value, Words):
        yield place, value
    elif is_dataclass(value):
        number = getattr(value, "rule", "")
        for f in fields(value):
            at = number if isinstance(number, str) and number else f"{place}.{f.name}"
            yield from texts(getattr(value, f.name), at)
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            yield from texts(part, f"{place}[{i}]")


def folded(text: str) -> list[str]:
    """Words without case, accents and punctuation."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return re.findall(r"[a-z0-9]+", "".join(c for c in split if not unicodedata.combining(c)))


def runs(text: str) -> set[tuple[str, ...]]:
    words = folded(text)
    return {tuple(words[i : i + RUN]) for i in range(len(words) - RUN + 1)}


@cache
def copied_from() -> frozenset[tuple[str, ...]]:
    return frozenset(run for path in SEEDS.glob("*.txt") for run in runs(path.read_text()))


def pictures(name: str) -> list[Picture]:
    return [picture for rule in book_of(name).rules for picture in rule.pictures]


@GAMES
def test_every_numbered_rule_stands_in_the_book_once_and_in_order(name: str) -> None:
    prefix = matou.game(name).rules.ENDINGS[0][:2]
    last = tomllib.loads((DATA / name / "perft.toml").read_text())["rules"]
    book = book_of(name)
    assert [rule.rule for rule in book.rules] == [f"{prefix}{n}" for n in range(1, last + 1)]
    for rule in book.rules:
        assert book.rule(rule.rule) is rule
    assert book.rule("XX1") is None


@GAMES
def test_rules_that_are_named_exist(name: str) -> None:
    known = {rule.rule for rule in book_of(name).rules}
    for place, words in texts(book_of(name)):
        for text in words:
            assert set(re.findall(r"\b[A-Z]{2}\d+\b", text)) <= known, place


@GAMES
def test_every_option_is_explained(name: str) -> None:
    told = [*(rule.text for rule in book_of(name).rules), *(p.text for p in book_of(name).pieces)]
    for option in matou.game(name).options:
        assert any(f"“{option.name}”" in en and f"« {option.name} »" in fr for en, fr in told)


@GAMES
def test_both_languages_say_something_and_not_the_same(name: str) -> None:
    found = list(texts(book_of(name)))
    assert len(found) > 40
    for place, words in found:
        assert all(text.strip() == text and text for text in words), place
        short = len(words.en) < 20  # a name may be one in both languages: "+1"
        assert short or words.en != words.fr, place


@GAMES
def test_rules_are_told_in_whole_sentences(name: str) -> None:
    book = book_of(name)
    for rule in book.rules:
        for text in rule.text:
            assert len(text) >= 50, f"{rule.rule}: {text}"
            assert text.endswith((".", "!")), rule.rule
        shorter, longer = sorted(len(text) for text in rule.text)
        assert shorter > 0.6 * longer, f"{rule.rule}: one language says less"
    for text in book.overview:
        assert len(re.findall(r"[.!?](?= |$)", text)) == 3, "the overview has three sentences"


@GAMES
def test_numbers_are_the_same_in_both_languages(name: str) -> None:
    for place, words in texts(book_of(name)):
        en, fr = (re.findall(r"\d+", re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", text)) for text in words)
        assert sorted(en) == sorted(fr), f"{place}: {words}"


@GAMES
def test_typography(name: str) -> None:
    for place, (en, fr) in texts(book_of(name)):
        assert not set(en + fr) & set("'\""), f"{place}: typographic marks, please"
        assert not set(en) & set("«»"), place
        assert not set(fr) & set("“”‘"), place
        assert not re.search(r"[^\s(][:;!?»](?=\s|$)", re.sub(r"« .*? »", "", fr)), f"{place}: {fr}"
        assert fr.count("«") == fr.count("»") == len(re.findall(r"« [^«»]+ »", fr)), place
        assert not re.search(r"\s[;:!?]", re.sub(r"“.*?”", "", en)), f"{place}: {en}"
        assert not re.search(
            r"\b(vous|votre|vos|\w+ez)\b", re.sub(r"\b(assez|chez|nez)\b", "", fr)
        ), f"{place}: we say tu: {fr}"


@pytest.mark.skipif(not SEEDS.exists(), reason="the publishers' texts are kept elsewhere")
@GAMES
def test_no_sentence_is_the_publishers(name: str) -> None:
    assert len(copied_from()) > 1000
    for place, words in texts(book_of(name)):
        for text in words:
            shared = runs(text) & copied_from()
            assert not shared, f"{place}: {[' '.join(run) for run in shared]}"


@pytest.mark.skipif(not RULES.exists(), reason="the specification is kept beside the repository")
@GAMES
def test_our_own_rulings_are_named(name: str) -> None:
    """A rule marked [R] in the specification says openly what the ruling is, and no other."""
    lines = (RULES / f"{name}.md").read_text().splitlines()
    marked = {
        found[1]: "[R" in line
        for line in lines
        if (found := re.match(r"- \*\*([A-Z]{2}\d+)\*\*", line))
    }
    book = book_of(name)
    assert {rule.rule: rule.ruling for rule in book.rules} == marked
    assert len(book.rulings) >= sum(marked.values())
    assert any(isinstance(about, Words) for about, _ in book.rulings), "the pieces' rulings too"


@GAMES
def test_every_picture_replays_and_draws(name: str) -> None:
    game = matou.game(name)
    found = pictures(name)
    assert len(found) >= 3
    for picture in found:
        drawn = {lang: picture.svg(game, lang) for lang in ("en", "fr")}
        assert drawn["en"] != drawn["fr"]
        for text in drawn.values():
            assert ET.fromstring(text).tag.endswith("svg")
            assert "var(--" not in re.sub(r"<style>.*?</style>", "", text, flags=re.DOTALL)
        assert "var(--" in picture.svg(game, theme=None)
        assert len(picture.state(game).history) == len(picture.position)


@GAMES
def test_every_icon_draws(name: str) -> None:
    drawn = [piece for piece in book_of(name).pieces if piece.icon is not None]
    assert len(drawn) >= 4
    for piece in drawn:
        for lang in ("en", "fr"):
            root = ET.fromstring(piece.svg(lang))
            assert root.findtext("{*}title") == piece.name.say(lang)
    assert all(p.svg() == "" for p in book_of(name).pieces if p.icon is None)


@GAMES
def test_the_lesson_is_a_real_game_with_everybody_acting_in_turn(name: str) -> None:
    game: Game = matou.game(name)
    lesson = book_of(name).lesson
    assert lesson.seats == 2
    assert 8 <= len(lesson.steps) <= 14
    state = game.start(lesson.seats)
    asked = 0
    for step, moves in lesson.moves():
        if step.asks:
            asked += 1
            assert moves[0] == (lesson.seat, step.asks)
            assert len(step.says.en) < 330, "a step is soon read"
        for move in moves:
            assert state.actor == move.actor, f"{step.says.en}: {move}"
            assert move.actor != lesson.seat or move is moves[0], "the newcomer is asked"
            state.play(move.name)
        assert state.actor != CHANCE or step is lesson.steps[-1], "chance has spoken"
    assert asked >= 7


def test_a_game_without_a_book_has_none() -> None:
    assert replace(matou.game("clocktowers"), name="nothing").book is None
