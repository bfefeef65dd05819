"""``matou.vector("clocktowers", n=65536, device="cuda")`` steps thousands of games at once.

The caller plays every seat, or with ``seat`` that one alone: then ``opponents`` play the others, at
random, by a bot of any level, or by one of your own. ``reset(seed)`` starts n games;
``step(actions)`` plays one action in each, then chance and opponents, and restarts games that have
ended. Then these arrays describe the games, a row each; NumPy arrays with ``device="cpu"``, CuPy
arrays on the GPU with ``"cuda"``:

================  ============  ===========================================================
``observations``  int8[n, k]    the observation of the seat to act: the game's ``encode``
``masks``         int8[n, k]    1 for each legal action
``seats``         int8[n]       the seat to act
``rewards``       f4[n, seats]  the returns of a game that has ended; otherwise 0
``ended``         bool[n]       true where a game has ended and another one started
``illegal``       bool[n]       true where the action was illegal, so that none was played
================  ============  ===========================================================

Do not write to them; they are valid until the next ``step``, so copy those you keep. torch, JAX and
CuPy use them without a copy (``__dlpack__``, ``__cuda_array_interface__``) and pass actions the
same way. Each import and each ``step`` orders the libraries' streams, so nothing waits for the GPU.
It may still be reading when the next step starts: steps write to two sets of arrays in turn.

Refusing an illegal action would mean waiting. So that game stays as it was, and ``illegal`` is set;
``check()`` waits, and raises what the rules say.

The same seed gives the same games on any device, whatever n: game g depends on the seed, g and the
actions alone. A planner that knows the seed can predict chance. To study hidden information, keep
the seed and the environment, which holds every seat's secrets, from the players.
"""

import secrets
from abc import ABC, abstractmethod
from typing import Any

from matou.core.game import Game
from matou.core.messages import Verbatim
from matou.core.refusals import BadChoice, check_choice, check_whole
from matou.core.state import State
from matou.kit.rng import rng_next, rng_words
from matou.kit.running import BackendName
from matou.research.backends import Unavailable
from matou.research.observations import chosen_table
from matou.research.opponents import Opponent

DEVICES = ("cpu", "cuda")
MOST = 1 << 26


class Vector(ABC):
    """Many games stepped at once. The module describes its arrays."""

    device: str
    observations: Any
    masks: Any
    seats: Any
    rewards: Any
    ended: Any
    illegal: Any
    rows: Any  # 0 to n - 1, and ...
    never: Any  # ... n times False, on the same device

    def __init__(self, game: Game, n: int, table: int) -> None:
        self.game, self.n, self.table = game, n, table
        self.has_begun = False

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"matou.vector({self.game.name!r}, n={self.n}, device={self.device!r})"

    def reset(self, seed: int | None = None) -> None:
        """Starts new games; without a seed, different ones each time."""
        self._begin(start_of(secrets.randbits(60) if seed is None else seed))
        self.has_begun = True

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(f"{self!r} lives on its device: it can be neither copied nor pickled")

    @abstractmethod
    def _begin(self, start: int) -> None: ...

    def step(self, actions: Any) -> None:
        """Plays ``actions[g]`` in game g: integers, in any array of this device or the CPU."""
        if not self.has_begun:
            raise BadChoice("call reset before step")
        self._step(actions)

    @abstractmethod
    def _step(self, actions: Any) -> None: ...

    @abstractmethod
    def sample(self) -> Any:
        """Returns a random legal action for every game; the seed decides them too."""

    @abstractmethod
    def state(self, g: int) -> State:
        """Returns a copy of game g, to look at or to play on; it has no history.

        It holds every seat's secrets: ``state(g).observe(seat)`` is what a seat may know.
        """

    def check(self) -> None:
        """Waits, and raises IllegalAction for the first game whose action was illegal."""
        bad = [g for g, wrong in enumerate(self.illegal.tolist()) if wrong]
        if bad:
            self.state(bad[0]).play(self._refused(bad[0]))
            raise AssertionError("the list of legal actions and the rules do not agree")

    @abstractmethod
    def _refused(self, g: int) -> int:
        """Returns the illegal action of a game."""


def start_of(seed: int) -> int:
    """Returns where a seed's games begin: neighbouring seeds share no games."""
    if isinstance(seed, bool) or not hasattr(type(seed), "__index__"):
        raise BadChoice("seed is {seed}, but must be a whole number", seed=repr(seed))
    r = rng_words(int(seed))
    return rng_next(r) << 20 | rng_next(r) >> 12


def check_actions(actions: Any, n: int) -> None:
    """Raises BadChoice unless there is one integer for each game."""
    if actions.shape != (n,):
        shape = tuple(actions.shape)
        raise BadChoice("actions has shape {shape}, but must have shape ({n},)", shape=shape, n=n)
    if actions.dtype.kind not in "iu":
        raise BadChoice("actions has dtype {dtype}, but must be integers", dtype=actions.dtype)


def vector(
    game: Game | str,
    n: int = 1024,
    *,
    device: str = "cpu",
    seats: int | None = None,
    seat: int | None = None,
    opponents: Opponent | None = None,
    threads: int = 1,
    backend: BackendName | None = None,
    **options: Any,
) -> Vector:
    """Returns many games to be stepped at once, on the CPU or an NVIDIA GPU: ``research.vector``.

    You play every seat, or with ``seat`` that one: then ``opponents`` play the others, at random,
    by a level or a bot's name, or by your own ``choose(observation)``.

    ``device="cpu"`` needs the extra ``fast`` and runs as WebAssembly at once; ``backend="native"``
    compiles for this machine first (with numba, the extra ``native``). ``device="cuda"`` needs the
    extra ``gpu``.
    """
    found, table = chosen_table(game, seats, options)
    check_choice("device", device, DEVICES)
    check_whole("n", n, 1, MOST)
    check_whole("threads", threads, 1, MOST)
    how = {"seat": seat, "opponents": opponents, "backend": backend}
    if device == "cpu":
        from matou.research.vector_cpu import CpuVector

        return CpuVector(found, n, table, threads=threads, **how)
    from matou.kit.ptx import NoGPU
    from matou.research.vector_cuda import CudaVector

    for name, value in how.items():
        if value is not None:
            raise BadChoice("{name} works on the CPU only", name=name)
    try:
        return CudaVector(found, n, table)
    except NoGPU as wrong:
        raise Unavailable(Verbatim(str(wrong))) from None
