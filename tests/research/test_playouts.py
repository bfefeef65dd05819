"""``matou.playouts``: every backend plays the same games as the interpreted rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import matou
from matou.kit import playout
from matou.kit.linking import link
from matou.kit.rng import rng_words
from matou.research.playouts import Playouts
from matou.research.vector import start_of


def same(one: Playouts, other: Playouts) -> bool:
    """Returns whether the rows that both have are equal."""
    many = min(len(one.lengths), len(other.lengths))
    pairs: Any = zip(one, other, strict=True)
    return all(np.array_equal(a[:many], b[:many]) for a, b in pairs)


@pytest.mark.parametrize("name", matou.available())
def test_each_row_is_the_game_of_its_seed(name: str) -> None:
    game = matou.game(name)
    seats = game.max_seats
    games = matou.playouts(game, 4, seats, seed=9)
    assert games.returns.shape == games.winners.shape == (4, seats)
    plain: Any = link(playout, base=link(game.rules, compile=False), compile=False)  # type: ignore[arg-type]
    for g in range(4):
        state = game.start(seats)
        out, weights = ([0] * game.rules.MAX_LEGAL for _ in range(2))
        assert plain.playout(state.s, out, weights, rng_words(start_of(9) + g)) == games.lengths[g]
        assert state.over
        assert games.returns[g].tolist() == state.returns
        assert np.flatnonzero(games.winners[g]).tolist() == state.winners
        assert games.ended_by[g] == state.ended_by


def test_the_games_depend_only_on_the_seed() -> None:
    games = matou.playouts("catymini", 700, seed=3)
    assert same(games, matou.playouts("catymini", 700, seed=3, threads=3))
    assert same(games, matou.playouts(matou.game("catymini"), 700, 2, 3, threads=2))
    assert not same(games, matou.playouts("catymini", 700, seed=4))
    few = matou.playouts("catymini", 20, seed=3, backend="interpreted")
    assert len(few.lengths) == 20
    assert same(few, games)
    assert games.returns.mean() == pytest.approx(0.5)


def test_options_change_the_game() -> None:
    by_default = matou.playouts("clocktowers", 300, seats=3)
    assert not same(by_default, matou.playouts("clocktowers", 300, seats=3, ladder="player"))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"game": "chess"}, "chess"),
        ({"n": 0}, "n is 0, but must be a whole number from 1"),
        ({"threads": 0}, "threads is 0"),
        ({"seats": 9}, "9"),
        ({"seed": "one"}, "seed is 'one'"),
        ({"backend": "gpu"}, "backend is 'gpu'"),
        ({"ladder": "stairs"}, "stairs"),
    ],
)
def test_a_bad_choice_is_a_sentence(asked: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        matou.playouts(**{"game": "clocktowers", "n": 5, **asked})
