"""Why an action of Clocktowers is refused: the rule it would break, and a sentence."""

from __future__ import annotations

import re
from functools import cache

from matou.core.words import Why, why
from matou.games.clocktowers.components import CLOCK, CODES, PILE_OF, ROOF, TOWERS
from matou.games.clocktowers.rules import (
    DISCARD,
    DRAW,
    DRAWING,
    HAS_CLOCK,
    NEW,
    PLACES,
    SHOW,
    State,
    actor,
)
from matou.games.clocktowers.words import PILE_NAMES, ROOF_NAMES, card
from matou.kit.linking import CHANCE, OVER


def why_now(s: State) -> Why:
    who = actor(s)
    if who == OVER:
        return OVER_NOW
    if who == CHANCE:
        return shown_now(s.showing, "CT2" if s.turn == 0 else "CT4")
    return DRAW_NOW if s.phase == DRAWING else PLAY_NOW


OVER_NOW = why(
    "CT10",
    "The game is over: piles and hands are empty.",
    "La partie est finie : piles et mains sont vides.",
)
DRAW_NOW = why(
    "CT4",
    "Now draw the top card of a pile that is not empty.",
    "Pioche maintenant la première carte d’une pile non vide.",
)
PLAY_NOW = why(
    "CT4",
    "Play a card from your hand, or discard one.",
    "Pose une carte de ta main, ou défausse-en une.",
)


@cache
def shown_now(pile: int, rule: str) -> Why:
    name = PILE_NAMES[pile]
    return why(
        rule,
        f"First the top card of the {name.en} is shown.",
        f"D’abord se découvre la première carte des {name.fr}.",
    )


def turns(s: State) -> str:
    return "CT3"


def why_not(s: State, a: int) -> Why:
    now = why_now(s)
    if actor(s) == OVER:
        return now
    if actor(s) == CHANCE:
        return card_not_shown(s, a) if a >= SHOW else now
    if a >= SHOW:
        return why(
            "CT4",
            "A card is shown by chance alone, after a draw.",
            "Seul le hasard découvre une carte, après une pioche.",
        )
    if s.phase == DRAWING:
        if a >= DRAW:
            pile = PILE_NAMES[a - DRAW]
            return why(
                "CT4", f"The pile of {pile.en} is empty.", f"La pile des {pile.fr} est vide."
            )
        return now
    if a >= DRAW:
        if s.left[0] + s.left[1] + s.left[2] == 0:
            return why(
                "CT4",
                "The piles are empty: nobody draws any more.",
                "Les piles sont vides : on ne pioche plus.",
            )
        return why(
            "CT4",
            "First play or discard a card, then draw.",
            "Pose ou défausse d’abord une carte, puis pioche.",
        )
    return card_does_not_go(s, a // PLACES, a % PLACES)


def why_never(s: State, text: str) -> Why | None:
    """A card on a tower with a number that none can have."""
    match = re.fullmatch(r"(\w+)>(0|[1-9]\d{0,9})", text, re.ASCII)
    if match is None or match[1] not in CODES:
        return None
    kind = CODES.index(match[1])
    if actor(s) < 0 or s.phase == DRAWING or s.hand[s.turn % s.seats][kind] == 0:
        return why_not(s, kind * PLACES + TOWERS)  # it is not only the tower
    return no_tower(kind, int(match[2]))


def card_not_shown(s: State, a: int) -> Why:
    rule = "CT2" if s.turn == 0 else "CT4"
    pile = PILE_NAMES[s.showing]
    if PILE_OF[a - SHOW] != s.showing:
        return why(
            rule,
            f"It is the pile of {pile.en} whose card is shown.",
            f"C’est la pile des {pile.fr} qui se découvre.",
        )
    what = card(a - SHOW)
    return why(
        "CT2",
        f"Every such card has been seen already: {what.en}.",
        f"Toutes ces cartes ont déjà été vues : {what.fr}.",
    )


def card_does_not_go(s: State, kind: int, place: int) -> Why:
    """A card, and a place where it cannot go."""
    if place == NEW and kind >= CLOCK:
        return no_beginning(kind)
    seat = s.turn % s.seats
    if s.hand[seat][kind] == 0:
        what = card(kind)
        return why(
            "CT4", f"You do not hold this card: {what.en}.", f"Tu n’as pas cette carte : {what.fr}."
        )
    assert NEW < place < DISCARD, "a floor may begin a tower, and any card held be discarded"
    t = place - 1
    if t >= s.towers[seat]:
        return no_tower(kind, place)
    if s.roof[seat][t]:
        return why(
            "CT7",
            f"Tower {place} is complete, closed for good.",
            f"Le clocher {place} est complet, fermé pour de bon.",
        )
    if kind < CLOCK:
        return why(
            "CT5",
            f"Tower {place} has its clock: no more floors.",
            f"Le clocher {place} a son horloge : plus d’étages.",
        )
    if kind < ROOF:
        return why(
            "CT6", f"Tower {place} has a clock already.", f"Le clocher {place} a déjà une horloge."
        )
    if not s.marks[seat][t] & HAS_CLOCK:
        return why(
            "CT7",
            f"Tower {place} needs a clock before its roof.",
            f"Le clocher {place} demande une horloge avant son toit.",
        )
    return ladder_broken(s, seat, kind - ROOF, t)


def no_beginning(kind: int) -> Why:
    """Only a floor begins a tower."""
    if kind >= ROOF:
        return why(
            "CT7",
            "A roof needs a tower with a floor and a clock: it begins none.",
            "Un toit demande un clocher avec un étage et une horloge : il n’en commence aucun.",
        )
    return why(
        "CT6",
        "A clock needs a tower with a floor: it begins none.",
        "Une horloge demande un clocher avec un étage : elle n’en commence aucun.",
    )


def no_tower(kind: int, number: int) -> Why:
    """A card goes on a tower of one's own, whatever card it is."""
    rule = "CT5" if kind < CLOCK else "CT6" if kind < ROOF else "CT7"
    return why(rule, f"You have no tower {number}.", f"Tu n’as pas de clocher {number}.")


def ladder_broken(s: State, seat: int, colour: int, t: int) -> Why:
    last = s.ladder[0 if s.one_ladder else seat][colour]
    has, name = s.storeys[seat][t], ROOF_NAMES[colour]
    en = "1 or 2 storeys" if last == 0 else f"exactly {last + 1} storeys"
    fr = "1 ou 2 étages" if last == 0 else f"exactement {last + 1} étages"
    return why(
        "CT8",
        f"The next tower of this colour ({name.en}) must have {en}; tower {t + 1} has {has}.",
        f"Le prochain clocher de cette couleur ({name.fr}) doit avoir {fr} ; "
        f"le clocher {t + 1} en a {has}.",
    )
