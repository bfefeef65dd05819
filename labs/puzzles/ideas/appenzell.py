"""Ideas of Château d'Appenzell."""

from __future__ import annotations

from typing import Any

from labs.puzzles.ideas import Idea, Split, split
from matou.core.observation import Observation
from matou.games.appenzell.castle import MOVE_TO
from matou.games.appenzell.components import ACTIONS_A_TURN, CHEESES
from matou.games.appenzell.rules import apply
from matou.games.appenzell.state import END, ENTER, MOVE, NOTHING, PUSH
from matou.games.appenzell.think.network_inputs import struck
from matou.kit.layout import clone


def after(view: Observation, a: int) -> Any:
    then = clone(view.s)
    apply(then, a)
    return then


def wins(view: Observation, a: int) -> bool:
    """Returns whether an action wins a cheese."""
    return MOVE <= a < END and after(view, a).cheeses[view.seat] != view.s.cheeses[view.seat]


def quiet(view: Observation, legal: list[int], *left: int) -> list[int]:
    """Returns the legal actions if the turn has one of ``left`` actions and none wins a cheese."""
    fine = not view.s.placing and view.s.left in left
    return legal if fine and not any(wins(view, a) for a in legal) else []


def look_first(view: Observation, legal: list[int]) -> Split:
    return split(quiet(view, legal, ACTIONS_A_TURN), lambda a: a < ENTER)


def no_last_look(view: Observation, legal: list[int]) -> Split:
    return split((a for a in quiet(view, legal, 1) if a != END), lambda a: a >= ENTER)


def all_actions(view: Observation, legal: list[int]) -> Split:
    return split(quiet(view, legal, 1, 2, 3), lambda a: a != END)


def push_late(view: Observation, legal: list[int]) -> Split:
    return split(
        quiet(view, legal, ACTIONS_A_TURN, ACTIONS_A_TURN - 1), lambda a: not PUSH <= a < END
    )


def known_push(view: Observation, legal: list[int]) -> Split:
    pushes = [a for a in legal if PUSH <= a < END]
    return split(pushes, lambda a: after(view, a).reveal == NOTHING)


def wanted(view: Observation, legal: list[int]) -> Split:
    def lacks(a: int) -> bool:
        kind = view.s.tile[MOVE_TO[a - MOVE]]
        return bool(kind < CHEESES and not view.s.cheeses[view.seat] >> kind & 1)

    return split((a for a in quiet(view, legal, 1, 2, 3, 4) if MOVE <= a < PUSH), lacks)


def cheese_now(view: Observation, legal: list[int]) -> Split | None:
    return split(legal, lambda a: wins(view, a)) if view.s.left == 1 else None


def safe_end(view: Observation, legal: list[int]) -> Split | None:
    """Prefers fewer mice where a push can bring a known trap, at the end of the turn."""
    if view.s.placing or view.s.left != 1:
        return None
    struck_after = {}
    for a in legal:
        then = after(view, a)
        struck_after[a] = (struck(then) & then.mice[view.seat]).bit_count()
    return split(legal, lambda a: struck_after[a] == min(struck_after.values()))


IDEAS: dict[str, Idea] = {
    "Lift a roof with the first action of a turn": look_first,
    "Lift none with the last": no_last_look,
    "Use all the actions of a turn": all_actions,
    "No push with the first two actions": push_late,
    "A push that reveals no tile": known_push,
    "Step onto a cheese that one lacks": wanted,
    "Win a cheese with the last action, if one can": cheese_now,
    "End the turn where no push can bring a known trap": safe_end,
}
