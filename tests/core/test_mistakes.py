"""Likely mistakes of newcomers to the Python API: each error says what to do."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import matou
from matou.core import game as game_module, record as record_module

GAME = matou.game("clocktowers")


def started_state() -> Any:
    state = GAME.start(seats=2)
    for name in ("=R3", "=K", "=F1"):
        state.play(name)
    return state


def finished_state() -> Any:
    state, rng = GAME.start(seats=2), random.Random(1)
    while not state.over:
        state.play(state.sample(rng))
    return state


STATE: Any = started_state()
OVER: Any = finished_state()
BOT: Any = matou.bot(GAME, level=1)
ANY: Any = matou  # for calls that the type checker would reject

MISTAKES: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "a game that is a list": (lambda: ANY.game([]), ValueError, r"unknown game \[\]; choose from"),
    "an unknown version": (lambda: ANY.game("clocktowers", 7), ValueError, "no version 7; choose"),
    "a seat as text": (
        lambda: STATE.observe("0"),
        ValueError,
        "seat is '0', but must be a number from 0 to 1, or None for a spectator",
    ),
    "a seat that is not there": (lambda: STATE.observe(2), ValueError, "seat is 2, but must be"),
    "a negative seat": (lambda: STATE.observe(-1), ValueError, "seat is -1, but must be"),
    "a seat that is a float": (lambda: STATE.observe(1.0), ValueError, "seat is 1.0, but must be"),
    "a picture for no seat": (lambda: STATE.svg(seat=5), ValueError, "seat is 5, but must be"),
    "weights at a decision": (
        lambda: STATE.weights(),
        ValueError,
        "only chance has weights, and in .* seat 0 decides: see state.actor",
    ),
    "weights at the end": (lambda: OVER.weights(), ValueError, "the game is over"),
    "playing on": (lambda: OVER.play(0), matou.IllegalAction, "The game is over"),
    "playing on by notation": (lambda: OVER.play("F1c+"), matou.IllegalAction, "The game is over"),
    "sampling at the end": (lambda: OVER.sample(), ValueError, "is over: there is nothing to play"),
    "NumPy's generator": (
        lambda: STATE.sample(np.random.default_rng()),
        TypeError,
        r"sample takes a random.Random\(seed\), not Generator",
    ),
    "a number to parse": (lambda: STATE.parse(3), TypeError, r"parse reads notation like 'F1c\+'"),
    "a language we have not": (
        lambda: STATE.describe(STATE.legal()[0], "xx"),
        ValueError,
        "language is 'xx', but must be one of 'en', .*'fr'",
    ),
    "its board in words": (lambda: STATE.observe(0).text("xx"), ValueError, "language is 'xx'"),
    "its prompt": (lambda: STATE.observe(0).prompt("xx"), ValueError, "language is 'xx'"),
    "its picture": (lambda: STATE.svg(lang="xx"), ValueError, "language is 'xx'"),
    "its rule book": (lambda: GAME.book("xx"), ValueError, "language is 'xx'"),
    "a theme we have not": (lambda: STATE.svg(theme="drak"), ValueError, "there are light, dark"),
    "an action of another seat": (
        lambda: STATE.observe(1).name(STATE.legal()[0]),
        ValueError,
        "not a legal action of this seat here: Seat 0 is thinking",
    ),
    "a bot for a state": (lambda: ANY.bot(STATE), ValueError, "unknown game <clocktowers"),
    "a bot's level": (lambda: ANY.bot(GAME, 9), ValueError, "Unknown bot “9”. Choose from: random"),
    "a bot's threads": (lambda: ANY.bot(GAME, 3, threads=0), ValueError, "threads is 0, but must"),
    "a bot's seed": (lambda: ANY.bot(GAME, 3, seed="x"), ValueError, "seed is 'x', but must be"),
    "a state for a bot": (lambda: BOT.choose(STATE), TypeError, r"state.observe\(seat\), not"),
    "another's turn": (
        lambda: BOT.choose(STATE.observe(1)),
        ValueError,
        "as seat 1 sees it.* nothing to decide now",
    ),
    "another game": (
        lambda: BOT.choose(matou.game("chopchop").start(2).observe(0)),
        ValueError,
        "was shown a game of chopchop",
    ),
    "a record as bytes": (
        lambda: ANY.Record.loads(b"matou record 1"),
        ValueError,
        "a record is text, not bytes: matou.records.read reads a file",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_raises_an_error_that_says_what_to_do(mistake: str) -> None:
    made, kind, says = MISTAKES[mistake]
    with pytest.raises(kind, match=says):
        made()


def test_numpy_integers_can_be_seats_and_actions() -> None:
    assert STATE.observe(np.int64(1)) == STATE.observe(1)
    action = STATE.legal()[0]
    assert STATE.name(np.int8(action)) == STATE.name(action)


def test_actions_can_be_given_by_number_or_notation() -> None:
    action = STATE.legal()[0]
    name = STATE.name(action)
    assert STATE.name(name) == name
    assert STATE.describe(name) == STATE.describe(action)


def test_dir_lists_only_the_public_api() -> None:
    assert {"game", "bot", "vector", "arena", "records", "State"} <= set(dir(matou))
    assert not {"restored_state", "find", "importlib", "annotations"} & set(dir(matou))
    state, view = STATE, STATE.observe(0)
    for thing in (matou, matou.arena, matou.records, GAME, state, view):
        assert dir(thing) == sorted(dir(thing))
        for name in dir(thing):
            assert hasattr(thing, name), name
            assert not name.startswith("_") or thing is matou
    assert {"start", "having", "from_text", "options"} <= set(dir(GAME))
    assert {"play", "legal", "observe", "to_text", "weights"} <= set(dir(state))
    assert {"legal", "log", "text", "to_text"} <= set(dir(view))
    assert not {"rules", "drawing", "s", "add", "seal"} & {*dir(GAME), *dir(state), *dir(view)}


def test_public_methods_have_docstrings() -> None:
    for kind in (matou.State, matou.Observation, game_module.Game):
        thing = {"State": STATE, "Observation": STATE.observe(0), "Game": GAME}[kind.__name__]
        for name in dir(thing):
            member = getattr(kind, name, None)
            if callable(member) or isinstance(member, property):
                assert member.__doc__, f"{kind.__name__}.{name}"
    assert record_module.Record.outcome.__doc__
