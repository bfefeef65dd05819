"""Sentences about moves: the log, and why a move is good."""

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.games.appenzell import castle
from matou.games.appenzell import components as box
from matou.games.appenzell.rules import apply
from matou.games.appenzell.say import messages
from matou.games.appenzell.say.messages import count, say
from matou.games.appenzell.say.names import A_KIND, KIND_WORDS, actions, line, roof
from matou.games.appenzell.say.words import describe
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, NOTHING, PUSH, REVEAL, State
from matou.games.appenzell.think.network_inputs import struck
from matou.kit.layout import clone

FAR = 2 * box.SIDE


def tell(s: State, a: int) -> Message:
    if a >= REVEAL:
        return describe(s, a)
    seat = s.seat
    if a == END:
        return messages.tell(seat, "{who} ends their turn", "You end your turn")
    if a >= PUSH:
        return messages.tell(
            seat,
            "{who} pushes {line}: {tile} slides in",
            "You push {line}: {tile} slides in",
            line=line(a - PUSH),
            tile=A_KIND[s.tile[box.SPARE]],
        )
    if a >= MOVE:
        return tell_move(seat, castle.MOVE_FROM[a - MOVE], castle.MOVE_TO[a - MOVE])
    if a >= ENTER:
        return messages.tell(
            seat,
            "{who} puts a mouse into tower {tower}",
            "You put a mouse into tower {tower}",
            tower=box.square_name(box.TOWERS[a - ENTER]),
        )
    what = roof(s.castle, a - LIFT)
    return messages.tell(seat, "{who} lifts {roof}", "You lift {roof}", roof=what)


def tell_move(seat: int, start: int, to: int) -> Message:
    cost = box.how_far(start, to)
    said = messages.tell(seat, "{who} steps from {start} to {to}", "You step from {start} to {to}")
    if cost > 1:
        said = messages.tell(
            seat,
            "{who} jumps from {start} to {to} ({actions})",
            "You jump from {start} to {to} ({actions})",
            actions=actions(cost),
        )
    return said.filled(start=box.square_name(start), to=box.square_name(to))


# --- why


def because(view: Observation, a: int) -> Message | None:
    """Says what the action brings at once: cheeses, falls, tiles seen."""
    s: State = view.s
    seat = s.seat
    then = clone(s)
    apply(then, a)
    gained = then.cheeses[seat] & ~s.cheeses[seat]
    if gained:
        what = listed([KIND_WORDS[kind] for kind in range(box.CHEESES) if gained >> kind & 1])
        held = then.cheeses[seat].bit_count()
        if held >= s.goal:
            return say("It wins you {cheese}, and the game.", cheese=what)
        makes = say("It wins you {cheese}: that makes {held} of {goal} cheeses.", cheese=what)
        return makes.filled(held=held, goal=s.goal)
    hit = tuple(Seat(i) for i in range(s.seats) if i != seat and then.fallen[i] > s.fallen[i])
    if hit:
        return count(
            len(hit), "It costs {owners} a mouse.", "It costs {owners} a mouse each.", owners=hit
        )
    if a == END:
        return None
    if a >= PUSH and then.reveal != NOTHING:
        return say("It reveals a tile that nobody has seen yet.")
    if a >= MOVE:
        return because_nearer(s, then, seat) or because_safer(s, then, seat)
    if a >= ENTER:
        return say("It brings one more mouse into the castle to look for cheese.")
    squares = castle.ROOM_SET[s.castle * box.ROOMS + a - LIFT]
    unseen = (s.unknown & squares).bit_count()
    if unseen:
        return count(
            unseen,
            "{n:words|cap} of the tiles under it has never been seen.",
            "{n:words|cap} of the tiles under it have never been seen.",
        )
    wanted = [
        A_KIND[kind]
        for square in range(box.SQUARES)
        if squares >> square & 1
        and (kind := s.tile[square]) < box.CHEESES
        and not s.cheeses[seat] >> kind & 1
    ]
    if wanted:
        return say("You have seen {cheese} there before, and still need it.", cheese=wanted[0])
    return None


def because_safer(s: State, then: State, seat: int) -> Message | None:
    """Says that fewer of the seat's mice stand where a push can bring a trap that was seen."""
    before = (struck(s) & s.mice[seat]).bit_count()
    now = (struck(then) & then.mice[seat]).bit_count()
    if now >= before or (now and not s.push_back):  # a closed slot is not looked at
        return None
    if now == 0:
        return say("After that, no push can bring a known trap under your mice.")
    return count(now, "After that, known traps threaten only {n:words} of your mice.")


def because_nearer(s: State, then: State, seat: int) -> Message | None:
    """Says that a visible cheese the seat lacks is nearer."""
    before, _ = nearest(s, seat)
    now, kind = nearest(then, seat)
    if now >= before:
        return None
    if now == 0:
        return say("That puts one of your mice on {cheese}.", cheese=A_KIND[kind])
    return count(
        now,
        "That puts one of your mice {n:words} square away from {cheese}.",
        "That puts one of your mice {n:words} squares away from {cheese}.",
        cheese=A_KIND[kind],
    )


def nearest(s: State, seat: int) -> tuple[int, int]:
    """Returns the number of steps to the nearest visible cheese that a seat lacks."""
    best = FAR, box.UNKNOWN
    for square in range(box.SQUARES):
        kind = s.tile[square]
        if not s.open_squares >> square & 1 or kind >= box.CHEESES or s.cheeses[seat] >> kind & 1:
            continue
        for mouse in range(box.SQUARES):
            if s.mice[seat] >> mouse & 1:
                best = min(best, (box.how_far(mouse, square), kind))
    return best
