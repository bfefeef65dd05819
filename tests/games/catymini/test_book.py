"""The book of Caty Mini agrees with the rules, and its pictures with their captions."""

from __future__ import annotations

import re

from conformance.support import book_of
from games.support import names, rule, shown

import matou
from matou.games.catymini.components import ALL_TOYS_BONUS, ROUNDS, THREAD
from matou.games.catymini.say.names import PIECES, TOY_WORDS

GAME = matou.game("catymini")
BOOK = book_of("catymini")
FRENCH = book_of("catymini", "fr")


def test_the_glossary_names_all_furniture_and_all_toys_in_order() -> None:
    for book, lang in ((BOOK, "en"), (FRENCH, "fr")):
        _, furniture, _, _, _, toys, *_ = (piece.text for piece in book.pieces)
        names = [re.split(" |’", piece.say(lang))[-1] for piece in PIECES]
        assert all(name in furniture.lower() for name in names)
        places = [toys.index(toy.say(lang)) for toy in TOY_WORDS]
        assert places == sorted(places), "CM3 removes tokens in this order"


def test_the_book_gives_the_thread_rounds_and_bonus_of_the_rules() -> None:
    thread = next(piece for piece in BOOK.pieces if piece.name == "Thread")
    assert f"{THREAD:,}" in thread.text
    assert f"round {ROUNDS}" in rule("catymini", "CM11").text
    assert f"{ALL_TOYS_BONUS} instead of 10" in rule("catymini", "CM12").text


def test_the_picture_of_CM4_offers_both_notches() -> None:
    assert names(shown("catymini", "CM4")) == ["@chair/L", "@chair/R"]


def test_the_picture_of_CM9_is_the_result_of_a_choice_in_CM7() -> None:
    assert names(shown("catymini", "CM7")) == ["armchair/L", "armchair/R"]
    after = shown("catymini", "CM9")
    assert after.scores == [4, 0]
    assert "2 tokens won" in after.observe(0).text()


def test_the_picture_of_CM8_has_a_sleeping_cat() -> None:
    state = shown("catymini", "CM8")
    assert state.history[-1].name == "zz"
    assert state.history[-1].actor == rule("catymini", "CM8").pictures[0].seat


def test_the_lesson_shows_every_kind_of_action() -> None:
    asked = [step.asks for step in BOOK.lesson.steps if step.asks]
    assert {text[0] for text in asked} >= {"~", "@", "!"}
    assert "armchair/L" in asked


def test_the_lessons_moves_win_the_toys_that_it_promises() -> None:
    state = GAME.start(2)
    won = []
    for step in BOOK.lesson.steps:
        before = state.scores[0]
        for move in step.moves:
            state.play(move.name)
        if "/" in step.asks and not step.asks.startswith("@"):
            won.append(state.scores[0] - before)
    assert won == [4, 2, 5], "kite and train, duck, ball and rocket"
