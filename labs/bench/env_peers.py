"""The environments that ``matou bench env`` compares with ours.

Each has several variants (games at once, how to choose a random action); the benchmark tries them
all and takes the fastest.
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

from labs.bench.measure import Contestant
from matou.kit.extras import install

THEIRS = 64  # games in OpenSpiel's environment, which loops over them: more are no faster
LIKE_SIZE = 60  # actions: ours have 155 to 4,715; Othello has 65, Connect Four has 7
NEEDS = {"pettingzoo": "PettingZoo", "pyspiel": "OpenSpiel", "pgx": "pgx"}


@dataclass(frozen=True)
class Variant:
    """A variant of an environment, prepared when it is needed."""

    says: str
    make: Callable[[], Contestant]


@dataclass(frozen=True)
class Entrant:
    """A game, its size, and its variants."""

    who: str
    game: str
    actions: int
    numbers: int  # of an observation
    variants: Sequence[Variant]

    @property
    def is_like_size(self) -> bool:
        return self.actions >= LIKE_SIZE


def peers(sizes: Sequence[int]) -> tuple[list[Entrant], list[str]]:
    """Returns the installed peers, and a line for each that is missing."""
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
        [Variant("one game", lambda: Contestant(name, run))],
    )


def open_spiel(name: str) -> Entrant:
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
        [Variant(f"{THEIRS} games at once", lambda: Contestant(name, run))],
    )


def pgx(name: str, sizes: Sequence[int]) -> Entrant:
    """Runs pgx on the CPU: one compiled call a step chooses, plays and restarts."""
    theirs: Any = importlib.import_module("pgx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = theirs.make(name)
    variants = [
        Variant(
            f"{games:,} games at once, {says}",
            lambda n=games, c=choose: Contestant(name, pgx_steps(env, n, c, "cpu")),  # type: ignore[misc]
        )
        for games in sizes
        for says, choose in (("by jax.random.categorical", by_weight), ("by counting", by_count))
    ]
    return Entrant("pgx", name, int(env.num_actions), prod(env.observation_shape), variants)


def by_weight(key: Any, mask: Any) -> Any:
    """Chooses as pgx's documentation does: random numbers for all actions, the highest wins."""
    jax: Any = importlib.import_module("jax")
    return jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf))


def by_count(key: Any, mask: Any) -> Any:
    """Chooses as we do: one random number a game counts to a legal action."""
    jax: Any = importlib.import_module("jax")
    counted = jax.numpy.cumsum(mask)
    return jax.numpy.argmax(counted > jax.random.randint(key, (), 0, counted[-1]))


def pgx_steps(
    env: Any, games: int, choose: Callable[[Any, Any], Any], device: str
) -> Callable[[int], int]:
    """Returns a function that steps ``games`` games of pgx, each step in one compiled call."""
    jax: Any = importlib.import_module("jax")
    auto_reset: Any = importlib.import_module("pgx.experimental").auto_reset
    place = jax.devices(device)[0]

    def one(state: Any, key: Any) -> Any:
        to_act, to_step = jax.random.split(key)
        action = choose(to_act, state.legal_action_mask)
        return auto_reset(env.step, env.init)(state, action, to_step)

    def every(state: Any, key: Any) -> tuple[Any, Any]:
        key, own = jax.random.split(key)
        return jax.vmap(one)(state, jax.random.split(own, games)), key

    with jax.default_device(place):
        step = jax.jit(every, donate_argnums=0)
        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, games))

    def run(steps: int) -> int:
        nonlocal state, key
        with jax.default_device(place):
            for _ in range(steps):
                state, key = step(state, key)
            jax.block_until_ready(state)
        return steps * games

    return run
