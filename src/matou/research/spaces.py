"""A game's observations and actions as Gymnasium spaces."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.refusals import check_choice, missing
from matou.research.observations import Numbers, encoder_of, line, named

try:
    from gymnasium import spaces, vector
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium") from None

HIGHEST = 127  # the highest number in an observation


def box(shape: tuple[int, ...]) -> Any:
    return spaces.Box(0, HIGHEST, shape, np.int8)


def space_of(game: Game, observations: str) -> Any:
    """Returns the space of observations: one vector ("flat") or its parts ("dict")."""
    encoder = encoder_of(game)
    if check_choice("observations", observations, ("flat", "dict")) == "flat":
        return box((encoder.SIZE,))
    return spaces.Dict({part.name: box(part.shape) for part in encoder.PARTS})


def observed(game: Game, s: Any, seat: int, observations: str) -> Any:
    """Returns what a seat may know, in the space of observations."""
    numbers = line(game, s, seat)
    return numbers if observations == "flat" else named(encoder_of(game).PARTS, numbers)


def add_spaces(env: vector.VectorEnv[Any, Any, Any], game: Game) -> None:
    """Sets the spaces of an environment of ``env.num_envs`` games."""
    env.single_action_space = spaces.Discrete(game.rules.ACTIONS)
    env.single_observation_space = box((encoder_of(game).SIZE,))
    env.action_space = batch_space(env.single_action_space, env.num_envs)
    env.observation_space = batch_space(env.single_observation_space, env.num_envs)


def mask_of(game: Game, legal: Sequence[int]) -> Numbers:
    """Returns 1 for each legal action."""
    mask = np.zeros(game.rules.ACTIONS, np.int8)
    mask[list(legal)] = 1
    return mask
