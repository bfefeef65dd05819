"""Plays each game beside a second implementation of its rules: the same choices at every step."""

from __future__ import annotations

import importlib
import random
from pathlib import Path
from typing import Any

import pytest
from conformance.support import TABLES, Table

import matou

HERE = Path(__file__).parent
REFERENCES = {path.stem for path in HERE.glob("*.py") if not path.stem.startswith("test_")}
GAMES_EACH = 20  # at each table
pytestmark = pytest.mark.heavy


def reference(table: Table) -> Any:
    module = importlib.import_module(f"reference.{table.name}")
    return module.Table(table.seats, **table.game.settings(table.seats))


def where(ours: matou.State) -> str:
    return f"after {' '.join(e.name for e in ours.history)}"


def side_by_side(table: Table, seed: int) -> None:
    rng = random.Random(f"{table} {seed}")
    ours, theirs = table.game.start(table.seats), reference(table)
    # To reach rare cases more often, some games prefer the first or last action, or avoid actions
    # of one sort (pushes, discards, …).
    taste = rng.choice(["any", "last", "first", "shy", "shy"])
    disliked = ""
    while not ours.over:
        assert ours.actor == theirs.actor, where(ours)
        names = [ours.name(a) for a in ours.legal()]
        weights = ours.weights() if ours.actor == matou.CHANCE else [1] * len(names)
        assert dict(zip(names, weights, strict=True)) == theirs.legal(), where(ours)
        if ours.actor == matou.CHANCE:
            name = rng.choices(names, weights)[0]
        elif taste in ("first", "last") and rng.random() < 0.5:
            name = names[-1] if taste == "last" else names[0]
        else:
            if taste == "shy" and len(ours.history) % 100 == 0:
                disliked = rng.choice(names)[0]
            liked = [n for n in names if n[0] != disliked or rng.random() < 0.1]
            name = rng.choice(liked or names)
        ours.play(name)
        theirs.play(name)
        assert ours.scores == theirs.scores or not ours.over, where(ours)
    assert theirs.actor == matou.OVER
    assert theirs.scores == ours.scores
    assert theirs.winners == ours.winners
    assert theirs.ended_by == ours.ended_by


@pytest.mark.unmeasured
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_both_implementations_play_the_same_game(table: Table) -> None:
    for seed in range(GAMES_EACH):
        side_by_side(table, seed)


def test_every_game_has_a_second_implementation() -> None:
    assert set(matou.available()) == REFERENCES
