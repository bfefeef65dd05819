"""Links rules: one source, run interpreted or compiled.

A game's rules are plain functions marked ``@rule``, in a restricted style: ints, loops, the
arrays of one record, no allocation. They run as they stand, in a debugger too. ``link`` makes a
*compiled* copy of a module of rules with numba, which is imported only then::

    link(clocktowers.rules)                   the rules of one game
    link(playout, base=linked_clocktowers)    a template bound to that game

A template leaves names open with ``slot``; linking fills them from ``base``.

Rules must follow these conventions, interpreted or compiled:

- constants are module-level ints, or rectangular tuples of ints, which are indexed, never
  unpacked: compiled code gets them as constant arrays. Large ones, read from a data file, are
  ``array.array``s;
- numbers stay within signed 64 bits; ``//``, ``%``, ``>>``, ``bit_length`` and ``bit_count`` are
  for numbers that are not negative.

Rules find each other through their module's globals, never by closure: numba's disk cache does
not hit for a closure over compiled functions.
"""

from __future__ import annotations

import os
import sys
import types
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from matou.kit.fingerprints import code_of, fingerprint

F = TypeVar("F", bound=Callable[..., Any])

CHANCE = -1  # the actor when an outcome is to be drawn
OVER = -2  # the actor when the game has ended


def rule(fn: F) -> F:
    """Marks a function as part of the rules. It stays an ordinary function."""
    fn.is_rule = True  # type: ignore[attr-defined]
    return fn


def slot(name: str) -> Any:
    """Returns a rule that a template leaves open, for ``link`` to fill from its base."""

    def unfilled(*_: Any) -> Any:
        raise TypeError(f"{name} is a slot: link its template to a game")

    unfilled.is_slot = True  # type: ignore[attr-defined]
    return unfilled


class Linked(types.SimpleNamespace):
    """A linked module: its rules and constants as attributes."""

    _twins: dict[Any, Any]
    _spaces: dict[str, dict[str, Any]]

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(f"the linked rules have no {name!r}")


def link(
    module: types.ModuleType,
    base: Linked | None = None,
    *,
    compile: bool = True,
    boundscheck: bool = False,
    cache: bool = True,
) -> Linked:
    """Compiles a module's rules, and those it imports, bound to each other.

    With ``base``, rules that the base already holds are shared with it, and the module's slots
    are filled by the base's rules of the same name. Without ``compile`` the copies stay plain
    Python: slow, but ready at once and without further imports.
    """
    twins = dict(base._twins) if base is not None else {}
    spaces = dict(base._spaces) if base is not None else {}
    fresh: dict[Any, types.FunctionType] = {}

    def take(mod: types.ModuleType) -> None:
        space = spaces[mod.__name__] = dict(vars(mod))
        for name, value in vars(mod).items():
            if getattr(value, "is_slot", False):
                if base is None:
                    raise TypeError(f"{mod.__name__} is a template: link it to a game")
                space[name] = getattr(base, name)
            elif getattr(value, "is_rule", False):
                if value.__module__ == mod.__name__:
                    twin = types.FunctionType(value.__code__, space, name, value.__defaults__)
                    twin.__module__, twin.__qualname__ = mod.__name__, name
                    twin.__annotations__ = value.__annotations__
                    fresh[value] = twin
                elif value.__module__ not in spaces:
                    take(sys.modules[value.__module__])
            elif compile and isinstance(value, (tuple, array)):
                space[name] = constant(value)

    take(module)
    make = compiler(cache_folder(spaces, boundscheck), boundscheck, cache) if compile else None
    for original, twin in fresh.items():
        twins[original] = make(twin) if make is not None else twin
    for space in spaces.values():
        for name, value in list(space.items()):
            if getattr(value, "is_rule", False) and value in twins:
                space[name] = twins[value]
    names = dict(vars(base)) if base is not None else {}
    names.update({k: v for k, v in spaces[module.__name__].items() if k[:2] != "__"})
    names.update(_twins=twins, _spaces=spaces)
    return Linked(**names)


def compiler(folder: Path, boundscheck: bool, cache: bool) -> Callable[..., Any]:
    """Returns numba's decorator, set up for rules, caching in a folder."""
    import numba

    import matou.kit.numba_support  # noqa: F401

    # Read when a function is first marked for compilation, so set it just before.
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    flags: dict[str, Any] = {
        "cache": cache,
        "nogil": True,
        "error_model": "numpy",
        "boundscheck": boundscheck,
        "_nrt": False,  # rules never allocate; reference counting would cost half the time
    }
    made: Callable[..., Any] = numba.njit(**flags)
    return made


def constant(value: tuple[Any, ...] | array[int]) -> Any:
    """Returns numbers as a constant array: of the smallest type for a tuple."""
    import numpy as np

    if isinstance(value, array):
        return np.frombuffer(value.tobytes(), value.typecode)  # read-only
    try:
        table = np.array(value)
    except ValueError:  # not rectangular: not a table of the rules
        return value
    if table.dtype.kind != "i":
        return value
    for kind in (np.int8, np.int16, np.int32):
        limits = np.iinfo(kind)
        if limits.min <= table.min() and table.max() <= limits.max:
            table = table.astype(kind)
            break
    table.setflags(write=False)
    return table


def cache_root() -> Path:
    """Returns the folder for compiled code (``MATOU_CACHE`` moves it)."""
    place = os.environ.get("MATOU_CACHE")
    if place:
        return Path(place)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "matou"


def cache_folder(spaces: dict[str, dict[str, Any]], boundscheck: bool) -> Path:
    """Returns a cache folder named by the code involved, every constant and the modules' names.

    numba only looks at the file of a function. But a template bound to a game must be compiled
    again when the *game's* code changes, or the kit's, or a number read from a data file. And
    compiled code imports its modules by name, so a renamed module needs a new folder.
    """
    import numba

    from matou.kit import numba_support

    here = f"{numba.__version__} {boundscheck}"
    makers = (code_of(path) for path in (__file__, numba_support.__file__))
    return cache_root() / fingerprint(spaces, *makers, here, *sorted(spaces))[:16]
