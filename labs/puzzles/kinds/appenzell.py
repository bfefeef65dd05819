"""Puzzles of Château d'Appenzell: cheeses, falls, pushes, steps, and what lies under a roof."""

from __future__ import annotations

from typing import Any

from labs.puzzles.kinds import now
from matou.bots import make
from matou.core.observation import Observation
from matou.core.state import State
from matou.games.appenzell.components import SQUARES, UNKNOWN
from matou.games.appenzell.state import END, ENTER, MOVE, PUSH
from matou.kit.layout import clone

GAP, SEARCHES, LEAST = 0.06, 4, 4
LONGEST = 30  # actions that a solver watches; tiles seen before them are shown
PROBE = 2000  # iterations to see whether the answer depends on a covered tile
DROP = 0.03  # a tile matters if the answer's value changes by this much without it


def is_dull(view: Observation) -> bool:
    return bool(view.s.placing)


def kind(view: Observation, answer: int, _then: dict[str, Any], watched: bool) -> str:
    if watched:
        return "memory"
    seat, after = view.seat, clone(view.s)
    view.game.rules.apply(after, answer)
    assert seat is not None
    if after.cheeses[seat] != view.s.cheeses[seat]:
        return "cheese"
    if any(after.fallen[i] > view.s.fallen[i] for i in range(view.seats) if i != seat):
        return "fall"
    if answer < ENTER:
        return "lift"
    if answer < MOVE:
        return "enter"
    if answer < PUSH:
        return "step"
    return "stop" if answer == END else "push"


def covered(view: Observation) -> list[int]:
    """Returns the covered squares whose tile the seat knows."""
    s = view.s
    return [q for q in range(SQUARES) if not s.open_squares >> q & 1 and s.tile[q] < UNKNOWN]


def forgotten(view: Observation, squares: list[int]) -> Observation:
    s = clone(view.s)
    for q in squares:
        s.unseen[s.tile[q]] += 1
        s.tile[q] = UNKNOWN
        s.unknown |= 1 << q
        s.traps &= ~(1 << q)
    return Observation(view.game, view.seats, s, view.seat, [], before=view.played)


def matters(view: Observation, answer: int, squares: list[int], seed: int) -> bool:
    """Returns whether the answer, or its value, is another if these tiles are forgotten."""
    bot = make(view.game, f"level5@{PROBE}", seed=seed)
    before, after = (bot.consider(v)[0] for v in (view, forgotten(view, squares)))
    moved = abs(before.win_chance - after.win_chance) >= DROP
    return after.action != answer or (moved and before.action == answer)


def line(state: State, answer: int, seed: int) -> tuple[str, str]:
    view = state.observe(state.actor)
    hidden = covered(view)
    if not hidden or not matters(view, answer, hidden, seed):
        return now(state)
    needed = [q for q in hidden if matters(view, answer, [q], seed)]
    since = last_seen(state, needed or hidden)
    if since is None:
        return now(state)
    start = replayed(state, since)
    names = [entry.name for entry in state.history[since:]]
    return start.observe(state.actor).to_text(), " ".join(names)


def replayed(state: State, count: int) -> State:
    twin = state.game.start(state.seats)
    for entry in state.history[:count]:
        twin.play(entry.action)
    return twin


def last_seen(state: State, squares: list[int]) -> int | None:
    """Returns after how many actions every one of these tiles was last in sight, in its place.

    The earliest such moment of all of them; None if that is too long ago, or a push moved one.
    """
    first = max(0, len(state.history) - LONGEST)
    then, seen = replayed(state, first), dict.fromkeys(squares, -1)
    for count, entry in enumerate(state.history[first:], first):
        for q in squares:
            same = then.s.tile[q] == state.s.tile[q]
            if then.s.open_squares >> q & 1 and same:
                seen[q] = count
            elif not same:
                seen[q] = -1
        then.play(entry.action)
    since = min(seen.values())
    return since if since >= 0 else None
