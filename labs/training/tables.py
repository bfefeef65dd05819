"""Many games at once for learning: the same steps and arrays on a GPU and on the CPU."""

from __future__ import annotations

import itertools
import random
from typing import Any

from labs.training import kernels
from matou.core.game import Game
from matou.core.refusals import BadChoice
from matou.kit import ptx
from matou.kit.chances import NOTES
from matou.kit.layout import dtype_of
from matou.kit.rng import WORDS

OPENINGS = 64  # at most
# Scratch arrays that a step needs on the CPU; a GPU's threads have their own.
SCRATCH = {
    "decide": ("weights",),
    "children": ("room", "floats", "notes"),
    "advise": ("weights",),
    "result": ("floats",),
}


def openings(game: Game, seed: int) -> tuple[list[Any], int]:
    """Returns opening states with all numbers of seats and options; the first are usual ones for
    two.

    The second number is how many of them are usual: half.
    """
    usual = [game.start(game.min_seats)]
    others = []
    for seats in range(game.min_seats, game.max_seats + 1):
        for values in itertools.product(*(option.values for option in game.options)):
            chosen = {o.name: v for o, v in zip(game.options, values, strict=True)}
            try:
                others.append(game.having(**chosen).start(seats))
            except BadChoice:  # an option that does not fit this number of seats
                continue
    if len(others) > OPENINGS // 2:
        others = random.Random(seed).sample(others, OPENINGS // 2)
    return usual * len(others) + others, len(others)


class Tables:
    """n games, and the arrays of a step in ``xp``, which is NumPy or CuPy."""

    def __init__(self, game: Game, n: int, device: str, seed: int) -> None:
        import numpy as np

        assert game.hints is not None
        inputs: Any = game.hints.inputs
        self.game, self.n, self.device = game, n, device
        self.inputs, self.most = inputs.INPUTS, inputs.MOST
        self.record = dtype_of(game.rules.State)
        rows = [state.s for state in openings(game, seed)[0]]
        blank = np.frombuffer(b"".join(bytes(s) for s in rows), self.record)
        self.kernels: Any = None
        self.rules: Any = None
        self.xp: Any = np
        if device == "cuda":
            self.xp = ptx.cupy()
            self.kernels = ptx.Kernels(kernels.paths(game))
            bytes_ = blank.view(np.uint8).reshape(len(rows), -1)
            self.openings = self.xp.asarray(bytes_)
            self.states = self.xp.zeros((n, self.record.itemsize), np.uint8)
        else:
            self.rules = kernels.bound(game, compile=True, cache=True)
            self.openings = blank.copy()
            self.states = np.zeros(n, self.record)
            self._own = {
                "weights": np.zeros(game.rules.MAX_LEGAL, np.int64),
                "room": np.zeros(1, self.record),
                "floats": np.zeros(kernels.SEATS, np.float32),
                "notes": np.zeros(NOTES, np.int64),
            }
        xp = self.xp
        self.listed = xp.zeros((n, game.rules.MAX_LEGAL), np.int16)
        self.counts, self.who, self.picked, self.best = (xp.zeros(n, np.int32) for _ in range(4))
        self.luck, self.dice = xp.zeros((n, WORDS), np.int64), xp.zeros((n, WORDS), np.int64)
        self.won = xp.zeros((n, kernels.SEATS), np.float32)
        self.seats_of = xp.asarray([s.seats for s in rows], np.int32)

    def do(self, name: str, rows: int, *args: Any) -> None:
        """Runs one step of ``selfplay`` for all rows."""
        if self.kernels is not None:
            self.kernels.launch(name, rows, ptx.kernel_args(kernels.KINDS[name], *args))
        else:
            own = (self._own[what] for what in SCRATCH.get(name, ()))
            getattr(self.rules, name)(*args, *own)

    def begin(self, which: Any, seed: int) -> None:
        """Starts games from these openings."""
        self.seats = self.seats_of[which]
        self.do(
            "begin", self.n, self.states, self.openings, which, self.luck, self.dice, seed
        )  # fmt: skip

    def decide(self) -> int:
        """Plays for chance; returns the number of legal actions in all games, 0 at the end."""
        self.do(
            "decide", self.n, self.states, self.listed, self.counts, self.who, self.luck
        )  # fmt: skip
        self.first = (self.xp.cumsum(self.counts) - self.counts).astype("int32")
        return int(self.counts.sum())

    def children(self, total: int, mode: int) -> tuple[Any, Any]:
        """Returns the features after every action, and its worth if known."""
        xp = self.xp
        rows = xp.arange(total, dtype="int32")
        after = xp.cumsum(self.counts).astype("int32")
        self.of = xp.searchsorted(after, rows, side="right").astype("int32")
        place = (rows - self.first[self.of]).astype("int32")
        active = xp.empty((total, self.most), "int16")
        worth = xp.empty(total, "float32")
        self.do(
            "children", total, self.states, self.listed, self.of, place, active, worth,
            self.inputs, mode,
        )  # fmt: skip
        return active, worth

    def advise(self, worth: Any) -> None:
        """Sets worths by the game's hints."""
        self.do(
            "advise", self.n, self.states, self.listed, self.counts, self.first, worth, self.dice
        )  # fmt: skip

    def play(self, values: Any, worth: Any, noise: int) -> None:
        """Picks an action in every game by its worth, or else its value, and plays it."""
        self.choose(values, worth, noise)
        self.act()

    def choose(self, values: Any, worth: Any, noise: int) -> None:
        """Picks an action in every game."""
        self.do(
            "pick", self.n, self.counts, self.first, values, worth, self.dice, noise,
            self.picked, self.best,
        )  # fmt: skip

    def act(self) -> None:
        self.do("act", self.n, self.states, self.listed, self.first, self.picked)

    def results(self) -> Any:
        """Returns the returns of finished games."""
        self.do("result", self.n, self.states, self.won)
        return self.won
