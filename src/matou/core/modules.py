"""The WebAssembly modules of a game: what each is made from, where it is, and whether it is fresh.

``tools/build_wasm.py`` builds them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from matou.core.game import Game, linked
from matou.kit import layout, wasm
from matou.kit.fingerprints import code_of, fingerprint
from matou.kit.linking import Linked, link

COMPILING = ("linking.py", "layout.py", "numba_support.py")  # files of ``kit``
loaded: dict[str, wasm.Module | wasm.BadModule] = {}
bound_templates: dict[tuple[str, bool, tuple[str, ...]], Linked] = {}


def bound(rules: Any, templates: Sequence[ModuleType], compile: bool) -> Linked:
    """Returns templates bound to a game's rules in this order, once for this process."""
    key = (rules.__name__, compile, tuple(template.__name__ for template in templates))
    if key not in bound_templates:
        base = linked(rules, compile=compile)
        for template in templates:
            base = link(template, base=base, compile=compile)
        bound_templates[key] = base
    return bound_templates[key]


@cache
def module_file(rules: str, name: str) -> Path:
    """Returns a module's path: in the folder ``think`` beside a game's rules."""
    return Path(rules).parent / "think" / name


@dataclass(frozen=True)
class Recipe:
    """How to make one kind of module for any game."""

    suffix: str  # of its file's name
    exports: tuple[str, ...]
    templates: Callable[[Game], Sequence[ModuleType]]
    records: Callable[[Game], dict[str, type[Any]]]
    kinds: Callable[[Game], dict[str, str]]  # of parameters, where annotations do not say it
    constants: Callable[[Game], dict[str, float]]
    is_shared: bool = False  # its instances share a memory

    def path(self, game: Game) -> Path:
        """Returns the path of the module of this version of a game, whether or not it exists."""
        rules: Any = game.rules
        return module_file(rules.__file__, f"{game.name}-{game.version}{self.suffix}.wasm")

    def sources(self, game: Game) -> str:
        """Returns the hash of everything that a game's module is made from."""
        spaces = bound(game.rules, self.templates(game), compile=False)._spaces
        compiling = (Path(layout.__file__).with_name(name) for name in COMPILING)
        layouts = {name: wasm.fields(record) for name, record in self.records(game).items()}
        rest = str((self.exports, self.kinds(game), self.constants(game), layouts, self.is_shared))
        return fingerprint(spaces, *map(code_of, compiling), rest)

    def read(self, game: Game) -> wasm.Module:
        """Returns a game's module, read once for this process; raises BadModule without one."""
        path = self.path(game)
        found = loaded.get(str(path))
        if found is None:
            try:
                found = wasm.read(path, self.sources(game), self.records(game), self.is_shared)
            except wasm.BadModule as wrong:
                found = wrong
            loaded[str(path)] = found
        if isinstance(found, wasm.BadModule):
            raise found
        return found

    def can_run(self, game: Game) -> bool:
        try:
            self.read(game)
        except wasm.BadModule:
            return False
        return True

    def is_fresh(self, game: Game) -> bool:
        """Returns whether the game's module exists and was made from these sources."""
        path = self.path(game)
        try:
            about = wasm.about(path.read_bytes(), path.name)
        except (OSError, wasm.BadModule):
            return False
        return bool(about["sources"] == self.sources(game))
