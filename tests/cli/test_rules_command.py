"""``matou rules``: the whole book, one rule, and unknown rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.terminal import matou
from tested_languages import LANGS

import matou as library
from matou.core.game import Game
from matou.core.messages import say

GAMES = pytest.mark.parametrize("name", library.available())


def in_one_line(text: str) -> str:
    return " ".join(text.split())


@LANGS
@GAMES
def test_the_whole_book_is_printed(name: str, lang: str, tmp_path: Path) -> None:
    ran = matou("rules", name, "--lang", lang, cwd=tmp_path)
    assert ran.code == 0
    assert max(len(line) for line in ran.out.splitlines()) <= 80
    text = in_one_line(ran.out)
    game = library.game(name)
    book = game.book(lang)
    assert book is not None
    parts = [game.words.TITLE.say(lang), book.credits.says.say(lang), book.overview, *book.tips]
    parts += [book.pieces_title, book.tips_title]
    parts += [words for piece in book.pieces for words in (piece.name, piece.text)]
    parts += [words for s in book.sections for words in (s.title, *s.paragraphs)]
    parts += [rule.text for rule in book.rules]
    for words in parts:
        assert in_one_line(words) in text
    for rule in book.rules:
        assert f"{rule.rule} {in_one_line(rule.text)}" in text
    ours = say("Our ruling. ").say(lang)
    assert text.count(ours) == len(book.rulings)
    for _, ruling in book.rulings:
        assert ours + in_one_line(ruling) in text


@LANGS
@GAMES
def test_a_rule_is_printed_with_its_rulings_and_pictures(
    name: str, lang: str, tmp_path: Path
) -> None:
    game = library.game(name)
    book = game.book(lang)
    assert book is not None
    for rule in book.rules:
        ran = matou("rules", name, rule.rule, "--lang", lang, cwd=tmp_path)
        assert ran.code == 0
        text = in_one_line(ran.out)
        assert f"{rule.rule} {in_one_line(rule.text)}" in text
        assert all(in_one_line(words) in text for words in rule.rulings)
        for picture in rule.pictures:
            assert in_one_line(picture.caption) in text
            seats = [say("Player {n}", n=seat + 1).say(lang) for seat in range(picture.seats)]
            names = [say("You").say(lang) if i == picture.seat else n for i, n in enumerate(seats)]
            board = picture.state(game).observe(picture.seat).text(lang, names)
            assert in_one_line(board.replace("\u202f", " ")) in text
        others = [in_one_line(r.text) for r in book.rules if r is not rule]
        assert not any(other in text for other in others)


def test_a_rule_is_found_by_number_in_any_case_with_or_without_game(tmp_path: Path) -> None:
    full = matou("rules", "clocktowers", "CT8", cwd=tmp_path).out
    for typed in (["clocktowers", "ct8"], ["clock", "8"], ["CT8"], ["ct8"]):
        assert matou("rules", *typed, cwd=tmp_path).out == full


@LANGS
def test_an_unknown_rule_or_game_is_refused_with_the_choices(lang: str, tmp_path: Path) -> None:
    for typed, says in (
        (["clocktowers", "CT13"], "CT12"),
        (["clocktowers", "AP1"], "CT1"),
        (["clocktowers", "0"], "CT12"),
        (["clocktower!s!"], None),
        (["chess"], "chopchop"),
        ([], "chopchop"),
    ):
        ran = matou("rules", *typed, "--lang", lang, cwd=tmp_path)
        if says is None:
            assert ran.code == 0, "punctuation in a title is ignored"
        else:
            assert ran.code == 2
            assert says in ran.err


def test_a_game_without_a_rule_book_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "book", lambda *_: None)
    ran = matou("rules", "clocktowers", cwd=tmp_path)
    assert ran.code == 2
    assert "no rule book" in ran.err
