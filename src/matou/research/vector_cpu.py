"""The vector environment on the CPU: a ``Batch`` behind the interface of ``Vector``."""

from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.state import State
from matou.kit.reducing import made_by
from matou.research import batch
from matou.research.arrays import Batch
from matou.research.decisions import DICE
from matou.research.vector import Vector, check_actions


class CpuVector(Vector):
    """Steps with its own threads, and is done when ``step`` returns."""

    device = "cpu"

    def __init__(self, game: Game, n: int, table: int, **how: Any) -> None:
        super().__init__(game, n, table)
        self._how = how
        self._batch = Batch(game, n, table, **how)
        own = self._own = self._batch.arrays
        self.observations, self.masks = own.seen, own.mask
        self.seats, self.ended = own.turn, own.ended.view(np.bool_)
        self.rewards = np.zeros((n, table), np.float32)
        self.illegal = np.zeros(n, np.bool_)
        self.rows, self.never = np.arange(n), np.zeros(n, np.bool_)

    def __reduce__(self) -> tuple[Any, ...]:
        how = {"device": self.device, "seats": self.table, **self._how}
        results = self.has_begun, self.rewards.tobytes(), self.illegal.tobytes()
        return *made_by("vector", self.game, self.n, **how), (self._batch.contents(), *results)

    def __setstate__(self, state: tuple[dict[str, bytes], bool, bytes, bytes]) -> None:
        contents, self.has_begun, rewards, illegal = state
        self._batch.fill(contents)
        self.rewards[...] = np.frombuffer(rewards, np.float32).reshape(self.rewards.shape)
        self.illegal[...] = np.frombuffer(illegal, np.bool_)

    def _begin(self, start: int) -> None:
        self._batch.begin(start)
        self._batch.seed_dice(DICE + start)
        self.rewards[:] = 0
        self.illegal[:] = False

    def _step(self, actions: Any) -> None:
        own = self._own
        actions = np.asarray(actions)
        check_actions(actions, self.n)
        own.actions[:] = actions
        self.illegal[:] = False
        if self._batch.illegal() == batch.FINE:
            self._batch.step()
        else:
            self._step_around()
        np.multiply(own.final_returns, own.ended[:, None], out=self.rewards, casting="same_kind")

    def _step_around(self) -> None:
        """Steps all games but those with an illegal action."""
        own = self._own
        inside = (own.actions >= 0) & (own.actions < own.mask.shape[1])
        marked = own.mask[self.rows, np.where(inside, own.actions, 0)] > 0
        self.illegal[:] = ~(inside & marked)
        asked = own.actions[self.illegal]
        own.actions[self.illegal], own.ended[self.illegal] = batch.SKIP, 0
        self._batch.step()
        own.actions[self.illegal] = asked

    def sample(self) -> Any:
        return self._batch.sample()

    def state(self, g: int) -> State:
        return self._batch.state(g)

    def _refused(self, g: int) -> int:
        return int(self._own.actions[g])
