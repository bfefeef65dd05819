"""Rules that ask a network whose weights come with its desk: any network of a game, compiled once.

A game's own network is a constant of its compiled code. Whoever learns one for a while has it here.
"""

from __future__ import annotations

import ctypes
from functools import cache
from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, rule
from matou.kit.network import Desk, lengths, propagate, shares
from matou.kit.rng import rng_seed
from matou.kit.slots import active_features, actor, apply, imagine, returns


@cache
def desk_of(inputs: int, wide: int) -> type[Any]:
    """A desk with room for the weights of a network of so many features and units."""
    first, second, third = lengths(inputs, wide)
    extra = [
        ("teams", ctypes.c_int64),  # 1: seat 0 alone, and all others together
        ("rows", ctypes.c_int8 * first),
        ("middle", ctypes.c_int16 * second),
        ("last", ctypes.c_int32 * third),
    ]
    return type("Desk", (ctypes.Structure,), {"_fields_": [*Desk._fields_, *extra]})  # type: ignore[attr-defined]


@rule
def judge(s: Any, seat: int, out: Floats, desk: Any) -> None:
    """What each seat may hope for, as ``seat`` sees it right after it chose."""
    n = active_features(s, seat, desk.active)
    propagate(desk.rows, desk.middle, desk.last, desk, n)
    if desk.teams == 0:
        shares(desk, seat, s.seats, out)
    else:
        shares(desk, 0, 2, out)
        for other in range(2, s.seats):
            out[other] = out[1]


@rule
def look_ahead(
    states: Any, seat: int, actions: Row, n: int, samples: int, seed: int, rewards: Floats,
    values: Floats, desks: Any, r: Row,
) -> None:  # fmt: skip
    """Add to ``values`` what the seat may hope for after each of n actions, over a few guesses."""
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
                judge(states[2], seat, rewards, desks[0])
            values[i] += rewards[seat]
