"""Sentences about moves: the log, and why a move is good."""

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.core.phrases import joined
from matou.games.clocktowers import components as box
from matou.games.clocktowers import rules
from matou.games.clocktowers.say import messages
from matou.games.clocktowers.say.messages import count, say
from matou.games.clocktowers.say.words import A_CARD, describe, never_roofed, worth


def storeys(n: int) -> Message:
    return count(n, "{n:words} storey", "{n:words} storeys")


def tell(s: rules.State, a: int) -> Message:
    if a >= rules.SHOW:
        return describe(s, a)
    seat = rules.on_turn(s)
    if a >= rules.DRAW:
        card = A_CARD[s.top[a - rules.DRAW]]
        return messages.tell(seat, "{who} draws {card}", "You draw {card}", card=card)
    kind, place = divmod(a, rules.PLACES)
    card = A_CARD[kind]
    if place == rules.DISCARD:
        return messages.tell(
            seat, "{who} discards {card}, face down", "You discard {card}, face down", card=card
        )
    if place == rules.NEW:
        return messages.tell(
            seat,
            "{who} starts a new tower with {card}",
            "You start a new tower with {card}",
            card=card,
        )
    if kind >= box.ROOF:
        return messages.tell(
            seat,
            "{who} finishes tower {tower} with {card}: {storeys}, {points}",
            "You finish tower {tower} with {card}: {storeys}, {points}",
            tower=place,
            card=card,
            storeys=storeys(s.storeys[seat][place - 1]),
            points=worth(s.marks[seat][place - 1]),
        )
    return messages.tell(
        seat,
        "{who} puts {card} on tower {tower}",
        "You put {card} on tower {tower}",
        card=card,
        tower=place,
    )


# --- why


def because(view: Observation, a: int) -> Message | None:
    s: rules.State = view.s
    seat = rules.on_turn(s)
    if a >= rules.DRAW:
        return because_drawn(s, seat, s.top[a - rules.DRAW])
    kind, place = divmod(a, rules.PLACES)
    if place == rules.DISCARD:
        return because_away(s, seat, kind)
    t = s.towers[seat] if place == rules.NEW else place - 1
    if kind >= box.ROOF:
        return because_roofed(s, seat, kind - box.ROOF, t)
    return because_built(s, seat, kind, t)


def because_built(s: rules.State, seat: int, kind: int, t: int) -> Message:
    """Says how high the tower is then, which roofs fit, and what it can score."""
    high, marks = s.storeys[seat][t] + box.STOREYS[kind], s.marks[seat][t] | box.ANIMAL[kind]
    if never_roofed(high):
        return say("That tower can never be finished, so the card does no harm there.")
    tower = say("The tower then has {storeys}, and can score {points}.")
    if kind >= box.CLOCK or marks & rules.HAS_CLOCK:
        tower = say("The tower of {storeys} then needs only a roof, and can score {points}.")
    tower = tower.filled(storeys=storeys(high), points=worth(marks))
    return joined([tower, roofs_for(s, seat, high)])


def roofs_for(s: rules.State, seat: int, high: int) -> Message:
    """Says which roofs fit a tower of that many storeys now."""
    found = [A_CARD[box.ROOF + c] for c in range(box.COLOURS) if rules.roof_fits(s, seat, c, high)]
    if not found:
        return say("No roof fits that height yet.")
    if len(found) > 2:
        return count(
            len(found),
            "Roofs of {n:words} colour fit that height now.",
            "Roofs of {n:words} colours fit that height now.",
        )
    return say("{roofs:cap} fits that height now.", roofs=listed(found, "or"))


def because_roofed(s: rules.State, seat: int, colour: int, t: int) -> Message:
    """Says what the tower scores, and what the next roof of that colour needs."""
    high = s.storeys[seat][t]
    finished = say("It finishes a tower of {storeys} for {points}.", storeys=storeys(high))
    finished = finished.filled(points=worth(s.marks[seat][t]))
    ready = any(
        s.storeys[seat][other] == high + 1 and s.roof[seat][other] == 0
        for other in range(s.towers[seat])
        if other != t
    )
    if high >= box.TALLEST_OF[colour]:
        after = say("No tower with {roof} can be higher.")
    elif ready:
        after = say("After that, {roof} fits another tower of yours.")
    else:
        after = say("After that, {roof} needs a tower of {next}.", next=storeys(high + 1))
    return joined([finished, after.filled(roof=A_CARD[box.ROOF + colour])])


def waiting(s: rules.State, seat: int, colour: int) -> int:
    """Returns the storeys of the seat's unfinished tower that a roof fits now; 0 if none."""
    for t in range(s.towers[seat]):
        high = s.storeys[seat][t]
        if s.roof[seat][t] == 0 and rules.roof_fits(s, seat, colour, high):
            return high
    return 0


def because_away(s: rules.State, seat: int, kind: int) -> Message | None:
    if kind >= box.ROOF and not waiting(s, seat, kind - box.ROOF):
        return say("None of your towers has the right height for {roof}.", roof=A_CARD[kind])
    if box.ANIMAL[kind] == box.MOUSE:
        return say("A mouse costs points: better discarded than in one of your towers.")
    return None


def because_drawn(s: rules.State, seat: int, kind: int) -> Message | None:
    if kind >= box.ROOF:
        return because_roof_drawn(s, seat, kind - box.ROOF)
    bare = any(
        s.roof[seat][t] == 0 and not s.marks[seat][t] & rules.HAS_CLOCK
        for t in range(s.towers[seat])
    )
    if kind >= box.CLOCK and bare:
        if box.ANIMAL[kind] == 0:
            return say("One of your towers still needs a clock, and this one has no mouse.")
        return say("One of your towers still needs a clock.")
    if box.ANIMAL[kind] == box.MOUSE:
        return None
    points = worth(box.ANIMAL[kind])
    if box.ANIMAL[kind] == box.CAT:
        return say("It has a cat: a tower with cats only scores {points}.", points=points)
    return say("It has no animal: a tower without animals scores {points}.", points=points)


def because_roof_drawn(s: rules.State, seat: int, colour: int) -> Message | None:
    high = waiting(s, seat, colour)
    if high:
        fits = say("{roof:cap} fits your tower of {storeys}.", roof=A_CARD[box.ROOF + colour])
        return fits.filled(storeys=storeys(high))
    for other in range(s.seats):
        high = waiting(s, other, colour)
        if other != seat and high:
            has = say("{who} has a tower of {storeys} that it would fit.", who=Seat(other))
            return has.filled(storeys=storeys(high))
    return None
