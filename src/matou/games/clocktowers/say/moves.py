"""Sentences about moves, for the log."""

from matou.core.messages import Message
from matou.games.clocktowers import components as box, rules
from matou.games.clocktowers.say import messages
from matou.games.clocktowers.say.reasons import because as because, storeys
from matou.games.clocktowers.say.words import A_CARD, describe, worth


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
