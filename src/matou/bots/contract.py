"""What the templates here leave open: the Game contract, and the light knowledge a game may add.

A game may have a module ``hints`` beside its ``rules``, with any of these rules:

- ``hint(s, out, n, weights) -> int``: how likely each of the n legal actions of the
  seat to act is to be a good one, as whole numbers; their sum (0: all alike);
- ``evaluate(s, out, notes)``: what each seat may hope for, 0 to 1, when a seat is to
  act; ``notes`` is room for 64 numbers;
- ``appetite(s, points)``: what a greedy player counts, written over each seat's score;
- ``forget(s, r)``: blur an observation in place, as an imperfect memory would;
- ``PATIENCE``: how many actions a playout goes on before ``evaluate`` ends it
  (0: at once, -1: never, always to the end);
- ``LUCKY``: does luck weigh so much that less is asked of the strongest level?

What a game does not offer is filled from ``matou.bots.plain``.
"""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, slot


@slot
def actor(s: Any) -> int:
    """Filled from the game."""
    return OVER


@slot
def legal(s: Any, out: Row, weights: Row) -> int:
    """Filled from the game."""
    return 0


@slot
def apply(s: Any, a: int) -> None:
    """Filled from the game."""


@slot
def returns(s: Any, out: Floats) -> None:
    """Filled from the game."""


@slot
def scores(s: Any, out: Row) -> None:
    """Filled from the game."""


@slot
def imagine(s: Any, r: Row) -> None:
    """Filled from the game."""


@slot
def hint(s: Any, out: Row, n: int, weights: Row) -> int:
    """Filled from the game's hints."""
    return 0


@slot
def evaluate(s: Any, out: Floats, notes: Row) -> None:
    """Filled from the game's hints."""


@slot
def appetite(s: Any, points: Row) -> None:
    """Filled from the game's hints."""


@slot
def forget(s: Any, r: Row) -> None:
    """Filled from the game's hints."""
