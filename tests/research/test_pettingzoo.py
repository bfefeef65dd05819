"""The games in PettingZoo: PettingZoo's tests pass on them, without a warning."""

from __future__ import annotations

import random
import warnings
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

import numpy as np
from pettingzoo.test import api_test, parallel_api_test, render_test, seed_test

import matou
from matou.core.registry import find, names
from matou.research import pettingzoo as adapter
from matou.research.observations import encoder_of

GAMES = names()


def made(name: str) -> adapter.Environment:
    found = getattr(adapter, f"{name}_v0")
    assert isinstance(found, adapter.Environment)
    return found


@pytest.fixture(autouse=True)
def no_warnings() -> Any:
    """Turns every warning into an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # PettingZoo warns about every observation that is a dictionary, as masks need it. Its own
        # classic games have one, too; its test has a list of them.
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        warnings.filterwarnings("ignore", message="Observation space for each agent probably")
        # imports of pygame
        warnings.filterwarnings("ignore", message="pkg_resources")
        warnings.filterwarnings(
            "ignore", category=DeprecationWarning, module="pygame|pkg_resources"
        )
        yield


@pytest.mark.parametrize("observations", ["flat", "dict"])
@pytest.mark.parametrize("name", GAMES)
def test_api_test_passes(name: str, observations: str) -> None:
    api_test(made(name).env(players=3, observations=observations), num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_seed_test_passes(name: str) -> None:
    seed_test(made(name).env, num_cycles=60)


@pytest.mark.parametrize("name", GAMES)
def test_parallel_api_test_passes_on_the_conversion(name: str) -> None:
    parallel_api_test(made(name).parallel_env(players=2), num_cycles=60)


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_render_test_passes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("resvg_py", reason="resvg_py is not installed: it draws the pictures")
    pytest.importorskip("pygame", reason="pygame is not installed: it opens the window")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")

    def is_a_picture(found: Any) -> bool:
        return bool(found.shape[1] == 180 and found.std() > 10)

    def is_the_board(found: str) -> bool:
        return len(found) > 50

    def small(**how: Any) -> Any:
        return made(name).env(width=180, **how)

    render_test(small, custom_tests={"rgb_array": is_a_picture, "ansi": is_the_board})


@pytest.mark.parametrize("name", GAMES)
def test_the_rewards_of_a_whole_game_add_up_to_one(name: str) -> None:
    env = made(name).env(players=2)
    env.reset(seed=5)
    rng = random.Random(5)
    won: dict[str, float] = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, is_over, is_cut, _ = env.last()
        won[agent] += reward
        assert not is_cut
        legal = np.flatnonzero(seen["action_mask"])
        env.step(None if is_over else int(rng.choice(list(legal))))
    assert sum(won.values()) == pytest.approx(1)
    assert not env.agents


@pytest.mark.parametrize("name", GAMES)
def test_an_agent_sees_its_own_observation_and_its_own_actions_only(name: str) -> None:
    env = made(name).raw_env(players=2)
    env.reset(seed=1)
    acts, waits = env.agent_selection, next(a for a in env.agents if a != env.agent_selection)
    assert list(np.flatnonzero(env.observe(acts)["action_mask"])) == env.table.legal()
    assert not env.observe(waits)["action_mask"].any()
    game = find(name)
    seat = env.possible_agents.index(waits)
    own = env.table.observe(seat).s
    line = np.zeros(encoder_of(game).SIZE, np.int8)
    encoder_of(game).encode(own, seat, line)
    assert np.array_equal(env.observe(waits)["observation"], line)


def test_an_illegal_action_raises_in_raw_env_and_loses_in_env(
    capfd: pytest.CaptureFixture[str],
) -> None:
    raw = made("clocktowers").raw_env()
    raw.reset(seed=1)
    legal = raw.table.legal()
    bad = next(a for a in range(300) if a not in legal)
    with pytest.raises(matou.IllegalAction) as refused:
        raw.step(bad)
    assert refused.value.rule.startswith("CT")
    env = made("clocktowers").env()
    env.reset(seed=1)
    env.step(bad)
    assert env.rewards[env.possible_agents[0]] == -1
    assert all(env.terminations.values())
    capfd.readouterr()


def test_options_are_accepted_or_refused_in_a_sentence() -> None:
    env = made("clocktowers").raw_env(players=4, ladder="player")
    assert env.game.settings(4)["ladder"] == "player"
    with pytest.raises(matou.BadChoice, match="ladder is 'sky'"):
        made("clocktowers").raw_env(ladder="sky")
    with pytest.raises(matou.BadChoice, match="is for 2 to 4"):
        made("clocktowers").raw_env(players=7)
    with pytest.raises(AttributeError, match="clocktowers_v0"):
        _ = adapter.chess_v6
