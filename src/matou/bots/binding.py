"""Binds the bots' templates to a game and its hints, and chooses a backend.

Bots that play people or matches use the game's WebAssembly module, which is ready at once. Training
and benchmarks run for minutes and use native code if numba is installed. If there is neither (for
your own game, say) bots run interpreted, with a warning: slower, but with the same moves.
"""

from functools import cache
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from matou.bots import one_ply, plain, search
from matou.core import modules
from matou.core.game import Game, Hints
from matou.kit import chances, extras, network, playout, rng, warning, wasm
from matou.kit.linking import Linked
from matou.kit.running import Backend, BackendName, Interpreted, Native

# The exports of a module, and which parameters are records.
EXPORTS = ("rng_seed", "plant", "search", "one_ply", "playouts", "forget")
RECORDS = {"states": "state[]", "nodes": "node[]", "memories": "network_memory[]", "s": "state"}
SEATS = 8  # more than any game has


def templates(hints: Hints | None) -> tuple[ModuleType, ...]:
    """Returns the templates that are bound to a game's rules, in this order."""
    own = (hints.rules,) if hints is not None else ()
    return (plain, *own, search, one_ply, playout)


def bound(rules: Any, hints: Hints | None, compile: bool) -> Linked:
    """Returns the bots' templates bound to a game's rules, once for this process."""
    return modules.bound(rules, templates(hints), compile)


def open_backend(game: Game, backend: BackendName | None = None) -> Backend:
    """Returns a backend for the bots of a game; unnamed, the one that is ready at once.

    Warns once if that is not the game's module, since bots are slower or weaker then.
    """
    if backend is None:
        backend = usual(game)
        if backend != "wasm":
            warning.warn_once(slowness(game, backend))
    if backend == "wasm":
        return wasm.Memory(module(game))
    return linked_backend(game.rules, game.hints, backend)


def linked_backend(rules: Any, hints: Hints | None, backend: BackendName) -> Backend:
    """Returns a backend for rules that need not be a game's: interpreted or native."""
    linked = bound(rules, hints, compile=backend == "native")
    return Native(linked) if backend == "native" else Interpreted(linked)


def at_once(game: Game) -> BackendName:
    """Returns the fastest backend that needs no compiling."""
    return "wasm" if has_module(game) else "interpreted"


def for_long(game: Game) -> BackendName:
    """Returns the fastest backend for work that runs for minutes."""
    return "native" if has_numba() else at_once(game)


def usual(game: Game) -> BackendName:
    """Returns the default backend: the game's module, or native code if it can be compiled."""
    return "wasm" if has_module(game) else for_long(game)


def slowness(game: Game, backend: BackendName) -> str:
    """Returns why a game's bots are slow here, and what helps."""
    if backend == "native":
        effect = "are compiled before their first move, which can take half a minute"
    else:
        effect = (
            "run interpreted, hundreds of times slower than compiled, so that a level with a time "
            "limit plays worse"
        )
    why = ""
    try:
        module(game)
    except wasm.BadModule as wrong:
        why = str(wrong)
        if wrong.kind == "runner":
            why = f"wasmtime is not installed: {extras.install('fast')}"
    return f"The bots of {game.name} {effect}. {why}"


@cache
def has_numba() -> bool:
    return find_spec("numba") is not None


def records(game: Game) -> dict[str, type[Any]]:
    return {"state": game.rules.State, "node": search.Node, "network_memory": network.NetworkMemory}


def constants(game: Game) -> dict[str, float]:
    """Returns the search parameters that callers of a module need."""
    from matou.bots.memory import Params

    params = Params.of(game)
    return {
        "ACTIONS": game.rules.ACTIONS,
        "MAX_LEGAL": game.rules.MAX_LEGAL,
        "DEEPEST": search.DEEPEST,
        "NOTES": chances.NOTES,
        "WORDS": rng.WORDS,
        "SEATS": SEATS,
        "worlds": params.worlds,
        "patience": params.patience,
        "explore": params.explore,
    }


MODULE = modules.Recipe(
    suffix="",
    exports=EXPORTS,
    templates=lambda game: templates(game.hints),
    records=records,
    kinds=lambda _: RECORDS,
    constants=constants,
)
module, module_path = MODULE.read, MODULE.path
has_module, has_fresh_file, sources = MODULE.can_run, MODULE.is_fresh, MODULE.sources
