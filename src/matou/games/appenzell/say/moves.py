"""Sentences about moves, for the log."""

from matou.core.messages import Message, listed
from matou.games.appenzell import castle, components as box
from matou.games.appenzell.rules import apply
from matou.games.appenzell.say import messages
from matou.games.appenzell.say.messages import count, say
from matou.games.appenzell.say.names import A_KIND, KIND_WORDS, LINES, actions, roof
from matou.games.appenzell.say.reasons import because as because
from matou.games.appenzell.say.words import describe, squares_of, standing
from matou.games.appenzell.state import END, ENTER, LIFT, MOVE, PUSH, REVEAL, State
from matou.kit.layout import clone
from matou.kit.sets import members


def tell(s: State, a: int) -> Message:
    said = tell_action(s, a)
    for more in consequences(s, a):
        said = say("{what}. {more}", what=said, more=more)
    return said


def consequences(s: State, a: int) -> list[Message]:
    """Says who loses mice and who wins cheese (AP9, AP11)."""
    if a < MOVE or a == END:
        return []
    then = clone(s)
    apply(then, a)
    said = []
    for seat in range(s.seats):
        if (fallen := then.fallen[seat]) > s.fallen[seat]:
            mice = count(fallen - s.fallen[seat], "{n:words} mouse", "{n:words} mice")
            said.append(
                messages.tell(
                    seat,
                    "{who} loses {mice} ({n} in the cellar)",
                    "You lose {mice} ({n} in the cellar)",
                    mice=mice,
                    n=fallen,
                )
            )
        if gained := then.cheeses[seat] & ~s.cheeses[seat]:
            said.append(
                messages.tell(
                    seat,
                    "{who} wins {cheese} ({held} of {goal})",
                    "You win {cheese} ({held} of {goal})",
                    cheese=listed([KIND_WORDS[kind] for kind in members(gained)]),
                    held=then.cheeses[seat].bit_count(),
                    goal=s.goal,
                )
            )
    return said


def tell_action(s: State, a: int) -> Message:
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
            line=LINES[a - PUSH],
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
    said = messages.tell(seat, "{who} lifts {roof}", "You lift {roof}", roof=what)
    known = [i for i in squares_of(s.castle, a - LIFT) if s.tile[i] < box.UNKNOWN]
    if not known:  # what nobody has seen is told when it is drawn
        return said
    return say("{move}: {tile}", move=said, tile=listed([standing(s, i) for i in known], "comma"))
