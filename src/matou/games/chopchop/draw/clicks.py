"""What a click in the kitchen means, and why it may do nothing."""

from collections.abc import Sequence

from matou.core.messages import Why
from matou.core.observation import Observation
from matou.games.chopchop.components import CAT, MICE, PLACE_OF, PLACES, SET
from matou.games.chopchop.rules import CATCH, PUT, TAKE
from matou.games.chopchop.say import names
from matou.games.chopchop.say.messages import why, why_count
from matou.games.chopchop.say.refusals import why_not
from matou.games.chopchop.state import CAUGHT, FORKING, NOBODY, NOWHERE, PLACING, State
from matou.games.chopchop.walks import prey

MOUSE = {f"mouse-{i + 1}": i for i in range(MICE)}


def meant(view: Observation, id: str) -> Sequence[int]:
    s: State = view.s
    if id == "cat":
        if s.phase == PLACING:
            return [PUT + place for place in range(PLACES)]
        return ways_of(s, s.cat) if s.side == CAT else onto(s, s.cat)
    if id in MOUSE:
        place = s.mouse[MOUSE[id]]
        if place == CAUGHT or s.phase in (PLACING, FORKING):
            return []
        return onto(s, place) if s.side == CAT else ways_of(s, place)
    kind, _, name = id.partition("-")
    return onto(s, PLACE_OF[name]) if kind == "square" and name in PLACE_OF else []


def ways_of(s: State, start: int) -> list[int]:
    """Returns every move of a piece, legal or not; for the cat, every catch too."""
    ways = [start * PLACES + end for end in range(PLACES)]
    return [*ways, *(CATCH + way for way in ways)] if start == s.cat else ways


def onto(s: State, place: int) -> list[int]:
    """Returns everything that could be done at a place, by any piece that may move."""
    if s.phase == PLACING:
        return [PUT + place]
    if s.phase == FORKING:
        return [TAKE + place]
    if s.side == CAT:
        caught = CATCH if prey(s) & SET[place] else 0
        return [caught + s.cat * PLACES + place] if s.cat != NOWHERE else []
    movers = [s.mouse[i] for i in range(MICE) if s.mover in (NOBODY, i)]
    return [start * PLACES + place for start in movers if start not in (CAUGHT, place)]


# --- what to say in particular


def remark(view: Observation, id: str, picked: Sequence[str]) -> Why | None:
    s: State = view.s
    if id in MOUSE:
        return of_mouse(view, MOUSE[id])
    if id in ("die-cat", "die-mice"):
        return why("CC3", "The dice roll by themselves.")
    if s.phase in (PLACING, FORKING) or s.side == CAT or picked:
        return None
    if id == "cat":
        return why("CC2", "It is the mice’s turn: the cat has to wait.")
    if id.startswith("square-"):
        return of_square(view, meant(view, id))
    return None


def of_mouse(view: Observation, mouse: int) -> Why | None:
    """Explains a mouse that is caught or cannot move."""
    s: State = view.s
    if s.mouse[mouse] == CAUGHT:
        return why("CC9", "Mouse {mouse} has been caught and is out of the game.", mouse=mouse + 1)
    if s.phase in (PLACING, FORKING) or s.side == CAT or s.mover not in (NOBODY, mouse):
        return None
    place = s.mouse[mouse]
    if not set(view.legal()).isdisjoint(ways_of(s, place)):
        return None
    # Alone in the kitchen, a mouse can walk any number of steps: it is the others.
    return why_count(
        "CC5",
        s.steps,
        "Mouse {mouse} cannot move exactly {n} square: other pieces are in its way.",
        "Mouse {mouse} cannot move exactly {n} squares: other pieces are in its way.",
        mouse=mouse + 1,
    )


def of_square(view: Observation, actions: Sequence[int]) -> Why | None:
    """Explains a square by a mouse that something stops, rather than by the number of steps."""
    s: State = view.s
    if not actions or not set(view.legal()).isdisjoint(actions):
        return None
    stopped = [reason for a in actions if (reason := why_not(s, a)).rule != "CC4"]
    if stopped:
        return stopped[0]
    if len(actions) == 1:
        return None
    return why_count(
        "CC4",
        s.steps,
        "No mouse can get {aim} in exactly {n} square.",
        "No mouse can get {aim} in exactly {n} squares.",
        aim=names.onto(actions[0] % PLACES),
    )
