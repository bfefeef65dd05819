"""The environments of others that ``matou bench env`` measures beside ours.

Each may be run in several ways (games at once, how a random action is chosen); the benchmark
tries them all and takes the one that is fastest here.
"""

from __future__ import annotations

import importlib
import importlib.util
import random
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from matou.bench.measure import Contestant
from matou.kit.extras import install

THEIRS = 64  # games in OpenSpiel's environment: it is a loop over games, more make it no faster
LIKE_SIZE = 60  # actions: ours have 155 to 4,715; Othello has 65, Connect Four has 7
NEEDS = {"pettingzoo": "PettingZoo", "pyspiel": "OpenSpiel", "pgx": "pgx"}


@dataclass(frozen=True)
class Way:
    """One way to run an environment; it is made ready only when it is asked for."""

    says: str
    make: Callable[[], Contestant]


@dataclass(frozen=True)
class Entrant:
    """A game of somebody's, how large it is, and how it may be run."""

    who: str
    game: str
    actions: int
    numbers: int  # of an observation
    ways: Sequence[Way]

    @property
    def is_like_size(self) -> bool:
        return self.actions >= LIKE_SIZE


def peers(sizes: Sequence[int]) -> tuple[list[Entrant], list[str]]:
    """Who is here, and a line for each who is not."""
    field: list[Entrant] = []
    notes = []
    for key, name in NEEDS.items():
        if importlib.util.find_spec(key) is None:
            how = "pip install pgx" if key == "pgx" else install("research")
            notes.append(f"{name} is not installed, so it is not measured: {how}")
        elif key == "pettingzoo":
            field += [pettingzoo("connect_four_v3"), pettingzoo("tictactoe_v3")]
        elif key == "pyspiel":
            field += [open_spiel("backgammon"), open_spiel("connect_four")]
        else:
            field += [pgx("othello", sizes), pgx("hex", sizes)]
            field += [pgx("backgammon", sizes[:1]), pgx("connect_four", sizes[:1])]
    return field, notes


def pettingzoo(name: str) -> Entrant:
    """One of PettingZoo's classic environments."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        module: Any = importlib.import_module(f"pettingzoo.classic.{name}")
        env = module.env()
    rng = np.random.default_rng(1)
    seat = env.possible_agents[0]

    def run(steps: int) -> int:
        done = 0
        while done < steps:
            env.reset(seed=int(rng.integers(1 << 30)))
            for _ in env.agent_iter():
                seen, _, is_over, is_cut, _ = env.last()
                if is_over or is_cut:
                    break
                env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                done += 1
        return done

    return Entrant(
        "PettingZoo",
        name,
        int(env.action_space(seat).n),
        prod(env.observation_space(seat)["observation"].shape),
        [Way("one game", lambda: Contestant(name, run))],
    )


def open_spiel(name: str) -> Entrant:
    """OpenSpiel's synchronous vector environment."""
    from open_spiel.python import rl_environment
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.vector_env import SyncVectorEnv

    envs = SyncVectorEnv([rl_environment.Environment(name) for _ in range(THEIRS)])
    rng = random.Random(1)
    times = envs.reset()

    def run(steps: int) -> int:
        nonlocal times
        for _ in range(steps):
            outputs = []
            for time_step in times:
                seen = time_step.observations
                legal = seen["legal_actions"][seen["current_player"]]
                outputs.append(StepOutput(action=rng.choice(legal), probs=None))
            times, _, _, _ = envs.step(outputs, reset_if_done=True)
        return steps * THEIRS

    return Entrant(
        "OpenSpiel",
        name,
        int(envs.envs[0].action_spec()["num_actions"]),
        prod(envs.envs[0].observation_spec()["info_state"]),
        [Way(f"{THEIRS} games at once", lambda: Contestant(name, run))],
    )


def pgx(name: str, sizes: Sequence[int]) -> Entrant:
    """pgx on the CPU: choosing, stepping and restarting in one compiled call a step."""
    theirs: Any = importlib.import_module("pgx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = theirs.make(name)
    ways = [
        Way(f"{games:,} games at once, {says}", _pgx_way(name, env, games, choose))
        for games in sizes
        for says, choose in (("by jax.random.categorical", _by_weight), ("by counting", _by_count))
    ]
    return Entrant("pgx", name, int(env.num_actions), prod(env.observation_shape), ways)


def _by_weight(key: Any, mask: Any) -> Any:
    """As the documentation of pgx does it: random numbers for all actions, the highest wins."""
    jax: Any = importlib.import_module("jax")
    return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))


def _by_count(key: Any, mask: Any) -> Any:
    """One random number a game, as ours: the legal action of that number."""
    jax: Any = importlib.import_module("jax")
    counted = jax.numpy.cumsum(mask)
    return jax.numpy.argmax(counted > jax.random.randint(key, (), 0, counted[-1]))


def _pgx_way(
    name: str, env: Any, games: int, choose: Callable[[Any, Any], Any]
) -> Callable[[], Contestant]:
    def make() -> Contestant:
        jax: Any = importlib.import_module("jax")
        auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset
        cpu = jax.devices("cpu")[0]

        def one(state: Any, key: Any) -> Any:
            to_act, to_step = jax.random.split(key)
            action = choose(to_act, state.legal_action_mask)
            return auto_reset(env.step, env.init)(state, action, to_step)

        def every(state: Any, key: Any) -> tuple[Any, Any]:
            key, own = jax.random.split(key)
            return jax.vmap(one)(state, jax.random.split(own, games)), key

        with jax.default_device(cpu):
            step = jax.jit(every, donate_argnums=0)
            key = jax.random.PRNGKey(1)
            state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

        def run(steps: int) -> int:
            nonlocal state, key
            with jax.default_device(cpu):
                for _ in range(steps):
                    state, key = step(state, key)
                jax.block_until_ready(state)
            return steps * games

        return Contestant(name, run)

    return make
