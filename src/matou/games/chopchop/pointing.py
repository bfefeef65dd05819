"""What the things in the kitchen stand for, and what to say where it is nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from matou.core.numerals import capital
from matou.core.words import Why, why
from matou.games.chopchop import names
from matou.games.chopchop.components import CAT, MICE, PLACE_OF, PLACES, SET
from matou.games.chopchop.rules import CATCH, PUT, TAKE
from matou.games.chopchop.state import CAUGHT, FORKING, NOBODY, NOWHERE, PLACING, State
from matou.games.chopchop.walks import prey
from matou.games.chopchop.why import why_not

if TYPE_CHECKING:
    from matou.core.state import Observation

MOUSE = {f"mouse-{i + 1}": i for i in range(MICE)}


def meant(view: Observation, id: str) -> Sequence[int]:
    """A piece of the side that moves goes away; anything else is where something is done."""
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
    """Every way of a piece, wherever it may lead; of the cat every catch too."""
    ways = [start * PLACES + end for end in range(PLACES)]
    return [*ways, *(CATCH + way for way in ways)] if start == s.cat else ways


def onto(s: State, place: int) -> list[int]:
    """All that would be done at a place, by whatever piece may move."""
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
        return why(
            "CC3",
            "The dice are thrown by themselves when a roll begins.",
            "Les dés se lancent tout seuls, au début d’un coup.",
        )
    if s.phase in (PLACING, FORKING) or s.side == CAT or picked:
        return None
    if id == "cat":
        return why(
            "CC2",
            "This turn is the mice’s: the cat waits for its own.",
            "C’est le tour des souris : le chat attend le sien.",
        )
    if id.startswith("square-"):
        return of_square(view, meant(view, id))
    return None


def of_mouse(view: Observation, mouse: int) -> Why | None:
    """One that is caught, or can go nowhere."""
    s: State = view.s
    if s.mouse[mouse] == CAUGHT:
        return why(
            "CC9",
            f"Mouse {mouse + 1} has been caught: it is out of the game.",
            f"La souris {mouse + 1} a été attrapée : elle ne joue plus.",
        )
    if s.phase in (PLACING, FORKING) or s.side == CAT or s.mover not in (NOBODY, mouse):
        return None
    place = s.mouse[mouse]
    if not set(view.legal()).isdisjoint(ways_of(s, place)):
        return None
    # Alone in the kitchen, a mouse can walk any number of steps: it is the others.
    steps = "1 step" if s.steps == 1 else f"{s.steps} steps"
    who = names.mouse_there(s, mouse)
    return why(
        "CC5",
        f"{capital(who).en} has no free walk of exactly {steps}: others are in its way.",
        f"{capital(who).fr} n’a aucun chemin libre d’exactement {s.steps} pas : "
        "d’autres la gênent.",
    )


def of_square(view: Observation, actions: Sequence[int]) -> Why | None:
    """Of several mice, the one that is stopped by something, not by the number of its steps."""
    s: State = view.s
    if not actions or not set(view.legal()).isdisjoint(actions):
        return None
    stopped = [reason for a in actions if (reason := why_not(s, a)).rule != "CC4"]
    if stopped:
        return stopped[0]
    if len(actions) == 1:
        return None
    aim, steps = names.onto(actions[0] % PLACES), "1 step" if s.steps == 1 else f"{s.steps} steps"
    return why(
        "CC4",
        f"No walk of exactly {steps} takes any mouse {aim.en}.",
        f"Aucun chemin d’exactement {s.steps} pas ne mène une souris {aim.fr}.",
    )
