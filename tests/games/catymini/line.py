"""A second, simple encoder for Caty Mini: what ``encode`` must return."""

from __future__ import annotations

from typing import Any

from matou.core.state import State
from matou.games.catymini.components import FURNITURE, TOY_NAMES, held
from matou.games.catymini.state import PLAYING, RUNNING, STARTING, TAKING

SEATS, COLOURS, BOARDS, VALUES = 4, 4, 4, (2, 3, 4)


def line(state: State, seat: int | None) -> dict[str, Any]:
    s: Any = state.s
    order = [((seat or 0) + i) % state.seats for i in range(state.seats)]
    names = [entry.name for entry in state.history]
    # The first tile is shown in the middle; then one is played in each round.
    middle = [name[1:] for name in [*names[:1], *(n for n in names if n[0] == "!")]]

    def each(what: Any, size: int) -> list[Any]:
        """Returns a value of every seat, from this one on."""
        return [what(other) for other in order] + [[0] * size] * (SEATS - state.seats)

    def of(furniture: list[str]) -> list[bool]:
        return [name in furniture for name in FURNITURE]

    def heaps(found: Any) -> list[list[int]]:
        return [[held(found[toy], value) for value in VALUES] for toy in range(len(TOY_NAMES))]

    def exit(other: int) -> list[bool]:
        has_started = any(e.actor == other and e.name[0] == "@" for e in state.history)
        return [has_started and s.exit[other] == notch for notch in range(2 * len(FURNITURE))]

    return {
        "table": [state.seats, state.game.settings(state.seats)["expert"]],
        "phase": [s.phase == phase for phase in (TAKING, STARTING, PLAYING, RUNNING)],
        "turn": each(lambda other: [state.actor == other], 1),
        "round": [s.round],
        "marker": each(lambda other: [not state.over and s.round % state.seats == other], 1),
        "hand": [seat is not None and s.hand[seat] >> t & 1 == 1 for t in range(len(FURNITURE))],
        "holds": each(lambda other: list(s.holds[other]), COLOURS),
        "extras": each(lambda other: [s.extras[other] >> c & 1 for c in range(COLOURS)], COLOURS),
        "shown": of(middle[-1:]),
        "gone": of(middle),
        "board": each(lambda other: [s.board[other] == b for b in range(BOARDS)], BOARDS),
        "exit": each(exit, 2 * len(FURNITURE)),
        "thread": each(lambda other: list(divmod(s.thread[other], 128)), 2),
        "heap": heaps(s.heap),
        "won": each(lambda other: heaps(s.won[other]), len(VALUES) * len(TOY_NAMES)),
    }
