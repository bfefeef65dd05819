"""Which mouse and which tile is which, and what was done last, read from the log for the picture.

The rules know mice and tiles by their squares alone; a picture that moves them must know each by
itself.
"""

from __future__ import annotations

from typing import NamedTuple

from matou.core.state import Observation
from matou.games.appenzell.components import KINDS, MICE, SIDE, SPARE, SQUARES, TOWERS
from matou.games.appenzell.plan import LINE, MOVE_FROM, MOVE_TO, PLACE_SQUARE
from matou.games.appenzell.state import END, ENTER, MOVE, PUSH, REVEAL, State

OUTSIDE, CELLAR = -1, -2


class Mouse(NamedTuple):
    """One mouse: whose, which of that player's, and its square, OUTSIDE or CELLAR."""

    seat: int
    number: int
    square: int


def all_mice(view: Observation) -> list[Mouse]:
    """Every mouse there is, seat by seat, in the order of entering."""
    at = followed(view)
    if not agrees(view.s, at):  # a position without its history
        at = listed_anew(view.s)
    return [
        Mouse(seat, number, at[seat][number])
        for seat in range(view.seats)
        for number in range(MICE)
    ]


def followed(view: Observation) -> list[list[int]]:
    """Each mouse followed through the log; where one arrives, the one before has fallen."""
    at = [[OUTSIDE] * MICE for _ in range(view.seats)]
    on: dict[int, tuple[int, int]] = {}

    def arrive(square: int, mouse: tuple[int, int]) -> None:
        if square in on:
            seat, number = on[square]
            at[seat][number] = CELLAR
        on[square] = mouse
        at[mouse[0]][mouse[1]] = square

    for entry in view.log:
        if entry.actor < 0 or not ENTER <= entry.action < PUSH:
            continue
        if entry.action < MOVE:
            if OUTSIDE in at[entry.actor]:
                arrive(TOWERS[entry.action - ENTER], (entry.actor, at[entry.actor].index(OUTSIDE)))
        elif MOVE_FROM[entry.action - MOVE] in on:
            arrive(MOVE_TO[entry.action - MOVE], on.pop(MOVE_FROM[entry.action - MOVE]))
    for square, (seat, number) in on.items():
        if view.s.mice[seat] >> square & 1 == 0:
            at[seat][number] = CELLAR
    return at


def agrees(s: State, at: list[list[int]]) -> bool:
    """Do followed mice stand where the record has them?"""
    return all(
        sum(1 << square for square in squares if square >= 0) == s.mice[seat]
        and squares.count(OUTSIDE) == s.outside[seat]
        for seat, squares in enumerate(at)
    )


def listed_anew(s: State) -> list[list[int]]:
    """Mice in the order of their squares, then those fallen, then those outside."""
    at = []
    for seat in range(s.seats):
        inside = [square for square in range(SQUARES) if s.mice[seat] >> square & 1]
        at.append(inside + [CELLAR] * s.fallen[seat] + [OUTSIDE] * s.outside[seat])
    return at


def all_tiles(view: Observation) -> tuple[list[int], int]:
    """Where each tile lies, by the square it lay on at first; and the last slot used, or -1.

    Everybody sees the lines slide, so nothing is told here of what lies under the roofs.
    """
    lying, last = list(range(SPARE + 1)), -1
    for entry in view.log:
        if PUSH <= entry.action < END:
            last = entry.action - PUSH
            line = LINE[last * SIDE : last * SIDE + SIDE]
            coming = lying[SPARE]
            for square in (*line, SPARE):
                lying[square], coming = coming, lying[square]
    at = [-1] * (SPARE + 1)
    for square in PLACE_SQUARE:
        at[lying[square]] = square
    return at, last


def last_action(view: Observation) -> int:
    """The last thing a player did in the castle, -1 before the first; ending a turn is none."""
    for entry in view.backwards():
        if entry.actor >= 0 and entry.action != END:
            return entry.action
    return -1


def just_shown(view: Observation) -> int:
    """The square whose tile was the last thing to happen: chance has turned it up. Else -1."""
    a = view.last.action if view.last is not None else -1
    return PLACE_SQUARE[(a - REVEAL) // KINDS] if a >= REVEAL else -1
