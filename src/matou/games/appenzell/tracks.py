"""Which mouse and which tile is which, and what was done last, read from the log for the picture.

The rules know mice and tiles by their squares alone; a picture that moves them must know each by
itself.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from matou.core.state import Observation
from matou.games.appenzell.components import KINDS, MICE, SIDE, SPARE, SQUARES, TOWERS
from matou.games.appenzell.plan import LINE, MOVE_FROM, MOVE_TO, PLACE_SQUARE
from matou.games.appenzell.state import END, ENTER, MOVE, PUSH, REVEAL, State
from matou.kit.layout import numbers

Row = tuple[int, ...]  # a number for each seat, or for each tile
Steps = tuple[tuple[int, int], ...]  # who entered or moved, and the action
OUTSIDE, CELLAR = -1, -2


class Mouse(NamedTuple):
    """One mouse: whose, which of that player's, and its square, OUTSIDE or CELLAR."""

    seat: int
    number: int
    square: int


def all_mice(view: Observation) -> tuple[Mouse, ...]:
    """Every mouse there is, seat by seat, in the order of entering."""
    s: State = view.s
    steps = tuple([(seat, a) for seat, a, _ in view.log if ENTER <= a < PUSH])
    mice, outside, fallen = (numbers(row)[: view.seats] for row in (s.mice, s.outside, s.fallen))
    return _all_mice(steps, (*mice,), (*outside,), (*fallen,))


@lru_cache(maxsize=2048)
def _all_mice(steps: Steps, mice: Row, outside: Row, fallen: Row) -> tuple[Mouse, ...]:
    """The same for all who look, in every position until a mouse goes somewhere."""
    at = followed(steps, mice)
    if not agrees(at, mice, outside):  # a position without its history
        at = listed_anew(mice, outside, fallen)
    return tuple(
        Mouse(seat, number, at[seat][number]) for seat in range(len(mice)) for number in range(MICE)
    )


def followed(steps: Steps, mice: Row) -> list[list[int]]:
    """Each mouse followed through the log; where one arrives, the one before has fallen."""
    at = [[OUTSIDE] * MICE for _ in mice]
    on: dict[int, tuple[int, int]] = {}

    def arrive(square: int, mouse: tuple[int, int]) -> None:
        if square in on:
            seat, number = on[square]
            at[seat][number] = CELLAR
        on[square] = mouse
        at[mouse[0]][mouse[1]] = square

    for seat, a in steps:
        if a < MOVE:
            if OUTSIDE in at[seat]:
                arrive(TOWERS[a - ENTER], (seat, at[seat].index(OUTSIDE)))
        elif MOVE_FROM[a - MOVE] in on:
            arrive(MOVE_TO[a - MOVE], on.pop(MOVE_FROM[a - MOVE]))
    for square, (seat, number) in on.items():
        if mice[seat] >> square & 1 == 0:
            at[seat][number] = CELLAR
    return at


def agrees(at: list[list[int]], mice: Row, outside: Row) -> bool:
    """Do followed mice stand where the record has them?"""
    return all(
        sum(1 << square for square in squares if square >= 0) == mice[seat]
        and squares.count(OUTSIDE) == outside[seat]
        for seat, squares in enumerate(at)
    )


def listed_anew(mice: Row, outside: Row, fallen: Row) -> list[list[int]]:
    """Mice in the order of their squares, then those fallen, then those outside."""
    return [
        [
            *[square for square in range(SQUARES) if mice[seat] >> square & 1],
            *[CELLAR] * fallen[seat],
            *[OUTSIDE] * outside[seat],
        ]
        for seat in range(len(mice))
    ]


def all_tiles(view: Observation) -> tuple[Row, int]:
    """Where each tile lies, by the square it lay on at first; and the last slot used, or -1.

    Everybody sees the lines slide, so nothing is told here of what lies under the roofs.
    """
    slots = tuple([a - PUSH for _, a, _ in view.log if PUSH <= a < END])
    return _all_tiles(slots), slots[-1] if slots else -1


@lru_cache(maxsize=2048)
def _all_tiles(slots: Row) -> Row:
    """Where each tile lies after so many pushes."""
    lying = list(range(SPARE + 1))
    for slot in slots:
        coming = lying[SPARE]
        for square in (*LINE[slot * SIDE : slot * SIDE + SIDE], SPARE):
            lying[square], coming = coming, lying[square]
    at = [-1] * (SPARE + 1)
    for square in PLACE_SQUARE:
        at[lying[square]] = square
    return tuple(at)


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
