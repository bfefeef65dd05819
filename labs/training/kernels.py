"""The GPU kernels of self-play: a thread for each row of ``selfplay``.

``python -m labs.training.kernels [GAME …]`` builds them into the cache folder; it needs no GPU.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from labs.training import selfplay
from matou.bots import plain
from matou.core.game import Game
from matou.core.registry import find, names
from matou.kit import ptx
from matou.kit.chances import NOTES
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link

SEATS = 8  # more than any game has
KINDS = {
    "begin": ("record[]", "record[]", "i4[]", "i8[,]", "i8[,]", "i8"),
    "decide": ("record[]", "i2[,]", "i4[]", "i4[]", "i8[,]"),
    "children": (
        "record[]", "i2[,]", "i4[]", "i4[]", "i2[,]", "f4[]", "i8", "i8",
    ),
    "advise": ("record[]", "i2[,]", "i4[]", "i4[]", "f4[]", "i8[,]"),
    "pick": ("i4[]", "i4[]", "f4[]", "f4[]", "i8[,]", "i8", "i4[]", "i4[]"),
    "act": ("record[]", "i2[,]", "i4[]", "i4[]"),
    "result": ("record[]", "f4[,]"),
}  # fmt: skip


def bound(game: Game, compile: bool, cache: bool = False) -> Linked:
    """Returns ``selfplay`` linked to a game, its hints and its network's inputs."""
    assert game.hints is not None
    assert game.hints.inputs is not None
    rules: Any = game.rules
    base = link(rules, compile=compile, cache=cache)
    for template in (plain, game.hints.rules, game.hints.inputs, selfplay):
        base = link(template, base=base, compile=compile, cache=cache)
    return base


def made(game: Game) -> dict[str, Any]:
    """Returns the kernels as functions, to be built."""
    from numba import cuda, float32, from_dtype, int16, int64

    rows = bound(game, compile=True)
    most, kind = game.rules.MAX_LEGAL, from_dtype(dtype_of(game.rules.State))
    begin_row, decide_row, child_row = rows.begin_row, rows.decide_row, rows.child_row
    advise_row, pick_row, act_row, result_row = (
        rows.advise_row, rows.pick_row, rows.act_row, rows.result_row,
    )  # fmt: skip

    def begin(states: Any, openings: Any, which: Any, luck: Any, dice: Any, seed: int) -> None:
        g = cuda.grid(1)
        if g < len(which):
            begin_row(g, states, openings, which, luck, dice, seed)

    def decide(states: Any, listed: Any, counts: Any, who: Any, luck: Any) -> None:
        g = cuda.grid(1)
        if g < len(counts):
            weights = cuda.local.array(most, int64)
            decide_row(g, states, listed, counts, who, luck, weights)

    def children(
        states: Any, listed: Any, game: Any, place: Any, active: Any, worth: Any, inputs: int,
        mode: int,
    ) -> None:  # fmt: skip
        k = cuda.grid(1)
        if k < len(game):
            room = cuda.local.array(1, kind)
            floats = cuda.local.array(SEATS, float32)
            notes = cuda.local.array(NOTES, int64)
            child_row(
                k, states, listed, game, place, active, worth, inputs, mode, room, floats, notes
            )

    def advise(states: Any, listed: Any, counts: Any, first: Any, worth: Any, dice: Any) -> None:
        g = cuda.grid(1)
        if g < len(counts):
            weights = cuda.local.array(most, int16)
            advise_row(g, states, listed, counts, first, worth, dice, weights)

    def pick(
        counts: Any, first: Any, values: Any, worth: Any, dice: Any, noise: int, picked: Any,
        best: Any,
    ) -> None:  # fmt: skip
        g = cuda.grid(1)
        if g < len(counts):
            pick_row(g, counts, first, values, worth, dice, noise, picked, best)

    def act(states: Any, listed: Any, first: Any, picked: Any) -> None:
        g = cuda.grid(1)
        if g < len(picked):
            act_row(g, states, listed, first, picked)

    def result(states: Any, won: Any) -> None:
        g = cuda.grid(1)
        if g < len(won):
            floats = cuda.local.array(SEATS, float32)
            result_row(g, states, won, floats)

    return {k.__name__: k for k in (begin, decide, children, advise, pick, act, result)}


def paths(game: Game) -> dict[str, Path]:
    """Returns the kernels' files, building those that are missing."""
    place = ptx.folder(bound(game, compile=False), __file__)
    return ptx.build_missing(
        place, game.name, KINDS, lambda: made(game), dtype_of(game.rules.State)
    )


if __name__ == "__main__":
    for wanted in sys.argv[1:] or names():
        for path in paths(find(wanted)).values():
            print(f"{path} {path.stat().st_size:,} bytes", flush=True)
