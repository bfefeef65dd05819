"""Sentences about moves, for the log."""

from matou.core.messages import Message
from matou.games.chopchop import components as box
from matou.games.chopchop.rules import CATCH, PUT, ROLL, TAKE, TURN, actor
from matou.games.chopchop.say import messages
from matou.games.chopchop.say.messages import say
from matou.games.chopchop.say.names import mouse_at, onto
from matou.games.chopchop.say.reasons import because as because
from matou.games.chopchop.say.words import turned
from matou.games.chopchop.state import CAUGHT, State


def tell(s: State, a: int) -> Message:
    said = tell_action(s, a)
    if s.side == box.CAT:
        if not CATCH <= a < PUT:
            return said
        caught = 1 + sum(s.mouse[i] == CAUGHT for i in range(box.MICE))
        return say("{what} ({won} of {all})", what=said, won=caught, all=box.MICE)
    wins = (
        TAKE <= a < ROLL
        or a == TURN + box.CHEESE
        or (a < CATCH and s.cheese & box.SET[a % box.PLACES])
    )
    if not wins:
        return said
    return say("{what} ({won} of {all})", what=said, won=s.won + 1, all=box.CHEESES)


def tell_action(s: State, a: int) -> Message:
    if a >= TURN:
        return turned(s, a - TURN)
    if a >= ROLL:
        seat = 0 if s.side == box.CAT else s.player
        return messages.tell(seat, "{who} rolls a {face}", "You roll a {face}", face=a - ROLL + 1)
    seat = actor(s)
    if a >= TAKE:
        return messages.tell(
            seat,
            "{who} takes the cheese on {square} with the fork",
            "You take the cheese on {square} with the fork",
            square=box.NAMES[a - TAKE],
        )
    if a >= PUT:
        return messages.tell(
            seat,
            "{who} puts the cat on the table, at {square}",
            "You put the cat on the table, at {square}",
            square=box.NAMES[a - PUT][1:],
        )
    start, end = divmod(a % CATCH, box.PLACES)
    if a >= CATCH:
        return messages.tell(
            seat,
            "{who} pounces: the cat catches mouse {mouse} on {square}",
            "You pounce: the cat catches mouse {mouse} on {square}",
            mouse=mouse_at(s, end) + 1,
            square=box.NAMES[end],
        )
    aim = onto(end)
    if s.side == box.CAT:
        return messages.tell(seat, "{who} moves the cat {aim}", "You move the cat {aim}", aim=aim)
    said = messages.tell(seat, "{who} moves mouse {mouse} {aim}", "You move mouse {mouse} {aim}")
    if s.cheese & box.SET[end]:
        said = messages.tell(
            seat,
            "{who} moves mouse {mouse} {aim} and wins a cheese",
            "You move mouse {mouse} {aim} and win a cheese",
        )
    return said.filled(mouse=mouse_at(s, start) + 1, aim=aim)
