"""The bots' templates bound to a game with its hints, in each way of running, and which is taken.

Whoever plays people takes what is there at once: the game's WebAssembly module. Studies,
training and benchmarks, which run for minutes, take native code where numba is installed. Where
there is neither (a game of one's own, say) bots run interpreted: slower, never differently.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from matou.bots import glance, plain, search
from matou.core.game import Game, Hints, linked
from matou.kit import hopes, layout, network, playout, rng, wasm
from matou.kit.linking import Linked, fingerprint, link
from matou.kit.running import Interpreted, Native, Room, Way

_bound: dict[tuple[str, bool], Linked] = {}
_modules: dict[str, wasm.Module | wasm.BadModule] = {}

# What a module exports, and which of the parameters are records.
EXPORTS = ("rng_seed", "plant", "search", "glance", "playouts", "forget")
RECORDS = {"states": "state[]", "nodes": "node[]", "desks": "desk[]", "s": "state"}
SEATS = 8  # more than any game has


def templates(hints: Hints | None) -> tuple[ModuleType, ...]:
    """What is bound to a game's rules, in this order."""
    own = (hints.rules,) if hints is not None else ()
    return (plain, *own, search, glance, playout)


def bound(rules: Any, hints: Hints | None, compile: bool) -> Linked:
    """The bots' templates bound to a game's rules, once for this process."""
    key = (rules.__name__, compile)
    if key not in _bound:
        base = linked(rules, compile=compile)
        for template in templates(hints):
            base = link(template, base=base, compile=compile)
        _bound[key] = base
    return _bound[key]


def room(game: Game, way: Way | None = None) -> Room:
    """Memory for the bots of a game, and their rules; without a way, what is there at once."""
    way = way or usual(game)
    if way == "wasm":
        return wasm.Memory(module(game))
    return linked_room(game.rules, game.hints, way)


def linked_room(rules: Any, hints: Hints | None, way: Way) -> Room:
    """The same for rules that need not be a game's: interpreted or native."""
    if way == "native":
        return Native(bound(rules, hints, compile=True))
    return Interpreted(bound(rules, hints, compile=False))


def at_once(game: Game) -> Way:
    """The fastest way that nobody has to wait for."""
    return "wasm" if has_module(game) else "interpreted"


def for_long(game: Game) -> Way:
    """The fastest way for what runs for minutes."""
    return "native" if has_numba() else at_once(game)


def usual(game: Game) -> Way:
    """What a bot runs in unless it is told: a module, or what can be compiled."""
    return "wasm" if has_module(game) else for_long(game)


@cache
def has_numba() -> bool:
    """Can rules be compiled here?"""
    return find_spec("numba") is not None


def has_module(game: Game) -> bool:
    """Has the game a module that can run here?"""
    try:
        module(game)
    except wasm.BadModule:
        return False
    return True


def module_path(game: Game) -> Path:
    """Where a game keeps its module, old versions theirs."""
    folder = Path(game.rules.__file__ or "").parent  # type: ignore[attr-defined]
    return folder / f"{game.name}-{game.version}.wasm"


def module(game: Game) -> wasm.Module:
    """A game's module, read once for this process; a BadModule says why there is none."""
    path = module_path(game)
    key = str(path)
    if key not in _modules:
        try:
            _modules[key] = wasm.read(path, sources(game), records(game))
        except wasm.BadModule as wrong:
            _modules[key] = wrong
    found = _modules[key]
    if isinstance(found, wasm.BadModule):
        raise found
    return found


def has_fresh_file(game: Game) -> bool:
    """Is the game's module there and made from these sources, whoever is to run it?"""
    path = module_path(game)
    try:
        told = wasm.about(path.read_bytes(), path.name)
    except (OSError, wasm.BadModule):
        return False
    return bool(told["sources"] == sources(game))


def records(game: Game) -> dict[str, type[Any]]:
    """The records that a module works on."""
    return {"state": game.rules.State, "node": search.Node, "desk": network.Desk}


def sources(game: Game) -> str:
    """The hash of all that a game's module is made from, its maker included."""
    spaces = bound(game.rules, game.hints, compile=False)._spaces
    makers = (Path(layout.__file__).with_name(name) for name in ("layout.py", "wasm_build.py"))
    texts = (path.read_text(encoding="utf-8") for path in makers)
    layouts = {name: wasm.fields(record) for name, record in records(game).items()}
    return fingerprint(spaces, *texts, str((EXPORTS, RECORDS, constants(game), layouts)))


def constants(game: Game) -> dict[str, float]:
    """What whoever calls a module must know besides."""
    from matou.bots.memory import Params

    params = Params.of(game.hints)
    return {
        "ACTIONS": game.rules.ACTIONS,
        "MAX_LEGAL": game.rules.MAX_LEGAL,
        "DEEPEST": search.DEEPEST,
        "NOTES": hopes.NOTES,
        "WORDS": rng.WORDS,
        "SEATS": SEATS,
        "worlds": params.worlds,
        "patience": params.patience,
        "explore": params.explore,
    }
