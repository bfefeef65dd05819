"""Tells mice and tiles apart by the log, so that a drawing can show each of them move.

The rules know only which squares have mice and tiles.
"""

from functools import lru_cache
from typing import NamedTuple

from matou.core.observation import Observation
from matou.games.appenzell.castle import LINE, MOVE_FROM, MOVE_TO, PLACE_SQUARE
from matou.games.appenzell.components import KINDS, MICE, SIDE, SPARE, TOWERS
from matou.games.appenzell.state import END, ENTER, MOVE, PUSH, REVEAL, State
from matou.kit.layout import numbers
from matou.kit.sets import members

Row = tuple[int, ...]  # a number for each seat, or for each tile
Steps = tuple[tuple[int, int], ...]  # who entered or moved, and the action
OUTSIDE, CELLAR = -1, -2


class Mouse(NamedTuple):
    seat: int
    number: int
    square: int


def all_mice(view: Observation) -> tuple[Mouse, ...]:
    """Returns every mouse, seat by seat, in the order of entering."""
    s: State = view.s
    steps = tuple([(seat, a) for seat, a, _ in view.log if ENTER <= a < PUSH])
    mice, outside, fallen = (numbers(row)[: view.seats] for row in (s.mice, s.outside, s.fallen))
    return _all_mice(steps, (*mice,), (*outside,), (*fallen,))


@lru_cache(maxsize=2048)
def _all_mice(steps: Steps, mice: Row, outside: Row, fallen: Row) -> tuple[Mouse, ...]:
    at = followed(steps, mice)
    if not agrees(at, mice, outside):  # a position without its history
        at = listed_anew(mice, outside, fallen)
    return tuple(
        Mouse(seat, number, at[seat][number]) for seat in range(len(mice)) for number in range(MICE)
    )


def followed(steps: Steps, mice: Row) -> list[list[int]]:
    """Follows each mouse through the log. If one arrives where another stood, that one fell."""
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
    """Returns whether the followed mice stand where the record has them."""
    return all(
        sum(1 << square for square in squares if square >= 0) == mice[seat]
        and squares.count(OUTSIDE) == outside[seat]
        for seat, squares in enumerate(at)
    )


def listed_anew(mice: Row, outside: Row, fallen: Row) -> list[list[int]]:
    """Returns mice in the order of their squares, then fallen ones, then those outside."""
    seats = zip(mice, fallen, outside, strict=True)
    return [[*members(here), *[CELLAR] * lost, *[OUTSIDE] * left] for here, lost, left in seats]


def all_tiles(view: Observation) -> tuple[Row, int]:
    """Returns where each tile lies, by its first square, and the last slot used (or -1).

    Everybody sees lines slide, so this reveals nothing about tiles under roofs.
    """
    slots = tuple([a - PUSH for _, a, _ in view.log if PUSH <= a < END])
    return _all_tiles(slots), slots[-1] if slots else -1


@lru_cache(maxsize=2048)
def _all_tiles(slots: Row) -> Row:
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
    """Returns a player's last action, -1 before the first. Ending a turn does not count."""
    for entry in view.backwards():
        if entry.actor >= 0 and entry.action != END:
            return entry.action
    return -1


def just_shown(view: Observation) -> int:
    """Returns the square whose tile chance has just shown, or -1."""
    a = view.last.action if view.last is not None else -1
    return PLACE_SQUARE[(a - REVEAL) // KINDS] if a >= REVEAL else -1
