"""The names of things in Chop! Chop!."""

from functools import cache

from matou.core.messages import Message, Verbatim
from matou.games.chopchop.components import CELL, HOLES, MICE, NAMES, PLACES, SET, TUNNEL
from matou.games.chopchop.say.messages import each, say
from matou.games.chopchop.state import CAUGHT, NOBODY, State

THE_CAT, THE_MICE = say("the cat"), say("the mice")
TILE_NAMES = (
    *each("cheese | broken dishes"), Verbatim("+1"), Verbatim("+2"), *each("arrow | fork | knife")
)  # fmt: skip
# Of the holes, in the order of HOLES.
SIDES = each("west | east | north | south")
IN_HOLE = each("in the west hole | in the east hole | in the north hole | in the south hole")
INTO_HOLE = each(
    "into the west hole | into the east hole | into the north hole | into the south hole"
)
ON_PLATE = each(
    "on its home plate in the west | on its home plate in the east | "
    "on its home plate in the north | on its home plate in the south"
)
NTH_HOLE = {name: i for i, name in enumerate(HOLES)}


def on(s: State, place: int) -> Message:
    """Names where something is: 'on a4', 'under the table (c4)', 'in the west hole'."""
    return _on(place, s.plates & SET[place] != 0)


def cat_on(s: State) -> Message:
    return _piece_on(-1, s.cat, s.plates & SET[s.cat] != 0)


def mouse_on(s: State, i: int, place: int) -> Message:
    return _piece_on(i, place, s.plates & SET[place] != 0)


@cache
def _piece_on(mouse: int, place: int, is_on_plate: bool) -> Message:
    where = _on(place, is_on_plate)
    if mouse < 0:
        return say("the cat {where}", where=where)
    return say("mouse {mouse} {where}", mouse=mouse + 1, where=where)


@cache
def _on(place: int, is_on_plate: bool) -> Message:
    square = NAMES[place]
    if square in HOLES:
        return (ON_PLATE if is_on_plate else IN_HOLE)[NTH_HOLE[square]]
    if square[0] == "T":
        return say("on the table ({square})", square=square[1:])
    if square in TUNNEL:
        return say("under the table ({square})", square=square)
    return say("on {square}", square=square)


@cache
def onto(place: int, on_tile: bool = False, on_cheese: bool = False) -> Message:
    """Names a place to go to, and what lies there: 'to a4, onto a tile', 'into the west hole'."""
    square = NAMES[place]
    if square in HOLES:
        return INTO_HOLE[NTH_HOLE[square]]
    if square[0] == "T":  # what lies under the table is not on it
        return say("to {square}, on the table", square=square[1:])
    aim = say("to {square}", square=square)
    if square in TUNNEL:
        aim = say("to {square}, under the table", square=square)
    if on_tile:
        return say("{aim}, onto a tile", aim=aim)
    return say("{aim}, onto a cheese", aim=aim) if on_cheese else aim


def has_tile(s: State, place: int) -> bool:
    """Returns whether a face-down tile lies there. What lies under the table is not on it."""
    return bool(s.down >> CELL[place] & 1)


def mouse_at(s: State, place: int) -> int:
    """Returns which mouse stands there, NOBODY if none."""
    for i in range(MICE):
        if s.mouse[i] == place and s.mouse[i] != CAUGHT:
            return i
    return NOBODY


def visible(s: State) -> list[int]:
    """Returns the places of visible cheeses, the one under the cat included."""
    return [p for p in range(PLACES) if s.cheese & SET[p]]


def seat_role(seat: int) -> Message:
    return THE_CAT if seat == 0 else THE_MICE
