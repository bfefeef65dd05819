"""Sentences about moves: the log, and why a move is good."""

from matou.core.messages import Message
from matou.core.observation import Observation
from matou.core.phrases import joined
from matou.games.chopchop import components as box
from matou.games.chopchop.rules import CATCH, PUT, ROLL, TAKE, TURN, actor, apply
from matou.games.chopchop.say import messages
from matou.games.chopchop.say.messages import count, say
from matou.games.chopchop.say.names import has_tile, mouse_at, onto
from matou.games.chopchop.say.words import turned
from matou.games.chopchop.state import CAUGHT, State
from matou.games.chopchop.walks import cat_walk, prey
from matou.kit.layout import clone


def tell(s: State, a: int) -> Message:
    said = tell_action(s, a)
    if s.side == box.CAT:
        return said
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


# --- why


def because(view: Observation, a: int) -> Message | None:
    s: State = view.s
    if TAKE <= a < ROLL:
        return won_words(s.won + 1)
    if PUT <= a < TAKE:
        return None
    end = a % CATCH % box.PLACES
    if a >= CATCH:
        left = sum(1 for i in range(box.MICE) if s.mouse[i] != CAUGHT) - 1
        if left == 0:
            return say("That is the last mouse: you win.")
        return count(left, "That catches a mouse: {n:words} to go.")
    then = clone(s)
    apply(then, a)
    return because_cat(s, then, end) if s.side == box.CAT else because_mouse(s, then, end)


def won_words(n: int) -> Message:
    return count(n, "That makes {n} of {cheeses} cheeses.", cheeses=box.CHEESES)


def because_cat(s: State, then: State, end: int) -> Message | None:
    """Says how many faces of the die would catch a mouse from there, or what lies there."""
    faces = catching(then)
    if faces == len(box.CAT_DIE):
        return say("From there, any roll would catch a mouse that stays put.")
    if faces:
        return count(
            faces,
            "From there, {n:words} of the {faces:words} faces of your die would catch a mouse that "
            "stays put.",
            faces=len(box.CAT_DIE),
        )
    if has_tile(s, end) and s.unseen[box.CHEESE]:
        return say("If you find a cheese, it stays there: the mice must come and get it.")
    return None


def because_mouse(s: State, then: State, end: int) -> Message | None:
    """Names a cheese, a way home, shelter from the cat, or a tile worth turning."""
    here = box.SET[end]
    if s.cheese & here:
        return won_words(s.won + 1)
    if here & box.HOLE_SET and s.won == box.CHEESES and then.plates == 0:
        return say("You have every cheese: this mouse goes home, and you win.")
    said = sheltered(s, then, here)
    if has_tile(s, end) and s.unseen[box.CHEESE]:
        said.append(cheeses_hidden(s))
    return joined(said) if said else None


def cheeses_hidden(s: State) -> Message:
    tiles = sum(s.unseen[kind] for kind in range(box.KINDS))
    if s.unseen[box.CHEESE] == tiles:
        return say("Every tile still face down is a cheese.")
    return count(
        s.unseen[box.CHEESE],
        "{n} of the {tiles} tiles still face down is a cheese.",
        "{n} of the {tiles} tiles still face down are cheeses.",
        tiles=tiles,
    )


def sheltered(s: State, then: State, here: int) -> list[Message]:
    """Says why the cat cannot catch a mouse there, or not as easily."""
    if here & box.HOLE_SET:
        return [say("The cat cannot reach it in a hole.")]
    if here & box.TUNNEL_SET:
        return [say("The cat cannot reach it under the table.")]
    faces = catching(then)
    if faces == 0:
        return [say("Then no face of the cat’s die catches a mouse.")]
    if faces < catching(s):
        fewer = count(
            faces,
            "Then only {n:words} of the {faces:words} faces of the cat’s die catches a mouse.",
            "Then only {n:words} of the {faces:words} faces of the cat’s die catch a mouse.",
            faces=len(box.CAT_DIE),
        )
        return [fewer]
    return []


def catching(s: State) -> int:
    """Returns how many faces of the cat's die would catch a mouse."""
    hunted, start = prey(s), box.SET[s.cat]
    free = box.CAT_WORLD & ~start & ~s.cheese & ~hunted
    return sum(1 for face in box.CAT_DIE if cat_walk(start, face, free, hunted) & hunted)
