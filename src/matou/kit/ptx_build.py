"""Building PTX from linked rules, by numba-cuda and CUDA's nvvm. No GPU is needed for it.

A *kernel* is a function that one thread of the GPU runs for one row of its arrays; it is written
over linked rules, like a template, and may use ``numba.cuda`` for what only a GPU has (its own
number, memory of its own). nvvm must be CUDA 13.0's: a driver does not load newer PTX than its own.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # gone from NumPy 2.5, and numba-cuda asks for it
    np.row_stack = np.vstack

import numba
from numba import cuda
from numba.cuda import dispatcher
from numba.cuda import types as cuda_types
from numba.cuda.extending import overload_method

from matou.kit.linking import Linked

OLDEST = (7, 5)  # the oldest cards that CUDA 13 knows; newer ones take its PTX too
ROWS = {"i1": numba.int8, "i2": numba.int16, "i4": numba.int32, "i8": numba.int64}
ROWS |= {"f4": numba.float32}

# What ``bits`` is to native code; ``bit_count`` numba-cuda has by itself.
overload_method(cuda_types.Integer, "bit_length")(
    lambda x: lambda x: 64 - cuda.clz(cuda_types.int64(x))  # noqa: ARG005
)


def type_of(kind: str, record: Any) -> Any:
    """``i8`` is a number, ``i8[]`` a row of them, ``i8[,]`` a table; ``record[]`` are records."""
    item, _, shape = kind.partition("[")
    of: Any = numba.from_dtype(record) if item == "record" else ROWS[item]
    return {"": of, "]": of[::1], ",]": of[:, ::1]}[shape]


def built(kernel: Callable[..., None], kinds: Sequence[str], record: Any) -> str:
    """A kernel's PTX, under its own name."""
    # Which card it is for is said below; numba-cuda also looks whether one is there.
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=OLDEST)
    signature = tuple(type_of(kind, record) for kind in kinds)
    text, _ = cuda.compile_ptx(kernel, signature, cc=OLDEST)
    entry = re.search(r"\.entry\s+(\S+)\(", text)
    assert entry is not None
    return tables_in_memory(text.replace(entry[1], kernel.__name__))


def tables_in_memory(text: str) -> str:
    """Constant tables in ordinary memory, read through the cache.

    numba-cuda puts them where a card keeps constants, which it reads for one address at a time:
    good for what all threads ask for at once, ruinous for tables that each enters elsewhere.
    """
    text = re.sub(r"^\.const\b", ".global", text, flags=re.MULTILINE)
    return text.replace("ld.const.", "ld.global.nc.").replace("cvta.const.", "cvta.global.")


def without(linked: Linked, rule: Any) -> Linked:
    """The same rules, but that one does nothing: the kernel has done it for many rows at once."""
    nothing = cuda.jit(device=True)(lambda *_: None)
    for space in linked._spaces.values():
        for name, value in space.items():
            if value is linked._twins[rule]:
                space[name] = nothing
    return linked
