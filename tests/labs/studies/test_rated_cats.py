"""Ratings of the bots from their games."""

from __future__ import annotations

import itertools
import random

from labs.studies.rated_cats import rated
from matou.core.registry import find


def test_bots_are_rated_by_their_results() -> None:
    """Each level wins three games of four against the one below."""
    rng = random.Random(5)
    game = find("catymini")
    played = []
    for _ in range(600):
        a, b = rng.sample(range(5), 2)
        worth = 1.0 if rng.random() < 1 / (1 + 3.0 ** (b - a)) else 0.0
        played.append(((a, b), (worth, 1 - worth), (0, 0)))
    points = [r.points for r in rated(game, 2, played)]
    steps = [b - a for a, b in itertools.pairwise(points)]
    assert all(80 < step < 190 for step in steps), points
