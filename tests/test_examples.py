"""The example programs run and learn, and type checkers accept them."""

from __future__ import annotations

import importlib
import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import matou

ROOT = Path(__file__).parent.parent
PROGRAM = ROOT / "examples" / "front_door.py"


def python(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *args],
        cwd=ROOT,
        env={"PYTHONPATH": str(Path(matou.__file__).parents[1]), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_example_of_the_public_api_runs() -> None:
    done = python(str(PROGRAM), "--fast")
    assert done.returncode == 0, done.stderr
    for name in matou.available():
        assert f"{name}: [" in done.stdout
    assert "games have ended" in done.stdout


@pytest.mark.heavy
def test_mypy_accepts_the_example_of_the_public_api() -> None:
    done = python("-m", "mypy", "--strict", str(PROGRAM))
    assert done.returncode == 0, done.stdout


def test_a_trained_network_can_play_in_the_arena(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    np = pytest.importorskip("numpy", reason="NumPy is not installed")
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    trained = importlib.import_module("trained")
    env = matou.vector(trained.GAME, n=1)
    sizes = (env.observations.shape[1], 8, 8, env.masks.shape[1])
    rng = np.random.default_rng(1)
    layers: dict[str, Any] = {}
    for i, (before, after) in enumerate(itertools.pairwise(sizes)):
        layers |= {f"weights{i}": rng.normal(size=(after, before)), f"bias{i}": np.zeros(after)}
    np.savez(tmp_path / "mine.npz", **layers)
    network = trained.Network(tmp_path / "mine.npz")
    assert trained.win_rate(network, "random", games=20).count == 20
    spec = f"trained:Network:{tmp_path / 'mine.npz'}"
    result = matou.arena.match(trained.GAME, [spec, "random"], games=2)
    assert [one.name for one in result.standings()] == ["mine", "random"]
    state = result.match.having().start(2)
    while state.actor < 0:
        state.play(state.legal()[0])
    view = state.observe(state.actor)
    scores = network.scores(trained.encoded(view))
    assert scores[network.choose(view)] == max(scores[action] for action in view.legal())


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("example", "package"),
    [("vector_torch", "torch"), ("sb3_maskable_ppo", "sb3_contrib"), ("tianshou_ppo", "tianshou")],
)
def test_a_training_example_runs_and_writes_its_learning_curve(
    example: str, package: str, tmp_path: Path
) -> None:
    pytest.importorskip(package, reason=f"{package} is not installed")
    done = python(str(ROOT / "examples" / f"{example}.py"), "--games", "20", "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    curve = json.loads((tmp_path / f"{example}.json").read_text())
    assert curve[0]["games"] == 0
    assert curve[-1]["games"] >= 20
    assert 0.3 < curve[-1]["level1"]["mean"] < 0.7
    drawn = python(str(ROOT / "examples" / "trained.py"), str(tmp_path / f"{example}.json"))
    assert drawn.stdout.startswith("<svg"), drawn.stderr


def test_the_example_uses_every_public_name() -> None:
    text = PROGRAM.read_text()
    for name in matou.__all__:
        assert f"matou.{name}" in text or f" {name}" in text, name
