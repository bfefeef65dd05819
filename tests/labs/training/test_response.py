"""Training a best response to a bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import matou
from labs.training import network_players
from matou.arena import Match, Tally, play_match
from matou.core import modules
from matou.core.game import Game
from matou.kit import network

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from labs.training import net, response  # noqa: E402


def test_a_network_restored_from_integers_gives_the_same_outputs_and_can_train() -> None:
    made: Any = net.Net(np, 50, seed=1)
    rng = np.random.RandomState(2)
    active = np.array([rng.choice(50, 12, replace=False) for _ in range(40)]).astype(np.int16)
    tables = net.whole_numbers(made, active)
    again: Any = net.from_whole_numbers(np, 50, tables, seed=5)
    said = made.logits(made.dense(active), made.weights)[2]
    assert np.allclose(said, again.logits(again.dense(active), again.weights)[2], atol=0.02)
    sizes = [[np.abs(part).mean() for part in n.parts(n.weights)[::2]] for n in (made, again)]
    assert all(0.2 < a / b < 5 for a, b in zip(*sizes, strict=True)), "not like a fresh network"


@pytest.fixture
def fast_training(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes training fast: from few games, without lessons from the hints, without a network."""
    monkeypatch.setattr(Game, "network", None)
    monkeypatch.setattr(modules, "loaded", {})  # made for a game with its network
    for name, value in {"LESSONS": 0, "RATE": 3e-3, "REUSE": 8}.items():
        monkeypatch.setattr(response, name, value)
    monkeypatch.setattr(response, "at_once", lambda _: 32)


@pytest.mark.heavy
@pytest.mark.usefixtures("fast_training")
def test_training_learns_to_beat_a_weak_bot(tmp_path: Path) -> None:
    game = matou.game("clocktowers")
    shares: list[float] = []
    trained = response.train(
        game, "random", tmp_path, rounds=20, seed=1, progress=lambda *at: shares.append(at[2])
    )
    assert shares[0] < 0.65
    assert trained.games == 20 * 32
    match = Match.of(game, [network_players.ahead(trained.network), "random"], games=40, seed=9)
    taken = Tally(match, play_match(match, processes=1)).score(0)
    assert taken.low > max(0.5, shares[0])


@pytest.mark.heavy
@pytest.mark.usefixtures("fast_training")
def test_training_resumes_and_is_repeatable_by_seed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(response, "at_once", lambda _: 8)
    game = matou.game("clocktowers")
    whole = response.train(game, "random", tmp_path / "a", rounds=2, seed=4)
    response.train(game, "random", tmp_path / "b", rounds=1, seed=4)
    rest = response.train(game, "random", tmp_path / "b", rounds=2, seed=4, resume=True)
    assert (rest.games, rest.rounds) == (whole.games, whole.rounds)
    same = response.train(game, "random", tmp_path / "c", rounds=2, seed=4)
    for mine, theirs in zip(network.load(same.network), network.load(whole.network), strict=True):
        # On a busy machine NumPy sums in another order: the last digit may differ.
        assert np.allclose(mine, theirs, rtol=1e-4, atol=1)


def test_fewer_games_run_at_once_against_slow_bots() -> None:
    assert [response.at_once(b) for b in ("level2", "level4", "level5@2000")] == [64, 16, 8]
