"""Observations as lines of numbers: a game's ``encode``, and its parts by name."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matou.core.contract import Encoder
from matou.core.encoding import Part
from matou.core.game import Game
from matou.core.words import BadChoice

Numbers = NDArray[Any]


def encoder_of(game: Game) -> Encoder:
    """The game's ``encode``, or a BadChoice where it has none."""
    if game.encode is None:
        raise BadChoice(
            f"{game.name} has no encode, so it cannot be observed as numbers",
            f"{game.name} n’a pas d’encode : on ne peut pas l’observer en nombres",
        )
    return game.encode


def line(game: Game, s: Any, seat: int | None) -> Numbers:
    """What a seat may know, as one line of numbers."""
    encoder = encoder_of(game)
    out = array("b", bytes(encoder.SIZE))  # plain rules write into it faster than into NumPy
    encoder.encode(s, -1 if seat is None else seat, out)
    return np.frombuffer(out, np.int8)


def named(parts: Sequence[Part], numbers: Numbers) -> dict[str, Numbers]:
    """The parts of a line (the last axis of an array of lines), by name: views, not copies."""
    found = {}
    start = 0
    for part in parts:
        piece = numbers[..., start : start + part.size]
        found[part.name] = piece.reshape(numbers.shape[:-1] + part.shape)
        start += part.size
    return found
