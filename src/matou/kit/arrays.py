"""Backends that run a linked template over NumPy arrays, on several threads.

Each makes arrays, and binds rules to them: ``bind("step", games)`` returns a function of the rule's
remaining numbers. With the same numbers in, all give the same bytes. ``wasm_shared`` is the third.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from matou.kit.linking import Linked

Array = NDArray[Any]


class ArrayBackend(Protocol):
    threads: int  # how many can run at a time

    def array(self, shape: int | tuple[int, ...], kind: DTypeLike) -> Array:
        """Returns an array of zeros."""

    def bind(self, name: str, *args: Any, thread: int = 0) -> Callable[..., int]:
        """Returns a rule bound to arrays of this backend, or named tuples of them, for a thread."""


class NativeArrays:
    """Compiled by numba."""

    def __init__(self, linked: Linked, threads: int) -> None:
        self._linked = linked
        self.threads = threads

    def array(self, shape: int | tuple[int, ...], kind: DTypeLike) -> Array:
        return np.zeros(shape, kind)

    def bind(self, name: str, *args: Any, thread: int = 0) -> Callable[..., int]:  # noqa: ARG002
        return partial(getattr(self._linked, name), *args)


class InterpretedArrays:
    """Plain Python, which sees the arrays as ctypes: slow, but always available."""

    threads = 1

    def __init__(self, linked: Linked, record: type[Any]) -> None:
        self._linked, self._record = linked, record

    def array(self, shape: int | tuple[int, ...], kind: DTypeLike) -> Array:
        return np.zeros(shape, kind)

    def bind(self, name: str, *args: Any, thread: int = 0) -> Callable[..., int]:  # noqa: ARG002
        return partial(getattr(self._linked, name), *map(self._seen, args))

    def _seen(self, arg: Any) -> Any:
        if isinstance(arg, tuple):
            return type(arg)(*map(self._seen, arg))
        if not isinstance(arg, np.ndarray):
            return arg
        if arg.dtype.fields:
            return (self._record * len(arg)).from_buffer(arg)
        return np.ctypeslib.as_ctypes(arg)


def flat(args: tuple[Any, ...]) -> Iterator[Any]:
    """Yields arguments, and the fields of those that are named tuples."""
    for arg in args:
        if isinstance(arg, tuple):
            yield from arg
        else:
            yield arg
