"""Each game's hints: weights and chances in bounds, states unchanged, forgetting, training."""

from __future__ import annotations

import random
from typing import Any

import pytest

import matou
from matou.bots import binding
from matou.core.game import Game
from matou.core.state import State
from matou.kit.chances import NOTES
from matou.kit.layout import as_bytes, clone
from matou.kit.rng import rng_words

GAMES = matou.available()


def hints_of(game: Game) -> Any:
    return binding.bound(game.rules, game.hints, compile=False)


def decisions(name: str, seats: int, seed: int = 2, most: int = 120) -> list[State]:
    """Returns positions of a random game in which a seat is to act."""
    rng = random.Random(f"{name} {seats} {seed}")
    state = matou.game(name).start(seats)
    found: list[State] = []
    while not state.over and len(found) < most:
        if state.actor >= 0:
            found.append(state.copy())
        state.play(state.sample(rng))
    return found


def tables() -> list[tuple[str, int]]:
    games = [matou.game(name) for name in GAMES]
    return [(g.name, n) for g in games for n in range(g.min_seats, g.max_seats + 1)]


@pytest.mark.parametrize(("name", "seats"), tables())
def test_hints_weigh_every_action_and_evaluations_are_chances(name: str, seats: int) -> None:
    hints: Any = hints_of(matou.game(name))
    for state in decisions(name, seats):
        legal = state.legal()
        weights = [0] * (len(legal) + 1)
        before = state.tobytes()
        total = hints.hint(state.s, legal, len(legal), weights)
        assert total == sum(weights[:-1]) or total == 0
        assert all(w >= 0 for w in weights)
        out = [0.0] * seats
        hints.evaluate(state.s, out, [0] * NOTES)
        assert all(0 <= x <= 1 for x in out)
        assert state.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_a_game_can_be_played_on_after_forgetting(name: str) -> None:
    game = matou.game(name)
    hints: Any = hints_of(game)
    for state in decisions(name, game.max_seats)[::7]:
        view = state.observe(state.actor)
        blurred = clone(view.s)
        hints.forget(blurred, rng_words(5))
        game.rules.imagine(blurred, rng_words(6))
        played = State(game, state.seats, blurred)
        assert played.legal() == view.legal()
        rng = random.Random(1)
        for _ in range(300):
            if played.over:
                break
            game.rules.apply(played.s, played.sample(rng))
            played.refresh()


@pytest.mark.parametrize("name", ["appenzell", "clocktowers"])
def test_some_of_a_memory_game_is_forgotten(name: str) -> None:
    hints: Any = hints_of(matou.game(name))
    blurred = 0
    for state in decisions(name, 2, most=400):
        s = clone(state.observe(state.actor).s)
        before = as_bytes(s)
        hints.forget(s, rng_words(3))
        blurred += as_bytes(s) != before
    assert blurred > 20


def test_forgetting_in_clocktowers_changes_draws_but_not_hands_or_towers() -> None:
    game = matou.game("clocktowers")
    hints: Any = hints_of(game)
    mistaken = 0
    for state in decisions("clocktowers", 3):
        me = state.actor
        before, s = state.observe(me).s, clone(state.observe(me).s)
        hints.forget(s, rng_words(8))
        assert list(s.hand[me]) == list(before.hand[me])
        assert list(s.onto) == list(before.onto)
        assert list(s.card) == list(before.card)
        for turn in range(state.s.turn):
            if s.drawn[turn] != before.drawn[turn]:
                assert turn % 3 != me, "own draws are in the hand or on the table"
                mistaken += 1
        assert min(s.unseen) >= 0
    assert mistaken > 50


def test_a_greedy_bot_in_appenzell_counts_cheeses_before_mice() -> None:
    hints: Any = hints_of(matou.game("appenzell"))
    s = matou.game("appenzell").start(3).s
    s.cheeses[0], s.cheeses[1] = 0b11, 0b1
    s.fallen[0], s.fallen[2] = 3, 1
    points = [0] * 8
    hints.scores(s, points)
    hints.appetite(s, points)
    assert points[0] > points[1] > 0 > points[2]


def test_a_search_plays_a_game_without_hints() -> None:
    from labs.bench import connect_four
    from matou.bots.memory import Params, Tree

    s = connect_four.State()
    for action in (3, 0, 3, 0, 3):  # three in a column: seat 1 must block
        connect_four.apply(s, action)
    backend = binding.linked_backend(connect_four, None, "interpreted")
    tree = Tree(backend, connect_four, s, 2, 1, nodes=5000, params=Params())
    tree.run(2000)
    best = max(tree.found(), key=lambda f: f.visits)
    assert best.action == 3


@pytest.mark.heavy
def test_training_moves_the_weights_towards_winning() -> None:
    """A few games are enough to learn that a living mouse is worth more than a caught one."""
    from labs.training import train

    game = matou.game("chopchop")
    weights = train(game, 800, seed=3)
    assert weights[5] > weights[2]  # four living mice, against one
    assert weights == train(game, 800, seed=3)
