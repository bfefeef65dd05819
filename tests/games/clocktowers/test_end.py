"""The end of Clocktowers (CT10 to CT12): points and ties, in positions set up by hand."""

from __future__ import annotations

import random

import pytest
from games.clocktowers.hand import build, finish, give, started
from games.support import refused

from matou.games.clocktowers.say import words
from matou.kit.linking import OVER


def test_CT10_the_game_ends_when_piles_and_hands_are_empty() -> None:
    state = started(4)
    rng = random.Random(4)
    while not state.over:
        assert sum(state.s.left) + sum(sum(h) for h in state.s.hand) > 0
        state.play(state.sample(rng))
    assert sum(state.s.left) + sum(sum(h) for h in state.s.hand) == 0
    assert state.actor == OVER
    assert state.ended_by == "CT10"
    assert refused(state, "xF1") == "CT10"
    assert state.legal() == []


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (["F1", "F1", "K"], 5),
        (["F1c", "K"], 4),
        (["F1c", "F1c", "K"], 4),
        (["F1c", "F1m", "K"], 3),
        (["F1c", "Km"], 3),
        (["F1m", "Km"], 2),
        (["F2", "Km"], 2),
    ],
)
def test_CT11_points_depend_on_animals_including_the_clocks(cards: list[str], points: int) -> None:
    state = started()
    build(state, 0, *cards)
    give(state, 0, "R1")
    state.play("R1>1")
    assert state.scores == [points, 0]


def test_CT11_unfinished_towers_score_nothing() -> None:
    state = started()
    build(state, 0, "F1", "K")
    build(state, 1, "F2")
    finish(state)
    assert state.scores == [0, 0]


def test_CT12_most_points_wins() -> None:
    state = started(3)
    build(state, 0, "F1", "K", "R1")
    build(state, 1, "F1c", "K", "R2")
    finish(state)
    assert state.scores == [5, 4, 0]
    assert words.score_lines(state.s, 0)[-1].say() == "total: 5 points"
    assert state.winners == [0]
    assert state.returns == [1, 0, 0]


def test_CT12_tied_the_highest_mouse_in_a_complete_tower_wins() -> None:
    state = started()
    build(state, 0, "F1m", "F1", "K", "R1")  # mouse at level 1, two storeys
    build(state, 1, "F1", "F1m", "K", "R2")  # mouse at level 2
    build(state, 0, "F2m", "F2m", "Km")  # higher, but unfinished
    finish(state)
    assert state.scores == [2, 2]
    assert state.winners == [1]
    says = [words.score_lines(state.s, seat)[-1].say() for seat in (0, 1)]
    assert says == [f"to break a tie: mouse at height {n}, cat at height 0" for n in (1, 2)]


def test_CT12_the_clock_adds_one_level_for_its_mouse() -> None:
    state = started()
    build(state, 0, "F2m", "K", "R1")  # level 2
    build(state, 1, "F2", "Km", "R2")  # level 3
    finish(state)
    assert state.scores == [2, 2]
    assert state.winners == [1]


def test_CT12_floors_above_the_clock_stand_a_level_higher() -> None:
    state = started(floors_above_clock=True)
    build(state, 0, "F1", "F1m", "K", "R1")  # level 2
    build(state, 1, "F1", "K", "F1m", "R2")  # level 3
    finish(state)
    assert state.winners == [1]


def test_CT12_still_tied_the_highest_cat_and_then_a_shared_victory() -> None:
    state = started(3)
    build(state, 0, "F1c", "F1", "K", "R1")
    build(state, 1, "F1", "F1c", "K", "R2")
    finish(state)
    assert state.scores == [4, 4, 0]
    assert state.winners == [1], "without a mouse the height is 0, for both"
    even = started(3)
    build(even, 0, "F1c", "K", "R1")
    build(even, 2, "F1c", "K", "R2")
    finish(even)
    assert even.winners == [0, 2]
    assert even.returns == [0.5, 0, 0.5]


def test_CT12_each_step_compares_only_those_still_tied() -> None:
    state = started(3)
    build(state, 0, "F1c", "F1m", "K", "R1")  # 3 points, mouse at 2, cat at 1
    build(state, 1, "F1c", "F1m", "K", "R2")  # the same
    build(state, 2, "F2c", "K", "R3")  # 4 points
    build(state, 0, "F1m", "K", "R4")  # + 2
    build(state, 1, "F1m", "K", "R5")  # + 2
    state.s.score[2] = 1  # a cat higher than theirs, but not among the tied
    finish(state)
    assert state.scores == [5, 5, 1]
    assert state.winners == [0, 1]
