"""The names of things in Chop! Chop!, in French and English."""

from __future__ import annotations

from functools import cache

from matou.core.words import Words
from matou.games.chopchop.components import HOLES, MICE, NAMES, PLACES, SET, TUNNEL
from matou.games.chopchop.state import CAUGHT, NOBODY, State

TILE_NAMES = (
    Words("cheese", "fromage"),
    Words("broken dishes", "vaisselle cassée"),
    Words("+1", "+1"),
    Words("+2", "+2"),
    Words("arrow", "flèche"),
    Words("fork", "fourchette"),
    Words("knife", "couteau"),
)
TILE_EFFECTS = (
    Words("the mice win it; the cat leaves it lying", "aux souris ; le chat le laisse là"),
    Words("nothing happens", "il ne se passe rien"),
    Words("one step more", "un pas de plus"),
    Words("two steps more", "deux pas de plus"),
    Words("off to any square", "vers la case de son choix"),
    Words("a mouse takes a visible cheese", "une souris prend un fromage visible"),
    Words("the other side plays twice", "l’autre camp joue deux fois"),
)
SIDES = {
    "W": Words("west", "ouest"),
    "E": Words("east", "est"),
    "N": Words("north", "nord"),
    "S": Words("south", "sud"),
}
HOLE_NAMES = {
    "W": Words("west hole", "trou ouest"),
    "E": Words("east hole", "trou est"),
    "N": Words("north hole", "trou nord"),
    "S": Words("south hole", "trou sud"),
}
PLATE_NAMES = {
    "W": Words("west plate", "plaque ouest"),
    "E": Words("east plate", "plaque est"),
    "N": Words("north plate", "plaque nord"),
    "S": Words("south plate", "plaque sud"),
}


def on(s: State, place: int) -> Words:
    """Where something is: 'on a4', 'under the table (c4)', 'in the west hole'."""
    return _on(place, s.plates & SET[place] != 0)


@cache
def _on(place: int, is_on_plate: bool) -> Words:
    square = NAMES[place]
    if square in HOLES:
        if is_on_plate:
            plate = PLATE_NAMES[square]
            return Words(f"on its {plate.en}", f"sur sa {plate.fr}")
        hole = HOLE_NAMES[square]
        return Words(f"in the {hole.en}", f"dans le {hole.fr}")
    if square[0] == "T":
        return Words(f"on the table ({square[1:]})", f"sur la table ({square[1:]})")
    if square in TUNNEL:
        return Words(f"under the table ({square})", f"sous la table ({square})")
    return Words(f"on {square}", f"en {square}")


def mouse_there(s: State, who: int) -> Words:
    """A mouse and where it is: 'mouse 2 (f5)', 'mouse 1 (in the west hole)'."""
    square, where = NAMES[s.mouse[who]], on(s, s.mouse[who])
    if square not in HOLES and square not in TUNNEL:
        where = Words(square, square)
    return Words(f"mouse {who + 1} ({where.en})", f"la souris {who + 1} ({where.fr})")


@cache
def onto(place: int) -> Words:
    """A place as an aim: 'to a4', 'into the west hole'."""
    square = NAMES[place]
    if square in HOLES:
        hole = HOLE_NAMES[square]
        return Words(f"into the {hole.en}", f"dans le {hole.fr}")
    if square[0] == "T":
        return Words(f"to {square[1:]}, on the table", f"en {square[1:]}, sur la table")
    if square in TUNNEL:
        return Words(f"to {square}, under the table", f"en {square}, sous la table")
    return Words(f"to {square}", f"en {square}")


def mouse_at(s: State, place: int) -> int:
    """Which mouse stands there, NOBODY if none; also one beneath that square of the table."""
    for i in range(MICE):
        if s.mouse[i] == place and s.mouse[i] != CAUGHT:
            return i
    return NOBODY


def visible(s: State) -> list[int]:
    """The places of visible cheeses, also the one under the cat."""
    return [p for p in range(PLACES) if s.cheese & SET[p]]


def seat_role(seat: int) -> Words:
    return Words("the cat", "le chat") if seat == 0 else Words("the mice", "les souris")
