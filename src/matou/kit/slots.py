"""What templates leave open, declared once: a game's rules, its encoding, what bots know.

A template (``playout``, the bots' search, many games at once) is written over these names;
``link(template, base=…)`` fills them with the game's own rules. The game's part of the contract
is ``matou.core.game``.
"""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, slot


@slot
def setup(s: Any, seats: int, options: Row) -> None:
    """Filled from the game."""


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
def winners(s: Any) -> int:
    """Filled from the game."""
    return 0


@slot
def ended(s: Any) -> int:
    """Filled from the game."""
    return 0


@slot
def reveals(s: Any, a: int) -> bool:
    """Filled from the game."""
    return False


@slot
def observe(s: Any, seat: int) -> None:
    """Filled from the game."""


@slot
def imagine(s: Any, r: Row) -> None:
    """Filled from the game."""


@slot
def encode(s: Any, seat: int, out: Row) -> None:
    """Filled from the game's ``encode``."""


@slot
def hint(s: Any, out: Row, n: int, weights: Row) -> int:
    """Filled from the game's hints."""
    return 0


@slot
def evaluate(s: Any, out: Floats, notes: Row) -> None:
    """Filled from the game's hints."""


@slot
def judge(s: Any, seat: int, out: Floats, desk: Any) -> None:
    """Filled from the hints of a game that has learned a network."""


@slot
def active_features(s: Any, seat: int, out: Row) -> int:
    """Filled from the inputs of a game's network."""
    return 0


@slot
def appetite(s: Any, points: Row) -> None:
    """Filled from the game's hints."""


@slot
def forget(s: Any, r: Row) -> None:
    """Filled from the game's hints."""


@slot
def weigh(s: Any, past: Any, out: Row, weights: Row, r: Row) -> float:
    """Filled from the game's hints."""
    return 1.0


@slot
def features(s: Any, seat: int, f: Row) -> None:
    """Filled from the hints of a game whose value is learned."""
