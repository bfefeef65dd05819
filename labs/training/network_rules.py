"""Rules that evaluate with a network whose weights are data, so that they are compiled once.

A game's own network is a constant of its compiled code; networks in training use these rules.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, rule
from matou.kit.network import NetworkMemory, lengths, propagate, shares
from matou.kit.rng import rng_seed
from matou.kit.slots import active_features, actor, apply, imagine, returns


@cache
def memory_of(inputs: int, wide: int) -> type[Any]:
    """Returns a record type with space for the weights of a network of this size."""
    first, second, third = lengths(inputs, wide)
    extra = [
        ("teams", ctypes.c_int64),  # 1: seat 0 alone, and all others together
        ("rows", ctypes.c_int8 * first),
        ("middle", ctypes.c_int16 * second),
        ("last", ctypes.c_int32 * third),
    ]
    fields = [*NetworkMemory._fields_, *extra]  # type: ignore[attr-defined]
    return type("NetworkMemory", (ctypes.Structure,), {"_fields_": fields})


@rule
def judge(s: Any, seat: int, out: Floats, memory: Any) -> None:
    """Writes each seat's expected return, as ``seat`` sees it right after it chose."""
    n = active_features(s, seat, memory.active)
    propagate(memory.rows, memory.middle, memory.last, memory, n)
    if memory.teams == 0:
        shares(memory, seat, s.seats, out)
    else:
        shares(memory, 0, 2, out)
        for other in range(2, s.seats):
            out[other] = out[1]


@rule
def look_ahead(
    states: Any, seat: int, actions: Row, n: int, samples: int, seed: int, rewards: Floats,
    values: Floats, memories: Any, r: Row,
) -> None:  # fmt: skip
    """Adds to ``values`` the seat's expected return after each of n actions, over a few samples."""
    for sample in range(samples):
        states[1] = states[0]
        rng_seed(r, seed + sample)
        imagine(states[1], r)
        for i in range(n):
            states[2] = states[1]
            apply(states[2], actions[i])
            if actor(states[2]) == OVER:
                returns(states[2], rewards)
            else:
                judge(states[2], seat, rewards, memories[0])
            values[i] += rewards[seat]
