"""Observations as vectors of numbers: a game's ``encode``, and its parts by name."""

import ctypes
import threading
from array import array
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from matou.core.contract import Encoder
from matou.core.encoding import Part
from matou.core.game import Game
from matou.core.observation import Observation
from matou.core.refusals import BadChoice
from matou.core.registry import find
from matou.kit.wasm_shared import SharedArrays
from matou.research import backends
from matou.research.backends import VECTOR

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


class CompiledEncoder(threading.local):
    """A game's ``encode`` as WebAssembly, for one game at a time; each thread has its own."""

    def __init__(self, game: Game) -> None:
        room = SharedArrays(VECTOR.read(game), threads=1)
        states = backends.array(room, game, "states", 1)
        self.numbers = backends.array(room, game, "line", encoder_of(game).SIZE)
        self.encode = room.bind("encode_one", states, self.numbers)
        self.place, self.size = states.ctypes.data, states.nbytes

    def line(self, s: Any, seat: int) -> Numbers:
        ctypes.memmove(self.place, ctypes.addressof(s), self.size)
        self.encode(seat)
        return self.numbers.copy()


_compiled: dict[str, CompiledEncoder | None] = {}  # by the rules' names; None: no module


def line(game: Game, s: Any, seat: int | None) -> Numbers:
    """Returns what a seat may know, as one vector; compiled if the game has a module for it."""
    who = -1 if seat is None else seat
    key = game.rules.__name__  # type: ignore[attr-defined]
    if key not in _compiled:
        _compiled[key] = CompiledEncoder(game) if VECTOR.can_run(game) else None
    compiled = _compiled[key]
    if compiled is not None:
        return compiled.line(s, who)
    encoder = encoder_of(game)
    out = array("b", bytes(encoder.SIZE))  # interpreted rules write into it faster than into NumPy
    encoder.encode(s, who, out)
    return np.frombuffer(out, np.int8)


def encoded(view: Observation) -> Numbers:
    """Returns an observation as the vector of numbers that the environments give learners."""
    return line(view.game, view.s, view.seat)


def named(parts: Sequence[Part], numbers: Numbers) -> dict[str, Numbers]:
    """Returns the parts of an observation (its last axis) by name, as views."""
    found = {}
    start = 0
    for part in parts:
        piece = numbers[..., start : start + part.size]
        found[part.name] = piece.reshape(numbers.shape[:-1] + part.shape)
        start += part.size
    return found
