"""A second, simple encoder for Clocktowers: what ``encode`` must return."""

from __future__ import annotations

from typing import Any

from matou.core.state import State
from matou.games.clocktowers.components import CAT, CODES, MOUSE
from matou.games.clocktowers.rules import DRAWING, HAS_CLOCK

KINDS, SEATS, TOWERS = 13, 4, 21
START = [CODES.index(code) for code in ("F1c", "F1m", "Km")]  # CT1


def line(state: State, seat: int | None) -> dict[str, Any]:
    s: Any = state.s
    turns: dict[int, list[str]] = {other: [] for other in range(SEATS)}
    for entry in state.history:
        if entry.actor >= 0:
            turns[entry.actor].append(entry.name)
    order = [((seat or 0) + i) % state.seats for i in range(state.seats)]
    absent = SEATS - state.seats

    def kinds(codes: list[str]) -> list[int]:
        return [codes.count(code) for code in CODES]

    def thrown(other: int) -> list[str]:
        return [name[1:] for name in turns[other] if name[0] == "x"]

    def held(other: int) -> list[int]:
        """Returns cards held at first or drawn since, and not built with."""
        mine = range(other, s.turn, state.seats)
        had = [CODES[k] for k in START] + [CODES[s.drawn[t]] for t in mine if s.drawn[t] >= 0]
        built = [name.split(">")[0].rstrip("+") for name in turns[other] if name[0] not in "x<"]
        return [a - b for a, b in zip(kinds(had), kinds(built), strict=True)]

    def tower(other: int, t: int) -> list[int]:
        mark = s.marks[other][t]
        looks = [mark & CAT != 0, mark & MOUSE != 0, mark & HAS_CLOCK != 0]
        return [s.storeys[other][t], *looks, s.roof[other][t]]

    def each(what: Any, empty: Any) -> list[Any]:
        """Returns a value of every seat, from this one on."""
        return [what(other) for other in order] + [empty] * absent

    return {
        "table": [
            state.seats,
            state.game.settings(state.seats)["ladder"] == "table",
            state.game.settings(state.seats)["floors_above_clock"],
        ],
        "turn": [
            sum(not name.startswith("<") for names in turns.values() for name in names)
            - (s.phase == DRAWING),
            s.phase == DRAWING,
            each(lambda other: state.actor == other, 0),
        ],
        "hand": [0] * KINDS if seat is None else list(s.hand[seat]),
        "away": [0] * KINDS if seat is None else kinds(thrown(seat)),
        "held": each(held, [0] * KINDS),
        "discards": each(lambda other: len(thrown(other)), 0),
        "top": [[s.top[pile] == kind for kind in range(KINDS)] for pile in range(3)],
        "left": list(s.left),
        "unseen": list(s.unseen),
        "ladder": each(lambda other: list(s.ladder[0 if s.one_ladder else other]), [0] * 5),
        "score": each(lambda other: state.scores[other], 0),
        "towers": each(lambda other: [tower(other, t) for t in range(TOWERS)], [0] * 5 * TOWERS),
    }
