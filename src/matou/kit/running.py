"""The ways of running a linked template: interpreted, native, WebAssembly. One choice, one place.

Each offers the same ``Room``: memory to work in, and the template's rules to call on it. With the
same numbers in, all give the same bytes.

============  =======================  =====================================================
way           memory                   is there
============  =======================  =====================================================
interpreted   ctypes records, lists    always
native        NumPy arrays             after compiling, where numba is installed
wasm          WebAssembly's own        at once, where wasmtime is and the game has a module
============  =======================  =====================================================

The fourth way, PTX on a GPU, is no room: it works on thousands of rows at a time (``ptx``).
"""

from __future__ import annotations

from typing import Any, Literal, Protocol

from matou.kit.layout import copy_into, dtype_of
from matou.kit.linking import Linked

Way = Literal["interpreted", "native", "wasm"]


class Room(Protocol):
    """Memory for a template, and its rules."""

    def records(self, kind: type[Any], n: int, first: Any = None) -> Any:
        """So many blank records, the first a copy of one where that is given."""

    def ints(self, n: int) -> Any:
        """So many whole numbers, all 0."""

    def floats(self, n: int) -> Any:
        """So many floating-point numbers, all 0."""

    def call(self, name: str, *args: Any) -> Any:
        """Call a rule on memory of this room."""


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
        self._linked = linked

    def records(self, kind: type[Any], n: int, first: Any = None) -> Any:
        import numpy as np

        blank = np.zeros(n, dtype_of(kind))
        if first is not None:
            blank[:1] = np.frombuffer(bytes(first), blank.dtype)
        return blank

    def ints(self, n: int) -> Any:
        import numpy as np

        return np.zeros(n, np.int64)

    def floats(self, n: int) -> Any:
        import numpy as np

        return np.zeros(n)

    def call(self, name: str, *args: Any) -> Any:
        return getattr(self._linked, name)(*args)
