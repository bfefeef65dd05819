"""Sentences about moves, for the log."""

from matou.core.messages import Message
from matou.games.appenzell import castle
from matou.games.appenzell import components as box
from matou.games.appenzell.say import messages
from matou.games.appenzell.say.names import A_KIND, actions, line, roof
from matou.games.appenzell.say.reasons import because as because
from matou.games.appenzell.say.words import describe
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, PUSH, REVEAL, State


def tell(s: State, a: int) -> Message:
    if a >= REVEAL:
        return describe(s, a)
    seat = s.seat
    if a == END:
        return messages.tell(seat, "{who} ends their turn", "You end your turn")
    if a >= PUSH:
        return messages.tell(
            seat,
            "{who} pushes {line}: {tile} slides in",
            "You push {line}: {tile} slides in",
            line=line(a - PUSH),
            tile=A_KIND[s.tile[box.SPARE]],
        )
    if a >= MOVE:
        start, to = castle.MOVE_FROM[a - MOVE], castle.MOVE_TO[a - MOVE]
        said = messages.tell(
            seat, "{who} steps from {start} to {to}", "You step from {start} to {to}"
        )
        if (cost := box.how_far(start, to)) > 1:
            said = messages.tell(
                seat,
                "{who} jumps from {start} to {to} ({actions})",
                "You jump from {start} to {to} ({actions})",
                actions=actions(cost),
            )
        return said.filled(start=box.square_name(start), to=box.square_name(to))
    if a >= ENTER:
        return messages.tell(
            seat,
            "{who} puts a mouse into tower {tower}",
            "You put a mouse into tower {tower}",
            tower=box.square_name(box.TOWERS[a - ENTER]),
        )
    what = roof(s.castle, a - LIFT)
    return messages.tell(seat, "{who} lifts {roof}", "You lift {roof}", roof=what)
