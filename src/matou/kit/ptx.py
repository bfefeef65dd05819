"""Running PTX: kernels made by ``ptx_build``, loaded and launched by CuPy on an NVIDIA GPU.

Kernels are kept in the cache folder under a hash of every source and constant that went into
them. So they can be built on one machine, without a GPU, and run on another, without numba.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from matou.kit.extras import install
from matou.kit.linking import Linked, cache_root, fingerprint

BLOCK = 128  # rows, a thread each, that start together


class NoGPU(Exception):
    """What is missing for running on a GPU here, in a sentence."""


def cupy() -> Any:
    """CuPy, with a GPU behind it; NoGPU otherwise."""
    if importlib.util.find_spec("cupy") is None:
        raise NoGPU(f"CuPy is not installed: {install('gpu')}")
    import cupy as cp

    try:
        count = cp.cuda.runtime.getDeviceCount()
    except Exception as wrong:  # no driver, or one that is too old
        raise NoGPU(f"no NVIDIA GPU can be used here: {wrong}") from None
    if count == 0:
        raise NoGPU("there is no NVIDIA GPU here")
    return cp


def folder(linked: Linked, *sources: str) -> Path:
    """Where kernels over these rules are kept: ``linked`` is not compiled, so that all agree."""
    texts = [Path(source).read_text() for source in sources]
    return cache_root() / f"ptx-{fingerprint(linked._spaces, *texts)[:16]}"


def keep(path: Path, build: Callable[[], str]) -> Path:
    """A kernel's file; built now if it is not there."""
    if path.exists():
        return path
    try:
        text = build()
    except (ImportError, OSError, RuntimeError) as wrong:  # numba-cuda, or a library it looks for
        why = str(wrong).partition("\n")[0]
        raise NoGPU(f"{path.name} cannot be built: {why}: {install('gpu')}") from wrong
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text)
    return new.replace(path)  # whole or not at all, whoever else builds it


def words(array: Any, kind: str) -> tuple[Any, ...]:
    """An array as kernels are given it: where it lies, how many, how far apart."""
    import numpy as np

    if kind.startswith("record"):  # a row of bytes each
        shape, strides, item = array.shape[:1], array.strides[:1], array.shape[1]
    else:
        shape, strides, item = array.shape, array.strides, array.itemsize
    count = shape[0] * (shape[1] if len(shape) > 1 else 1)
    numbers = (0, 0, count, item, array.data.ptr, *shape, *strides)
    return tuple(np.int64(x) for x in numbers)


def given(kinds: Sequence[str], *args: Any) -> tuple[Any, ...]:
    """Arguments of these kinds as kernels take them."""
    import numpy as np

    flat: list[Any] = []
    for arg, kind in zip(args, kinds, strict=True):
        flat += words(arg, kind) if "[" in kind else [np.int64(arg)]
    return tuple(flat)


class Kernels:
    """Kernels by name, loaded."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self.cp = cupy()
        self.found = {
            name: self.cp.RawModule(path=str(path)).get_function(name)
            for name, path in paths.items()
        }

    def launch(
        self,
        name: str,
        rows: int,
        given: tuple[Any, ...],
        *,
        block: int = BLOCK,
        threads: int = BLOCK,
        shared: int = 0,
    ) -> None:
        """So many threads for each block of rows, on CuPy's current stream; nobody waits."""
        blocks = (rows + block - 1) // block
        self.found[name]((blocks,), (threads,), given, shared_mem=shared)
