"""Every game's strategy lesson: five positions with one clearly best action."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conformance.books import GAMES
from conformance.support import book_of

import matou
from matou.core import puzzles
from matou.core.grammar import languages
from matou.play import lesson

POSITIONS = 5
LONGEST = 330  # characters of a text
CLEAR = 0.06  # minimal lead in winning chance of the best action, in every deep search


@GAMES
def test_every_position_has_one_best_action_confirmed_by_three_searches(name: str) -> None:
    positions = book_of(name).strategy
    assert len(positions) == POSITIONS
    assert len({position.puzzle.id for position in positions}) == POSITIONS
    for position in positions:
        step, moves = position.puzzle.first, position.moves
        assert [*step.values.values()] == sorted(step.values.values(), reverse=True)
        assert len(position.puzzle.data["gaps"]) == 3
        assert min(position.puzzle.data["gaps"]) >= CLEAR
        assert step.position.actor == step.position.seat == moves[0].actor
        assert step.position.name(step.answer) == moves[0].name
        state = step.state()
        for move in moves:
            assert state.actor == move.actor
            state.play(move.name)
        # A short search finds it, too.
        assert matou.bot(name, level="level5@2000", seed=1).choose(step.position) == step.answer


@GAMES
@pytest.mark.parametrize("lang", languages())
def test_the_words_are_short_and_give_the_figures_of_the_searches(name: str, lang: str) -> None:
    for position in book_of(name, lang).strategy:
        values = position.puzzle.first.values
        best, other = (round(100 * value) for value in [*values.values()][:2])
        assert str(best) in position.answer
        assert str(other) in position.answer
        assert str(best) not in position.asks + position.wrong, "this gives the answer away"
        for text in (position.asks, position.answer):
            assert len(text) < LONGEST, text


@GAMES
def test_a_learner_sees_only_what_the_seat_knows(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is played in an imagined state. The payload does not depend on it."""
    sent = []
    for seed in (1, 2):
        monkeypatch.setattr(puzzles, "rng_words", lambda _, seed=seed: words(seed))
        lesson.stage.cache_clear()
        stage = lesson.stage(name, "en", strategy=True)
        assert stage is not None
        sent.append(stage.payload)
        for view in stage.views:
            assert view.seat is not None
    lesson.stage.cache_clear()
    assert sent[0] == sent[1]


def words(seed: int) -> Any:
    from matou.kit.rng import rng_words

    return rng_words(seed)


@GAMES
def test_every_other_action_is_answered(name: str) -> None:
    stage = lesson.stage(name, "en", strategy=True)
    assert stage is not None
    steps = json.loads(stage.payload)["steps"]
    assert len(steps) == 2 * POSITIONS
    for asked, explained in zip(steps[::2], steps[1::2], strict=True):
        legal = {a for a, *_ in asked["legal"]}
        assert {int(a) for a in asked["wrong"]} == legal - {asked["asks"]}
        assert asked["title"] == explained["title"]
        assert explained["asks"] == -1
