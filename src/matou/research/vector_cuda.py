"""The vector environment on an NVIDIA GPU: states, chance and all arrays stay there."""

from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.state import State
from matou.kit.layout import as_bytes
from matou.kit.ptx import kernel_args
from matou.kit.rng import WORDS
from matou.research import cuda
from matou.research.observations import encoder_of
from matou.research.vector import Vector, check_actions
from matou.research.vector_kernels import KINDS, WARP, shared, threads

TURNS = 2  # sets of arrays that steps write to in turn
CUDA = 2  # DLPack's number for CUDA devices


class CudaVector(Vector):
    """Launches kernels on CuPy's current stream; nothing here waits for the GPU."""

    device = "cuda"

    def __init__(self, game: Game, n: int, table: int) -> None:
        super().__init__(game, n, table)
        self._kernels = cuda.kernels(game)
        cp = self._cp = self._kernels.cp
        rules, size = game.rules, encoder_of(game).SIZE
        rows = -(-n // WARP) * WARP  # a warp writes its 32 rows in one piece
        self._size, self._rows = size, rows
        opening = np.frombuffer(as_bytes(game.start(table).s), np.uint8)
        self._opening = cp.asarray(opening[None])
        self._states = cp.zeros((rows, len(opening)), cp.uint8)
        self._listed = cp.zeros((rules.MAX_LEGAL, n), cp.int16)
        self._counts = cp.zeros(n, cp.int32)
        self._luck = cp.zeros((n, WORDS), cp.int64)
        self._dice = cp.zeros((n, WORDS), cp.int64)
        self._chosen = cp.zeros(n, cp.int64)
        self._given = cp.zeros(n, cp.int64)  # the actions of a step
        self._corrects = "correct" in self._kernels.found
        self._choose = kernel_args(
            KINDS["choose"], self._listed, self._counts, self._dice, self._chosen
        )
        self._sets = [self._arrays(cp, rows) for _ in range(TURNS)]
        self._turn = 0
        self._shown(0)
        self.rows, self.never = cp.arange(n), cp.zeros(n, cp.bool_)

    def _arrays(self, cp: Any, rows: int) -> dict[str, Any]:
        """Returns one set of the caller's arrays, and each kernel's arguments for it."""
        n, actions = self.n, self.game.rules.ACTIONS
        found = {
            "observations": cp.zeros((rows, self._size), cp.int8),
            "masks": cp.zeros((rows, actions), cp.int8),
            "rewards": cp.zeros((n, self.table), cp.float32),
            "seats": cp.zeros(n, cp.int8),
            "ended": cp.zeros(n, cp.int8),
            "illegal": cp.zeros(n, cp.int8),
        }
        lists = self._listed, self._counts, found["seats"]
        after = found["rewards"], found["ended"], found["illegal"]
        states = self._states.reshape(-1).view(cp.int64)
        look, marks = (found[name].reshape(-1).view(cp.int64) for name in ("observations", "masks"))
        found["begin"] = kernel_args(
            KINDS["begin"][:-1], self._states, self._opening, *lists, *after, self._luck, self._dice
        )
        found["play"] = kernel_args(
            KINDS["play"], states, self._opening, self._given, *lists, *after, self._luck
        )
        found["look"] = kernel_args(KINDS["look"], states, found["seats"], look)
        if self._corrects:
            before = cp.zeros_like(self._listed), cp.zeros_like(self._counts)
            found["before"] = before
            found["correct"] = kernel_args(KINDS["correct"], *lists[:2], *before, found["masks"])
        else:
            found["mark"] = kernel_args(KINDS["mark"], *lists[:2], marks)
        return found

    def _shown(self, turn: int) -> None:
        now, cp, n = self._sets[turn], self._cp, self.n
        self.observations, self.masks = now["observations"][:n], now["masks"][:n]
        self.rewards, self.seats = now["rewards"], now["seats"]
        self.ended, self.illegal = now["ended"].view(cp.bool_), now["illegal"].view(cp.bool_)

    def _launch(self, name: str, given: tuple[Any, ...]) -> None:
        share = shared(name, self._opening.shape[1], self._size, self.game.rules.ACTIONS)
        if share:
            wide = threads(share)
            self._kernels.launch(name, self.n, given, block=WARP, threads=wide, shared=share)
        else:
            self._kernels.launch(name, self.n, given)

    def _look(self, now: dict[str, Any]) -> None:
        self._launch("look", now["look"])
        marking = "correct" if self._corrects else "mark"
        self._launch(marking, now[marking])

    def _begin(self, start: int) -> None:
        self._turn = 1 - self._turn
        now = self._sets[self._turn]
        self._launch("begin", (*now["begin"], np.int64(start)))
        self._look(now)
        self._shown(self._turn)

    def _step(self, actions: Any) -> None:
        cp = self._cp
        if not isinstance(actions, cp.ndarray):
            actions = cp.from_dlpack(actions) if is_on_card(actions) else cp.asarray(actions)
        check_actions(actions, self.n)
        cp.copyto(self._given, actions, casting="unsafe")
        self._turn = 1 - self._turn
        self._graph(self._sets[self._turn]).launch()
        self._shown(self._turn)

    def _graph(self, now: dict[str, Any]) -> Any:
        """Returns a step's kernels as a CUDA graph, recorded once, which launches with one call."""
        if "graph" not in now:
            stream = self._cp.cuda.Stream(non_blocking=True)
            with stream:
                stream.begin_capture()
                self._launch("play", now["play"])
                self._look(now)
                now["graph"] = stream.end_capture()
        return now["graph"]

    def sample(self) -> Any:
        self._launch("choose", self._choose)
        return self._chosen

    def state(self, g: int) -> State:
        s = self.game.rules.State.from_buffer_copy(self._states[g].tobytes())
        return State(self.game, self.table, s)

    def _refused(self, g: int) -> int:
        return int(self._given[g])


def is_on_card(array: Any) -> bool:
    """Returns whether an array is on a CUDA device."""
    return hasattr(array, "__dlpack_device__") and int(array.__dlpack_device__()[0]) == CUDA
