"""Random playouts on a GPU, one thread a game: ``playout`` as a kernel."""

from __future__ import annotations

from typing import Any

from matou.core.game import Game
from matou.kit import playout, ptx
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link
from matou.kit.rng import WORDS, rng_seed

KINDS = ("record[]", "record[]", "i4[]", "i8", "i8")


def kernel(linked: Linked, record: Any, most: int) -> Any:
    """Thread i plays the games of seeds ``seed + i``, ``seed + i + games`` and so on.

    The last final state goes to ``states[i]``; ``moves[i]`` counts the actions of all games. They
    are played in the thread's local memory, where neighbouring threads read adjacent addresses.
    """
    from numba import cuda, from_dtype, int16, int64

    play, seeded, kind = linked.playout, linked._twins[rng_seed], from_dtype(record)

    def playouts(states: Any, opening: Any, moves: Any, seed: int, rounds: int) -> None:
        i = cuda.grid(1)
        if i < len(states):
            out = cuda.local.array(most, int16)
            weights = cuda.local.array(most, int16)
            r = cuda.local.array(WORDS, int64)
            own = cuda.local.array(1, kind)
            n = 0
            for game in range(rounds):
                own[0] = opening[0]
                seeded(r, seed + i + game * len(states))
                n += play(own[0], out, weights, r)
            states[i] = own[0]
            moves[i] = n

    return playouts


def bound(game: Game, compile: bool) -> Linked:
    """Returns the template linked to a game; without ``compile`` only to be hashed."""
    rules: Any = game.rules
    base = link(rules, compile=compile, cache=False)
    return link(playout, base=base, compile=compile, cache=False)


def kernels(game: Game) -> ptx.Kernels:
    """Returns the kernel of a game, built if it is missing."""
    place, record = ptx.folder(bound(game, compile=False), __file__), dtype_of(game.rules.State)

    def made() -> dict[str, Any]:
        return {"playouts": kernel(bound(game, compile=True), record, game.rules.MAX_LEGAL)}

    ptx.cupy()  # raises before anything is built if there is no GPU
    return ptx.Kernels(ptx.build_missing(place, game.name, {"playouts": KINDS}, made, record))
