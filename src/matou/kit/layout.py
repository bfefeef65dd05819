"""The record a game lives in: a fixed-size structure declared once, used two ways.

A game writes its record as a class of fields::

    @layout
    class State:
        turn = i1()
        hand = i1(4, 13)

Interpreted rules run on the ctypes structure that ``layout`` makes of it (plain
ints, bounds checked, no NumPy needed); compiled rules run on a NumPy array of
``dtype_of(State)``, which has the same bytes.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

if TYPE_CHECKING:
    import numpy as np

T = TypeVar("T")


class Row(Protocol):
    """A line of numbers in a record, or any list of numbers the rules write into."""

    def __getitem__(self, i: int, /) -> int: ...
    def __setitem__(self, i: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Grid(Protocol):
    """A table of numbers in a record: ``grid[i][j]``."""

    def __getitem__(self, i: int, /) -> Row: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """What ``returns`` writes into."""

    def __getitem__(self, i: int, /) -> float: ...
    def __setitem__(self, i: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


class Field:
    """One declared field: its ctypes type, arrays included."""

    def __init__(self, ctype: Any, shape: tuple[int, ...]) -> None:
        for n in reversed(shape):
            ctype = ctype * n
        self.ctype = ctype


# The four makers below return a Field and are typed as what the field reads as,
# so that rules written against the class are checked as the numbers they are.


@overload
def i1() -> int: ...
@overload
def i1(n: int, /) -> Row: ...
@overload
def i1(n: int, m: int, /) -> Grid: ...
def i1(*shape: int) -> Any:
    """A field of signed bytes, -128 to 127."""
    return Field(ctypes.c_int8, shape)


@overload
def i2() -> int: ...
@overload
def i2(n: int, /) -> Row: ...
@overload
def i2(n: int, m: int, /) -> Grid: ...
def i2(*shape: int) -> Any:
    """A field of signed 16-bit numbers."""
    return Field(ctypes.c_int16, shape)


@overload
def i4() -> int: ...
@overload
def i4(n: int, /) -> Row: ...
@overload
def i4(n: int, m: int, /) -> Grid: ...
def i4(*shape: int) -> Any:
    """A field of signed 32-bit numbers."""
    return Field(ctypes.c_int32, shape)


@overload
def i8() -> int: ...
@overload
def i8(n: int, /) -> Row: ...
@overload
def i8(n: int, m: int, /) -> Grid: ...
def i8(*shape: int) -> Any:
    """A field of signed 64-bit numbers (a set of squares, say)."""
    return Field(ctypes.c_int64, shape)


def layout(cls: type[T]) -> type[T]:
    """Make a class of fields into the structure that states are made of."""
    fields = [(name, f.ctype) for name, f in vars(cls).items() if isinstance(f, Field)]
    body = {"_fields_": fields, "__slots__": (), "__doc__": cls.__doc__}
    made: Any = type(cls.__name__, (ctypes.Structure,), body)
    made.__module__ = cls.__module__
    return made  # type: ignore[no-any-return]


def dtype_of(record: type[Any]) -> np.dtype[Any]:
    """The NumPy type with the same bytes as a record."""
    import numpy as np

    return np.dtype(record)


def field_names(record: type[Any]) -> list[str]:
    """The names of a record's fields, in order."""
    return [field[0] for field in record._fields_]


def clone(s: T) -> T:
    """An independent copy of a record."""
    return type(s).from_buffer_copy(s)  # type: ignore[attr-defined, no-any-return]


def copy_into(target: Any, source: Any) -> None:
    """Overwrite one record with another of the same layout."""
    ctypes.memmove(ctypes.addressof(target), ctypes.addressof(source), ctypes.sizeof(source))


def numbers(row: Row) -> list[int]:
    """A line of a record as a list, for whoever reads all of it at once."""
    whole: Any = row
    found: list[int] = whole[:]
    return found


def as_bytes(s: Any) -> bytes:
    """The record's bytes: equal states have equal bytes."""
    return bytes(s)
