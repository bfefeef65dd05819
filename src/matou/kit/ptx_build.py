"""Builds PTX from linked rules, with numba-cuda and CUDA's nvvm. It needs no GPU.

A *kernel* is a function that one thread of the GPU runs for one row of its arrays. It is written
over linked rules, like a template, and may use ``numba.cuda`` for what only a GPU has (the
thread's number, local memory). nvvm must be CUDA 13.0's: a driver does not load newer PTX than its
own.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

if not hasattr(np, "row_stack"):  # numba-cuda needs it, NumPy 2.5 has removed it
    np.row_stack = np.vstack

import numba
from numba import cuda
from numba.cuda import dispatcher, types as cuda_types
from numba.cuda.extending import overload_method

from matou.kit.linking import Linked

OLDEST = (7, 5)  # the oldest GPUs that CUDA 13 supports; newer ones run their PTX too
ROWS = {"i1": numba.int8, "i2": numba.int16, "i4": numba.int32, "i8": numba.int64}
ROWS |= {"f4": numba.float32}

# As in ``bits``; numba-cuda already has ``bit_count``.
overload_method(cuda_types.Integer, "bit_length")(
    lambda x: lambda x: 64 - cuda.clz(cuda_types.int64(x))  # noqa: ARG005
)


def type_of(kind: str, record: Any) -> Any:
    """Returns the type of a number (``i8``), row (``i8[]``), table (``i8[,]``) or ``record[]``."""
    item, _, shape = kind.partition("[")
    of: Any = numba.from_dtype(record) if item == "record" else ROWS[item]
    return {"": of, "]": of[::1], ",]": of[:, ::1]}[shape]


def build_ptx(kernel: Callable[..., None], kinds: Sequence[str], record: Any) -> str:
    """Returns a kernel's PTX, under its own name."""
    # numba-cuda looks for a GPU, although ``cc`` below says which one it is for.
    dispatcher.get_current_device = lambda: types.SimpleNamespace(compute_capability=OLDEST)
    signature = tuple(type_of(kind, record) for kind in kinds)
    text, _ = cuda.compile_ptx(kernel, signature, cc=OLDEST)
    entry = re.search(r"\.entry\s+(\S+)\(", text)
    assert entry is not None
    return tables_in_memory(text.replace(entry[1], kernel.__name__))


def tables_in_memory(text: str) -> str:
    """Moves constant tables to ordinary memory, read through the cache.

    numba-cuda puts them into the GPU's constant memory, which serves one address at a time. That
    is fast if all threads read the same entry, and very slow if each reads another.
    """
    text = re.sub(r"^\.const\b", ".global", text, flags=re.MULTILINE)
    return text.replace("ld.const.", "ld.global.nc.").replace("cvta.const.", "cvta.global.")


def without_rule(linked: Linked, rule: Any) -> Linked:
    """Makes a rule do nothing, because the kernel has done it for many rows at once."""
    nothing = cuda.jit(device=True)(lambda *_: None)
    for space in linked._spaces.values():
        for name, value in space.items():
            if value is linked._twins[rule]:
                space[name] = nothing
    return linked
