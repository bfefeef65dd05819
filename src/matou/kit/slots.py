"""The names that templates leave open: a game's rules, its encoding, and what its bots know.

Templates (``playout``, the bots' search, the vector environment) call these names, and
``link(template, base=…)`` fills them with the game's own rules. ``matou.core.contract`` and
``matou.core.game.Hints`` say what they do.
"""

from __future__ import annotations

from typing import Any

from matou.kit.layout import Floats, Row
from matou.kit.linking import OVER, slot


@slot
def setup(s: Any, seats: int, options: Row) -> None: ...


@slot
def actor(s: Any) -> int:
    return OVER


@slot
def legal(s: Any, out: Row, weights: Row) -> int:
    return 0


@slot
def apply(s: Any, a: int) -> None: ...


@slot
def returns(s: Any, out: Floats) -> None: ...


@slot
def scores(s: Any, out: Row) -> None: ...


@slot
def winners(s: Any) -> int:
    return 0


@slot
def ended(s: Any) -> int:
    return 0


@slot
def reveals(s: Any, a: int) -> bool:
    return False


@slot
def observe(s: Any, seat: int) -> None: ...


@slot
def imagine(s: Any, r: Row) -> None: ...


@slot
def encode(s: Any, seat: int, out: Row) -> None: ...


@slot
def hint(s: Any, out: Row, n: int, weights: Row) -> int:
    return 0


@slot
def evaluate(s: Any, out: Floats, notes: Row) -> None: ...


@slot
def judge(s: Any, seat: int, out: Floats, memory: Any) -> None: ...


@slot
def active_features(s: Any, seat: int, out: Row) -> int:
    return 0


@slot
def appetite(s: Any, points: Row) -> None: ...


@slot
def forget(s: Any, r: Row) -> None: ...


@slot
def weigh(s: Any, past: Any, out: Row, weights: Row, r: Row) -> float:
    return 1.0


@slot
def features(s: Any, seat: int, f: Row) -> None: ...
