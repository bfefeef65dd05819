"""The tables of costs and crossings, compared with an independent computation."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import pytest

from matou.games.catymini.components import (
    BOARD_CHOICES,
    BOARD_LETTERS,
    BOX,
    COLOUR_NAMES,
    FULL_HEAP,
    FURNITURE,
    SEATING,
    THREAD,
    TOP,
    TOY_NAMES,
    WORTH,
    heap_values,
)
from matou.games.catymini.geometry import COST, NOTCH_AT, TOUCHED, TOY_AT

each_board = pytest.mark.parametrize("board", range(4), ids=BOARD_LETTERS)
TANGENT = {"A": "train", "B": "rocket", "C": "drum", "D": "kite"}


def corner_walk(board: int) -> dict[str, tuple[int, int]]:
    """Returns every notch by name, found by walking clockwise around the room from its corner."""
    found = {}
    x, y = 0, 0
    steps = ((1, 0), (0, 1), (-1, 0), (0, -1))
    for colour, (dx, dy) in zip(COLOUR_NAMES, steps, strict=True):
        for i, piece in enumerate(BOX["boards"][BOARD_LETTERS[board]][colour]):
            along = (150, 325, 500, 675, 850)[i]
            found[f"{piece}/L"] = (x + dx * (along - 70), y + dy * (along - 70))
            found[f"{piece}/R"] = (x + dx * (along + 70), y + dy * (along + 70))
        x, y = x + dx * 1000, y + dy * 1000
    assert (x, y) == (0, 0)
    return found


def nearest_squared(a: tuple[int, int], b: tuple[int, int], p: tuple[int, int]) -> Fraction:
    """Returns the squared distance from a point to a stretch, exactly."""
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    t = Fraction((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1]), length)
    t = min(max(t, Fraction(0)), Fraction(1))
    x, y = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
    return (x - p[0]) ** 2 + (y - p[1]) ** 2


@each_board
def test_notches_are_where_a_walk_around_the_room_finds_them(board: int) -> None:
    walked = corner_walk(board)
    assert len(walked) == 40
    for tile, piece in enumerate(FURNITURE):
        assert NOTCH_AT[board][2 * tile] == walked[f"{piece}/L"]
        assert NOTCH_AT[board][2 * tile + 1] == walked[f"{piece}/R"]


def test_the_rule_books_examples_have_the_stated_coordinates() -> None:
    chair, armchair = FURNITURE.index("chair"), FURNITURE.index("armchair")
    assert NOTCH_AT[0][2 * chair : 2 * chair + 2] == ((80, 0), (220, 0))
    assert NOTCH_AT[0][2 * armchair : 2 * armchair + 2] == ((920, 1000), (780, 1000))


@pytest.mark.unmeasured
@each_board
def test_every_crossing_agrees_with_exact_fractions_CM9(board: int) -> None:
    at = NOTCH_AT[board]
    for i, j in combinations(range(40), 2):
        expected = 0
        for toy, centre in enumerate(TOY_AT[board]):
            if nearest_squared(at[i], at[j], centre) <= 60 * 60:
                expected |= 1 << toy
        assert TOUCHED[board][i][j] == TOUCHED[board][j][i] == expected


@each_board
def test_every_cost_is_the_length_rounded_up_and_the_width_CM8(board: int) -> None:
    at = NOTCH_AT[board]
    for i, j in combinations(range(40), 2):
        squared = (at[i][0] - at[j][0]) ** 2 + (at[i][1] - at[j][1]) ** 2
        length = COST[board][i][j] - 140
        assert (length - 1) ** 2 < squared <= length**2
        assert COST[board][j][i] == COST[board][i][j]


@pytest.mark.unmeasured
@each_board
def test_only_tangent_threads_come_close_to_the_edge_of_a_toy_CM9(board: int) -> None:
    tangents = set()
    for i, j in combinations(range(40), 2):
        for toy, centre in enumerate(TOY_AT[board]):
            squared = nearest_squared(NOTCH_AT[board][i], NOTCH_AT[board][j], centre)
            if squared == 3600:
                tangents.add(TOY_NAMES[toy])
                assert TOUCHED[board][i][j] >> toy & 1
            else:
                assert abs(math.sqrt(squared) - 60) > 2
    assert tangents == {TANGENT[BOARD_LETTERS[board]]}


@each_board
def test_a_stretch_along_a_wall_touches_no_toy_CM9(board: int) -> None:
    for i, j in combinations(range(40), 2):
        if i // 10 == j // 10:
            assert TOUCHED[board][i][j] == 0


@each_board
def test_boards_are_balanced_as_the_rule_book_says(board: int) -> None:
    pairs = [(i, j) for i in range(40) for j in range(40) if i // 10 != j // 10]
    assert len(pairs) == 1200
    by_toy = [sum(TOUCHED[board][i][j] >> toy & 1 for i, j in pairs) for toy in range(10)]
    assert sum(by_toy) == 1260
    assert all(0.08 <= count / 1200 <= 0.13 for count in by_toy)


def test_the_components_are_those_counted_in_the_rule_book() -> None:
    assert len(FURNITURE) == len(set(FURNITURE)) == 20
    assert [FURNITURE[0], FURNITURE[5], FURNITURE[10], FURNITURE[15]] == [
        "chair", "table", "sofa", "cot",
    ]  # fmt: skip
    assert len(TOY_NAMES) == 10
    assert heap_values(FULL_HEAP) == [2, 2, 3, 3, 4]
    assert WORTH[FULL_HEAP] == 14
    assert [TOP[FULL_HEAP], TOP[0b01_01_00], TOP[0b01_00_00]] == [0, 1, 2]
    assert THREAD == 12_800


def test_no_piece_is_at_the_same_place_on_two_boards() -> None:
    for tile in range(20):
        assert len({NOTCH_AT[board][2 * tile] for board in range(4)}) == 4


def test_the_option_has_every_order_of_different_boards() -> None:
    assert len(set(BOARD_CHOICES)) == 12 + 24 + 24
    assert all(len(set(choice)) == len(choice) for choice in BOARD_CHOICES)
    assert SEATING[BOARD_CHOICES.index("DBA")][:3] == (3, 1, 0)
