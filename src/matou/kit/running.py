"""The backends that run a linked template: interpreted, native, WebAssembly.

Each is a ``Backend``: memory, and the template's rules to call on it. With the same numbers in, all
give the same bytes.

============  =======================  =====================================================
name          memory                   available
============  =======================  =====================================================
interpreted   ctypes records, lists    always
native        NumPy arrays             after compiling, where numba is installed
wasm          WebAssembly's own        at once, with wasmtime and the game's module
============  =======================  =====================================================

A fourth, PTX on a GPU, is not a ``Backend``: it works on thousands of rows at a time (``ptx``).
"""

from typing import Any, Literal, Protocol

from matou.kit.layout import copy_into, dtype_of
from matou.kit.linking import Linked

BackendName = Literal["interpreted", "native", "wasm"]


class Backend(Protocol):
    """Memory for a template, and its rules."""

    def records(self, kind: type[Any], n: int, first: Any = None) -> Any:
        """Returns n blank records; the first is a copy of ``first``, if that is given."""

    def ints(self, n: int) -> Any:
        """Returns n whole numbers, all 0."""

    def floats(self, n: int) -> Any:
        """Returns n floating-point numbers, all 0."""

    def call(self, name: str, *args: Any) -> Any:
        """Calls a rule on memory of this backend."""


class Interpreted:
    """Plain Python over ctypes records."""

    def __init__(self, linked: Linked) -> None:
        self._linked = linked

    def records(self, kind: type[Any], n: int, first: Any = None) -> Any:
        made: Any = (kind * n)()
        if first is not None:
            copy_into(made[0], first)
        return made

    def ints(self, n: int) -> Any:
        return [0] * n

    def floats(self, n: int) -> Any:
        return [0.0] * n

    def call(self, name: str, *args: Any) -> Any:
        return getattr(self._linked, name)(*args)


class Native:
    """Compiled by numba, over NumPy arrays."""

    def __init__(self, linked: Linked) -> None:
        import numpy

        self._linked, self._numpy = linked, numpy

    def records(self, kind: type[Any], n: int, first: Any = None) -> Any:
        blank = self._numpy.zeros(n, dtype_of(kind))
        if first is not None:
            blank[:1] = self._numpy.frombuffer(bytes(first), blank.dtype)
        return blank

    def ints(self, n: int) -> Any:
        return self._numpy.zeros(n, self._numpy.int64)

    def floats(self, n: int) -> Any:
        return self._numpy.zeros(n)

    def call(self, name: str, *args: Any) -> Any:
        return getattr(self._linked, name)(*args)
