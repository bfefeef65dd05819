"""The games in Stable-Baselines3: its checks pass, and MaskablePPO plays only legal actions."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed")

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.env_checker import check_env
from stable_baselines3.common.vec_env import VecMonitor

import matou
from matou.research.gymnasium import SingleAgentEnv
from matou.research.observations import encoded
from matou.research.sb3 import SB3VecEnv

GAMES = matou.available()


def sample(env: SB3VecEnv, rng: np.random.Generator) -> Any:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in get_action_masks(env)])


@pytest.mark.parametrize("name", GAMES)
def test_sb3s_check_env_passes_without_warnings(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(SingleAgentEnv(name, opponents="random"))


@pytest.mark.parametrize("name", GAMES)
def test_rows_are_the_observations_of_the_learners_seats(name: str) -> None:
    """Each seat has an equal share of the games; observations and masks follow the rules."""
    env = SB3VecEnv(name, 6, seats=2)
    assert is_masking_supported(env)
    env.seed(3)
    seen = env.reset()
    rng = np.random.default_rng(1)
    states = [part.state(g) for part in env.parts for g in range(3)]
    assert [state.actor for state in states] == [0, 0, 0, 1, 1, 1]
    for _ in range(3):
        states = [part.state(g) for part in env.parts for g in range(3)]
        masks = get_action_masks(env)
        for row, mask, state in zip(seen, masks, states, strict=True):
            assert np.array_equal(row, encoded(state.observe(state.actor)))
            assert list(np.flatnonzero(mask)) == state.legal()
        seen, rewards, ended, infos = env.step(sample(env, rng))
        assert not rewards[~ended].any()
        assert len(infos) == 6
    env.close()


def test_an_ended_game_gives_its_last_observation_and_its_return() -> None:
    env = SB3VecEnv("catymini", 5, seats=2)
    env.seed(4)
    env.reset()
    rng = np.random.default_rng(2)
    returns: list[float] = []
    for _ in range(60):
        seen, rewards, ended, infos = env.step(sample(env, rng))
        returns += rewards[ended].tolist()
        for g, info in enumerate(infos):
            assert ("terminal_observation" in info) == ended[g]
            if ended[g]:
                assert not np.array_equal(info["terminal_observation"], seen[g])
    assert len(returns) >= 10
    assert set(returns) <= {0.0, 0.5, 1.0}


def test_the_seed_decides_the_games() -> None:
    rows = []
    for seed in (1, 1, 2):
        env = SB3VecEnv("clocktowers", 4, seat=1)
        env.seed(seed)
        rng = np.random.default_rng(3)
        first = env.reset()
        rows.append([first.tobytes(), *(env.step(sample(env, rng))[0].tobytes() for _ in range(9))])
    assert rows[0] == rows[1]
    assert rows[0] != rows[2]


def test_only_masks_can_be_asked_of_single_games() -> None:
    env = SB3VecEnv("catymini", 4)
    env.reset()
    assert len(env.env_method("action_masks", indices=[1, 3])) == 2
    assert env.get_attr("render_mode") == [None] * 4
    assert env.env_is_wrapped(VecMonitor) == [False] * 4
    for refused in (
        lambda: env.env_method("render"),
        lambda: env.get_attr("nonsense"),
        lambda: env.set_attr("nonsense", 1),
    ):
        with pytest.raises(AttributeError, match="together"):
            refused()


def test_maskable_ppo_trains_against_a_bot() -> None:
    env = VecMonitor(SB3VecEnv("catymini", 8, opponents=1))
    model = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=1)
    model.learn(512)  # an illegal action would raise
    assert model.num_timesteps == 512
    assert len(model.ep_info_buffer or ()) >= 8
