"""The games in Stable-Baselines3: ``SB3VecEnv("catymini", 256, opponents=1)``, with action masks.

>>> from sb3_contrib import MaskablePPO                                 # doctest: +SKIP
>>> MaskablePPO("MlpPolicy", SB3VecEnv("catymini", 256)).learn(500_000) # doctest: +SKIP
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.refusals import missing
from matou.research.observations import Numbers, chosen_table
from matou.research.opponents import Opponent

try:
    from stable_baselines3.common.vec_env import VecEnv
except ImportError:
    raise missing("Stable-Baselines3", "sb3") from None

from matou.research.gymnasium import VectorEnv  # isort: skip  (after SB3, which brings Gymnasium)

ONE_GAME = "all games are stepped together: {name} cannot be asked of some of them"


class SB3VecEnv(VecEnv):  # type: ignore[misc]
    """Many games stepped at once by ``VectorEnv``, one seat of each for the learner.

    ``opponents`` play the other seats: at random, a level, a bot's name, or anything of your own
    with ``choose(observation)``. With ``seat=None`` the learner holds each seat in an equal part of
    the games. The reward comes at the end of a game: the seat's return, from 0 to 1.

    ``env_method("action_masks")`` returns the legal actions of every game, as MaskablePPO asks for
    them. An illegal action raises IllegalAction, and nothing is played.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 256,
        *,
        seats: int | None = None,
        seat: int | None = None,
        opponents: Opponent = "random",
        threads: int = 1,
        backend: str | None = None,
        **options: Any,
    ) -> None:
        found, table = chosen_table(game, seats, options)
        held = list(range(table))[:num_envs] if seat is None else [seat]
        how: dict[str, Any] = {"opponents": opponents, "threads": threads, "backend": backend}
        self.parts = [
            VectorEnv(found, len(games), seats=table, seat=mine, **how)
            for mine, games in zip(held, np.array_split(range(num_envs), len(held)), strict=True)
        ]
        part = self.parts[0]
        super().__init__(num_envs, part.single_observation_space, part.single_action_space)

    def reset(self) -> Numbers:
        """Starts new games; after ``seed``, those that the seed decides."""
        seed = self._seeds[0]
        seen = [
            part.reset(seed=None if seed is None else seed + i)[0]
            for i, part in enumerate(self.parts)
        ]
        self._reset_seeds()
        self._reset_options()
        return np.concatenate(seen)

    def step_async(self, actions: Numbers) -> None:
        self.asked = np.array_split(np.asarray(actions), len(self.parts))

    def step_wait(self) -> tuple[Numbers, Numbers, Numbers, list[dict[str, Any]]]:
        steps = [part.step(asked) for part, asked in zip(self.parts, self.asked, strict=True)]
        seen, rewards, ended = (np.concatenate([step[i] for step in steps]) for i in range(3))
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if ended.any():
            final = np.concatenate([part.batch.arrays.final for part in self.parts])
            for g in np.flatnonzero(ended):
                infos[g]["terminal_observation"] = final[g]
        return seen, rewards.astype(np.float32), ended, infos

    def action_masks(self) -> Numbers:
        """Returns a row for each game, true for each legal action."""
        masks = np.concatenate([part.batch.arrays.mask for part in self.parts])
        return masks.astype(np.bool_)

    def env_method(
        self, method_name: str, *_: Any, indices: int | Sequence[int] | None = None, **__: Any
    ) -> list[Any]:
        rows = list(self._get_indices(indices))
        if method_name == "action_masks":
            return list(self.action_masks()[rows])
        raise AttributeError(ONE_GAME.format(name=method_name))

    def get_attr(self, attr_name: str, indices: int | Sequence[int] | None = None) -> list[Any]:
        known = {"render_mode": None, "action_masks": self.action_masks}
        if attr_name not in known:
            raise AttributeError(ONE_GAME.format(name=attr_name))
        return [known[attr_name] for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, *_: Any, **__: Any) -> None:
        raise AttributeError(ONE_GAME.format(name=attr_name))

    def env_is_wrapped(self, _: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Stops the threads."""
        for part in self.parts:
            part.close()
