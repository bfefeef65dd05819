"""A game's observations and actions as spaces of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from matou.core.game import Game
from matou.core.words import BadChoice
from matou.research import missing
from matou.research.observations import Numbers, encoder_of

try:
    from gymnasium import spaces
except ImportError:
    missing("Gymnasium")

HIGHEST = 127  # of the numbers of an observation


def box(shape: tuple[int, ...]) -> Any:
    """Whole numbers from 0 to 127."""
    return spaces.Box(0, HIGHEST, shape, np.int8)


def space_of(game: Game, observations: str) -> Any:
    """Observations as one line ("flat"), or as a dictionary of its parts ("dict")."""
    encoder = encoder_of(game)
    if observations == "flat":
        return box((encoder.SIZE,))
    if observations == "dict":
        return spaces.Dict({part.name: box(part.shape) for part in encoder.PARTS})
    raise BadChoice(
        f"observations is {observations!r}; it can be 'flat' or 'dict'",
        f"observations vaut {observations!r} ; ce peut être 'flat' ou 'dict'",
    )


def mask_of(game: Game, legal: Sequence[int]) -> Numbers:
    """The legal actions marked among all."""
    mask = np.zeros(game.rules.ACTIONS, np.int8)
    mask[list(legal)] = 1
    return mask
