"""Build the games' WebAssembly modules into their `think` folders. Needs numba and wasm-ld.

python tools/build_wasm.py                 those whose sources have changed
python tools/build_wasm.py --all           all of them
python tools/build_wasm.py --into FOLDER   all, elsewhere
python tools/build_wasm.py --check         all, elsewhere; fails if one differs
"""

from __future__ import annotations

import argparse
import gzip
import os
import subprocess
import sys
import tempfile
from array import array
from pathlib import Path
from typing import Any

import wasm_compiler

from matou.bots.binding import MODULE
from matou.core.game import Game
from matou.core.modules import Recipe
from matou.core.registry import find, names, versions
from matou.kit import network
from matou.kit.fingerprints import code_of
from matou.kit.linking import link
from matou.kit.wasm import about
from matou.research.backends import VECTOR

RECIPES = {"bots": MODULE, "vector": VECTOR}  # what modules are for


def all_modules() -> list[tuple[str, Game]]:
    """Returns every game in every version, for each purpose."""
    games = [find(name, version) for name in names() for version in versions(name)]
    return [(purpose, game) for game in games for purpose in RECIPES]


def make(recipe: Recipe, game: Game, path: Path) -> None:
    """Builds one module in its own process; see ``wasm_compiler.ENVIRONMENT``."""
    base = link(game.rules, cache=False)  # type: ignore[arg-type]
    for template in recipe.templates(game):
        base = link(template, base=base, cache=False)
    kinds = recipe.kinds(game)
    exports = {
        name: wasm_compiler.parameters(getattr(base, name), kinds) for name in recipe.exports
    }
    known = {
        "game": game.name,
        "version": game.version,
        "sources": recipe.sources(game),
        "compiler": code_of(wasm_compiler.__file__),
        "constants": recipe.constants(game),
    }

    def describe(code: bytes) -> dict[str, Any]:
        if recipe is not MODULE or game.hints is None or game.hints.network is None:
            return known
        return {**known, "tables": places(code, network.load(game.hints.network))}

    path.parent.mkdir(exist_ok=True)
    records = recipe.records(game)
    built = wasm_compiler.build(base, exports, records, describe, is_shared=recipe.is_shared)
    path.write_bytes(built)


def places(module: bytes, tables: network.Tables) -> list[list[int]]:
    """Returns the offset and length of each table of a network in a module; the last one as it is.

    The last table is so small that the compiler has inlined it.
    """
    large = zip(network.KINDS, tables[:2], strict=False)
    found = [[module.index(array(kind, table).tobytes()), len(table)] for kind, table in large]
    return [*found, [*tables[2]]]


def is_fresh(recipe: Recipe, game: Game) -> bool:
    """Returns whether a module was made from these sources, by this compiler."""
    path = recipe.path(game)
    compiler = code_of(wasm_compiler.__file__)
    return recipe.is_fresh(game) and about(path.read_bytes(), path.name)["compiler"] == compiler


def build(purpose: str, game: Game, path: Path) -> None:
    words = [sys.executable, __file__, "--one", purpose, game.name, str(game.version), str(path)]
    subprocess.run(words, env={**os.environ, **wasm_compiler.ENVIRONMENT}, check=True)


def is_same(purpose: str, game: Game, folder: Path) -> bool:
    """Builds a module in a folder and returns whether it equals the committed one."""
    path = RECIPES[purpose].path(game)
    build(purpose, game, folder / path.name)
    same = (folder / path.name).read_bytes() == path.read_bytes()
    print(f"{path.name}: {'the same' if same else 'another'}")
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the games' WebAssembly modules.")
    parser.add_argument("--all", action="store_true", help="also those that are fresh")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="elsewhere; implies --all")
    parser.add_argument("--check", action="store_true", help="compare; implies --all")
    parser.add_argument("--one", nargs=4, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one is not None:
        purpose, name, version, path = args.one
        make(RECIPES[purpose], find(name, int(version)), Path(path))
        return 0
    if not wasm_compiler.tools():
        print("Building needs numba and wasm-ld (on Debian: apt install lld).", file=sys.stderr)
        return 1
    if args.check:
        with tempfile.TemporaryDirectory() as folder:
            same = [is_same(*one, Path(folder)) for one in all_modules()]
        return 0 if all(same) else 1
    for purpose, game in all_modules():
        path = RECIPES[purpose].path(game)
        if args.into is not None:
            path = args.into / path.name
        elif not args.all and is_fresh(RECIPES[purpose], game):
            print(f"{path.name}: fresh")
            continue
        build(purpose, game, path)
        data = path.read_bytes()
        print(f"{path.name}: {len(data):,} bytes, {len(gzip.compress(data)):,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
