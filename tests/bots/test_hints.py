"""The light knowledge of each game: in bounds, unspoilt by what it looks at, and learned."""

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


def known_of(game: Game) -> Any:
    return binding.bound(game.rules, game.hints, compile=False)


def decisions(name: str, seats: int, seed: int = 2, most: int = 120) -> list[State]:
    """Positions of a random game where a seat is to act."""
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
def test_hints_weigh_every_action_and_hopes_are_chances(name: str, seats: int) -> None:
    known: Any = known_of(matou.game(name))
    for state in decisions(name, seats):
        legal = state.legal()
        weights = [0] * (len(legal) + 1)
        before = state.tobytes()
        total = known.hint(state.s, legal, len(legal), weights)
        assert total == sum(weights[:-1]) or total == 0
        assert all(w >= 0 for w in weights)
        out = [0.0] * seats
        known.evaluate(state.s, out, [0] * NOTES)
        assert all(0 <= x <= 1 for x in out)
        assert state.tobytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_who_forgets_knows_less_and_can_still_play_on(name: str) -> None:
    game = matou.game(name)
    known: Any = known_of(game)
    for state in decisions(name, game.max_seats)[::7]:
        view = state.observe(state.actor)
        blurred = clone(view.s)
        known.forget(blurred, rng_words(5))
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
def test_games_of_memory_are_forgotten_in_part(name: str) -> None:
    known: Any = known_of(matou.game(name))
    blurred = 0
    for state in decisions(name, 2, most=400):
        s = clone(state.observe(state.actor).s)
        before = as_bytes(s)
        known.forget(s, rng_words(3))
        blurred += as_bytes(s) != before
    assert blurred > 20


def test_who_forgets_in_clocktowers_mistakes_draws_but_neither_hand_nor_table() -> None:
    game = matou.game("clocktowers")
    known: Any = known_of(game)
    mistaken = 0
    for state in decisions("clocktowers", 3):
        me = state.actor
        before, s = state.observe(me).s, clone(state.observe(me).s)
        known.forget(s, rng_words(8))
        assert list(s.hand[me]) == list(before.hand[me])
        assert list(s.onto) == list(before.onto)
        assert list(s.card) == list(before.card)
        for turn in range(state.s.turn):
            if s.drawn[turn] != before.drawn[turn]:
                assert turn % 3 != me, "one's own draws are in one's hand or on the table"
                mistaken += 1
        assert min(s.unseen) >= 0
    assert mistaken > 50


def test_the_greedy_of_appenzell_count_cheeses_first_and_then_mice() -> None:
    known: Any = known_of(matou.game("appenzell"))
    s = matou.game("appenzell").start(3).s
    s.cheeses[0], s.cheeses[1] = 0b11, 0b1
    s.fallen[0], s.fallen[2] = 3, 1
    points = [0] * 8
    known.scores(s, points)
    known.appetite(s, points)
    assert points[0] > points[1] > 0 > points[2]


def test_a_game_without_hints_is_played_all_the_same() -> None:
    from labs.bench import connect_four
    from matou.bots.memory import Params, Tree

    s = connect_four.State()
    for action in (3, 0, 3, 0, 3):  # three in a column: seat 1 must stop it
        connect_four.apply(s, action)
    room = binding.linked_backend(connect_four, None, "interpreted")
    tree = Tree(room, connect_four, s, 2, 1, nodes=5000, params=Params())
    tree.run(2000)
    best = max(tree.found(), key=lambda f: f.visits)
    assert best.action == 3


@pytest.mark.heavy
def test_training_moves_the_weights_towards_winning() -> None:
    """A few games are enough to learn that mice alive are worth more than mice caught."""
    from labs.training import train

    game = matou.game("chopchop")
    weights = train(game, 800, seed=3)
    assert weights[5] > weights[2]  # four mice alive, against one
    assert weights == train(game, 800, seed=3)
