"""MaskablePPO of sb3-contrib against random players, through the vector environment.

    pip install 'matou[sb3]'
    python examples/sb3_maskable_ppo.py

The learner holds seat 0 in half of the games and seat 1 in the others.
"""

from __future__ import annotations

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecMonitor
from torch import Tensor, nn
from trained import GAME, UNITS, Progress

from matou.research.sb3 import SB3VecEnv

DECISIONS = 22.5  # of a seat in a game


class Logarithms(BaseFeaturesExtractor):
    """Puts counts up to 127 on one scale with flags."""

    def __init__(self, space) -> None:  # type: ignore[no-untyped-def]
        super().__init__(space, features_dim=space.shape[0])

    def forward(self, seen: Tensor) -> Tensor:
        return torch.log1p(seen)


class Curve(BaseCallback):
    """Measures the policy before each rollout, and at the end."""

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        policy = self.model.policy
        first, second = policy.mlp_extractor.policy_net[0], policy.mlp_extractor.policy_net[2]
        progress.show(int(self.num_timesteps / DECISIONS), [first, second, policy.action_net])

    _on_training_end = _on_rollout_start


progress = Progress(__file__)
model = MaskablePPO(
    "MlpPolicy",
    VecMonitor(SB3VecEnv(GAME, 512, opponents="random")),
    n_steps=45,  # about two games in each row
    batch_size=1024,
    n_epochs=4,
    learning_rate=1e-3,
    gamma=1.0,  # only the result counts
    ent_coef=0.01,
    policy_kwargs={
        "net_arch": [UNITS, UNITS],
        "activation_fn": nn.ReLU,
        "features_extractor_class": Logarithms,
    },
    device=progress.device,
    seed=progress.seed,
)
model.learn(round(progress.games * DECISIONS), callback=Curve())
