"""Earlier bots, archived as compiled searches to compare today's bots with.

An archived module is a file beside a game's rules. Its source has changed since, so it describes
the fields of its own records, and an observation is copied into them field by field, by name.
"""

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

from matou.bots import binding
from matou.bots.memory import Params, Tree
from matou.core.game import Game
from matou.kit import wasm
from matou.kit.layout import copy_into

_NUMBERS: dict[str, type[Any]] = {
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "f64": ctypes.c_double,
}


def path_of(game: Game, name: str) -> Path:
    """Returns where a game's archived module of that name would be."""
    path = binding.module_path(game)
    return path.with_name(f"{path.stem}-{name}.wasm")


@cache
def module(game: Game, name: str) -> wasm.Module:
    return wasm.read(path_of(game, name))


def record(layout: dict[str, Any]) -> type[Any]:
    """Returns a record type with the layout that a module declares."""
    fields = [
        (name, _NUMBERS[kind] if count == 1 else _NUMBERS[kind] * count)
        for name, _, kind, count in layout["fields"]
    ]
    made = type("Archived", (ctypes.Structure,), {"_fields_": fields})
    if wasm.fields(made) != layout["fields"] or ctypes.sizeof(made) != layout["size"]:
        raise wasm.BadModule("foreign", "the archived module's records cannot be laid out here")
    return made


def translated(s: Any, kind: type[Any], where: str) -> Any:
    """Copies a record of today into an old layout; raises ``BadModule`` if a field has changed."""
    now = {name: rest for name, *rest in wasm.fields(type(s))}
    made = kind()
    for name, offset, number, count in wasm.fields(kind):
        if name not in now or now[name][1:] != [number, count]:
            raise wasm.BadModule("stale", f"{where} knows nothing of today’s {name}")
        size = ctypes.sizeof(_NUMBERS[number]) * count
        ctypes.memmove(ctypes.addressof(made) + offset, ctypes.addressof(s) + now[name][0], size)
    return made


class ArchivedTree(Tree):
    """A search tree of an earlier year, with today's interface."""

    def __init__(
        self, game: Game, name: str, s: Any, seats: int, seed: int, *, nodes: int, plain: bool
    ) -> None:
        archived = module(game, name)
        constants = archived.about["constants"]
        backend = wasm.Memory(archived)
        layouts = archived.about["records"]
        state = record(layouts["state"])
        self.backend = backend
        self.params = Params() if plain else Params(constants["patience"])
        self.states = backend.records(state, 2)
        copy_into(self.states[0], translated(s, state, archived.name))
        self.nodes = backend.records(record(layouts["node"]), nodes)
        self._marks = backend.ints(3)
        self.totals = backend.floats(seats)
        r = backend.ints(constants["WORDS"])
        backend.call("rng_seed", r, seed)
        backend.call("plant", self.nodes, self._marks)
        sizes = [constants[name] for name in ("DEEPEST", "MAX_LEGAL", "MAX_LEGAL", "ACTIONS")]
        self._args = (
            *(self.states, self.nodes, self._marks, *map(backend.ints, sizes)),
            *(backend.floats(seats), self.totals, backend.ints(constants["NOTES"]), r),
        )
