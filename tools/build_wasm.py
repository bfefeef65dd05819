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

from matou.bots import binding
from matou.core.game import Game
from matou.core.registry import find, names, versions
from matou.kit import network, wasm_build
from matou.kit.linking import link


def games() -> list[Game]:
    """Yields every game in every version."""
    return [find(name, version) for name in names() for version in versions(name)]


def make(game: Game, path: Path) -> None:
    """Builds one module in its own process; see ``wasm_build.ENVIRONMENT``."""
    base = link(game.rules, cache=False)  # type: ignore[arg-type]
    for template in binding.templates(game.hints):
        base = link(template, base=base, cache=False)
    exports = {
        name: wasm_build.parameters(getattr(base, name), binding.RECORDS)
        for name in binding.EXPORTS
    }
    told = {
        "game": game.name,
        "version": game.version,
        "sources": binding.sources(game),
        "constants": binding.constants(game),
    }

    def telling(code: bytes) -> dict[str, Any]:
        if game.hints is None or game.hints.network is None:
            return told
        return {**told, "tables": network.places(code, network.load(game.hints.network))}

    path.parent.mkdir(exist_ok=True)
    path.write_bytes(wasm_build.build(base, exports, binding.records(game), telling))


def build(game: Game, path: Path) -> None:
    words = [sys.executable, __file__, "--one", game.name, str(game.version), str(path)]
    subprocess.run(words, env={**os.environ, **wasm_build.ENVIRONMENT}, check=True)


def is_same(game: Game, folder: Path) -> bool:
    """Builds a module in a folder and returns whether it equals the committed one."""
    path = binding.module_path(game)
    build(game, folder / path.name)
    same = (folder / path.name).read_bytes() == path.read_bytes()
    print(f"{path.name}: {'the same' if same else 'another'}")
    return same


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the games' WebAssembly modules.")
    parser.add_argument("--all", action="store_true", help="also those that are fresh")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="elsewhere; implies --all")
    parser.add_argument("--check", action="store_true", help="compare; implies --all")
    parser.add_argument("--one", nargs=3, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one is not None:
        make(find(args.one[0], int(args.one[1])), Path(args.one[2]))
        return 0
    if not wasm_build.tools():
        print("Building needs numba and wasm-ld (on Debian: apt install lld).", file=sys.stderr)
        return 1
    if args.check:
        with tempfile.TemporaryDirectory() as folder:
            same = [is_same(game, Path(folder)) for game in games()]
        return 0 if all(same) else 1
    for game in games():
        path = binding.module_path(game)
        if args.into is not None:
            path = args.into / path.name
        elif not args.all and binding.has_fresh_file(game):
            print(f"{path.name}: fresh")
            continue
        build(game, path)
        data = path.read_bytes()
        print(f"{path.name}: {len(data):,} bytes, {len(gzip.compress(data)):,} compressed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
