"""Declares the record that holds a game's state: a structure of fixed size.

A game writes its record as a class of fields::

    @layout
    class State:
        turn = i1()
        hand = i1(4, 13)

Interpreted rules run on the ctypes structure that ``layout`` makes of it (plain ints, bounds
checked, no NumPy needed). Compiled rules run on a NumPy array of ``dtype_of(State)``, which has
the same bytes.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")


class Row(Protocol):
    """A row of numbers in a record, or any list of numbers that rules write to."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """A table of numbers in a record: ``grid[i][j]``."""

    def __getitem__(self, i: int, /) -> Row: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """The list that ``returns`` writes to."""

    def __getitem__(self, i: int, /) -> float: ...
    def __setitem__(self, i: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class Field:
    """A declared field: its ctypes type, arrays included."""

    def __init__(self, ctype: Any, shape: tuple[int, ...]) -> None:
        for n in reversed(shape):
            ctype = ctype * n
        self.ctype = ctype


class FieldType:
    """Declares fields: ``i1()`` is a number, ``i1(4)`` a row, ``i1(4, 13)`` a table.

    Calls return a Field, but their types are those of reading the field, so that mypy checks rules
    as working on numbers.
    """

    def __init__(self, ctype: Any) -> None:
        self.ctype = ctype

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, n: int, /) -> Row: ...
    @overload
    def __call__(self, n: int, m: int, /) -> Grid: ...
    def __call__(self, *shape: int) -> Any:
        return Field(self.ctype, shape)


i1 = FieldType(ctypes.c_int8)  # -128 to 127
i2 = FieldType(ctypes.c_int16)
i4 = FieldType(ctypes.c_int32)
i8 = FieldType(ctypes.c_int64)  # a set of squares, for example


def layout(cls: type[T]) -> type[T]:
    """Makes the ctypes structure of a class of fields."""
    fields = [(name, f.ctype) for name, f in vars(cls).items() if isinstance(f, Field)]
    body = {"_fields_": fields, "__slots__": (), "__doc__": cls.__doc__}
    made: Any = type(cls.__name__, (ctypes.Structure,), body)
    made.__module__ = cls.__module__
    return made  # type: ignore[no-any-return]


def dtype_of(record: type[Any]) -> np.dtype[Any]:
    import numpy as np

    return np.dtype(record)


def field_names(record: type[Any]) -> list[str]:
    return [field[0] for field in record._fields_]


def clone(s: T) -> T:
    return type(s).from_buffer_copy(s)  # type: ignore[attr-defined, no-any-return]


def copy_into(target: Any, source: Any) -> None:
    """Overwrites one record with another of the same layout."""
    ctypes.memmove(ctypes.addressof(target), ctypes.addressof(source), ctypes.sizeof(source))


def numbers(row: Row) -> list[int]:
    """Returns a row of a record as a list, which is faster than reading numbers one by one."""
    whole: Any = row
    found: list[int] = whole[:]
    return found


def as_bytes(s: Any) -> bytes:
    """Returns a record's bytes. Equal states have equal bytes."""
    return bytes(s)
