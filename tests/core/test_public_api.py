"""The public API."""

from __future__ import annotations

import doctest
import importlib
import pickle
import random
from typing import Any

import numpy as np
import pytest

import matou
from matou.core.refusals import Refusal

EXAMPLES = [
    *("matou", "matou.arena", "matou.records", "matou.bots", "matou.bots.players"),
    *("matou.core.game", "matou.core.record", "matou.core.state"),
]


def test_the_public_api_plays_a_game() -> None:
    assert "clocktowers" in matou.available()
    assert matou.available() == sorted(matou.available())
    game = matou.game("clocktowers", ladder="table")
    state = game.start(seats=3)
    assert state.actor == matou.CHANCE == -1
    assert matou.OVER == -2
    assert state.legal() == sorted(state.legal())
    assert len(state.weights()) == len(state.legal())
    for name in ("=R3", "=K", "=F1"):
        state.play(name)
    a = state.parse("F1c+")
    assert state.name(a) == "F1c+"
    state.play(a)
    assert state.scores == [0, 0, 0]
    assert state.winners == []
    assert state.ended_by is None
    assert state.observe(1).seat == 1
    assert state.svg(seat=0).startswith("<svg")
    twin = state.copy()
    assert twin.tobytes() == state.tobytes()
    assert matou.Record.loads(str(state.record())).replay().tobytes() == state.tobytes()


def test_an_unknown_game_option_or_value_lists_the_choices() -> None:
    with pytest.raises(ValueError, match=r"unknown game 'chess'; choose from: .*'clocktowers'"):
        matou.game("chess")
    with pytest.raises(
        ValueError, match="no option 'lader'; its options are: 'ladder' or 'floors_above_clock'"
    ):
        matou.game("clocktowers", lader="table")
    with pytest.raises(
        ValueError, match="option ladder is 'rope', but must be one of 'table' or 'player'"
    ):
        matou.game("clocktowers", ladder="rope")
    with pytest.raises(ValueError, match="must be one of False or True"):
        matou.game("clocktowers", floors_above_clock=1)


@pytest.mark.parametrize("seats", [0, 1, 5, -2, True, "2", 2.0, None])
def test_a_wrong_number_of_seats_is_refused(seats: object) -> None:
    with pytest.raises(ValueError, match=r"seats is|is for 2 to 4"):
        matou.game("clocktowers").start(seats=seats)  # type: ignore[arg-type]


def test_play_takes_any_integer_type_and_refuses_other_types() -> None:
    state = matou.game("clocktowers").start()
    state.play(np.int16(state.legal()[0]))
    bads: list[Any] = [1.5, None, [], b"=K", True]
    for bad in bads:
        with pytest.raises(matou.IllegalAction):
            state.play(bad)
    with pytest.raises(ValueError, match="is not a legal action here"):
        state.parse("nonsense")


def test_illegal_actions_carry_their_rule_and_a_translated_reason() -> None:
    state = matou.game("clocktowers").start()
    for name in ("=R3", "=K", "=F1"):
        state.play(name)
    with pytest.raises(matou.IllegalAction) as refused:
        state.play("Km>1")
    assert refused.value.rule == "CT6"
    assert refused.value.sentence("en") == "You have no tower 1."
    assert refused.value.sentence("fr") == "Tu n’as pas de clocher 1."
    assert str(refused.value) == "You have no tower 1. (CT6)"


def test_an_observation_only_names_actions_of_its_own_seat() -> None:
    state = matou.game("clocktowers").start()
    for name in ("=R3", "=K", "=F1"):
        state.play(name)
    mine, theirs = state.observe(0), state.observe(1)
    assert mine.legal() == state.legal()
    assert mine.name(mine.legal()[0]) == state.name(state.legal()[0])
    assert theirs.legal() == []
    with pytest.raises(ValueError, match="not a legal action of this seat"):
        theirs.name(mine.legal()[0])
    with pytest.raises(ValueError, match="not a legal action of this seat"):
        theirs.describe(mine.legal()[0])
    assert "seat 1" in repr(theirs)
    assert "spectator" in repr(state.observe())


def test_choosing_from_a_state_and_sampling_after_the_end_are_explained() -> None:
    state = matou.game("chopchop").start(seats=2)
    with pytest.raises(TypeError, match=r"state\.observe\(seat\)"):
        matou.bot("chopchop", level=1).choose(state)  # type: ignore[arg-type]
    rng = random.Random(1)
    while not state.over:
        state.play(state.sample(rng))
    with pytest.raises(ValueError, match="is over"):
        state.sample(rng)


def test_a_game_stores_its_options() -> None:
    game = matou.game("clocktowers", ladder="player")
    assert game.settings(2) == {"ladder": "player", "floors_above_clock": False}
    assert repr(game) == "matou.game('clocktowers', ladder='player')"
    state = game.start()
    assert "2 seats, after 0 actions" in repr(state)


def test_examples_in_the_docstrings_run() -> None:
    for name in EXAMPLES:
        ran = doctest.testmod(importlib.import_module(name))
        assert ran.attempted
        assert ran.failed == 0, name


def test_sampling_follows_chance_weights() -> None:
    state = matou.game("clocktowers").start(4)
    state.play("=R1")
    rng = random.Random(1)
    seen = [state.name(state.sample(rng)) for _ in range(1400)]
    assert 800 < seen.count("=K") < 1000  # 9 of 14


def test_a_refusal_can_be_pickled() -> None:
    state = matou.game("chopchop").start(2)
    for wrong in ("a1-a2", 10**6):
        with pytest.raises(Refusal) as refused:
            state.play(wrong)
        again = pickle.loads(pickle.dumps(refused.value))
        assert type(again) is type(refused.value)
        assert (str(again), vars(again)) == (str(refused.value), vars(refused.value))
