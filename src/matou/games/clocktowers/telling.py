"""What Clocktowers tells of a move: what somebody did, and why it is a good one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matou.core.numerals import of_these, spelt
from matou.core.words import ELIDED, Words, does, listed, player
from matou.games.clocktowers.components import (
    ANIMAL,
    CAT,
    CLOCK,
    COLOURS,
    MOUSE,
    POINTS,
    ROOF,
    STOREYS,
    TALLEST_OF,
)
from matou.games.clocktowers.rules import (
    DISCARD,
    DRAW,
    HAS_CLOCK,
    NEW,
    PLACES,
    SHOW,
    State,
    on_turn,
    roof_fits,
)
from matou.games.clocktowers.words import COLOUR_WORDS, a_card, describe, never_roofed

if TYPE_CHECKING:
    from matou.core.state import Observation


def storeys(n: int) -> Words:
    """'three storeys', « trois étages »."""
    return of_these(n, Words("storey", "étage"))


def tell(s: State, a: int) -> Words:
    if a >= SHOW:
        return describe(s, a)
    seat = on_turn(s)
    if a >= DRAW:
        what = a_card(s.top[a - DRAW])
        return Words(
            f"{does(seat, 'draws', 'draw')} {what.en}",
            f"{does(seat, 'pioche', 'pioches')} {what.fr}",
        )
    kind, place = divmod(a, PLACES)
    what = a_card(kind)
    if place == DISCARD:
        return Words(
            f"{does(seat, 'discards', 'discard')} {what.en}, face down",
            f"{does(seat, 'défausse', 'défausses')} {what.fr}, face cachée",
        )
    if place == NEW:
        return Words(
            f"{does(seat, 'puts down', 'put down')} {what.en}: a new tower",
            f"{does(seat, 'pose', 'poses')} {what.fr} : un nouveau clocher",
        )
    if kind >= ROOF:
        points = POINTS[s.marks[seat][place - 1] & (CAT | MOUSE)]
        high = storeys(s.storeys[seat][place - 1])
        return Words(
            f"{does(seat, 'finishes', 'finish')} tower {place} with {what.en}: "
            f"{high.en}, {points} points",
            f"{does(seat, 'termine', 'termines')} le clocher {place} avec {what.fr} : "
            f"{high.fr}, {points} points",
        )
    return Words(
        f"{does(seat, 'puts', 'put')} {what.en} on tower {place}",
        f"{does(seat, 'pose', 'poses')} {what.fr} sur le clocher {place}",
    )


# --- why


def because(view: Observation, a: int) -> Words | None:
    s: State = view.s
    seat = on_turn(s)
    if a >= DRAW:
        return because_drawn(s, seat, s.top[a - DRAW])
    kind, place = divmod(a, PLACES)
    if place == DISCARD:
        return because_away(s, seat, kind)
    t = s.towers[seat] if place == NEW else place - 1
    if kind >= ROOF:
        return because_roofed(s, seat, kind - ROOF, t)
    return because_built(s, seat, kind, t)


def because_built(s: State, seat: int, kind: int, t: int) -> Words:
    """How high the tower is then, which roofs take that, and what it can be worth."""
    high, marks = s.storeys[seat][t] + STOREYS[kind], s.marks[seat][t] | ANIMAL[kind]
    if never_roofed(0, high):
        return Words(
            "That tower can never be finished: the card does no harm there.",
            "Ce clocher ne sera jamais terminé : la carte n’y fait pas de mal.",
        )
    size, worth = storeys(high), POINTS[marks & (CAT | MOUSE)]
    first = Words(f"The tower then has {size.en}", f"Ce clocher compte alors {size.fr}")
    if kind >= CLOCK or marks & HAS_CLOCK:
        first = Words(
            f"With its clock, the tower of {size.en} needs only a roof",
            f"Avec son horloge, ce clocher {of(size.fr)} n’attend plus que son toit",
        )
    asked = who_asks(s, seat, high)
    return Words(
        f"{first.en}: {asked.en}. It can bring {worth} points.",
        f"{first.fr} : {asked.fr}. Il peut rapporter {worth} points.",
    )


def of(fr: str) -> str:
    """« de trois étages », « d’un étage »."""
    return f"d’{fr}" if fr.startswith("un") else f"de {fr}"


def the(fr: str) -> str:
    """« le rouge », « l’ocre »."""
    return f"l’{fr}" if fr.startswith(ELIDED) else f"le {fr}"


def who_asks(s: State, seat: int, high: int) -> Words:
    """The colours whose next tower has that many storeys."""
    found = [COLOUR_WORDS[c] for c in range(COLOURS) if roof_fits(s, seat, c, high)]
    if not found:
        return Words("no colour has come to that height yet", "aucune couleur n’en est encore là")
    if len(found) > 2:
        n = spelt(len(found))
        return Words(f"{n.en} colours ask for that height next", f"{n.fr} couleurs en sont là")
    names = listed(found)
    if len(found) == 1:
        return Words(f"{names.en} asks for that height next", f"{the(names.fr)} en est là")
    return Words(
        f"{names.en} ask for that height next",
        f"{the(found[0].fr)} et {the(found[1].fr)} en sont là",
    )


def because_roofed(s: State, seat: int, colour: int, t: int) -> Words:
    """It finishes a tower; and whose the next roof of that colour may be."""
    high, name = s.storeys[seat][t], COLOUR_WORDS[colour]
    points, size = POINTS[s.marks[seat][t] & (CAT | MOUSE)], storeys(high)
    first = Words(
        f"It finishes a tower of {size.en} for {points} points",
        f"Ça termine un clocher {of(size.fr)} pour {points} points",
    )
    if high >= TALLEST_OF[colour]:
        return Words(
            f"{first.en}, the last that {name.en} allows.",
            f"{first.fr}, le dernier que permet {the(name.fr)}.",
        )
    ready = any(
        s.storeys[seat][other] == high + 1 and s.roof[seat][other] == 0
        for other in range(s.towers[seat])
        if other != t
    )
    if ready:
        return Words(
            f"{first.en}; the next {name.en} roof then fits another tower of yours.",
            f"{first.fr} ; le prochain toit {name.fr} ira alors à un autre de tes clochers.",
        )
    following = storeys(high + 1)
    return Words(
        f"{first.en}; the next {name.en} tower must then have {following.en}.",
        f"{first.fr} ; le prochain clocher {name.fr} devra compter {following.fr}.",
    )


def waiting(s: State, seat: int, colour: int) -> int:
    """The storeys of an unfinished tower of a seat that a roof would fit now; 0 if none."""
    for t in range(s.towers[seat]):
        high = s.storeys[seat][t]
        if s.roof[seat][t] == 0 and roof_fits(s, seat, colour, high):
            return high
    return 0


def because_away(s: State, seat: int, kind: int) -> Words | None:
    if kind >= ROOF and not waiting(s, seat, kind - ROOF):
        name = COLOUR_WORDS[kind - ROOF]
        return Words(
            f"None of your towers has the height that {name.en} asks for next.",
            f"Aucun de tes clochers n’a la hauteur que demande {the(name.fr)}.",
        )
    if ANIMAL[kind] == MOUSE:
        return Words(
            "A mouse costs points: out of your hand, it spoils no tower of yours.",
            "Une souris coûte des points : hors de ta main, elle ne gâte aucun clocher.",
        )
    return None


def because_drawn(s: State, seat: int, kind: int) -> Words | None:
    if kind >= ROOF:
        return because_roof_drawn(s, seat, kind - ROOF)
    bare = any(
        s.roof[seat][t] == 0 and not s.marks[seat][t] & HAS_CLOCK for t in range(s.towers[seat])
    )
    if kind >= CLOCK and bare:
        spoils = Words("", "")
        if ANIMAL[kind] == 0:
            spoils = Words(", and this one has no mouse", ", et celle-ci est sans souris")
        return Words(
            f"One of your towers still lacks its clock{spoils.en}.",
            f"Il manque encore l’horloge à l’un de tes clochers{spoils.fr}.",
        )
    if ANIMAL[kind] == MOUSE:
        return None
    animal = ANIMAL[kind] == CAT
    return Words(
        f"{'A cat' if animal else 'No animal'}: a tower of such cards is worth "
        f"{POINTS[ANIMAL[kind]]} points.",
        f"{'Un chat' if animal else 'Aucun animal'} : un clocher de telles cartes vaut "
        f"{POINTS[ANIMAL[kind]]} points.",
    )


def because_roof_drawn(s: State, seat: int, colour: int) -> Words | None:
    """It fits a tower of one's own, or one of another's."""
    name, high = COLOUR_WORDS[colour], waiting(s, seat, colour)
    if high:
        size = storeys(high)
        return Words(
            f"The {name.en} roof fits your tower of {size.en}.",
            f"Le toit {name.fr} convient à ton clocher {of(size.fr)}.",
        )
    for other in range(s.seats):
        high = waiting(s, other, colour)
        if other != seat and high:
            size = storeys(high)
            return Words(
                f"{player(other)} has a tower of {size.en} that it would fit.",
                f"{player(other)} a un clocher {of(size.fr)} auquel il irait bien.",
            )
    return None
