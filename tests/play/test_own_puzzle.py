"""The clearest mistake of a finished game, as a puzzle."""

from __future__ import annotations

import random

import pytest

import matou
from matou.bots.analyse import analyse, decisions
from matou.core.puzzles import own_puzzle
from matou.play.analysis import missed


@pytest.mark.parametrize("name", ["catymini", "clocktowers"])
def test_the_clearest_mistake_of_a_seat_is_a_puzzle(name: str) -> None:
    state, rng = matou.game(name).start(2), random.Random(5)
    while not state.over:
        state.play(state.sample(rng))
    record = state.record()
    analysis = analyse(record, iterations=60)
    data = analysis.data()
    for seat in (0, 1):
        own = [m for m in analysis.mistakes if m.seat == seat]
        worst = max(own, key=lambda m: m.lost)
        there = next(d for d in decisions(record) if d.number == worst.number)
        puzzle = missed(record, data, [seat])
        assert puzzle is not None
        assert puzzle.seat == seat
        assert puzzle.data["position"] == there.view.to_text()
        assert puzzle.check(worst.best)
        assert not puzzle.check(worst.played)
        assert puzzle.better == pytest.approx(worst.lost)
        assert puzzle.title() == "Find the move you missed"
        assert (puzzle.rating, puzzle.difficulty, puzzle.found) == (0, 0, [])
        others = dict.fromkeys(there.names, worst.best_chance - 0.01)
        best = next(a for a, name in there.names.items() if name == worst.best)
        known = {best: worst.best_chance, there.action: worst.chance}
        kind = own_puzzle(there.view, {**others, **known}, there.action)
        assert all(kind.check(a) for a in there.names if a != there.action)
    assert missed(record, data, []) is None
