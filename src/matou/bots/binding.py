"""Binds the bots' templates to a game and its hints, and chooses a backend.

Bots that play people use the game's WebAssembly module, which is ready at once. Studies, training
and benchmarks run for minutes and use native code if numba is installed. If there is neither (for
your own game, say) bots run interpreted: slower, never differently, and with a warning.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from matou.bots import one_ply, plain, search
from matou.core.game import Game, Hints, linked
from matou.kit import chances, layout, network, playout, rng, wasm
from matou.kit.extras import install
from matou.kit.fingerprints import code_of, fingerprint
from matou.kit.linking import Linked, link
from matou.kit.running import Backend, BackendName, Interpreted, Native
from matou.kit.warning import warn_once

_bound: dict[tuple[str, bool], Linked] = {}
loaded: dict[str, wasm.Module | wasm.BadModule] = {}

# The exports of a module, and which parameters are records.
EXPORTS = ("rng_seed", "plant", "search", "one_ply", "playouts", "forget")
RECORDS = {"states": "state[]", "nodes": "node[]", "memories": "network_memory[]", "s": "state"}
# The files of ``kit`` that make a module.
MAKERS = ("linking.py", "layout.py", "bits.py", "wasm_build.py")
SEATS = 8  # more than any game has


def templates(hints: Hints | None) -> tuple[ModuleType, ...]:
    """Returns the templates that are bound to a game's rules, in this order."""
    own = (hints.rules,) if hints is not None else ()
    return (plain, *own, search, one_ply, playout)


def bound(rules: Any, hints: Hints | None, compile: bool) -> Linked:
    """Returns the bots' templates bound to a game's rules, once for this process."""
    key = (rules.__name__, compile)
    if key not in _bound:
        base = linked(rules, compile=compile)
        for template in templates(hints):
            base = link(template, base=base, compile=compile)
        _bound[key] = base
    return _bound[key]


def open_backend(game: Game, backend: BackendName | None = None) -> Backend:
    """Returns a backend for the bots of a game; unnamed, the one that is ready at once.

    Warns once if that is not the game's module, since bots are slower or weaker then.
    """
    if backend is None:
        backend = usual(game)
        if backend != "wasm":
            warn_once(slowness(game, backend))
    if backend == "wasm":
        return wasm.Memory(module(game))
    return linked_backend(game.rules, game.hints, backend)


def linked_backend(rules: Any, hints: Hints | None, backend: BackendName) -> Backend:
    """Returns a backend for rules that need not be a game's: interpreted or native."""
    if backend == "native":
        return Native(bound(rules, hints, compile=True))
    return Interpreted(bound(rules, hints, compile=False))


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
        is_installed = wrong.kind != "runner"
        why = str(wrong) if is_installed else f"wasmtime is not installed: {install('fast')}"
    return f"The bots of {game.name} {effect}. {why}"


@cache
def has_numba() -> bool:
    return find_spec("numba") is not None


def has_module(game: Game) -> bool:
    try:
        module(game)
    except wasm.BadModule:
        return False
    return True


def module_path(game: Game) -> Path:
    """Returns the path of the module of this version of a game, whether or not it exists."""
    folder = Path(game.rules.__file__ or "").parent  # type: ignore[attr-defined]
    return folder / "think" / f"{game.name}-{game.version}.wasm"


def module(game: Game) -> wasm.Module:
    """Returns a game's module, read once for this process; raises BadModule if there is none."""
    path = module_path(game)
    key = str(path)
    if key not in loaded:
        try:
            loaded[key] = wasm.read(path, sources(game), records(game))
        except wasm.BadModule as wrong:
            loaded[key] = wrong
    found = loaded[key]
    if isinstance(found, wasm.BadModule):
        raise found
    return found


def has_fresh_file(game: Game) -> bool:
    """Returns whether the game's module exists and was made from these sources."""
    path = module_path(game)
    try:
        about = wasm.about(path.read_bytes(), path.name)
    except (OSError, wasm.BadModule):
        return False
    return bool(about["sources"] == sources(game))


def records(game: Game) -> dict[str, type[Any]]:
    return {"state": game.rules.State, "node": search.Node, "network_memory": network.NetworkMemory}


def sources(game: Game) -> str:
    """Returns the hash of everything that a game's module is made from."""
    spaces = bound(game.rules, game.hints, compile=False)._spaces
    makers = (Path(layout.__file__).with_name(name) for name in MAKERS)
    layouts = {name: wasm.fields(record) for name, record in records(game).items()}
    interface = str((EXPORTS, RECORDS, constants(game), layouts))
    return fingerprint(spaces, *map(code_of, makers), interface)


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
