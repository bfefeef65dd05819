"""A second, simple encoder for Chop! Chop!: what ``encode`` must return."""

from __future__ import annotations

from typing import Any

from matou.core.state import State
from matou.games.chopchop.components import CELL_OF, HOMES, NAMES
from matou.games.chopchop.state import FINISHED, PLACING

SEATS, PHASES = 5, 8


def line(state: State, seat: int | None) -> dict[str, Any]:
    s: Any = state.s
    alive = [NAMES[place] for place in s.mouse if place >= 0]
    has_turn = s.phase not in (PLACING, FINISHED)
    from_seat = (s.player - (seat or 0)) % state.seats
    moved = NAMES[s.mouse[s.mover]] if s.side == 1 and s.mover >= 0 else ""

    def lying(cells: int) -> list[bool]:
        """Returns a set of squares, place by place; nothing is on the table top."""
        return [name[0] != "T" and cells >> CELL_OF[name] & 1 == 1 for name in NAMES]

    return {
        "table": [state.seats, seat == 0],
        "phase": [s.phase == phase for phase in range(PHASES)],
        "side": [s.side],
        "turn": [has_turn and from_seat == i for i in range(SEATS)],
        "roll": [s.rolls, s.steps],
        "won": [s.won, 4 - len(alive)],
        "quiet": [s.quiet // 2, s.eventful],
        "unseen": list(s.unseen),
        "cat": [s.cat == place for place in range(len(NAMES))],
        "mice": [name in alive for name in NAMES],
        "mover": [name == moved for name in NAMES],
        "down": lying(s.down),
        "cheese": lying(s.cheese),
        "plates": [s.plates >> CELL_OF[home] & 1 for home in HOMES],
    }
