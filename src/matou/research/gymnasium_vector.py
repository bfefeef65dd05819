"""``matou.vector`` as Gymnasium has it: on the CPU, or on a GPU, where numba need not be."""

from __future__ import annotations

from typing import Any

from matou.core.game import Game
from matou.research import missing
from matou.research.observations import encoder_of
from matou.research.spaces import box
from matou.research.vector import vector

try:
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    missing("Gymnasium")


class Vector(VectorEnv[Any, Any, Any]):
    """``matou.vector`` as Gymnasium has it, on the CPU or, with ``device="cuda"``, on a GPU.

    Every seat is the caller's: in each game the seat to act is observed and acts, and its reward
    is what it gets out of its action. ``infos`` holds ``action_mask``, ``seat``, ``returns`` (what
    each seat got in a game that has ended) and ``illegal``. Arrays are those of ``matou.vector``:
    they stay on their device and hold until the next step.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, game: Game | str, num_envs: int = 1024, *, device: str = "cpu", **options: Any
    ) -> None:
        self.games = vector(game, num_envs, device=device, **options)
        self.num_envs = num_envs
        rules, size = self.games.game.rules, encoder_of(self.games.game).SIZE
        self.single_action_space = spaces.Discrete(rules.ACTIONS)
        self.single_observation_space = box((size,))
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def _infos(self) -> dict[str, Any]:
        now = self.games
        found = {"action_mask": now.masks, "seat": now.seats, "returns": now.rewards}
        return {**found, "_returns": now.ended, "illegal": now.illegal}

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        """New games everywhere."""
        self.games.reset(seed)
        return self.games.observations, self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """One action in every game; where it is illegal nothing is played, and infos say so."""
        now = self.games
        seats = now.seats.astype(int)  # before it: whoever acts is rewarded
        now.step(actions)
        rewards = now.rewards[now.rows, seats]
        return now.observations, rewards, now.ended, now.never, self._infos()
