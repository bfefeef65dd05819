"""Ideas of strategy: each divides the actions of some positions; their gains are measured."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import matou
from labs.per_game import module_for
from labs.puzzles import ideas, strategy


@pytest.mark.parametrize("name", matou.available())
def test_ideas_divide_the_actions_of_positions_in_two(name: str) -> None:
    module = module_for(ideas, name)
    assert module is not None
    met: Counter[str] = Counter()
    for seed in range(4):
        for view in strategy.decisions(matou.game(name), random.Random(seed)):
            legal = view.legal()
            for idea, (good, other) in strategy.splits_of(view, module.IDEAS).items():
                met[idea] += 1
                assert good
                assert other
                assert not {*good} & {*other}
                assert {*good, *other} <= {*legal}
    assert len(met) >= len(module.IDEAS) - 3, "too few ideas were met"


def test_gains_are_differences_of_winning_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategy, "ITERATIONS", 100)
    game = matou.game("catymini")
    found = strategy.gains_of(game, 1, seed=3)
    assert found
    for idea, games in found.items():
        assert all(-1 <= gain <= 1 for gains in games for gain in gains), idea
    rows = strategy.rows_of(game, found)
    assert len(rows) == len(found)
    assert all(row.startswith("| Caty Mini | ") for row in rows)
