"""Why an action of Clocktowers is refused: the rule it would break, and a sentence."""

import re

from matou.core.messages import Why
from matou.games.clocktowers import rules
from matou.games.clocktowers.components import CLOCK, CODES, PILE_OF, ROOF, TOWERS
from matou.games.clocktowers.say.messages import say, why
from matou.games.clocktowers.say.words import A_CARD, CARDS, THE_PILES, in_storeys
from matou.kit.linking import CHANCE, OVER


def why_now(s: rules.State) -> Why:
    who = rules.actor(s)
    if who == OVER:
        return OVER_NOW
    if who == CHANCE:
        pile = THE_PILES[s.showing]
        return why("CT2" if s.turn == 0 else "CT4", "First, {pile} shows its next card.", pile=pile)
    return DRAW_NOW if s.phase == rules.DRAWING else PLAY_NOW


OVER_NOW = why("CT10", "The game is over: the piles and all hands are empty.")
DRAW_NOW = why("CT4", "Now draw the top card of a pile that is not empty.")
PLAY_NOW = why("CT4", "Play a card from your hand, or discard one.")


def turns(s: rules.State) -> str:
    return "CT3"


def why_not(s: rules.State, a: int) -> Why:
    now = why_now(s)
    if rules.actor(s) == OVER:
        return now
    if rules.actor(s) == CHANCE:
        return card_not_shown(s, a) if a >= rules.SHOW else now
    if a >= rules.SHOW:
        return why("CT4", "Only chance decides which card is shown, after a draw.")
    if s.phase == rules.DRAWING:
        if a >= rules.DRAW:
            return why("CT4", "{pile:cap} is empty.", pile=THE_PILES[a - rules.DRAW])
        return now
    if a >= rules.DRAW:
        if s.left[0] + s.left[1] + s.left[2] == 0:
            return why("CT4", "The piles are empty: nobody draws any more.")
        return why("CT4", "First play or discard a card, then draw.")
    return card_does_not_go(s, a // rules.PLACES, a % rules.PLACES)


def why_never(s: rules.State, text: str) -> Why | None:
    """Refuses a card on a tower whose number no tower can have."""
    match = re.fullmatch(r"(\w+)>(0|[1-9]\d{0,9})", text, re.ASCII)
    if match is None or match[1] not in CODES:
        return None
    kind = CODES.index(match[1])
    if rules.actor(s) < 0 or s.phase == rules.DRAWING or s.hand[s.turn % s.seats][kind] == 0:
        return why_not(s, kind * rules.PLACES + TOWERS)  # it is not only the tower
    return no_tower(kind, int(match[2]))


def card_not_shown(s: rules.State, a: int) -> Why:
    rule = "CT2" if s.turn == 0 else "CT4"
    pile = THE_PILES[s.showing]
    if PILE_OF[a - rules.SHOW] != s.showing:
        return why(rule, "The next card comes from {pile}.", pile=pile)
    return why("CT2", "Every card of this kind has been seen: {card}.", card=CARDS[a - rules.SHOW])


def card_does_not_go(s: rules.State, kind: int, place: int) -> Why:
    if place == rules.NEW and kind >= ROOF:
        return why("CT7", "A roof cannot start a tower: it needs a floor and a clock beneath it.")
    if place == rules.NEW and kind >= CLOCK:
        return why("CT6", "A clock cannot start a tower: it needs a floor beneath it.")
    seat = s.turn % s.seats
    if s.hand[seat][kind] == 0:
        return why("CT4", "This card is not in your hand: {card}.", card=CARDS[kind])
    # A floor may begin a tower, and any card held be discarded.
    assert rules.NEW < place < rules.DISCARD
    t = place - 1
    if t >= s.towers[seat]:
        return no_tower(kind, place)
    if s.roof[seat][t]:
        return why("CT7", "Tower {tower} is finished: nothing more goes on it.", tower=place)
    if kind < CLOCK:
        return why("CT5", "Tower {tower} has its clock: it takes no more floors.", tower=place)
    if kind < ROOF:
        return why("CT6", "Tower {tower} already has a clock.", tower=place)
    if not s.marks[seat][t] & rules.HAS_CLOCK:
        return why("CT7", "Tower {tower} needs a clock before its roof.", tower=place)
    return ladder_broken(s, seat, kind - ROOF, t)


def no_tower(kind: int, number: int) -> Why:
    rule = "CT5" if kind < CLOCK else "CT6" if kind < ROOF else "CT7"
    return why(rule, "You have no tower {tower}.", tower=number)


def ladder_broken(s: rules.State, seat: int, colour: int, t: int) -> Why:
    last = s.ladder[0 if s.one_ladder else seat][colour]
    says = say("{roof:cap} now needs a tower of 1 or 2 storeys; tower {tower} has {has}.")
    if last:
        says = say(
            "{roof:cap} now needs a tower of exactly {storeys}; tower {tower} has {has}.",
            storeys=in_storeys(last + 1),
        )
    roof, has = A_CARD[ROOF + colour], s.storeys[seat][t]
    return Why("CT8", says.filled(roof=roof, tower=t + 1, has=has))
