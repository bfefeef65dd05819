"""The backends of many games at once: the game's WebAssembly module for that, and two others.

The module is in the package and ready at once. ``backend="native"`` compiles the same templates
with numba for this machine first. Without either (for a game of your own, say) they run
interpreted: slower, never differently, and with a warning.
"""

from types import ModuleType
from typing import Any

import numpy as np

from matou.bots.binding import has_numba
from matou.core import modules
from matou.core.game import Game
from matou.core.messages import Verbatim
from matou.core.refusals import Refusal, check_choice, missing
from matou.kit import extras, rng, warning
from matou.kit.arrays import Array, ArrayBackend, InterpretedArrays, NativeArrays
from matou.kit.layout import dtype_of
from matou.kit.running import BackendName
from matou.kit.wasm import BadModule, parsed_kind
from matou.kit.wasm_shared import SharedArrays
from matou.research import batch, random_games, work_sharing

BACKENDS = ("wasm", "native", "interpreted")
EXPORTS = (
    "begin", "seed_rows", "lead", "help_out", "outcome", "first_illegal",
    "play_games", "encode_one",
)  # fmt: skip
NUMBERS = {"i": "int", "f": "float"}


class Unavailable(Refusal):
    """A device or backend cannot be used here; the message says what is missing."""


def kinds(game: Game) -> dict[str, str]:
    """Returns the kinds of the templates' arrays; see ``matou.kit.wasm``."""
    rules = game.rules
    size = game.encode.SIZE if game.encode is not None else 0
    return {
        "states": "state[]",
        "opening": "state[]",
        "actions": "i64[]",
        "listed": f"i32[,{batch.row_of(rules.MAX_LEGAL)}]",
        "counts": "i32[]",
        "mask": f"i8[,{rules.ACTIONS}]",
        "seen": f"i8[,{size}]",
        "turn": "i8[]",
        "rewards": "f64[]",
        "ended": "i8[]",
        "final_returns": "f64[,]",
        "final": f"i8[,{size}]",
        "luck": f"i64[,{rng.WORDS}]",
        "chosen": "i64[]",
        "dice": f"i64[,{rng.WORDS}]",
        # No two threads share a cache line.
        "scratch": f"i32[,{rules.MAX_LEGAL + work_sharing.LINE * 2}]",
        "me": "i64",
        "owner": "i64",
        "rows": f"i64[,{rng.WORDS}]",
        "lengths": "i32[]",
        "winning": "i8[]",
        "endings": "i8[]",
        "one_list": "i32[]",
        "weights": "i32[]",
        "line": "i8[]",
    }


def templates(game: Game) -> tuple[ModuleType, ...]:
    """Returns the templates that are bound to a game's rules, in this order."""
    encode: Any = game.encode
    return (random_games,) if encode is None else (encode, batch, random_games)


VECTOR = modules.Recipe(
    suffix="-vector",
    exports=EXPORTS,
    templates=templates,
    records=lambda game: {"state": game.rules.State},
    kinds=kinds,
    constants=lambda _: {},
    is_shared=True,
)


def chosen_backend(game: Game, backend: str | None) -> BackendName:
    """Returns the backend to use; raises BadChoice or Unavailable with what is missing."""
    if backend is not None:
        check_choice("backend", backend, BACKENDS)
    if backend == "native" and not has_numba():
        raise Unavailable(missing("numba", "native").says)
    if backend in ("native", "interpreted"):
        return "native" if backend == "native" else "interpreted"
    try:
        VECTOR.read(game)
    except BadModule as wrong:
        if wrong.kind == "runner" and (backend == "wasm" or not has_numba()):
            raise Unavailable(missing("wasmtime", "fast").says) from None
        if backend == "wasm":
            raise Unavailable(Verbatim(str(wrong))) from None
        return without_module(game)
    return "wasm"


def without_module(game: Game) -> BackendName:
    """Returns the backend of a game that has no module, and warns of what it costs."""
    if has_numba():
        warning.warn_once(f"{game.name} is compiled before it starts, which can take half a minute")
        return "native"
    warning.warn_once(
        f"{game.name} has no WebAssembly module, so it runs interpreted, hundreds of times slower "
        f"than compiled by numba: {extras.install('native')}"
    )
    return "interpreted"


def open_arrays(game: Game, backend: str | None = None, threads: int = 1) -> ArrayBackend:
    """Returns a backend for a game; unnamed, the one that is ready at once."""
    chosen = chosen_backend(game, backend)
    if chosen == "wasm":
        return SharedArrays(VECTOR.read(game), threads)
    linked = modules.bound(game.rules, templates(game), compile=chosen == "native")
    if chosen == "native":
        return NativeArrays(linked, threads)
    return InterpretedArrays(linked, game.rules.State)


def array(arrays: ArrayBackend, game: Game, name: str, n: int, width: int = 0) -> Array:
    """Returns one of the arrays that ``kinds`` names, of n rows."""
    item, dimensions, fixed = parsed_kind(kinds(game)[name])
    number: Any = dtype_of(game.rules.State)
    if item != "state":
        number = np.dtype(NUMBERS[item[0]] + item[1:])
    return arrays.array((n, int(fixed or width)) if dimensions == 2 else (n,), number)


def opening(arrays: ArrayBackend, game: Game, seats: int) -> Array:
    """Returns an array of one state: that in which games start."""
    made = array(arrays, game, "opening", 1)
    made[:] = np.frombuffer(bytes(game.start(seats).s), made.dtype)
    return made
