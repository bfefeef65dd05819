"""``matou.vector`` as a Gymnasium environment, on the CPU or a GPU."""

from __future__ import annotations

from typing import Any

from matou.core.game import Game
from matou.research import missing
from matou.research.spaces import add_spaces
from matou.research.vector import vector

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
except ImportError:
    missing("Gymnasium")


class Vector(VectorEnv[Any, Any, Any]):
    """``matou.vector`` as a Gymnasium environment, on the CPU or, with ``device="cuda"``, on a GPU.

    The caller plays every seat: in each game the seat to act observes and acts, and gets the reward
    of its action. ``infos`` holds ``action_mask``, ``seat``, ``returns`` (of each seat, in ended
    games) and ``illegal``. The arrays are those of ``matou.vector``: they stay on their device and
    are valid until the next step.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self, game: Game | str, num_envs: int = 1024, *, device: str = "cpu", **options: Any
    ) -> None:
        self.games = vector(game, num_envs, device=device, **options)
        self.num_envs = num_envs
        add_spaces(self, self.games.game)

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
        self.games.reset(seed)
        return self.games.observations, self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Plays one action in every game. Where it is illegal, plays none and sets ``illegal``."""
        now = self.games
        seats = now.seats.astype(int)  # the seats that act now get the rewards
        now.step(actions)
        rewards = now.rewards[now.rows, seats]
        return now.observations, rewards, now.ended, now.never, self._infos()
