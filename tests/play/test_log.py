"""The log of a game: an error in a game's texts does not stop play."""

from __future__ import annotations

from typing import Any

import pytest

import matou
from matou.core.grammar import languages
from matou.play.log import play


def test_a_move_whose_text_fails_is_shown_in_notation_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = matou.game("chopchop")

    def broken(s: Any, a: int) -> None:
        raise AttributeError("no such field")

    monkeypatch.setattr(game.telling, "tell", broken)
    state = game.start(2)
    line = play(state, state.legal()[0])
    assert {line.own.says.say(lang) for lang in languages()} == {state.history[-1].name}
    (logged,) = caplog.records
    assert logged.getMessage() == "chopchop: an action could not be put in words"
    assert logged.exc_info is not None
    assert logged.exc_info[0] is AttributeError
