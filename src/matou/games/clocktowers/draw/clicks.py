"""What a click on the board of Clocktowers means, and why it may do nothing."""

from collections.abc import Sequence

from matou.core.messages import Seat, Why
from matou.core.observation import Observation
from matou.games.clocktowers.components import KINDS, PILE_LETTERS
from matou.games.clocktowers.rules import DISCARD, DRAW, NEW, PLACES
from matou.games.clocktowers.say.messages import why


def meant(view: Observation, id: str) -> Sequence[int]:
    match id.split("-"):
        case ["pile", letter] if letter in PILE_LETTERS:
            return [DRAW + PILE_LETTERS.index(letter)]
        case ["hand", whose, kind, _] if is_own(view, whose) and kind in held(view):
            places = [NEW, *(int(tower) + 1 for tower in built(view)), DISCARD]
            return [int(kind) * PLACES + place for place in places]
        case ["tower", whose, tower] if is_own(view, whose):
            return [] if tower not in built(view) else onto(view, int(tower) + 1)
        case ["plot"]:
            return onto(view, NEW)
        case ["basket"]:
            return onto(view, DISCARD)
    return []


def is_own(view: Observation, seat: str) -> bool:
    return view.seat is not None and seat == str(view.seat)


def held(view: Observation) -> list[str]:
    """Returns the kinds of card in the viewer's hand."""
    if view.seat is None:
        return []
    return [str(kind) for kind in range(KINDS) if view.s.hand[view.seat][kind] > 0]


def built(view: Observation) -> list[str]:
    """Returns the numbers of the viewer's towers, from 0."""
    return [] if view.seat is None else [str(t) for t in range(view.s.towers[view.seat])]


def onto(view: Observation, place: int) -> list[int]:
    """Returns the actions that put any held card on a place."""
    return [int(kind) * PLACES + place for kind in held(view)]


def remark(view: Observation, id: str, picked: Sequence[str]) -> Why | None:
    seats = [str(seat) for seat in range(view.seats)]
    match id.split("-"):
        case ["tower", whose, *_] if whose in seats and not is_own(view, whose):
            return why(
                "CT5", "This tower belongs to {who}: build on your own towers.", who=Seat(whose)
            )
        case ["back" | "backs", whose, *_] if whose in seats:
            return why("CT4", "{who} holds these cards: play from your own hand.", who=Seat(whose))
        case ["ladder", _]:
            return why(
                "CT8", "The ladder only shows how high the next tower of each colour must be."
            )
    return None
