"""Sentences about why a move is good."""

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.games.appenzell import castle, components as box
from matou.games.appenzell.rules import apply, legal_moves, touched
from matou.games.appenzell.say.messages import count, say
from matou.games.appenzell.say.names import A_KIND, KIND_WORDS, roof
from matou.games.appenzell.say.pairs import is_wanted, nearest_pair
from matou.games.appenzell.state import END, ENTER, MOVE, NOTHING, PUSH, State, occupied
from matou.games.appenzell.think.network_inputs import struck
from matou.kit.layout import clone
from matou.kit.sets import members

FAR = 2 * box.SIDE


def because(view: Observation, a: int) -> Message | None:
    """Says what the action brings at once, or what it leads to."""
    s: State = view.s
    seat = s.seat
    then = clone(s)
    apply(then, a)
    if (said := because_gained(s, then, seat)) is not None:
        return said
    if a >= PUSH and a != END and then.reveal != NOTHING:
        return say("It reveals a tile that nobody has seen yet.")
    if a < ENTER and then.reveal != NOTHING:
        return because_unseen(s, a)
    if (said := because_pair(s, then, seat)) is not None:
        return said
    if a == END:
        return None
    if a >= MOVE:
        return because_moved(s, then, seat, a)
    if a >= ENTER:
        return say("It brings one more mouse into the castle to look for cheese.")
    return because_lifted(s, then, seat, a)


def because_gained(s: State, then: State, seat: int) -> Message | None:
    """Names the cheeses that the seat wins, or the mice that others lose."""
    gained = then.cheeses[seat] & ~s.cheeses[seat]
    if gained:
        what = listed([KIND_WORDS[kind] for kind in members(gained)])
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
    return None


def because_pair(s: State, then: State, seat: int) -> Message | None:
    """Says that the seat is nearer to winning a cheese, or that another one is not so near now."""
    if then.reveal != NOTHING:
        return None
    before, now = nearest_pair(s, seat), nearest_pair(then, seat)
    if now is not None and (before is None or now.actions < before.actions):
        return count(
            now.actions,
            "Then {n:words} more action wins you {cheese}.",
            "Then {n:words} more actions win you {cheese}.",
            cheese=KIND_WORDS[now.kind],
        )
    for other in range(s.seats):
        if other == seat or (threat := nearest_pair(s, other)) is None:
            continue
        later = nearest_pair(then, other)
        if later is None or later.actions > threat.actions:
            return count(
                threat.actions,
                "Otherwise {who} needs only {n:words} action for {cheese}.",
                "Otherwise {who} needs only {n:words} actions for {cheese}.",
                who=Seat(other),
                cheese=KIND_WORDS[threat.kind],
            )
    return None


def because_moved(s: State, then: State, seat: int, a: int) -> Message | None:
    """Says what a step, jump or push does for the seat's mice."""
    said = because_safer(s, then, seat) or because_nearer(s, then, seat)
    if said is not None or a >= PUSH:
        return said or because_under(s, then, seat)
    to = castle.MOVE_TO[a - MOVE]
    kind = s.tile[to]
    if is_wanted(s, seat, kind):
        return say("That puts one of your mice on {cheese}.", cheese=A_KIND[kind])
    return because_near_roof(s, then, seat, to) or because_placed(s, to)


def because_under(s: State, then: State, seat: int) -> Message | None:
    """Says that a push brings a cheese that the seat lacks under one of its mice."""
    for square in members(then.mice[seat] & castle.SLIDING_SET):
        kind, before = then.tile[square], s.tile[square]
        if kind != before and is_wanted(s, seat, kind):
            return say("That puts one of your mice on {cheese}.", cheese=A_KIND[kind])
    return None


def because_near_roof(s: State, then: State, seat: int, to: int) -> Message | None:
    """Names a roof that can be lifted from there, with something below that the seat lacks."""
    covered = touched(s, 1 << to) & ~touched(s, s.mice[seat]) & ~then.open_rooms
    best: tuple[int, int] | None = None
    for room in members(covered):
        squares = castle.ROOM_SET[s.castle * box.ROOMS + room]
        for square in members(squares & castle.SLIDING_SET):
            kind = s.tile[square]
            if is_wanted(s, seat, kind):
                lift = say("From there you can lift {roof}, where {cheese} lies.")
                return lift.filled(roof=roof(s.castle, room), cheese=A_KIND[kind])
        unseen = (squares & s.unknown).bit_count()
        if unseen and (best is None or unseen > best[0]):
            best = unseen, room
    if best is None:
        return None
    return count(
        best[0],
        "From there you can lift {roof}, with {n:words} tile that nobody has seen.",
        "From there you can lift {roof}, with {n:words} tiles that nobody has seen.",
        roof=roof(s.castle, best[1]),
    )


def because_placed(s: State, to: int) -> Message | None:
    """Says that no push moves the floor there, or that its room stays open."""
    if not castle.SLIDING_SET >> to & 1:
        return say("No push moves the floor there, so no trap can come under that mouse.")
    room = castle.ROOM_OF[s.castle * box.SQUARES + to]
    if not castle.ROOM_SET[s.castle * box.ROOMS + room] & occupied(s):
        return say("Your mouse keeps that room open when your turn ends.")
    return None


def because_lifted(s: State, then: State, seat: int, a: int) -> Message | None:
    """Says what lies under a roof, all of which has been seen, or that it opens a way out."""
    if then.seat == seat and is_way_out(then, seat):
        return say("It opens a way out for a mouse that a known trap threatens.")
    squares = castle.ROOM_SET[s.castle * box.ROOMS + a]
    for kind in (s.tile[square] for square in members(squares)):
        if is_wanted(s, seat, kind):
            seen = say("You have seen {cheese} there before, and still need it.")
            return seen.filled(cheese=A_KIND[kind])
    return None


def because_unseen(s: State, room: int) -> Message:
    squares = castle.ROOM_SET[s.castle * box.ROOMS + room]
    return count(
        (s.unknown & squares).bit_count(),
        "{n:words|cap} of the tiles under it has never been seen.",
        "{n:words|cap} of the tiles under it have never been seen.",
    )


def is_way_out(s: State, seat: int) -> bool:
    """Returns whether a move takes one of the seat's mice away from a trap that a push brings."""
    if not struck(s) & s.mice[seat]:
        return False
    found = [0] * (4 * box.MICE + 1)
    for a in found[: legal_moves(s, s.mice[seat], occupied(s), found, 0)]:
        then = clone(s)
        apply(then, a)
        if because_safer(s, then, seat) is not None:
            return True
    return False


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
    for square in members(s.open_squares):
        if is_wanted(s, seat, s.tile[square]):
            for mouse in members(s.mice[seat]):
                best = min(best, (box.how_far(mouse, square), s.tile[square]))
    return best
