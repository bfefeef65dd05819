"""What Château d'Appenzell tells of a move: what somebody did, and why it is a good one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matou.core.numerals import capital, spelt
from matou.core.words import Words, count, does, listed, of_player, player
from matou.games.appenzell.components import (
    CHEESES,
    KINDS,
    ROOMS,
    SIDE,
    SPARE,
    SQUARES,
    TOWERS,
    UNKNOWN,
    square_name,
)
from matou.games.appenzell.names import A_KIND, KIND_WORDS, line, roof, shown_at
from matou.games.appenzell.plan import (
    MOVE_FROM,
    MOVE_TO,
    PLACE_SQUARE,
    ROOM_SET,
)
from matou.games.appenzell.rules import apply
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, NOTHING, PUSH, REVEAL, State
from matou.kit.layout import clone

if TYPE_CHECKING:
    from matou.core.state import Observation

FAR = 2 * SIDE


def tell(s: State, a: int) -> Words:
    if a >= REVEAL:
        where, kind = divmod(a - REVEAL, KINDS)
        return shown_at(PLACE_SQUARE[where], kind)
    seat = s.seat
    if a == END:
        return Words(
            f"{does(seat, 'ends their turn', 'end your turn')}",
            f"{does(seat, 'finit son tour', 'finis ton tour')}",
        )
    if a >= PUSH:
        where_, what = line(a - PUSH), A_KIND[s.tile[SPARE]]
        return Words(
            f"{does(seat, 'pushes', 'push')} {where_.en}: {what.en} slides in",
            f"{does(seat, 'pousse', 'pousses')} {where_.fr} : {what.fr} y entre",
        )
    if a >= MOVE:
        return tell_move(seat, MOVE_FROM[a - MOVE], MOVE_TO[a - MOVE])
    if a >= ENTER:
        tower = square_name(TOWERS[a - ENTER])
        return Words(
            f"{does(seat, 'puts', 'put')} a mouse into tower {tower}",
            f"{does(seat, 'pose', 'poses')} une souris dans la tour {tower}",
        )
    what = roof(s.castle, a - LIFT)
    return Words(
        f"{does(seat, 'lifts', 'lift')} {what.en}", f"{does(seat, 'soulève', 'soulèves')} {what.fr}"
    )


def tell_move(seat: int, start: int, to: int) -> Words:
    a, b = square_name(start), square_name(to)
    far = abs(to - start)
    far = far if far < SIDE else far // SIDE
    if far == 1:
        return Words(
            f"{does(seat, 'moves', 'move')} a mouse from {a} to {b}",
            f"{does(seat, 'mène', 'mènes')} une souris de {a} à {b}",
        )
    cost = count(far, "action", "action")
    return Words(
        f"{does(seat, 'makes', 'make')} a mouse jump from {a} to {b}, for {cost.en}",
        f"{does(seat, 'fait', 'fais')} sauter une souris de {a} à {b}, pour {cost.fr}",
    )


# --- why


def because(view: Observation, a: int) -> Words | None:
    """From what the action brings at once: cheeses, falls, what comes in sight."""
    s: State = view.s
    seat = s.seat
    then = clone(s)
    apply(then, a)
    gained = then.cheeses[seat] & ~s.cheeses[seat]
    if gained:
        what = listed([KIND_WORDS[kind] for kind in range(CHEESES) if gained >> kind & 1])
        held = then.cheeses[seat].bit_count()
        if held >= s.goal:
            return Words(
                f"It brings you {what.en}, and with it the game.",
                f"Ça t’apporte le fromage qui manque ({what.fr}) : tu gagnes.",
            )
        return Words(
            f"It brings you {what.en}: {held} of {s.goal} cheeses.",
            f"Ça t’apporte un fromage ({what.fr}) : {held} sur {s.goal}.",
        )
    hit = [i for i in range(s.seats) if i != seat and then.fallen[i] > s.fallen[i]]
    if hit:
        whose = listed([Words(f"{player(i)}’s", of_player(i)) for i in hit])
        return Words(
            f"It sends a mouse of {whose.en} down to the cellar.",
            f"Ça envoie à la cave une souris {whose.fr}.",
        )
    if a == END:
        return None
    if a >= PUSH and then.reveal != NOTHING:
        return Words(
            "It brings a tile into sight that nobody has seen yet.",
            "Ça découvre une tuile que personne n’a encore vue.",
        )
    if a >= MOVE:
        return because_nearer(s, then, seat)
    if a >= ENTER:
        return Words(
            "It is one mouse more inside, to fetch cheese with.",
            "C’est une souris de plus à l’intérieur, pour chercher du fromage.",
        )
    squares = ROOM_SET[s.castle * ROOMS + a - LIFT]
    unseen = (s.unknown & squares).bit_count()
    if unseen:
        n = capital(spelt(unseen, feminine=True))
        if unseen == 1:
            return Words(
                "One of its tiles has never been seen.", "Une de ses tuiles n’a jamais été vue."
            )
        return Words(
            f"{n.en} of its tiles have never been seen.",
            f"{n.fr} de ses tuiles n’ont jamais été vues.",
        )
    return None


def because_nearer(s: State, then: State, seat: int) -> Words | None:
    """After a step or a push: a cheese that one sees and lacks is nearer."""
    before, _ = nearest(s, seat)
    now, kind = nearest(then, seat)
    if now >= before:
        return None
    what, steps = A_KIND[kind], spelt(now)
    if now == 0:
        return Words(
            f"A mouse of yours is then on {what.en}.",
            f"Une de tes souris est alors sur {what.fr}.",
        )
    return Words(
        f"A mouse of yours is then {steps.en} {'step' if now == 1 else 'steps'} from {what.en}.",
        f"Une de tes souris est alors à {steps.fr} pas d’{what.fr}.",
    )


def nearest(s: State, seat: int) -> tuple[int, int]:
    """How many steps, as the crow flies, to the nearest cheese in sight that a seat lacks."""
    best = FAR, UNKNOWN
    for square in range(SQUARES):
        kind = s.tile[square]
        if not s.open_squares >> square & 1 or kind >= CHEESES or s.cheeses[seat] >> kind & 1:
            continue
        for mouse in range(SQUARES):
            if s.mice[seat] >> mouse & 1:
                far = abs(mouse % SIDE - square % SIDE) + abs(mouse // SIDE - square // SIDE)
                best = min(best, (far, kind))
    return best
