"""The rating of a puzzle solver."""

from __future__ import annotations

import random

import pytest

from matou.play.puzzle_rating import SURE, SolverRating


@pytest.mark.parametrize("points", [200, 1400, 2800])
@pytest.mark.parametrize("puzzle", [200, 1400, 2800])
@pytest.mark.parametrize("deviation", [SURE, 350])
def test_a_solution_raises_a_rating_and_a_failure_lowers_it(
    points: int, puzzle: int, deviation: float
) -> None:
    solver = SolverRating(points, deviation)
    won, lost = solver.after(puzzle, solved=True), solver.after(puzzle, solved=False)
    assert lost.points <= points <= won.points
    assert SURE <= won.deviation <= deviation + 0.1


def test_solving_a_hard_puzzle_gains_more_than_an_easy_one() -> None:
    solver = SolverRating(1400, 100)
    gains = [solver.after(puzzle, solved=True).points for puzzle in (1000, 1400, 1800)]
    assert gains == sorted(gains)
    assert len(set(gains)) == 3


def test_chances_agree_with_glickmans_paper() -> None:
    """His example has an opponent of deviation 30 with G = 0.9955; ours is a little lower."""
    assert SolverRating(1500, 200).chance(1400) == pytest.approx(0.64, abs=0.01)


def test_a_rating_approaches_a_solvers_true_strength() -> None:
    rng, strength, solver = random.Random(1), SolverRating(1800), SolverRating()
    for _ in range(300):
        puzzle = rng.randrange(1000, 2400)
        solver = solver.after(puzzle, rng.random() < strength.chance(puzzle))
    assert abs(solver.points - strength.points) < 150
    assert solver.deviation == SURE
