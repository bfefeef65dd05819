"""Helpers that the tests of several games share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from conformance.support import book_of

import matou
from matou.core.book import Rule
from matou.core.observation import Observation
from matou.core.pointing import explain
from matou.core.state import State


def play(state: State, actions: str) -> State:
    """Plays several actions, named in one string."""
    for action in actions.split():
        state.play(action)
    return state


def names(state: State) -> list[str]:
    """Returns the names of the legal actions."""
    return [state.name(a) for a in state.legal()]


def refused(state: State, action: str) -> str:
    """Returns the rule by which an action is refused."""
    with pytest.raises(matou.IllegalAction) as error:
        state.play(action)
    return error.value.rule


def rule(game: str, number: str) -> Rule:
    """Returns a rule of a game's book."""
    found = book_of(game).rule(number)
    assert found is not None
    return found


def shown(game: str, number: str) -> State:
    """Returns the position of a rule's first picture."""
    return rule(game, number).pictures[0].state(matou.game(game))


def explained(view: Observation, on: str, picked: list[str] | None = None) -> tuple[str, str]:
    """Returns rule and text of the explanation of a click that does nothing."""
    why = explain(view, [on], picked or [])
    assert why is not None
    return why.rule, why.says.say()


def distance(one: Mapping[Any, float], other: Mapping[Any, float]) -> float:
    """Returns how far two distributions are apart (total variation)."""
    return sum(abs(one.get(k, 0) - other.get(k, 0)) for k in {*one, *other}) / 2


def normalised(odds: Mapping[Any, float]) -> dict[Any, float]:
    """Returns odds as shares of their sum."""
    total = sum(odds.values())
    return {outcome: weight / total for outcome, weight in odds.items()}
