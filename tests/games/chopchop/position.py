"""Positions of Chop! Chop! set up by hand, and an independent search of all paths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.support import names

import matou
from matou.games.chopchop.components import COUNTS, HOLES, NAMES, PLACE_OF, SET, TILE_SET, TILES
from matou.games.chopchop.state import CAUGHT, ROLLING, State

CAT, MICE = 0, 1


def squares(names: Iterable[str]) -> int:
    return sum(SET[PLACE_OF[name]] for name in names)


def kitchen(
    cat: str = "Tc4",
    mice: Sequence[str | None] = ("W", "E", "N", "S"),
    side: int = MICE,
    *,
    seats: int = 2,
    bare: Iterable[str] | None = None,  # squares without a tile; None: no tile anywhere
    cheese: Iterable[str] = (),
    plates: Iterable[str] = (),
    won: int = 0,
    rolls: int = 1,
    quiet: int = 0,
    unseen: dict[str, int] | None = None,
) -> matou.State:
    """Returns a kitchen just before a side rolls."""
    state = matou.game("chopchop").start(seats)
    s: State = state.s
    s.cat = PLACE_OF[cat]
    s.mice = squares(name for name in mice if name)
    for i, name in enumerate(mice):
        s.mouse[i] = PLACE_OF[name] if name else CAUGHT
    s.down = 0 if bare is None else TILE_SET & ~squares({*bare, *cheese})
    s.cheese = squares(cheese)
    s.plates = squares(plates)
    for kind, tile in enumerate(TILES):
        s.unseen[kind] = COUNTS[kind] if unseen is None else unseen.get(tile, 0)
    s.won, s.side, s.rolls, s.quiet, s.phase = won, side, rolls, quiet, ROLLING
    return state


def ends(state: matou.State, start: str) -> set[str]:
    """Returns where the piece on a square may go, catches with their star."""
    return {n.split("-")[1] for n in names(state) if n.startswith(f"{start}-")}


def rolls_next(state: matou.State) -> int | None:
    """Returns the side whose die is rolled next, by its faces; None if no die is."""
    if state.actor != matou.CHANCE or "1" not in names(state):
        return None
    return MICE if "4" in names(state) else CAT


# --- the independent search: the kitchen built from names, and every path followed

LEGS = {"c3", "d3", "c5", "d5"}
FLOOR = {f"{column}{row}" for column in "abcdef" for row in range(1, 8)} - LEGS
TOPS = {name for name in NAMES if name[0] == "T"}
MOUSE_PLACES = FLOOR | set(HOLES)
CAT_PLACES = (FLOOR - {"c4", "d4"}) | TOPS


def next_to(one: str, other: str) -> bool:
    """Returns whether two places are adjacent."""
    if one in HOLES or other in HOLES:
        return HOLES.get(one) == other or HOLES.get(other) == one
    across = abs(ord(one[-2]) - ord(other[-2]))
    return across + abs(int(one[-1]) - int(other[-1])) == 1


BESIDE = {
    world: {a: [b for b in places if next_to(a, b)] for a in places}
    for world, places in ((CAT, CAT_PLACES), (MICE, MOUSE_PLACES))
}


def paths_end(side: int, start: str, steps: int, through: set[str], onto: set[str]) -> set[str]:
    """Follows every path of an exact number of steps that never returns to its start (CC4)."""
    found: set[str] = set()

    def walk(here: str, left: int) -> None:
        for there in BESIDE[side][here]:
            if there == start:
                continue
            if left == 1:
                if there in onto:
                    found.add(there)
            elif there in through:
                walk(there, left - 1)

    walk(start, steps)
    return found


def where(state: matou.State, mouse: int) -> str | None:
    """Returns the square of mouse 1 to 4, or None once caught."""
    place = state.s.mouse[mouse - 1]
    return None if place < 0 else NAMES[place]


def lies(state: matou.State, field: str) -> set[str]:
    """Returns the squares of a set in the record, by name."""
    cells = getattr(state.s, field)
    return {name for name, one in zip(NAMES, SET, strict=True) if one & cells and name[0] != "T"}
