"""Observations as vectors of numbers: a game's ``encode``, and its parts by name."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matou.core.contract import Encoder
from matou.core.encoding import Part
from matou.core.game import Game
from matou.core.refusals import BadChoice
from matou.core.registry import find

Numbers = NDArray[Any]


def chosen_table(game: Game | str, seats: int | None, options: dict[str, Any]) -> tuple[Game, int]:
    """Returns a game with options, and a number of seats: the fewest by default."""
    found = (find(game) if isinstance(game, str) else game).having(**options)
    return found, found.check_seats(found.min_seats if seats is None else seats)


def encoder_of(game: Game) -> Encoder:
    """Returns the game's encoder; raises BadChoice if it has none."""
    if game.encode is None:
        raise BadChoice(
            "{name} has no encode function, so it cannot be observed as numbers", name=game.name
        )
    return game.encode


def line(game: Game, s: Any, seat: int | None) -> Numbers:
    """Returns what a seat may know, as one vector."""
    encoder = encoder_of(game)
    out = array("b", bytes(encoder.SIZE))  # interpreted rules write into it faster than into NumPy
    encoder.encode(s, -1 if seat is None else seat, out)
    return np.frombuffer(out, np.int8)


def named(parts: Sequence[Part], numbers: Numbers) -> dict[str, Numbers]:
    """Returns the parts of an observation (its last axis) by name, as views."""
    found = {}
    start = 0
    for part in parts:
        piece = numbers[..., start : start + part.size]
        found[part.name] = piece.reshape(numbers.shape[:-1] + part.shape)
        start += part.size
    return found
