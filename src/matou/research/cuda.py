"""The GPU kernels of a game's vector environment.

``python -m matou.research.cuda [GAME …]`` builds them into the cache folder; it needs no GPU.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from matou.core.game import Game
from matou.core.registry import find, names
from matou.kit import ptx
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link
from matou.kit.rows import clear
from matou.research import decisions, vector_kernels
from matou.research.observations import encoder_of


def bound(game: Game, compile: bool) -> Linked:
    """Returns the templates linked to a game; without ``compile`` only to be hashed."""
    rules: Any = game.rules
    encode: Any = encoder_of(game)
    base = link(rules, compile=compile, cache=False)
    for template in (encode, decisions):
        base = link(template, base=base, compile=compile, cache=False)
    return base


def made(game: Game) -> dict[str, Any]:
    """Returns the kernels as functions, to be built."""
    from matou.kit.ptx_build import without_rule

    rules, linked = game.rules, without_rule(bound(game, compile=True), clear)
    record, most, size = dtype_of(rules.State), rules.MAX_LEGAL, encoder_of(game).SIZE
    return vector_kernels.kernels(linked, record, most, size, rules.ACTIONS)


def paths(game: Game) -> dict[str, Path]:
    """Returns the kernels' files, building those that are missing."""
    place = ptx.folder(bound(game, compile=False), vector_kernels.__file__)
    marking = "mark" if game.rules.ACTIONS <= vector_kernels.LONG else "correct"
    wanted = {
        name: vector_kernels.KINDS[name] for name in ("begin", "play", "look", marking, "choose")
    }
    record = dtype_of(game.rules.State)
    return ptx.build_missing(place, game.name, wanted, lambda: made(game), record)


_kernels: dict[str, ptx.Kernels] = {}


def kernels(game: Game) -> ptx.Kernels:
    """Returns a game's kernels, loaded once for this process."""
    if game.name not in _kernels:
        ptx.cupy()  # raises before anything is built if there is no GPU
        _kernels[game.name] = ptx.Kernels(paths(game))
    return _kernels[game.name]


def main(wanted: list[str]) -> Iterator[str]:
    """Builds kernels and yields where they are."""
    for name in wanted or names():
        for path in paths(find(name)).values():
            yield f"{path} {path.stat().st_size:,} bytes"


if __name__ == "__main__":
    for line in main(sys.argv[1:]):
        print(line, flush=True)
