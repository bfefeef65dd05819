"""Sentences about why a move is good."""

from collections.abc import Iterator

from matou.core.messages import Message, Seat, listed
from matou.core.observation import Observation
from matou.core.phrases import joined
from matou.games.clocktowers import components as box, rules
from matou.games.clocktowers.say.messages import count, counting, say
from matou.games.clocktowers.say.words import A_CARD, never_roofed, worth

FEW = 3  # roofs in the pile that are worth a word
storeys = counting("{n:words} storey", "{n:words} storeys")


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
    ready = high + 1 in clocked(s, seat)
    if high >= box.TALLEST_OF[colour]:
        after = say("No tower with {roof} can be higher.")
    elif ready:
        after = say("After that, {roof} fits another tower of yours.")
    else:
        after = say("After that, {roof} needs a tower of {next}.", next=storeys(high + 1))
    return joined([finished, after.filled(roof=A_CARD[box.ROOF + colour])])


def because_away(s: rules.State, seat: int, kind: int) -> Message | None:
    if kind >= box.ROOF and not any(
        rules.roof_fits(s, seat, kind - box.ROOF, high)
        for high in [*bare(s, seat), *clocked(s, seat)]
    ):
        return say("None of your towers has the right height for {roof}.", roof=A_CARD[kind])
    if box.CLOCK <= kind < box.ROOF and (said := because_no_clock(s, seat)) is not None:
        return said
    if box.ANIMAL[kind] == box.MOUSE:
        return say("A mouse costs points: better discarded than in one of your towers.")
    return None


def because_no_clock(s: rules.State, seat: int) -> Message | None:
    """Says that no tower needs a clock now, or fewer than the seat holds."""
    towers = bare(s, seat)
    for high in towers:
        for colour in range(box.COLOURS):
            needs = next_height(s, seat, colour)
            if s.hand[seat][box.ROOF + colour] and high < needs <= high + max(box.STOREYS):
                grows = say("Your tower of {storeys} must grow first: {roof} needs {next}.")
                grows = grows.filled(storeys=storeys(high), next=storeys(needs))
                return grows.filled(roof=A_CARD[box.ROOF + colour])
    if not towers:
        return say("None of your towers needs a clock.")
    if clocks(s, seat) > len(towers):
        return say("You hold more clocks than you have towers that need one.")
    return None


def unfinished(s: rules.State, seat: int) -> Iterator[tuple[int, bool]]:
    """Yields the storeys of the seat's unfinished towers, and whether each has a clock."""
    for t in range(s.towers[seat]):
        if s.roof[seat][t] == 0:
            yield s.storeys[seat][t], s.marks[seat][t] & rules.HAS_CLOCK != 0


def bare(s: rules.State, seat: int) -> list[int]:
    """Returns the storeys of the seat's towers that still need a clock."""
    return [high for high, has_clock in unfinished(s, seat) if not has_clock]


def clocked(s: rules.State, seat: int) -> list[int]:
    """Returns the storeys of the seat's towers that need only a roof."""
    return [high for high, has_clock in unfinished(s, seat) if has_clock]


def clocks(s: rules.State, seat: int) -> int:
    return sum(s.hand[seat][kind] for kind in range(box.CLOCK, box.ROOF))


def floors(s: rules.State, seat: int) -> list[int]:
    """Returns the kinds of floors that a seat holds."""
    return [kind for kind in range(box.CLOCK) if s.hand[seat][kind]]


def next_height(s: rules.State, seat: int, colour: int) -> int:
    """Returns the storeys that the next tower of a colour needs; 1 if it may be 1 or 2."""
    return int(s.ladder[0 if s.one_ladder == 1 else seat][colour]) + 1


def because_drawn(s: rules.State, seat: int, kind: int) -> Message | None:
    if kind >= box.ROOF:
        return because_roof_drawn(s, seat, kind - box.ROOF)
    if kind >= box.CLOCK:
        return because_clock_drawn(s, seat, kind)
    if box.ANIMAL[kind] == box.MOUSE:
        return because_floor_drawn(s, seat, kind)
    points = worth(box.ANIMAL[kind])
    if box.ANIMAL[kind] == box.CAT:
        return say("It has a cat: a tower with only cats scores {points}.", points=points)
    return say("It has no animal: a tower without animals scores {points}.", points=points)


def because_clock_drawn(s: rules.State, seat: int, kind: int) -> Message | None:
    """Says which towers need a clock, or that a floor in hand will need one."""
    held = clocks(s, seat)
    if len(bare(s, seat)) > held:
        if box.ANIMAL[kind] == 0:
            return say("One of your towers still needs a clock, and this one has no mouse.")
        return say("One of your towers still needs a clock.")
    if (
        box.ANIMAL[kind] == 0
        and held
        and not any(s.hand[seat][k] for k in range(box.CLOCK, box.ROOF) if box.ANIMAL[k] == 0)
    ):
        return say("You hold only a clock with a mouse, and this one has none.")
    if held == 0 and (mine := floors(s, seat)):
        return say("You hold {floor}, and no clock for it.", floor=A_CARD[mine[0]])
    needs, who = max((len(bare(s, i)), i) for i in range(s.seats) if i != seat)
    if needs:
        return count(
            needs,
            "{who} has {n:words} tower that still needs a clock.",
            "{who} has {n:words} towers that still need a clock.",
            who=Seat(who),
        )
    return None


def because_floor_drawn(s: rules.State, seat: int, kind: int) -> Message:
    """Says what a floor with a mouse is good for."""
    held = [k for k in range(box.CLOCK, box.ROOF) if s.hand[seat][k]]
    if held and not bare(s, seat) and not floors(s, seat):
        return say("You hold {clock}, and no floor for it.", clock=A_CARD[held[0]])
    for high in (0, *bare(s, seat)):
        tall = high + box.STOREYS[kind]
        for colour in range(box.COLOURS):
            if s.hand[seat][box.ROOF + colour] and rules.roof_fits(s, seat, colour, tall):
                fits = say("With it you can build a tower of {storeys} for {roof}.")
                return fits.filled(storeys=storeys(tall), roof=A_CARD[box.ROOF + colour])
    points = worth(box.ANIMAL[kind])
    return say(
        "It starts one more tower: even with a mouse, that can score {points}.", points=points
    )


def because_roof_drawn(s: rules.State, seat: int, colour: int) -> Message | None:
    kind = box.ROOF + colour
    high = waiting(s, seat, colour)
    if high:
        return say(
            "{roof:cap} fits your tower of {storeys}.", roof=A_CARD[kind], storeys=storeys(high)
        )
    for other in range(s.seats):
        high = waiting(s, other, colour)
        if other != seat and high:
            has = say("{who} has a tower of {storeys} that it would fit.", who=Seat(other))
            return has.filled(storeys=storeys(high))
    for high in bare(s, seat):
        if rules.roof_fits(s, seat, colour, high):
            fits = say("{roof:cap} will fit your tower of {storeys}, once that has a clock.")
            return fits.filled(roof=A_CARD[kind], storeys=storeys(high))
    if s.left[0] <= FEW:
        return count(
            s.left[0],
            "Only {n:words} roof is left in the pile.",
            "Only {n:words} roofs are left in the pile.",
        )
    return None


def waiting(s: rules.State, seat: int, colour: int) -> int:
    """Returns the storeys of the seat's tower that a roof may finish now; 0 if there is none."""
    fits = (high for high in clocked(s, seat) if rules.roof_fits(s, seat, colour, high))
    return next(fits, 0)
