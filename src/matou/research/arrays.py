"""The arrays of a batch of games, and the threads that step it."""

from __future__ import annotations

from typing import Any

import numpy as np

from matou.core.game import Game
from matou.kit.layout import dtype_of
from matou.kit.linking import Linked, link
from matou.kit.rng import WORDS
from matou.research import batch
from matou.research.observations import encoder_of
from matou.research.threads import Crew
from matou.research.work_sharing import LINE

# The state of a batch: everything that a copy of it needs.
NAMES = (
    "states", "listed", "counts", "mask", "seen", "final", "turn", "rewards", "ended",
    "final_returns", "luck", "dice", "chosen", "given",
)  # fmt: skip
MADE = (*NAMES, "crew", "fast", "games", "opening", "scratch")  # every attribute of ``Arrays``
_linked: dict[str, Linked] = {}


def compiled(game: Game) -> Linked:
    """Returns the batch template compiled for a game and its encoder, once for this process."""
    if game.name not in _linked:
        encode: Any = encoder_of(game)
        base = link(encode, base=game.compiled)
        _linked[game.name] = link(batch, base=base)
    return _linked[game.name]


class Arrays:
    """The arrays of n games, a row each; ``batch.Games`` says what they hold."""

    def __init__(self, game: Game, n: int, seats: int, me: int, threads: int) -> None:
        rules, size, kind = game.rules, encoder_of(game).SIZE, dtype_of(game.rules.State)
        self.fast = compiled(game)
        self.states = np.zeros(n, kind)
        self.opening = np.frombuffer(bytearray(bytes(game.start(seats).s)), kind)
        self.listed = np.zeros((n, batch.row_of(rules.MAX_LEGAL)), np.int32)
        self.counts = np.zeros(n, np.int32)
        self.mask = np.zeros((n, rules.ACTIONS), np.int8)
        self.seen = np.zeros((n, size), np.int8)
        self.final = np.zeros((n, size), np.int8)
        self.turn = np.zeros(n, np.int8)
        self.rewards = np.zeros(n, np.float64)
        self.ended = np.zeros(n, np.bool_)
        self.final_returns = np.zeros((n, seats), np.float64)
        self.luck = np.zeros((n, WORDS), np.int64)
        self.dice = np.zeros((n, WORDS), np.int64)  # the random numbers of ``sample``
        self.chosen = np.zeros(n, np.int64)
        self.given = np.zeros(n, np.int64)  # the actions of a step
        apart = rules.MAX_LEGAL + LINE * 2  # so that no two threads share a cache line
        self.scratch = np.zeros((max(threads, 1), apart), np.int32)
        self.games = batch.Games(
            self.states, self.opening, self.given, self.listed, self.counts, self.mask,
            self.seen, self.turn, self.rewards, self.ended, self.final_returns, self.final,
            self.luck, self.chosen, self.dice, self.scratch, me,
        )  # fmt: skip
        self.crew = Crew(self.fast, self.games, threads)

    def contents(self) -> dict[str, bytes]:
        arrays = {name: getattr(self, name) for name in NAMES}
        return {name: array.tobytes() for name, array in arrays.items()}

    def fill(self, contents: dict[str, bytes]) -> None:
        """Restores what ``contents`` returned."""
        for name, data in contents.items():
            array = getattr(self, name)
            array[...] = np.frombuffer(data, array.dtype).reshape(array.shape)
