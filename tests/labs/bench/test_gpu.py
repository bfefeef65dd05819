"""``matou bench gpu`` without a GPU, and its table."""

from __future__ import annotations

from argparse import Namespace

import pytest

from labs.bench import gpu
from matou.kit import ptx


def test_without_a_gpu_it_prints_a_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing() -> None:
        raise ptx.NoGPU("there is no NVIDIA GPU here")

    monkeypatch.setattr(ptx, "cupy", nothing)
    assert gpu.run(Namespace(games=None, quick=True, json=False)) == 2
    assert capsys.readouterr().err == "there is no NVIDIA GPU here\n"


def test_the_table_has_a_row_for_each_game_and_a_column_for_each_size() -> None:
    rates = [
        gpu.Rate("matou", "catymini", "steps", 1024, 2.5e6),
        gpu.Rate("matou", "catymini", "steps", 65536, 1.5e9),
        gpu.Rate("pgx", "hex", "steps", 65536, 1e6),
    ]
    assert gpu.table({"card": "some"}, rates).splitlines() == [
        "card some",
        "",
        "| million a second | 1,024 | 65,536 |",
        "|---|---:|---:|",
        "| matou catymini steps | 2.5 | 1,500.0 |",
        "| pgx hex steps |  | 1.0 |",
    ]
