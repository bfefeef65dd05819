"""The vector environment on the CPU: ``batch`` where the caller plays every seat.

After a step, games with an illegal action are put back as they were. They are rare, so that the
step itself need not know of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from matou.core.game import Game
from matou.kit.reducing import made_by
from matou.research import batch
from matou.research.arrays import Arrays
from matou.research.decisions import DICE, EVERYBODY
from matou.research.vector import Vector, check_actions


class CpuVector(Vector):
    """Steps with its own threads, and is done when ``step`` returns."""

    device = "cpu"

    def __init__(self, game: Game, n: int, table: int, threads: int) -> None:
        super().__init__(game, n, table)
        self._threads = threads
        own = self._own = Arrays(game, n, table, EVERYBODY, threads)
        self.observations, self.masks = own.seen, own.mask
        self.seats, self.ended = own.turn, own.ended
        self.rewards = np.zeros((n, table), np.float32)
        self.illegal = np.zeros(n, np.bool_)
        self.rows, self.never = np.arange(n), np.zeros(n, np.bool_)
        self._rows: tuple[Any, ...] = (
            own.states, own.listed, own.counts, own.mask, own.seen, own.turn, own.luck,
        )  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        how = {"device": self.device, "seats": self.table, "threads": self._threads}
        told = self.has_begun, self.rewards.tobytes(), self.illegal.tobytes()
        return *made_by("vector", self.game, self.n, **how), (self._own.contents(), *told)

    def __setstate__(self, state: tuple[dict[str, bytes], bool, bytes, bytes]) -> None:
        contents, self.has_begun, rewards, illegal = state
        self._own.fill(contents)
        self.rewards[...] = np.frombuffer(rewards, np.float32).reshape(self.rewards.shape)
        self.illegal[...] = np.frombuffer(illegal, np.bool_)

    def _begin(self, start: int) -> None:
        own = self._own
        own.fast.begin(own.games, start)
        own.fast.seed_rows(own.dice, DICE + start)
        self.rewards[:] = 0
        self.ended[:] = False
        self.illegal[:] = False

    def _step(self, actions: Any) -> None:
        own = self._own
        actions = np.asarray(actions)
        check_actions(actions, self.n)
        own.given[:] = actions
        self.illegal[:] = False
        if own.crew.share(batch.CHECK):
            self._step_around()
        else:
            own.crew.share(batch.STEP)
        np.multiply(own.final_returns, own.ended[:, None], out=self.rewards, casting="same_kind")

    def _step_around(self) -> None:
        """Steps all games but those with an illegal action."""
        own = self._own
        inside = (own.given >= 0) & (own.given < own.mask.shape[1])
        marked = own.mask[np.arange(self.n), np.where(inside, own.given, 0)] > 0
        self.illegal[:] = ~(inside & marked)
        bad = np.flatnonzero(self.illegal)
        before, asked = [rows[bad].copy() for rows in self._rows], own.given[bad].copy()
        own.given[bad] = own.listed[bad, 0]
        own.crew.share(batch.STEP)
        for rows, kept in zip(self._rows, before, strict=True):
            rows[bad] = kept
        own.given[bad], own.ended[bad] = asked, False

    def sample(self) -> Any:
        self._own.crew.share(batch.CHOOSE)
        return self._own.chosen

    def _refused(self, g: int) -> tuple[Any, int]:
        own = self._own
        s = self.game.rules.State.from_buffer_copy(own.states[g].tobytes())
        return s, int(own.given[g])
