"""The book of Château d'Appenzell agrees with the rules, and its pictures with their captions."""

from __future__ import annotations

from conformance.support import book_of
from games.support import names, rule, shown

import matou
from matou.games.appenzell.components import TURNS
from matou.games.appenzell.say.names import KIND_WORDS

GAME = matou.game("appenzell")
BOOK = book_of("appenzell")
FRENCH = book_of("appenzell", "fr")


def test_the_glossary_names_every_cheese() -> None:
    for book, lang, name in ((BOOK, "en", "Cheese tile"), (FRENCH, "fr", "Tuile fromage")):
        cheeses = next(piece.text for piece in book.pieces if piece.name == name)
        assert all(kind.say(lang) in cheeses for kind in KIND_WORDS[:7])


def test_the_book_gives_the_turns_of_AP15_and_the_goals_of_AP13() -> None:
    assert f"{TURNS}th" in rule("appenzell", "AP15").text
    goal = next(option for option in GAME.options if option.name == "goal")
    words = {4: "four", 5: "five", 6: "six"}
    assert all(words[int(value)] in rule("appenzell", "AP13").text for value in goal.values)


def test_the_picture_of_AP4_has_more_roofs_to_lift() -> None:
    assert "^O" in names(shown("appenzell", "AP4"))
    assert "a1-a2" in names(shown("appenzell", "AP4"))


def test_the_jump_in_the_picture_of_AP7_costs_two_actions() -> None:
    state = shown("appenzell", "AP7")
    before = state.observe(0).text()
    assert "3 actions" in before
    assert "a2-c2" in names(state)
    state.play("a2-c2")
    assert "1 action" in state.observe(0).text()


def test_the_pictures_of_AP9_and_AP11_show_a_fall_and_a_cheese() -> None:
    assert "1 in the cellar" in shown("appenzell", "AP9").observe(0).text()
    assert shown("appenzell", "AP11").scores == [1, 0]


def test_the_lesson_shows_every_kind_of_action() -> None:
    asked = [step.asks for step in BOOK.lesson.steps]
    for begins in ("@", "^", "-"):
        assert any(text.startswith(begins) for text in asked), begins
    assert {"a1-a2", "a2-c2", "."} <= set(asked), "a step, a jump and the end of a turn"
