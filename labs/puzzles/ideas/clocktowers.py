"""Ideas of Clocktowers."""

from __future__ import annotations

from labs.puzzles.ideas import Idea, Split, split
from matou.core.observation import Observation
from matou.games.clocktowers.components import ANIMAL, CLOCK, CLOCKS, FLOORS, MOUSE, ROOF
from matou.games.clocktowers.rules import DISCARD, DRAW, DRAWING, NEW, PLACES, fits

PLAIN_CLOCK, MOUSE_CLOCK = CLOCK, CLOCK + 1
EARLY = 10  # floors left


def clocked(view: Observation, kind: int, legal: list[int]) -> list[tuple[int, int]]:
    """Returns the actions that put a clock of a kind on a tower, each with its animals so far."""
    marks = view.s.marks[view.seat]
    put = [a for a in legal if a < DRAW and a // PLACES == kind and a % PLACES != DISCARD]
    return [(a, marks[a % PLACES - 1]) for a in put]


def floors(legal: list[int]) -> list[int]:
    return [a for a in legal if a // PLACES < CLOCK]


def good_floor(view: Observation, legal: list[int]) -> Split | None:
    s = view.s
    top = s.top[FLOORS]
    if s.phase != DRAWING or s.left[FLOORS] < EARLY or ANIMAL[top] == MOUSE:
        return None
    return split(legal, lambda a: a == DRAW + FLOORS)


def mouse_clock_drawn(view: Observation, legal: list[int]) -> Split | None:
    s, seat = view.s, view.seat
    assert seat is not None
    needed = any(fits(s, seat, CLOCK, t) for t in range(s.towers[seat]))
    has_one = s.hand[seat][PLAIN_CLOCK] or s.hand[seat][MOUSE_CLOCK]
    if s.phase != DRAWING or s.top[CLOCKS] != MOUSE_CLOCK or not needed or has_one:
        return None
    return split(legal, lambda a: a != DRAW + CLOCKS)


def mouse_floor(_view: Observation, legal: list[int]) -> Split:
    mice = [a for a in floors(legal) if ANIMAL[a // PLACES] == MOUSE]
    return [a for a in mice if a % PLACES == NEW], [a for a in mice if a % PLACES == DISCARD]


def new_tower(_view: Observation, legal: list[int]) -> Split:
    return split((a for a in floors(legal) if a % PLACES != DISCARD), lambda a: a % PLACES == NEW)


def plain_clock(view: Observation, legal: list[int]) -> Split:
    plain, mouse = (clocked(view, kind, legal) for kind in (PLAIN_CLOCK, MOUSE_CLOCK))
    return [a for a, m in plain if not m & MOUSE], [a for a, m in mouse if not m & MOUSE]


def mice_together(view: Observation, legal: list[int]) -> Split:
    plain, mouse = (clocked(view, kind, legal) for kind in (PLAIN_CLOCK, MOUSE_CLOCK))
    return [a for a, m in mouse if m & MOUSE], [a for a, m in plain if m & MOUSE]


def mouse_with_animals(view: Observation, legal: list[int]) -> Split:
    put = clocked(view, MOUSE_CLOCK, legal)
    return [a for a, marks in put if marks], [a for a, marks in put if not marks]


def low_roof(view: Observation, legal: list[int]) -> Split:
    s, seat = view.s, view.seat
    put = [a for a in legal if a // PLACES >= ROOF and a < DRAW and a % PLACES != DISCARD]
    return split(put, lambda a: s.storeys[seat][a % PLACES - 1] == 1)


IDEAS: dict[str, Idea] = {
    f"Draw a floor without a mouse while {EARLY} floors are left": good_floor,
    "Leave a clock with a mouse in the pile, even if a tower needs a clock": mouse_clock_drawn,
    "Start a tower with a mouse rather than discard it": mouse_floor,
    "Start a new tower rather than put the floor on another": new_tower,
    "On a tower without mice, the clock without a mouse": plain_clock,
    "On a tower with mice, the clock with a mouse": mice_together,
    "A clock with a mouse: rather on a tower with animals than on one without": mouse_with_animals,
    "Roof a tower of one storey before a higher one": low_roof,
}
