"""The names of things in Chop! Chop!."""

from functools import cache

from matou.core.messages import Message, Verbatim
from matou.games.chopchop.components import HOLES, MICE, NAMES, PLACES, SET, TUNNEL
from matou.games.chopchop.say.messages import say
from matou.games.chopchop.state import CAUGHT, NOBODY, State

THE_CAT, THE_MICE = say("the cat"), say("the mice")
TILE_NAMES = (
    say("cheese"),
    say("broken dishes"),
    Verbatim("+1"),
    Verbatim("+2"),
    say("arrow"),
    say("fork"),
    say("knife"),
)
SIDES = {"W": say("west"), "E": say("east"), "N": say("north"), "S": say("south")}
IN_HOLE = {
    "W": say("in the west hole"),
    "E": say("in the east hole"),
    "N": say("in the north hole"),
    "S": say("in the south hole"),
}
INTO_HOLE = {
    "W": say("into the west hole"),
    "E": say("into the east hole"),
    "N": say("into the north hole"),
    "S": say("into the south hole"),
}
ON_PLATE = {
    "W": say("on its home plate in the west"),
    "E": say("on its home plate in the east"),
    "N": say("on its home plate in the north"),
    "S": say("on its home plate in the south"),
}


def on(s: State, place: int) -> Message:
    """Names where something is: 'on a4', 'under the table (c4)', 'in the west hole'."""
    return _on(place, s.plates & SET[place] != 0)


def cat_on(s: State) -> Message:
    return _cat_on(s.cat, s.plates & SET[s.cat] != 0)


def mouse_on(s: State, i: int, place: int) -> Message:
    return _mouse_on(i, place, s.plates & SET[place] != 0)


@cache
def _cat_on(place: int, is_on_plate: bool) -> Message:
    return say("the cat {where}", where=_on(place, is_on_plate))


@cache
def _mouse_on(i: int, place: int, is_on_plate: bool) -> Message:
    return say("mouse {mouse} {where}", mouse=i + 1, where=_on(place, is_on_plate))


@cache
def _on(place: int, is_on_plate: bool) -> Message:
    square = NAMES[place]
    if square in HOLES:
        return (ON_PLATE if is_on_plate else IN_HOLE)[square]
    if square[0] == "T":
        return say("on the table ({square})", square=square[1:])
    if square in TUNNEL:
        return say("under the table ({square})", square=square)
    return say("on {square}", square=square)


@cache
def onto(place: int) -> Message:
    """Names a place to go to: 'to a4', 'into the west hole'."""
    square = NAMES[place]
    if square in HOLES:
        return INTO_HOLE[square]
    if square[0] == "T":
        return say("to {square}, on the table", square=square[1:])
    if square in TUNNEL:
        return say("to {square}, under the table", square=square)
    return say("to {square}", square=square)


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
