"""Training the weights of hints: which games, the file it writes, and refusals."""

from __future__ import annotations

import runpy
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from labs import training
from matou.core.registry import find


def test_games_that_can_be_trained_have_a_weight_for_each_feature() -> None:
    assert training.learners()
    for name in training.learners():
        hints = find(name).hints
        assert hints is not None
        assert hints.rules.__file__ is not None
        stored = Path(hints.rules.__file__).with_name("learned_values.py")
        if stored.exists():
            assert len(runpy.run_path(str(stored))["WEIGHTS"]) == hints.features
            assert f"python -m labs.training {name} --games" in stored.read_text()


def test_the_written_file_reads_back_and_names_its_command(tmp_path: Path) -> None:
    game: Any = SimpleNamespace(
        hints=SimpleNamespace(rules=SimpleNamespace(__file__=str(tmp_path / "hints.py")))
    )
    weights = list(range(-6, 17))
    path = training.write(game, weights, "python -m labs.training some --games 40")
    assert path == tmp_path / "learned_values.py"
    assert runpy.run_path(str(path))["WEIGHTS"] == tuple(weights)
    assert "python -m labs.training some --games 40" in path.read_text()


def test_a_game_without_features_is_refused_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        training.main(["chess"])
    assert stop.value.code == 2
    said = capsys.readouterr().err
    assert "chess has no features to weigh" in said
    assert training.learners()[0] in said
