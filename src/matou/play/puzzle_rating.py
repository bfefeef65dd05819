"""Rates solvers of puzzles by Glicko's formulas. A puzzle's own rating is its grade, and fixed.

It needs no other package, so that a page can rate its visitor too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

START, UNSURE = 1400, 350.0  # of a new solver: as good as the cat in the middle
SURE = 60.0  # a deviation never falls below this, so that a rating stays alive
GRADE = 80.0  # the deviation of a puzzle's rating
Q = math.log(10) / 400
# How much a difference in rating counts, given the deviation of a puzzle.
G = 1 / math.sqrt(1 + 3 * (Q * GRADE / math.pi) ** 2)


@dataclass(frozen=True)
class SolverRating:
    """How well somebody solves puzzles: an estimate, and its standard deviation."""

    points: float = START
    deviation: float = UNSURE

    def chance(self, puzzle: int) -> float:
        """Returns how likely the solver is to solve a puzzle of a rating at the first try.

        >>> SolverRating(1400).chance(1400), SolverRating(1400).chance(1000) > 0.9
        (0.5, True)
        """
        return float(1 / (1 + 10 ** (G * (puzzle - self.points) / 400)))

    def after(self, puzzle: int, solved: bool) -> SolverRating:
        """Returns the rating after a puzzle of a rating; a hint or a wrong try is no solution.

        >>> SolverRating().after(1400, True)
        SolverRating(points=1575.0, deviation=250.4)
        """
        chance = self.chance(puzzle)
        learned = (Q * G) ** 2 * chance * (1 - chance)
        variance = 1 / (self.deviation**-2 + learned)
        points = self.points + variance * Q * G * (solved - chance)
        return SolverRating(round(points, 1), round(max(SURE, math.sqrt(variance)), 1))
