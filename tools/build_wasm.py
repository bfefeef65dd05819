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
from pathlib import Path
from typing import Any

from matou.bots.binding import MODULE
from matou.core.game import Game
from matou.core.modules import Recipe
from matou.core.registry import find, names, versions
from matou.kit import network, wasm_build
from matou.kit.linking import link
from matou.research.backends import VECTOR

RECIPES = {"bots": MODULE, "vector": VECTOR}  # what modules are for


def all_modules() -> list[tuple[str, Game]]:
    """Returns every game in every version, for each purpose."""
    games = [find(name, version) for name in names() for version in versions(name)]
    return [(purpose, game) for game in games for purpose in RECIPES]


def make(recipe: Recipe, game: Game, path: Path) -> None:
    """Builds one module in its own process; see ``wasm_build.ENVIRONMENT``."""
    base = link(game.rules, cache=False)  # type: ignore[arg-type]
    for template in recipe.templates(game):
        base = link(template, base=base, cache=False)
    kinds = recipe.kinds(game)
    exports = {name: wasm_build.parameters(getattr(base, name), kinds) for name in recipe.exports}
    told = {
        "game": game.name,
        "version": game.version,
        "sources": recipe.sources(game),
        "constants": recipe.constants(game),
    }

    def telling(code: bytes) -> dict[str, Any]:
        if recipe is not MODULE or game.hints is None or game.hints.network is None:
            return told
        return {**told, "tables": network.places(code, network.load(game.hints.network))}

    path.parent.mkdir(exist_ok=True)
    records = recipe.records(game)
    path.write_bytes(wasm_build.build(base, exports, records, telling, is_shared=recipe.is_shared))


def build(purpose: str, game: Game, path: Path) -> None:
    words = [sys.executable, __file__, "--one", purpose, game.name, str(game.version), str(path)]
    subprocess.run(words, env={**os.environ, **wasm_build.ENVIRONMENT}, check=True)


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
    if not wasm_build.tools():
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
        elif not args.all and RECIPES[purpose].is_fresh(game):
            print(f"{path.name}: fresh")
            continue
        build(purpose, game, path)
        data = path.read_bytes()
        print(f"{path.name}: {len(data):,} bytes, {len(gzip.compress(data)):,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
