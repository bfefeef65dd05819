"""What the things in the picture of Clocktowers stand for, and what to say where it is nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.words import Why, of_player, player, why
from matou.games.clocktowers.components import KINDS, PILE_LETTERS
from matou.games.clocktowers.rules import DISCARD, DRAW, NEW, PLACES

if TYPE_CHECKING:
    from matou.core.state import Observation


def meant(view: Observation, id: str) -> Sequence[int]:
    """A card of one's own hand anywhere, a place of one's own with any card held, a pile."""
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
    """The kinds of card in one's own hand."""
    if view.seat is None:
        return []
    return [str(kind) for kind in range(KINDS) if view.s.hand[view.seat][kind] > 0]


def built(view: Observation) -> list[str]:
    """One's own towers, from 0."""
    return [] if view.seat is None else [str(t) for t in range(view.s.towers[view.seat])]


def onto(view: Observation, place: int) -> list[int]:
    """Every card held, put to a place."""
    return [int(kind) * PLACES + place for kind in held(view)]


def remark(view: Observation, id: str, picked: Sequence[str]) -> Why | None:
    """Of what is another's, or nobody's to take."""
    seats = [str(seat) for seat in range(view.seats)]
    match id.split("-"):
        case ["tower", whose, *_] if whose in seats and not is_own(view, whose):
            return why(
                "CT5",
                f"This tower is {player(int(whose))}’s: you build towers of your own.",
                f"C’est un clocher {of_player(int(whose))} : tu bâtis les tiens.",
            )
        case ["back" | "backs", whose, *_] if whose in seats:
            return why(
                "CT4",
                f"These are the cards of {player(int(whose))}: "
                "everybody plays from their own hand.",
                f"Ce sont les cartes {of_player(int(whose))} : chacun joue de sa propre main.",
            )
        case ["ladder", _]:
            return why(
                "CT8",
                "The ladder only tells how high the next tower of each colour must be.",
                "L’échelle dit seulement quelle hauteur doit avoir le prochain clocher "
                "de chaque couleur.",
            )
    return None
