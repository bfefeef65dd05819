"""PPO of tianshou against random players, through the single-agent environment.

    pip install 'matou[research]' tianshou
    python examples/tianshou_ppo.py --games 20000

tianshou steps its environments one by one, so this takes longer than the vector environment.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Discrete
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import ProbabilisticActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import Tensor, nn
from trained import GAME, UNITS, Progress

from matou.research.gymnasium import SingleAgentEnv

ROWS = 64


class Masked(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Passes the mask of legal actions on beside the observation, where networks find it."""

    def reset(self, **how: Any) -> tuple[Any, dict[str, Any]]:
        seen, info = self.env.reset(**how)
        return {"seen": seen, "mask": info["action_mask"]}, {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        seen, reward, ended, cut, info = self.env.step(action)
        return {"seen": seen, "mask": info["action_mask"]}, float(reward), ended, cut, {}


def layers(size: int, outputs: int) -> nn.Sequential:
    hidden = (nn.Linear(size, UNITS), nn.ReLU(), nn.Linear(UNITS, UNITS), nn.ReLU())
    return nn.Sequential(*hidden, nn.Linear(UNITS, outputs))


class Actor(nn.Module):
    """Returns the scores of legal actions."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.net = layers(size, actions)

    def forward(self, obs: Any, state: Any = None, **_: Any) -> tuple[Tensor, Any]:
        mask = torch.as_tensor(obs.mask)
        return self.net(numbers(obs)).masked_fill(mask == 0, -1e9), state


class Critic(nn.Module):
    """Returns the return that the seat can expect."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self.net = layers(size, 1)

    def forward(self, obs: Any, **_: Any) -> Tensor:
        return self.net(numbers(obs))


def numbers(obs: Any) -> Tensor:
    return torch.log1p(torch.as_tensor(np.asarray(obs.seen)).float())


progress = Progress(__file__)
torch.manual_seed(progress.seed)
np.random.seed(progress.seed)
rows = DummyVectorEnv(
    [lambda: Masked(SingleAgentEnv(GAME, opponents="random", seat=None)) for _ in range(ROWS)]
)
rows.seed(progress.seed)
one = SingleAgentEnv(GAME)
space = one.action_space
assert isinstance(space, Discrete)
actor = Actor(one.observation_space.shape[0], int(space.n))
algorithm = PPO(
    policy=ProbabilisticActorPolicy(
        actor=actor,  # type: ignore[arg-type]
        dist_fn=lambda logits: torch.distributions.Categorical(logits=logits),
        action_space=space,
        action_scaling=False,
        action_bound_method=None,
    ),
    critic=Critic(one.observation_space.shape[0]),
    optim=AdamOptimizerFactory(lr=1e-3),
    gamma=1.0,  # only the result counts
    max_grad_norm=0.5,
)
collector = Collector(algorithm, rows, VectorReplayBuffer(ROWS * 250, ROWS))


def measure(*_: int) -> None:
    progress.show(collector.collect_episode, [actor.net[0], actor.net[2], actor.net[4]])


algorithm.run_training(
    OnPolicyTrainerParams(
        training_collector=collector,
        max_epochs=-(-progress.games // (ROWS * 8)),
        epoch_num_steps=ROWS * 8 * 22,
        collection_step_num_env_steps=None,
        collection_step_num_episodes=ROWS * 8,
        update_step_num_repetitions=4,
        batch_size=2048,
        training_fn=measure,
        verbose=False,
        show_progress=False,
    )
)
measure()
