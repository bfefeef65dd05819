"""A second, simple encoder for Château d'Appenzell: what ``encode`` must return."""

from __future__ import annotations

from typing import Any

from matou.core.state import State
from matou.games.appenzell.components import SLOT_NAMES

SEATS, SQUARES, CHEESES, LOOKS = 4, 49, 7, 10


def line(state: State, seat: int | None) -> dict[str, Any]:
    s: Any = state.s
    order = [((seat or 0) + i) % state.seats for i in range(state.seats)]
    settings = state.game.settings(state.seats)

    def each(what: Any, empty: Any) -> list[Any]:
        """Returns a value of every seat, from this one on."""
        return [what(other) for other in order] + [empty] * (SEATS - state.seats)

    def bits(number: int, size: int) -> list[int]:
        return [number >> i & 1 for i in range(size)]

    return {
        "table": [
            state.seats,
            settings["castle"] == "back",
            settings["goal"],
            settings["push_back"],
        ],
        "time": list(divmod(s.turn, 100)),
        "turn": each(lambda other: s.seat == other and not state.over, 0),
        "left": [s.left, s.pushed, s.placing],
        "closed": [s.closed == slot for slot in range(len(SLOT_NAMES))],
        "outside": each(lambda other: s.outside[other], 0),
        "fallen": each(lambda other: s.fallen[other], 0),
        "cheeses": each(lambda other: bits(s.cheeses[other], CHEESES), [0] * CHEESES),
        "unseen": list(s.unseen),
        "open": bits(s.open_squares, SQUARES),
        "mice": each(lambda other: bits(s.mice[other], SQUARES), [0] * SQUARES),
        "tile": [[tile == look for look in range(LOOKS)] for tile in s.tile],
    }
