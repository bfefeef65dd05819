"""The PTX backend, as far as it can be tested without a GPU."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import matou
from labs.bench import gpu_playouts
from matou.kit import ptx
from matou.kit.layout import dtype_of


def test_kernels_are_built_once_and_written_whole(tmp_path: Path) -> None:
    made: list[int] = []

    def build() -> str:
        made.append(1)
        return ".version 9.0"

    path = tmp_path / "folder" / "game-play.ptx"
    for _ in range(2):
        assert ptx.cached(path, build).read_text() == ".version 9.0"
    assert made == [1]
    assert list(path.parent.iterdir()) == [path]


def test_a_kernel_that_cannot_be_built_raises_with_a_reason(tmp_path: Path) -> None:
    def build() -> str:
        raise ImportError("No module named 'numba_cuda'")

    with pytest.raises(ptx.NoGPU, match=r"play.ptx cannot be built.*\[gpu\]"):
        ptx.cached(tmp_path / "play.ptx", build)


def test_the_ptx_folder_changes_with_rules_and_kernel_source(tmp_path: Path) -> None:
    from matou.core.game import linked

    rules = [linked(matou.game(name).rules, compile=False) for name in ("catymini", "chopchop")]
    source = tmp_path / "kernels.py"
    source.write_text("one = 1")
    folders = [ptx.folder(rule, str(source)) for rule in rules]
    source.write_text("one = 2")
    folders.append(ptx.folder(rules[0], str(source)))
    assert len(set(folders)) == 3


def test_kernel_arguments_describe_arrays_by_seven_or_nine_words() -> None:
    def at(array: Any) -> Any:
        data = SimpleNamespace(ptr=4096)
        shape, strides = array.shape, array.strides
        return SimpleNamespace(shape=shape, strides=strides, itemsize=array.itemsize, data=data)

    records, table = np.zeros((5, 152), np.uint8), np.zeros((3, 7), np.int16)
    given = ptx.kernel_args(("record[]", "i2[,]", "i8"), at(records), at(table), 9)
    assert [int(x) for x in given] == [
        *(0, 0, 5, 152, 4096, 5, 152),
        *(0, 0, 21, 2, 4096, 3, 7, 14, 2),
        9,
    ]


@pytest.mark.heavy
@pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="needs numba-cuda")
def test_a_playout_kernel_can_be_built_without_a_gpu() -> None:
    from matou.kit.ptx_build import build_ptx

    game = matou.game("clocktowers")
    record = dtype_of(game.rules.State)
    linked = gpu_playouts.bound(game, compile=True)
    kernel = gpu_playouts.kernel(linked, record, game.rules.MAX_LEGAL)
    text = build_ptx(kernel, gpu_playouts.KINDS, record)
    assert ".visible .entry playouts(" in text
    assert ".const" not in text
    assert ".version 9.0" in text  # of CUDA 13.0, which the current driver loads
