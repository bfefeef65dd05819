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


# These four return a Field, but their types are those of reading the field, so that mypy checks
# rules as working on numbers.


@overload
def i1() -> int: ...
@overload
def i1(n: int, /) -> Row: ...
@overload
def i1(n: int, m: int, /) -> Grid: ...
def i1(*shape: int) -> Any:
    """Declares signed bytes, -128 to 127."""
    return Field(ctypes.c_int8, shape)


@overload
def i2() -> int: ...
@overload
def i2(n: int, /) -> Row: ...
@overload
def i2(n: int, m: int, /) -> Grid: ...
def i2(*shape: int) -> Any:
    """Declares signed 16-bit numbers."""
    return Field(ctypes.c_int16, shape)


@overload
def i4() -> int: ...
@overload
def i4(n: int, /) -> Row: ...
@overload
def i4(n: int, m: int, /) -> Grid: ...
def i4(*shape: int) -> Any:
    """Declares signed 32-bit numbers."""
    return Field(ctypes.c_int32, shape)


@overload
def i8() -> int: ...
@overload
def i8(n: int, /) -> Row: ...
@overload
def i8(n: int, m: int, /) -> Grid: ...
def i8(*shape: int) -> Any:
    """Declares signed 64-bit numbers, such as sets of squares."""
    return Field(ctypes.c_int64, shape)


def layout(cls: type[T]) -> type[T]:
    """Makes the ctypes structure of a class of fields."""
    fields = [(name, f.ctype) for name, f in vars(cls).items() if isinstance(f, Field)]
    body = {"_fields_": fields, "__slots__": (), "__doc__": cls.__doc__}
    made: Any = type(cls.__name__, (ctypes.Structure,), body)
    made.__module__ = cls.__module__
    return made  # type: ignore[no-any-return]


def dtype_of(record: type[Any]) -> np.dtype[Any]:
    """Returns the NumPy type with the same bytes as a record."""
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
