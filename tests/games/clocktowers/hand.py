"""Positions of Clocktowers set up by hand."""

from __future__ import annotations

from typing import Any

import matou
from matou.core.state import State
from matou.games.clocktowers import rules
from matou.games.clocktowers.components import CODES, TURNS
from matou.games.clocktowers.rules import PLAY

KIND = {code: kind for kind, code in enumerate(CODES)}


def started(seats: int = 2, **options: Any) -> State:
    """Returns a game whose piles show R1, K and F1."""
    state = matou.game("clocktowers", **options).start(seats)
    for name in ("=R1", "=K", "=F1"):
        state.play(name)
    return state


def give(state: State, seat: int, *codes: str) -> None:
    """Puts these cards, and no others, into a hand."""
    for kind in range(len(CODES)):
        state.s.hand[seat][kind] = 0
    for code in codes:
        state.s.hand[seat][KIND[code]] += 1
    state.refresh()


def build(state: State, seat: int, *codes: str) -> int:
    """Builds a tower of these cards regardless of the rules; returns its number."""
    t: int = state.s.towers[seat]
    state.s.towers[seat] += 1
    for code in codes:
        rules.build(state.s, seat, KIND[code], t)
    state.refresh()
    return t + 1


def finish(state: State) -> None:
    """Jumps to the end: all turns taken, piles and hands empty."""
    state.s.turn = TURNS
    state.s.phase = PLAY
    for pile in range(3):
        state.s.left[pile] = 0
    for seat in range(state.seats):
        give(state, seat)
