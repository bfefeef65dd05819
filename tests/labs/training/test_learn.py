"""Training a network by self-play: a short run on the CPU."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from labs import training
from matou.core.registry import find
from matou.kit import network

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from labs.training import learn, net  # noqa: E402


def test_the_net_fits_its_targets_and_its_gradients_are_right() -> None:
    made: Any = net.Net(np, 20, seed=3)
    rng = np.random.RandomState(4)
    active = np.array([rng.choice(20, 6, replace=False) for _ in range(300)]).astype(np.int16)
    seats = np.where(np.arange(300) % 2, 2, 3)
    lucky = (active < 7).sum(1) > 2
    target = np.zeros((300, network.OUTPUTS), np.float32)
    target[np.arange(300), np.where(lucky, 0, 1)] = 1

    def loss(weights: Any) -> float:
        p = made.chances(made.logits(made.dense(active), weights)[2], seats)
        return float(-(target * np.log(p + 1e-9)).sum(1).mean())

    before, start = made.weights.astype(np.float64), made.weights.copy()
    first = made.learn(active, seats, target, 1e-3)
    assert first == pytest.approx(loss(start), abs=1e-5)
    slope = made.slope / 0.1  # after one step, Adam's average is a tenth of the gradient
    for i in np.argsort(-np.abs(slope))[:8]:
        step = np.zeros_like(before)
        step[i] = 1e-4
        measured = (loss(before + step) - loss(before - step)) / 2e-4
        assert slope[i] == pytest.approx(measured, rel=0.02, abs=1e-4)
    for _ in range(150):
        last = made.learn(active, seats, target, 3e-3)
    assert last < 0.3 * first


def test_the_integer_network_gives_the_same_outputs_as_the_net() -> None:
    made: Any = net.Net(np, 50, seed=1)
    rng = np.random.RandomState(2)
    active = np.array([rng.choice(50, 12, replace=False) for _ in range(40)]).astype(np.int16)
    first, second, third = net.whole_numbers(made, active)
    memory: Any = network.NetworkMemory()
    said = made.logits(made.dense(active), made.mean)[2]
    for row, logits in zip(active, said, strict=True):
        for i, feature in enumerate(row):
            memory.active[i] = int(feature)
        network.propagate(first, second, third, memory, len(row))
        found = [x / network.UNIT for x in memory.outputs]
        assert found == pytest.approx([float(x) for x in logits], abs=0.02)


def test_a_widened_network_gives_the_same_outputs_at_first_and_trains_its_new_units() -> None:
    made: Any = net.Net(np, 50, seed=1)
    rng = np.random.RandomState(2)
    active = np.array([rng.choice(50, 12, replace=False) for _ in range(40)]).astype(np.int16)
    seats = np.full(40, 2)
    wider: Any = net.from_whole_numbers(np, 50, net.whole_numbers(made, active), wide=192)
    assert wider.wide == 192
    said = made.look(active, seats)
    assert np.allclose(said, wider.look(active, seats), atol=0.01)
    target = np.eye(network.OUTPUTS, dtype=np.float32)[active.min(1) % 2]
    for _ in range(20):
        wider.learn(active, seats, target, 1e-3)
    assert np.abs(wider.parts(wider.weights)[2][128:]).max(1).all(), "new units did not learn"
    first, second, third = net.whole_numbers(wider, active)
    assert tuple(map(len, (first, second, third))) == network.lengths(50, 192)


def test_a_network_with_added_features_gives_the_same_outputs_at_first() -> None:
    made: Any = net.Net(np, 50, seed=1)
    rng = np.random.RandomState(2)
    active = np.array([rng.choice(50, 12, replace=False) for _ in range(40)]).astype(np.int16)
    seats = np.full(40, 2)
    more: Any = net.from_whole_numbers(np, 60, net.whole_numbers(made, active))
    assert more.inputs == 60
    added = np.concatenate([active, np.full((40, 1), 55, np.int16)], 1)
    assert np.allclose(made.look(active, seats), more.look(added, seats), atol=0.01)
    target = np.eye(network.OUTPUTS, dtype=np.float32)[active.min(1) % 2]
    more.learn(added, seats, target, 1e-3)
    assert np.abs(more.parts(more.weights)[0][55]).max() > 0, "the new feature did not learn"


def test_training_can_continue_from_the_mean_of_several_networks() -> None:
    one, other = (net.Net(np, 50, seed=1) for _ in range(2))
    other.weights = other.weights + 2
    assert np.allclose(net.mean([one, other]).weights, net.Net(np, 50, seed=1).weights + 1)
    assert np.array_equal(one.mean, one.weights)


@pytest.mark.heavy
def test_a_learner_that_continues_is_measured_against_the_games_own_network(tmp_path: Path) -> None:
    game = find("clocktowers")
    assert game.hints is not None
    assert game.hints.network is not None
    recipe = learn.Recipe(wide=256, fade=0.9, rate=1e-9, start=(game.hints.network,))
    learner = learn.Learner(game, 32, "cpu", 3, recipe)
    learner.batch(0.5)
    found = learner.strength()
    assert found["hints"] > 0.9, "it has forgotten what it knew"
    assert 0 < found["shipped"] < 1


@pytest.mark.heavy
def test_a_short_run_on_the_cpu_leaves_weights_checkpoint_and_log(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["learn", "clocktowers", "--device", "cpu", "--at-once", "16", "--seconds", "0.02"]
    assert training.main([*words, "--seed", "7", "--into", str(tmp_path)]) == 0
    said = capsys.readouterr()
    assert "100%" in said.err
    assert "written: " in said.out
    game = find("clocktowers")
    assert game.hints is not None
    inputs: Any = game.hints.inputs
    tables = network.load(tmp_path / "clocktowers.network")
    assert tuple(map(len, tables)) == network.lengths(inputs.INPUTS, 128)
    (line,) = map(json.loads, (tmp_path / "clocktowers.log").read_text().splitlines())
    assert line["games"] == 16
    assert 0 <= line["random"] <= 1
    assert 0 <= line["hints"] <= 1
    one = (tmp_path / "clocktowers.network").read_bytes()
    # The checkpoint resumes the training; the seed repeats it.
    further = learn.Learner(game, 16, "cpu", 7)
    further.load(tmp_path / "clocktowers.npz")
    assert further.games == 16
    assert further.tables_of_numbers() == one
    again = learn.Learner(game, 16, "cpu", 7)
    again.batch(0.0)
    (tmp_path / "again").write_bytes(again.tables_of_numbers())
    for mine, theirs in zip(network.load(tmp_path / "again"), tables, strict=True):
        # On a busy machine NumPy sums in another order: the last digit may differ.
        assert np.allclose(mine, theirs, rtol=1e-4, atol=1)
