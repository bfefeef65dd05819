"""Sentences about why a move is good."""

from collections.abc import Callable, Sequence

from matou.core.messages import Message
from matou.core.observation import Observation
from matou.core.phrases import joined
from matou.games.chopchop import components as box
from matou.games.chopchop.rules import CATCH, PUT, ROLL, TAKE, apply
from matou.games.chopchop.say.messages import count, counting, say
from matou.games.chopchop.say.names import has_tile, mouse_at
from matou.games.chopchop.state import CAUGHT, State
from matou.games.chopchop.walks import cat_walk, mouse_free, mouse_step, prey
from matou.kit.layout import clone

FAR = 99  # steps: more than any way


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
    if s.side == box.CAT:
        return because_cat(s, then)
    others = [catching(after(s, other)) for other in view.legal() if other != a]
    return because_mouse(s, then, a // box.PLACES, end, others)


def after(s: State, a: int) -> State:
    then = clone(s)
    apply(then, a)
    return then


def won_words(n: int) -> Message:
    return count(n, "That makes {n} of {cheeses} cheeses.", cheeses=box.CHEESES)


# --- the cat


def because_cat(s: State, then: State) -> Message | None:
    """Says how many faces of the die would catch a mouse from there, or that one is nearer."""
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
    before, now = nearest_mouse(s), nearest_mouse(then)
    if now >= before:
        return None
    return count(
        now,
        "That brings the cat within {n:words} square of a mouse.",
        "That brings the cat within {n:words} squares of a mouse.",
    )


def nearest_mouse(s: State) -> int:
    """Returns the cat's steps to the nearest mouse that it can catch."""
    hunted, seen, steps = prey(s), box.SET[s.cat], 0
    free = box.CAT_WORLD & ~s.cheese
    while not seen & hunted:
        wider = seen | cat_walk(seen, 1, free, hunted)
        if wider == seen:
            return FAR
        seen, steps = wider, steps + 1
    return steps


# --- the mice


def because_mouse(s: State, then: State, start: int, end: int, others: list[int]) -> Message | None:
    """Names a cheese, a way home, shelter from the cat, a tile worth turning, or a way there."""
    here = box.SET[end]
    if s.cheese & here:
        return won_words(s.won + 1)
    if here & box.HOLE_SET and s.won == box.CHEESES and then.plates == 0:
        return say("You have every cheese: this mouse goes home, and you win.")
    said = sheltered(s, then, here, others)
    if has_tile(s, end) and s.unseen[box.CHEESE]:
        said.append(cheeses_hidden(s))
    elif has_tile(s, end) and s.unseen[box.FORK] and s.cheese & ~box.SET[s.cat]:
        said.append(forks_hidden(s))
    else:
        said += nearer(s, then, start, here)
    return joined(said) if said else None


def hidden(s: State) -> int:
    """Returns the number of tiles that nobody has seen."""
    return sum(s.unseen[kind] for kind in range(box.KINDS))


def cheeses_hidden(s: State) -> Message:
    if s.unseen[box.CHEESE] == hidden(s):
        return say("Every tile still face down is a cheese.")
    return count(
        s.unseen[box.CHEESE],
        "{n} of the {tiles} tiles still face down is a cheese.",
        "{n} of the {tiles} tiles still face down are cheeses.",
        tiles=hidden(s),
    )


def forks_hidden(s: State) -> Message:
    return count(
        s.unseen[box.FORK],
        "{n} of the {tiles} tiles still face down is a fork, which takes a visible cheese.",
        "{n} of the {tiles} tiles still face down are forks, which take a visible cheese.",
        tiles=hidden(s),
    )


def sheltered(s: State, then: State, here: int, others: list[int]) -> list[Message]:
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
    if others and faces < min(others):
        return [say("After every other move, more faces of the cat’s die catch a mouse.")]
    return []


def nearer(s: State, then: State, start: int, here: int) -> list[Message]:
    """Says that the mouse is nearer to a cheese, a tile, or with all cheeses to a hole."""
    for goal, says in goals(s):
        before, now = steps_to(s, box.SET[start], goal), steps_to(then, here, goal)
        if not here & goal and now < before:
            return [says(now).filled(mouse=mouse_at(s, start) + 1)]
    return []


def goals(s: State) -> Sequence[tuple[int, Callable[[int], Message]]]:
    """Returns the goals of the mice, each with a sentence about its distance in squares."""
    if s.won == box.CHEESES:
        return [(box.HOLE_SET, from_hole)]
    found = [(s.cheese & ~box.SET[s.cat], from_cheese)]
    if s.unseen[box.CHEESE]:
        found.append((s.down, from_tile))
    return found


from_hole = counting(
    "Mouse {mouse} is then {n:words} square from a hole.",
    "Mouse {mouse} is then {n:words} squares from a hole.",
)
from_cheese = counting(
    "Mouse {mouse} is then {n:words} square from a cheese.",
    "Mouse {mouse} is then {n:words} squares from a cheese.",
)
from_tile = counting(
    "Mouse {mouse} is then {n:words} square from a tile still face down.",
    "Mouse {mouse} is then {n:words} squares from a tile still face down.",
)


def steps_to(s: State, start: int, goal: int) -> int:
    """Returns the steps of a mouse to the nearest of some squares."""
    free, seen, steps = mouse_free(s) | start, start, 0
    while not seen & goal:
        wider = seen | mouse_step(seen, free)
        if wider == seen:
            return FAR
        seen, steps = wider, steps + 1
    return steps


def catching(s: State) -> int:
    """Returns how many faces of the cat's die would catch a mouse."""
    hunted, start = prey(s), box.SET[s.cat]
    free = box.CAT_WORLD & ~start & ~s.cheese & ~hunted
    return sum(1 for face in box.CAT_DIE if cat_walk(start, face, free, hunted) & hunted)
