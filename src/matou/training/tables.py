"""Many games at once for learning, on a GPU or on the CPU: the same steps, the same arrays."""

from __future__ import annotations

import itertools
import random
from typing import Any

from matou.core.game import Game
from matou.core.words import BadChoice
from matou.kit import ptx
from matou.kit.hopes import NOTES
from matou.kit.layout import dtype_of
from matou.kit.rng import WORDS
from matou.training import kernels

OPENINGS = 64  # ways to lay a table that are played, at most
# Room that a step needs besides, on the CPU: a GPU's threads have their own.
SCRATCH = {
    "decide": ("weights",),
    "children": ("room", "floats", "notes"),
    "advise": ("weights",),
    "result": ("floats",),
}


def openings(game: Game, seed: int) -> tuple[list[Any], int]:
    """Blank games of all numbers of seats and options; the first is the usual one, for two.

    Half of the games are begun that way: the second number is how many of the list it fills.
    """
    usual = [game.start(game.min_seats)]
    others = []
    for seats in range(game.min_seats, game.max_seats + 1):
        for values in itertools.product(*(option.values for option in game.options)):
            chosen = {o.name: v for o, v in zip(game.options, values, strict=True)}
            try:
                others.append(game.having(**chosen).start(seats))
            except BadChoice:  # a choice that does not suit so many
                continue
    if len(others) > OPENINGS // 2:
        others = random.Random(seed).sample(others, OPENINGS // 2)
    return usual * len(others) + others, len(others)


class Tables:
    """n games, and what a step needs; arrays are ``xp``'s, which is NumPy or CuPy."""

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
        # How many seats play, by opening.
        self.seats_of = xp.asarray([s.seats for s in rows], np.int32)

    def do(self, name: str, rows: int, *args: Any) -> None:
        """One step of ``selfplay``, for all rows."""
        if self.kernels is not None:
            self.kernels.launch(name, rows, ptx.given(kernels.KINDS[name], *args))
        else:
            own = (self._own[what] for what in SCRATCH.get(name, ()))
            getattr(self.rules, name)(*args, *own)

    def begin(self, which: Any, seed: int) -> None:
        """New games, of these openings."""
        self.seats = self.seats_of[which]
        self.do(
            "begin", self.n, self.states, self.openings, which, self.luck, self.dice, seed
        )  # fmt: skip

    def decide(self) -> int:
        """Chance plays; how many actions all games together may choose from, 0 at the end."""
        self.do(
            "decide", self.n, self.states, self.listed, self.counts, self.who, self.luck
        )  # fmt: skip
        self.first = (self.xp.cumsum(self.counts) - self.counts).astype("int32")
        return int(self.counts.sum())

    def children(self, total: int, mode: int) -> tuple[Any, Any]:
        """What every action leads to, as features, and its worth where that is known."""
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
        """Worths by the game's hints."""
        self.do(
            "advise", self.n, self.states, self.listed, self.counts, self.first, worth, self.dice
        )  # fmt: skip

    def play(self, values: Any, worth: Any, noise: int) -> None:
        """Pick an action in every game by its worth, where it has one, or its value; play it."""
        self.choose(values, worth, noise)
        self.act()

    def choose(self, values: Any, worth: Any, noise: int) -> None:
        """Pick an action in every game."""
        self.do(
            "pick", self.n, self.counts, self.first, values, worth, self.dice, noise,
            self.picked, self.best,
        )  # fmt: skip

    def act(self) -> None:
        """Play what was picked."""
        self.do("act", self.n, self.states, self.listed, self.first, self.picked)

    def results(self) -> Any:
        """What each seat got, of games that are over."""
        self.do("result", self.n, self.states, self.won)
        return self.won
