"""What a click in the castle means, and why it may do nothing."""

from collections.abc import Sequence

from matou.core.messages import Seat, Why, listed
from matou.core.observation import Observation
from matou.core.phrases import joined
from matou.games.appenzell import castle, components as box
from matou.games.appenzell.draw.identities import CELLAR, OUTSIDE, all_mice
from matou.games.appenzell.say.messages import say, why
from matou.games.appenzell.say.names import KIND_WORDS
from matou.games.appenzell.say.refusals import SQUARE, out_of_line, why_not
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, PUSH, State, occupied
from matou.kit.sets import members

TOWER = {box.square_name(square): i for i, square in enumerate(box.TOWERS)}
ROOM = {letter: room for room, letter in enumerate(box.ROOM_LETTERS)}
SLOT = {str(slot): slot for slot in range(box.SLOTS)}
NO_MOUSE = -9  # something else was clicked


def meant(view: Observation, id: str) -> Sequence[int]:
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
            return [PUSH + slot for slot in range(box.SLOTS)]
        case ["end", "turn"]:
            return [END]
        case ["mouse", *_]:
            seat, at = mouse_of(view, id)
            if seat == view.seat:
                return ways_of(at)
            return moves_to(view, at) if at >= 0 else []  # another player's mouse is in the way
    return []


def ways_of(at: int) -> list[int]:
    """Returns everything that one's own mouse might do from where it is."""
    if at == OUTSIDE:
        return [ENTER + i for i in range(len(box.TOWERS))]
    return [MOVE + i for i in range(castle.MOVES) if castle.MOVE_FROM[i] == at]


def mouse_of(view: Observation, id: str) -> tuple[int, int]:
    """Returns whose mouse this is, and where; (-1, NO_MOUSE) for anything else."""
    found = {f"mouse-{seat}-{number}": (seat, square) for seat, number, square in all_mice(view)}
    return found.get(id, (-1, NO_MOUSE))


def own_squares(view: Observation) -> list[int]:
    """Returns where the viewer's mice stand, towers included."""
    return [] if view.seat is None else members(view.s.mice[view.seat])


def moves_to(view: Observation, to: int) -> list[int]:
    """Returns the moves of the viewer's mice that would end on a square."""
    moves = [castle.move_between(a, to) for a in own_squares(view)]
    return [MOVE + move for move in moves if move >= 0]


def is_open(s: State, room: int) -> bool:
    return s.open_rooms >> room & 1 == 1


# --- what to say in particular


def remark(view: Observation, id: str, picked: Sequence[str]) -> Why | None:
    s: State = view.s
    if s.placing or view.seat is None:  # the prompt says the one thing to do
        return None
    places = [mouse_of(view, mouse)[1] for mouse in picked]
    chosen = next((at for at in places if at != NO_MOUSE), None)  # where the picked mouse is
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


def of_mouse(view: Observation, seat: int, at: int, chosen: int | None) -> Why | None:
    """Explains a mouse that is another's, has fallen, or cannot move."""
    if at == NO_MOUSE:
        return None
    if at == CELLAR:
        return why("AP9", "This mouse has fallen into the cellar: it is out of the game.")
    if seat != view.seat:
        if chosen is not None and at >= 0:
            return of_square(view, at, chosen)
        return why("AP6", "This mouse belongs to {who}. Move one of yours.", who=Seat(seat))
    if not set(view.legal()).isdisjoint(ways_of(at)):
        return None
    if at == OUTSIDE:
        return why("AP5", "All four towers are taken: no mouse can enter.")
    return hemmed_in(view.s, at)


def hemmed_in(s: State, at: int) -> Why:
    """AP6: says what stands around a mouse that cannot move."""
    found, around = [], castle.ADJACENT[at]
    if around & occupied(s):
        found.append(say("mice it cannot jump over"))
    free = around & ~occupied(s)
    if free & castle.TOWER_SET:
        found.append(say("a tower"))
    free &= ~castle.TOWER_SET
    if free & ~s.open_squares:
        found.append(say("roofs"))
    if free & s.open_squares:
        found.append(say("a trap"))
    return why(
        "AP6",
        "Your mouse on {square} cannot move. In its way: {obstacles}.",
        square=box.square_name(at),
        obstacles=listed(found),
    )


def of_square(view: Observation, to: int, chosen: int | None) -> Why | None:
    """Explains a square out of line, or with all mice outside; else by the nearest mouse."""
    name, mine = box.square_name(to), own_squares(view)
    if chosen == OUTSIDE or not mine:
        return why("AP5", "A mouse must first enter the castle through a tower.")
    if to in mine and chosen is None:
        return why(
            "AP6",
            "Your own mouse is on {square}. Choose it first, then choose where it goes.",
            square=name,
        )
    if chosen is not None and chosen >= 0 and chosen != to and castle.move_between(chosen, to) < 0:
        return out_of_line(box.square_name(chosen), name)
    moves = moves_to(view, to)
    if chosen is None and not moves:
        return why(
            "AP6",
            "Mice move in a straight line, and none of yours is in line with {square}.",
            square=name,
        )
    if chosen is None and set(view.legal()).isdisjoint(moves):
        return why_not(
            view.s, min(moves, key=lambda a: box.how_far(castle.MOVE_FROM[a - MOVE], to))
        )
    return None


def of_roof(view: Observation, room: int, chosen: int | None) -> Why | None:
    """AP6: with a mouse picked, a click on a roof means to walk there, unless it can be lifted."""
    s: State = view.s
    if chosen is None or chosen < 0 or is_open(s, room) or LIFT + room in view.legal():
        return None
    walk = say("Mice do not walk on roofs, and room {room} still has its roof.")
    walk = walk.filled(room=box.ROOM_LETTERS[room])
    return Why("AP6", joined([walk, why_not(s, LIFT + room).says]))


def of_token(s: State, seat: int, kind: str) -> Why | None:
    if kind not in [str(k) for k in range(box.CHEESES)] or s.cheeses[seat] >> int(kind) & 1:
        return None
    return why(
        "AP11",
        "You win this token when two of your mice stand on this kind of cheese: {cheese}.",
        cheese=KIND_WORDS[int(kind)],
    )
