"""What the things in the picture of the castle stand for, and what to say where it is nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.words import Why, Words, listed, of_player, player, why
from matou.games.appenzell.components import (
    CHEESES,
    ROOM_LETTERS,
    SIDE,
    SLOTS,
    SQUARES,
    TOWERS,
    square_name,
)
from matou.games.appenzell.names import KIND_WORDS
from matou.games.appenzell.plan import (
    ADJACENT,
    MOVE_BETWEEN,
    MOVE_FROM,
    MOVES,
    NOWHERE,
    TOWER_SET,
)
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, PUSH, State, occupied
from matou.games.appenzell.tracks import CELLAR, OUTSIDE, all_mice
from matou.games.appenzell.why import SQUARE, out_of_line, why_not

if TYPE_CHECKING:
    from matou.core.state import Observation

TOWER = {square_name(square): i for i, square in enumerate(TOWERS)}
ROOM = {letter: room for room, letter in enumerate(ROOM_LETTERS)}
SLOT = {str(slot): slot for slot in range(SLOTS)}
NO_MOUSE = -9  # what is clicked is no mouse


def meant(view: Observation, id: str) -> Sequence[int]:
    """A mouse goes away from its place, or comes in; anything else is where something is done."""
    match id.split("-"):
        case ["roof", letter] if letter in ROOM:
            return [LIFT + ROOM[letter]]
        case ["room" | "walls", letter] if letter in ROOM and is_open(view.s, ROOM[letter]):
            return [LIFT + ROOM[letter]]
        case ["tower", name] if name in TOWER:
            return [ENTER + TOWER[name], *moves_to(view, SQUARE[name])]
        case ["square", name] if name in SQUARE:
            return moves_to(view, SQUARE[name])
        case ["slot", slot] if slot in SLOT:
            return [PUSH + SLOT[slot]]
        case ["spare"]:
            return [PUSH + slot for slot in range(SLOTS)]
        case ["end", "turn"]:
            return [END]
        case ["mouse", *_]:
            return mouse_goes(view, id)
    return []


def mouse_goes(view: Observation, id: str) -> Sequence[int]:
    seat, at = mouse_of(view, id)
    if seat == view.seat:
        return ways_of(at)
    return moves_to(view, at) if at >= 0 else []  # somebody else's is in the way


def ways_of(at: int) -> list[int]:
    """All that a mouse of one's own might do from where it is."""
    if at == OUTSIDE:
        return [ENTER + i for i in range(len(TOWERS))]
    return [MOVE + i for i in range(MOVES) if MOVE_FROM[i] == at]


def mouse_of(view: Observation, id: str) -> tuple[int, int]:
    """Whose mouse this is, and where; (-1, NO_MOUSE) if it is none."""
    for seat, number, square in all_mice(view):
        if id == f"mouse-{seat}-{number}":
            return seat, square
    return -1, NO_MOUSE


def own_squares(view: Observation) -> list[int]:
    """Where one's own mice stand, towers included."""
    if view.seat is None:
        return []
    mine = view.s.mice[view.seat]
    return [square for square in range(SQUARES) if mine >> square & 1]


def moves_to(view: Observation, to: int) -> list[int]:
    """The moves of one's own mice that would end on a square."""
    return [
        MOVE + MOVE_BETWEEN[a * (NOWHERE + 1) + to] for a in own_squares(view) if in_line(a, to)
    ]


def how_far(a: int, b: int) -> int:
    return abs(a % SIDE - b % SIDE) + abs(a // SIDE - b // SIDE)


def is_open(s: State, room: int) -> bool:
    return s.open_rooms >> room & 1 == 1


def in_line(a: int, b: int) -> bool:
    return MOVE_BETWEEN[a * (NOWHERE + 1) + b] >= 0


# --- what to say in particular


def remark(view: Observation, id: str, picked: Sequence[str]) -> Why | None:
    s: State = view.s
    if s.placing or view.seat is None:  # then there is one thing to do, and it is told
        return None
    chosen = chosen_mouse(view, picked)
    match id.split("-"):
        case ["mouse", *_]:
            return of_mouse(view, *mouse_of(view, id), chosen)
        case ["square", name] if name in SQUARE:
            return of_square(view, SQUARE[name], chosen)
        case ["tower", name] if name in TOWER:
            enter = ENTER + TOWER[name]
            if (chosen is None or chosen < 0) and enter not in view.legal():
                return why_not(s, enter)
        case ["roof", letter] if letter in ROOM:
            return of_roof(view, ROOM[letter], chosen)
        case ["token" | "cheese", seat, kind] if seat == str(view.seat):
            return of_token(s, view.seat, kind)
    return None


def chosen_mouse(view: Observation, picked: Sequence[str]) -> int | None:
    """Where the mouse is that was picked; None if none was."""
    places = [mouse_of(view, id)[1] for id in picked]
    return next((at for at in places if at != NO_MOUSE), None)


def of_mouse(view: Observation, seat: int, at: int, chosen: int | None) -> Why | None:
    """Somebody else's, fallen, or one that can go nowhere."""
    if at == NO_MOUSE:
        return None
    if at == CELLAR:
        return why(
            "AP9",
            "This mouse has fallen into the cellar: it is out of the game.",
            "Cette souris est tombée à la cave : elle ne joue plus.",
        )
    if seat != view.seat:
        if chosen is not None and at >= 0:
            return of_square(view, at, chosen)
        return why(
            "AP6",
            f"This is a mouse of {player(seat)}: you move your own.",
            f"C’est une souris {of_player(seat)} : tu déplaces les tiennes.",
        )
    if not set(view.legal()).isdisjoint(ways_of(at)):
        return None
    if at == OUTSIDE:
        return why(
            "AP5",
            "There is a mouse in each of the four towers: none is free to come in by.",
            "Il y a une souris dans chacune des quatre tours : aucune n’est libre.",
        )
    return hemmed_in(view.s, at)


def hemmed_in(s: State, at: int) -> Why:
    """AP6: a mouse that has no way, by what stands around it."""
    around = [square for square in range(SQUARES) if ADJACENT[at] >> square & 1]
    taken = occupied(s)
    found = []
    if any(taken >> square & 1 for square in around):
        found.append(Words("mice it cannot jump", "des souris qu’elle ne peut sauter"))
    free = [square for square in around if not taken >> square & 1]
    if any(TOWER_SET >> square & 1 for square in free):
        found.append(Words("a tower", "une tour"))
    free = [square for square in free if not TOWER_SET >> square & 1]
    if any(not s.open_squares >> square & 1 for square in free):
        found.append(Words("roofs", "des toits"))
    if any(s.open_squares >> square & 1 for square in free):
        found.append(Words("a trap", "une trappe"))
    only, name = listed(found), square_name(at)
    return why(
        "AP6",
        f"Your mouse on {name} has no way to go: around it there are only {only.en}.",
        f"Ta souris en {name} n’a aucun chemin : autour d’elle, il n’y a que {only.fr}.",
    )


def of_square(view: Observation, to: int, chosen: int | None) -> Why | None:
    """A square out of line, or while one's mice are outside; else by one's nearest mouse."""
    name, mine = square_name(to), own_squares(view)
    if chosen == OUTSIDE or not mine:
        return why(
            "AP5", "A mouse comes in by a tower first.", "Une souris entre d’abord par une tour."
        )
    if to in mine and chosen is None:
        return why(
            "AP6",
            f"Your own mouse is on {name}: choose it, then where it goes.",
            f"Ta souris est en {name} : choisis-la, puis la case où elle va.",
        )
    if chosen is not None and chosen >= 0 and chosen != to and not in_line(chosen, to):
        return out_of_line(square_name(chosen), name)
    moves = moves_to(view, to)
    if chosen is None and not moves:
        return why(
            "AP6",
            f"A mouse goes straight ahead, and none of yours is in line with {name}.",
            f"Une souris va tout droit, et aucune des tiennes n’est alignée avec {name}.",
        )
    if chosen is None and set(view.legal()).isdisjoint(moves):
        return why_not(view.s, min(moves, key=lambda a: how_far(MOVE_FROM[a - MOVE], to)))
    return None


def of_roof(view: Observation, room: int, chosen: int | None) -> Why | None:
    """AP6: with a mouse in hand, a roof is where it would walk; unless the roof can be lifted."""
    s: State = view.s
    if chosen is None or chosen < 0 or is_open(s, room) or LIFT + room in view.legal():
        return None
    lift, letter = why_not(s, LIFT + room).says, ROOM_LETTERS[room]
    return why(
        "AP6",
        f"Mice do not walk on roofs, and room {letter} has its own. {lift.en}",
        f"On ne marche pas sur les toits, et la pièce {letter} a le sien. {lift.fr}",
    )


def of_token(s: State, seat: int, kind: str) -> Why | None:
    if kind not in [str(k) for k in range(CHEESES)] or s.cheeses[seat] >> int(kind) & 1:
        return None
    cheese = KIND_WORDS[int(kind)]
    return why(
        "AP11",
        f"You take this cheese when two of your mice stand on the same kind: {cheese.en}.",
        f"Tu prends ce fromage quand deux de tes souris sont sur le même : {cheese.fr}.",
    )
