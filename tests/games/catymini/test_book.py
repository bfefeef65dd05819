"""The book of Caty Mini says what the box holds, and its pictures show what they claim."""

from __future__ import annotations

import re

from conformance.support import book_of

import matou
from matou.core.book import Rule
from matou.core.state import State
from matou.games.catymini.components import ALL_TOYS_BONUS, ROUNDS, THREAD
from matou.games.catymini.say.names import PIECES, TOY_WORDS

GAME = matou.game("catymini")
BOOK = book_of("catymini")
FRENCH = book_of("catymini", "fr")


def rule(number: str) -> Rule:
    found = BOOK.rule(number)
    assert found is not None
    return found


def shown(number: str) -> State:
    return rule(number).pictures[0].state(GAME)


def names(state: State) -> list[str]:
    return [state.name(a) for a in state.legal()]


def test_the_glossary_names_all_furniture_and_all_toys_in_order() -> None:
    for book, lang in ((BOOK, "en"), (FRENCH, "fr")):
        _, furniture, _, _, _, toys, *_ = (piece.text for piece in book.pieces)
        names = [re.split(" |’", piece.say(lang))[-1] for piece in PIECES]
        assert all(name in furniture.lower() for name in names)
        places = [toys.index(toy.say(lang)) for toy in TOY_WORDS]
        assert places == sorted(places), "CM3 removes tokens in this order"


def test_the_thread_the_rounds_and_the_bonus_are_those_of_the_rules() -> None:
    thread = next(piece for piece in BOOK.pieces if piece.name == "Thread")
    assert f"{THREAD:,}" in thread.text
    assert f"round {ROUNDS}" in rule("CM11").text
    assert f"{ALL_TOYS_BONUS} instead of 10" in rule("CM12").text


def test_the_picture_of_CM4_offers_both_notches() -> None:
    assert names(shown("CM4")) == ["@chair/L", "@chair/R"]


def test_the_pictures_of_CM7_and_CM9_are_a_choice_and_what_came_of_it() -> None:
    assert names(shown("CM7")) == ["armchair/L", "armchair/R"]
    after = shown("CM9")
    assert after.scores == [4, 0]
    assert "2 tokens won" in after.observe(0).text()


def test_the_picture_of_CM8_has_a_sleeping_cat() -> None:
    state = shown("CM8")
    assert state.history[-1].name == "zz"
    assert state.history[-1].actor == rule("CM8").pictures[0].seat


def test_the_lesson_shows_every_kind_of_action() -> None:
    asked = [step.asks for step in BOOK.lesson.steps if step.asks]
    assert {text[0] for text in asked} >= {"~", "@", "!"}
    assert "armchair/L" in asked


def test_what_the_lesson_promises_comes_true() -> None:
    state = GAME.start(2)
    won = []
    for step in BOOK.lesson.steps:
        before = state.scores[0]
        for move in step.moves:
            state.play(move.name)
        if "/" in step.asks and not step.asks.startswith("@"):
            won.append(state.scores[0] - before)
    assert won == [4, 2, 5], "kite and train, duck, ball and rocket"
