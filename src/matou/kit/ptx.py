"""Runs PTX kernels made by ``ptx_build``, loaded and launched by CuPy on an NVIDIA GPU.

Kernels are cached under a hash of all code and constants that went into them. So they can be
built on one machine, without a GPU, and run on another, without numba.
"""

import importlib.util
import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import prod
from pathlib import Path
from typing import Any

from matou.kit import linking
from matou.kit.extras import install
from matou.kit.fingerprints import code_of, fingerprint
from matou.kit.linking import Linked, cache_root

BLOCK = 128  # rows per block, one thread each


class NoGPU(Exception):
    """Says in a sentence what is missing for running on a GPU here."""


def cupy() -> Any:
    """Returns CuPy if there is a GPU; raises NoGPU otherwise."""
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
    """Returns the cache folder of kernels over these rules.

    ``linked`` is not compiled, so that all machines agree on the name.
    """
    builder = str(Path(__file__).with_name("ptx_build.py"))
    codes = (code_of(source) for source in (linking.__file__, builder, *sources))
    return cache_root() / f"ptx-{fingerprint(linked._spaces, *codes)[:16]}"


def cached(path: Path, build: Callable[[], str]) -> Path:
    """Returns a kernel's file; builds it if it is missing."""
    if path.exists():
        return path
    try:
        text = build()
    except (ImportError, OSError, RuntimeError) as wrong:  # numba-cuda or one of its libraries
        why = str(wrong).partition("\n")[0]
        raise NoGPU(f"{path.name} cannot be built: {why}: {install('gpu')}") from wrong
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(f".{os.getpid()}")
    new.write_text(text)
    return new.replace(path)  # atomic: another process may build it too


def build_missing(
    place: Path,
    name: str,
    kinds: Mapping[str, Sequence[str]],
    make: Callable[[], dict[str, Any]],
    record: Any,
) -> dict[str, Path]:
    """Returns the files of a game's kernels by name; ``make`` returns the functions to build."""
    functions: dict[str, Any] = {}

    def build(kernel: str) -> str:
        from matou.kit.ptx_build import build_ptx

        if not functions:
            functions.update(make())
        return build_ptx(functions[kernel], kinds[kernel], record)

    return {k: cached(place / f"{name}-{k}.ptx", partial(build, k)) for k in kinds}


def kernel_args(kinds: Sequence[str], *args: Any) -> tuple[Any, ...]:
    """Returns arguments as kernels take them: of an array its address, counts and strides."""
    import numpy as np

    flat: list[int] = []
    for arg, kind in zip(args, kinds, strict=True):
        if "[" not in kind:
            flat.append(arg)
            continue
        shape, strides, item = arg.shape, arg.strides, arg.itemsize
        if kind.startswith("record"):  # a row of bytes each
            shape, strides, item = shape[:1], strides[:1], shape[1]
        flat += [0, 0, prod(shape), item, arg.data.ptr, *shape, *strides]
    return tuple(np.int64(x) for x in flat)


class Kernels:
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
        args: tuple[Any, ...],
        *,
        block: int = BLOCK,
        threads: int = BLOCK,
        shared: int = 0,
    ) -> None:
        """Starts threads for each block of rows on CuPy's current stream, without waiting."""
        blocks = (rows + block - 1) // block
        self.found[name]((blocks,), (threads,), args, shared_mem=shared)
