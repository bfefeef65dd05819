"""``matou.vector("clocktowers", n=65536, device="cuda")``: thousands of games stepped at once.

Every seat is the caller's. ``reset(seed)`` begins n games; ``step(actions)`` plays one action in
each, then chance, and begins a game again that has ended. After either, these arrays tell of each
game (a row a game), NumPy's with ``device="cpu"`` and CuPy's, on the card, with ``"cuda"``:

================  ============  ===========================================================
``observations``  int8[n, *]    what the seat to act may know: the game's ``encode``
``masks``         int8[n, *]    1 for each action that is legal
``seats``         int8[n]       the seat to act
``rewards``       f4[n, seats]  what each seat got, in a game that has ended; otherwise 0
``ended``         bool[n]       1 where a game has ended, and another has begun
``illegal``       bool[n]       1 where the action was not legal, and so none was played
================  ============  ===========================================================

They are to be read, and hold until the next ``step``; copy what you keep. torch, JAX and CuPy
take them over without a copy (``__dlpack__``, ``__cuda_array_interface__``) and give actions the
same way; each import and each ``step`` puts the libraries' streams in order, and nobody waits for
the card. It may still be reading when the next step is asked for: there are two sets of arrays,
written by turns.

An action that is not legal cannot be refused without waiting. So nothing is played in that game,
which stays as it was, and ``illegal`` says so; ``check()`` waits, and raises what the rules say.

The same seed gives the same games on any device, whatever n: game g follows from the seed, g and
the actions alone. A planner that knows the seed knows chance; whoever studies hidden information
keeps it from the players, like the environment itself, which holds every seat's secrets inside.
"""

from __future__ import annotations

import importlib.util
import secrets
from abc import ABC, abstractmethod
from typing import Any

from matou.core.game import Game
from matou.core.registry import find
from matou.core.state import State
from matou.core.words import BadChoice, Refusal
from matou.kit.extras import install
from matou.kit.rng import rng_next, rng_words

DEVICES = ("cpu", "cuda")
MOST = 1 << 26


class Vector(ABC):
    """Many games of one kind, stepped at once. The module says what its arrays hold."""

    device: str
    observations: Any
    masks: Any
    seats: Any
    rewards: Any
    ended: Any
    illegal: Any
    rows: Any  # 0 to n - 1, and ...
    never: Any  # ... n times False, on the same device, for whoever needs them

    def __init__(self, game: Game, n: int, table: int) -> None:
        self.game, self.n, self.table = game, n, table
        self.has_begun = False

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"matou.vector({self.game.name!r}, n={self.n}, device={self.device!r})"

    def reset(self, seed: int | None = None) -> None:
        """New games everywhere; without a seed, other ones each time."""
        self._begin(start_of(secrets.randbits(60) if seed is None else seed))
        self.has_begun = True

    @abstractmethod
    def _begin(self, start: int) -> None: ...

    def step(self, actions: Any) -> None:
        """Play ``actions[g]`` in game g: whole numbers, in any array of this device or the CPU."""
        if not self.has_begun:
            raise BadChoice("reset comes before step", "reset vient avant step")
        self._step(actions)

    @abstractmethod
    def _step(self, actions: Any) -> None: ...

    @abstractmethod
    def sample(self) -> Any:
        """A legal action in every game, each as likely as the next; the seed decides them too."""

    def check(self) -> None:
        """Wait, and raise matou.IllegalAction for the first game whose action was not legal."""
        bad = [g for g, wrong in enumerate(self.illegal.tolist()) if wrong]
        if bad:
            s, action = self._refused(bad[0])
            State(self.game, self.table, s).play(action)
            raise AssertionError("the list of legal actions and the rules do not agree")

    @abstractmethod
    def _refused(self, g: int) -> tuple[Any, int]:
        """The state of a game and the action that was not legal there."""


def start_of(seed: int) -> int:
    """Where a seed's games begin: seeds next to each other share none of theirs."""
    if isinstance(seed, bool) or not hasattr(type(seed), "__index__"):
        raise BadChoice(
            f"seed is {seed!r}; it must be a whole number",
            f"seed vaut {seed!r} ; ce doit être un nombre entier",
        )
    r = rng_words(int(seed))
    return rng_next(r) << 20 | rng_next(r) >> 12


def check_actions(actions: Any, n: int) -> None:
    """One whole number a game, or a BadChoice."""
    if actions.shape != (n,):
        shape = tuple(actions.shape)
        raise BadChoice(
            f"actions has shape {shape}; it must be ({n},)",
            f"actions a la forme {shape} ; il faut ({n},)",
        )
    if actions.dtype.kind not in "iu":
        raise BadChoice(
            f"actions are {actions.dtype}; they must be whole numbers",
            f"les actions sont des {actions.dtype} ; il faut des nombres entiers",
        )


def vector(
    game: Game | str,
    n: int = 1024,
    *,
    device: str = "cpu",
    seats: int | None = None,
    threads: int = 1,
    **options: Any,
) -> Vector:
    """Many games at once; ``threads`` are the CPU's. A bad choice is a ValueError that says so."""
    found = (find(game) if isinstance(game, str) else game).having(**options)
    table = found.check_seats(found.min_seats if seats is None else seats)
    if device not in DEVICES:
        raise BadChoice(
            f"device is {device!r}; it can be 'cpu' or 'cuda'",
            f"device vaut {device!r} ; ce peut être 'cpu' ou 'cuda'",
        )
    for name, value in (("n", n), ("threads", threads)):
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST:
            raise BadChoice(
                f"{name} is {value!r}; it must be a whole number from 1 to {MOST}",
                f"{name} vaut {value!r} ; ce doit être un nombre entier de 1 à {MOST}",
            )
    if device == "cuda":
        from matou.kit.ptx import NoGPU
        from matou.research.vector_cuda import CudaVector

        try:
            return CudaVector(found, n, table)
        except NoGPU as wrong:
            raise Unavailable(str(wrong), str(wrong)) from None
    if importlib.util.find_spec("numba") is None:
        how = install("fast")
        raise Unavailable(f"numba is not installed: {how}", f"numba n’est pas installé : {how}")
    from matou.research.vector_cpu import CpuVector

    return CpuVector(found, n, table, threads)


class Unavailable(Refusal):
    """The device cannot be used here; the sentence says what is missing."""
