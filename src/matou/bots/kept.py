"""Bots of earlier years, kept for good, to measure today's by: the compiled search as it was then.

A kept module is a file beside a game's rules that no source has to match any more. It tells how
its own records were laid out; what a seat knows is copied there field by field, by name.
"""

from __future__ import annotations

import ctypes
from pathlib import Path
from typing import Any

from matou.bots import binding
from matou.bots.memory import Params, Tree
from matou.core.game import Game
from matou.kit import wasm
from matou.kit.layout import copy_into

_read: dict[str, wasm.Module] = {}
_NUMBERS: dict[str, type[Any]] = {
    "i8": ctypes.c_int8,
    "i16": ctypes.c_int16,
    "i32": ctypes.c_int32,
    "i64": ctypes.c_int64,
    "f64": ctypes.c_double,
}


def path_of(game: Game, name: str) -> Path:
    """Where the module of a game that was kept under a name is, if there is one."""
    path = binding.module_path(game)
    return path.with_name(f"{path.stem}-{name}.wasm")


def module(game: Game, name: str) -> wasm.Module:
    """That module, read once for this process."""
    path = path_of(game, name)
    key = str(path)
    if key not in _read:
        _read[key] = wasm.read(path)
    return _read[key]


def record(told: dict[str, Any]) -> type[Any]:
    """A record as a module tells it was laid out."""
    fields = []
    for name, _, kind, count in told["fields"]:
        number = _NUMBERS[kind]
        fields.append((name, number if count == 1 else number * count))
    made = type("Kept", (ctypes.Structure,), {"_fields_": fields})
    if wasm.fields(made) != told["fields"] or ctypes.sizeof(made) != told["size"]:
        raise wasm.BadModule("foreign", "the kept module's records cannot be laid out here")
    return made


def translated(s: Any, kind: type[Any], where: str) -> Any:
    """A record of today in a layout of then; refused where a field has changed."""
    now = {name: rest for name, *rest in wasm.fields(type(s))}
    made = kind()
    for name, offset, number, count in wasm.fields(kind):
        if name not in now or now[name][1:] != [number, count]:
            raise wasm.BadModule("stale", f"{where} knows nothing of today’s {name}")
        size = ctypes.sizeof(_NUMBERS[number]) * count
        ctypes.memmove(ctypes.addressof(made) + offset, ctypes.addressof(s) + now[name][0], size)
    return made


class KeptTree(Tree):
    """A search tree of an earlier year: found, sliced and counted as today's is."""

    def __init__(
        self, game: Game, name: str, s: Any, seats: int, seed: int, *, nodes: int, plain: bool
    ) -> None:
        kept = module(game, name)
        told = kept.about["constants"]
        room = wasm.Memory(kept)
        layouts = kept.about["records"]
        state = record(layouts["state"])
        self.room = room
        self.params = Params() if plain else Params(told["patience"])
        self.states = room.records(state, 2)
        copy_into(self.states[0], translated(s, state, kept.name))
        self.nodes = room.records(record(layouts["node"]), nodes)
        self._marks = room.ints(3)
        self.totals = room.floats(seats)
        r = room.ints(told["WORDS"])
        room.call("rng_seed", r, seed)
        room.call("plant", self.nodes, self._marks)
        sizes = (told["DEEPEST"], told["MAX_LEGAL"], told["MAX_LEGAL"], told["ACTIONS"])
        self._args = (
            self.states,
            self.nodes,
            self._marks,
            *(room.ints(size) for size in sizes),
            room.floats(seats),
            self.totals,
            room.ints(told["NOTES"]),
            r,
        )
